package portal

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// filled are the values that a browser would send of the form of a page.
func filled(a *answer) url.Values {
	values := url.Values{}
	a.Find("form.form input, form.form select").Each(func(_ int, s *goquery.Selection) {
		name, kind := s.AttrOr("name", ""), s.AttrOr("type", "text")
		_, checked := s.Attr("checked")
		switch {
		case name == "", (kind == "radio" || kind == "checkbox") && !checked:
		case goquery.NodeName(s) == "select":
			values.Add(name, s.Find("option[selected]").AttrOr("value", s.Find("option").AttrOr("value", "")))
		default:
			values.Add(name, s.AttrOr("value", ""))
		}
	})
	return values
}

// Every question can be asked without JavaScript: its form has an input for each fact that its answer may depend on, none of
// which is answered beforehand, and each of which has its words.
func TestEveryQuestionHasItsForm(t *testing.T) {
	h := newHouse(t, nil)
	if n := h.get("", "/consultar").Find(".asks a").Length(); n != len(h.set.Questions()) {
		t.Errorf("%d questions can be picked", n)
	}
	for _, q := range h.set.Questions() {
		for _, lang := range []string{portuguese, english} {
			a := h.get("", addressOf(q.Name), "Accept-Language", lang)
			if got := a.words("h1"); got != questionSentence(q, lang) || a.Find("h1").Length() != 1 {
				t.Errorf("%s: h1 %q", q.Name, got)
			}
			if a.Find("form.form [checked]").Length() > 0 {
				t.Errorf("%s: something is answered already", q.Name)
			}
			form := a.Find("form.form")
			for _, fact := range h.set.Facts(q.Name) {
				name := fieldName(fact)
				_, key, inGroup := strings.Cut(name, ".")
				asks := form.Find(`[name="` + name + `"], [name^="` + name + `."], [name="` + strings.TrimSuffix(name, "."+key) + `"][value="` + key + `"]`)
				if inGroup && asks.Length() == 0 {
					t.Errorf("%s: nothing asks for %s", q.Name, fact)
				}
			}
			labelled(t, q.Name, a)
		}
	}
}

// labelled holds that every input has a name for those who hear it, that what it is described by is there, and that no id is
// there twice.
func labelled(t *testing.T, page string, a *answer) {
	t.Helper()
	if key := regexp.MustCompile(`\b(counter|state|failure|shell)\.[a-z_]+`).FindString(a.words("main")); key != "" {
		t.Errorf("%s: %s has no words", page, key)
	}
	ids := map[string]int{}
	a.Find("[id]").Each(func(_ int, s *goquery.Selection) { ids[s.AttrOr("id", "")]++ })
	for id, n := range ids {
		if n > 1 {
			t.Errorf("%s: %d times the id %s", page, n, id)
		}
	}
	a.Find("main [aria-describedby], main [aria-labelledby], main [list]").Each(func(_ int, s *goquery.Selection) {
		for _, attr := range []string{"aria-describedby", "aria-labelledby", "list"} {
			for _, id := range strings.Fields(s.AttrOr(attr, "")) {
				if ids[id] == 0 {
					t.Errorf("%s: %s leads to no %s", page, attr, id)
				}
			}
		}
	})
	a.Find("main input:not([type=hidden]), main select").Each(func(_ int, s *goquery.Selection) {
		label := s.AttrOr("aria-label", "") + s.Closest("label").Text() + a.Find(`label[for="`+s.AttrOr("id", "")+`"]`).Text()
		if strings.TrimSpace(label) == "" {
			t.Errorf("%s: %s has no label", page, s.AttrOr("name", ""))
		}
	})
	a.Find("main fieldset").Each(func(_ int, s *goquery.Selection) {
		if strings.TrimSpace(s.ChildrenFiltered("legend").Text()) == "" {
			t.Errorf("%s: a fieldset has no legend", page)
		}
	})
	a.Find(".ask3 a[href^='#'], .errors a").Each(func(_ int, s *goquery.Selection) {
		if id := strings.TrimPrefix(s.AttrOr("href", ""), "#"); ids[id] == 0 {
			t.Errorf("%s: nothing is at %s", page, id)
		}
	})
}

// What is wrong is said at its field and in a list of ways to it, with what was typed still there.
func TestFaults(t *testing.T) {
	h := newHouse(t, nil)
	form := url.Values{
		"beneficiary.category": {"pessoa_idosa"}, "beneficiary.birth_on": {"31/02/1958"}, "beneficiary.monthly_income_cents": {"pouco"},
		"trip.line_departs_at.dia": {"12/12/2026"}, "seats.free_granted": {"2"}, "seats.free_sold": {"2"}, "request.made_at.dia": {"hoje"}, "request.made_at.hora": {"25h"},
	}
	a := h.post("", "/consultar/concessao", form)
	if a.status != http.StatusUnprocessableEntity || !strings.HasPrefix(a.words("title"), "Erro:") {
		t.Errorf("status %d, title %q", a.status, a.words("title"))
	}
	labelled(t, "faults", a)
	var ways []string
	a.Find(".errors a").Each(func(_ int, s *goquery.Selection) { ways = append(ways, s.AttrOr("href", "")) })
	want := []string{"#beneficiary-birth_on", "#beneficiary-monthly_income_cents", "#trip-line_departs_at", "#request-made_at"}
	if !slices.Equal(ways, want) {
		t.Errorf("ways to %v", ways)
	}
	if got := filled(a); got.Get("beneficiary.monthly_income_cents") != "pouco" || got.Get("beneficiary.birth_on") != "31/02/1958" || got.Get("seats.free_sold") != "2" {
		t.Errorf("what was typed is gone: %v", got)
	}
	if got := a.Find("[aria-invalid]").Length(); got != 6 { // two inputs of each instant
		t.Errorf("%d inputs are wrong", got)
	}

	form = url.Values{"seats.free_granted": {"2"}, "seats.free_sold": {"2"}, "beneficiary.birth_on": {"1/1/2030"}, "request.made_at.dia": {"hoje"}, "request.made_at.hora": {"agora"}}
	a = h.post("", "/consultar/concessao", form, "Accept-Language", "en")
	for id, said := range map[string]string{
		"seats-free_sold": "Together with «Free seats granted» it exceeds 2.", "beneficiary-birth_on": "It cannot be later than «Time of the request».",
	} {
		if got := a.words("#" + id + "-diz .fault"); got != said {
			t.Errorf("%s: %q", id, got)
		}
	}
	if !strings.HasPrefix(a.words("title"), "Error:") {
		t.Errorf("title %q", a.words("title"))
	}
}

// What people type is read as they mean it, and shown so.
func TestInputsAreShownAsTheyWereUnderstood(t *testing.T) {
	h := newHouse(t, nil)
	form := url.Values{
		"beneficiary.birth_on": {"14031958"}, "beneficiary.monthly_income_cents": {"2100"}, "trip.distance_km": {"430,50"},
		"trip.line_departs_at.dia": {"12-12-26"}, "trip.line_departs_at.hora": {"22h30"}, "trip.arrives_at.dia": {"amanhã"}, "trip.arrives_at.hora": {"5 -04:00"},
		"request.made_at.dia": {"hoje"}, "request.made_at.hora": {"agora"},
	}
	a := h.post("", "/consultar/concessao/previa", form)
	got := filled(a)
	for name, want := range map[string]string{
		"beneficiary.birth_on": "14/03/1958", "beneficiary.monthly_income_cents": "2.100,00", "trip.distance_km": "430,5",
		"trip.line_departs_at.dia": "12/12/2026", "trip.line_departs_at.hora": "22:30", "trip.arrives_at.dia": "13/12/2026", "trip.arrives_at.hora": "05:00 −04:00",
		"request.made_at.dia": "hoje", "request.made_at.hora": "agora",
	} {
		if got.Get(name) != want {
			t.Errorf("%s shows %q, want %q", name, got.Get(name), want)
		}
	}
	if said := a.words("#request-made_at-diz"); !strings.Contains(said, "12/12/2026, 19:00") {
		t.Errorf("now is %q", said)
	}
	if said := a.words("#beneficiary-birth_on-diz"); !strings.Contains(said, "68 anos completos") {
		t.Errorf("of the birth it says %q", said)
	}
}

// A list gets a row more without JavaScript, and keeps what was typed.
func TestOneMoreRow(t *testing.T) {
	h := newHouse(t, nil)
	form := filled(h.get("", "/consultar/informe"))
	form.Set("report.months.0.month", "07/2026")
	form.Set("report.months.0.sections.0.section", "A–B")
	form.Set("mais", "report.months.0.sections")
	a := h.post("", "/consultar/informe", form)
	if a.status != http.StatusOK || a.Find(`[name="report.months.0.sections.1.section"][autofocus]`).Length() != 1 || a.Find(`[name="report.months.2.month"]`).Length() != 1 {
		t.Errorf("status %d: %v", a.status, filled(a))
	}
	if got := filled(a); got.Get("report.months.0.sections.0.section") != "A–B" || got.Get("report.months.0.month") != "07/2026" {
		t.Errorf("what was typed is gone: %v", got)
	}
	form = filled(a)
	form.Set("mais", "report.months")
	if a = h.post("", "/consultar/informe", form); a.Find(`[name="report.months.3.month"]`).Length() != 1 || len(h.records()) != 0 {
		t.Errorf("no fourth month, or a record of a form that is not finished")
	}
	labelled(t, "rows", a)
}

var scripted = `"><script>alert(1)</script><b x='`

// Script in any text stays text, in the page of the form and in what the live answer puts into it.
func TestScriptInEveryField(t *testing.T) {
	h := newHouse(t, nil)
	unsafe := regexp.MustCompile(`<script>alert|<b x=`)
	for _, q := range h.set.Questions() {
		page := h.get("", addressOf(q.Name))
		form := filled(page)
		page.Find("form.form input, form.form select").Each(func(_ int, s *goquery.Selection) { form.Set(s.AttrOr("name", "x"), scripted) })
		for _, a := range []*answer{
			h.post("", addressOf(q.Name), form), h.post("", addressOf(q.Name)+"/previa", form), h.post("", addressOf(q.Name)+"/previa", form, "HX-Request", "true"),
		} {
			if found := unsafe.FindString(a.body); found != "" || a.status >= http.StatusInternalServerError {
				t.Errorf("%s: status %d, %s", q.Name, a.status, found)
			}
		}
		only := url.Values{}
		for name, values := range form { // texts alone are valid, and are shown again
			if strings.HasSuffix(name, "place") || strings.HasSuffix(name, "destination") || strings.HasSuffix(name, "section") || strings.HasSuffix(name, ".id") {
				only[name] = values
			}
		}
		if a := h.post("", addressOf(q.Name)+"/previa", only); unsafe.MatchString(a.body) {
			t.Errorf("%s: a text is not kept text", q.Name)
		}
	}
	for _, address := range []string{"/consultar/" + url.PathEscape(scripted), "/consultar/concessao?caso=" + url.QueryEscape(scripted), "/consultar/concessao?de=" + url.QueryEscape(scripted), "/consultar/concessao?caso=" + url.QueryEscape("../norms/x")} {
		if a := h.ask("", http.MethodGet, address, nil); a.status != http.StatusNotFound || unsafe.MatchString(a.body) {
			t.Errorf("%s: status %d", address, a.status)
		}
	}
}

// Rows without end are refused before anything is made of them.
func TestTooManyRows(t *testing.T) {
	h := newHouse(t, nil)
	form := url.Values{}
	for n := range mostRows {
		form.Set(rowName("report.months", n)+".linha", "1")
	}
	if a := h.post("", "/consultar/informe/previa", form); a.status != http.StatusOK {
		t.Errorf("status %d of as many rows as may be", a.status)
	}
	form.Set("mais", "report.months")
	if a := h.post("", "/consultar/informe", form); a.status != http.StatusRequestEntityTooLarge {
		t.Errorf("status %d of one more", a.status)
	}
	far := url.Values{"bookings.2000000000.linha": {"1"}, "bookings.9.destination": {"x"}, "bookings.-1.linha": {"1"}, "mais": {"bookings"}}
	if a := h.post("", "/consultar/concessao", far); a.status != http.StatusOK || a.Find(".rowset").Length() != 3 {
		t.Errorf("status %d, %d rows", a.status, a.Find(".rowset").Length())
	}
	form.Set("report.months.0.sections.0.linha", "1")
	if a := h.post("", "/consultar/informe/previa", form); a.status != http.StatusRequestEntityTooLarge || a.Find("h1").Length() != 1 {
		t.Errorf("status %d", a.status)
	}
}

// A form that is too large is refused as such.
func TestAFormOfTenMegabytes(t *testing.T) {
	h := newHouse(t, nil)
	a := h.post("", "/consultar/concessao", url.Values{"request.place": {strings.Repeat("a", 10<<20)}})
	if a.status != http.StatusRequestEntityTooLarge || a.Find("h1").Length() != 1 {
		t.Errorf("status %d: %s", a.status, a.words("main"))
	}
}
