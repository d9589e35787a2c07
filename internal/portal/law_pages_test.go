package portal

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

func TestDaysOfTheAddress(t *testing.T) {
	h := newHouse(t, nil)
	for given, want := range map[string]string{
		"12/12/2026": "2026-12-12", "1/2/2026": "2026-02-01", "12122026": "2026-12-12", "12-12-2026": "2026-12-12", " 12.12.2026 ": "2026-12-12",
	} {
		for _, at := range []string{"/normas", "/normas/decreto_9921_2019", "/normas/decreto_9921_2019/art_39"} {
			a := h.ask("", http.MethodGet, at+"?em="+url.QueryEscape(given), nil)
			if a.status != http.StatusSeeOther || a.header.Get("Location") != at+"?em="+want {
				t.Errorf("%s on %q: %d to %s", at, given, a.status, a.header.Get("Location"))
			}
		}
	}
	for _, given := range []string{"30/02/2026", "2026-02-30", "mês que vem", "0", "<script>", "99999999"} {
		for _, at := range []string{"/normas", "/normas/decreto_9921_2019", "/normas/decreto_9921_2019/art_39"} {
			a := h.ask("", http.MethodGet, at+"?em="+url.QueryEscape(given), nil)
			if a.status != http.StatusUnprocessableEntity || a.Find(".law, .cols, blockquote").Length() != 0 || a.Find("#em[aria-invalid]").Length() != 1 {
				t.Errorf("%s on %q: %d", at, given, a.status)
			}
			if value, _ := a.Find("#em").Attr("value"); value != given {
				t.Errorf("what was typed, %q, came back as %q", given, value)
			}
		}
	}
}

func TestWhatIsNotHeldLeadsToNoOtherAct(t *testing.T) {
	h := newHouse(t, nil)
	for at, want := range map[string]string{
		"/normas/decreto_5943_2006":             "/normas/decreto_5934_2006",
		"/normas/decreto_9921_2019/art_38":      "/normas/decreto_9921_2019",
		"/normas/decreto_9921_2019/art_39_par1": "/normas/decreto_9921_2019",
		"/normas/nada/art_1":                    "/normas",
		"/urn/" + url.PathEscape("urn:lex:br:federal:decreto:2006-10-18;5943!art3_cpt"): "/urn/urn:lex:br:federal:decreto:2006-10-18%3B5934%21art3_cpt",
		"/urn/decreto%2010471": "/normas/lei_10741_2003",
		"/urn/x":               "/normas",
		"/casos/nada":          "/cobertura",
		"/parametros/nada":     "/parametros/minimum_wage",
	} {
		a := h.ask("", http.MethodGet, at, nil)
		var links []string
		a.Find("main li a").Each(func(_ int, s *goquery.Selection) {
			to, _ := s.Attr("href")
			links = append(links, to)
		})
		if a.status != http.StatusNotFound || !slices.Contains(links, want) {
			t.Errorf("%s: %d, leads to %v, want %s", at, a.status, links, want)
		}
	}
}

func TestURNsLeadToTheReader(t *testing.T) {
	h := newHouse(t, nil)
	for _, p := range h.set.Corpus().Provisions() {
		if p.Fragment == nil {
			continue
		}
		a := h.ask("", http.MethodGet, provisionURL(p.URN, "2026-12-12"), nil)
		want := articleURL(p.Norm.Folder, p.Fragment.ArticleName(), "2026-12-12") + "#" + p.Fragment.String()
		if a.status != http.StatusSeeOther || a.header.Get("Location") != want {
			t.Errorf("%s: %d to %s", p.URN, a.status, a.header.Get("Location"))
		}
	}
	act := "urn:lex:br:federal:decreto:2019-07-18;9921"
	for urn, want := range map[string]string{
		act: "/normas/decreto_9921_2019", act + "!art39": "/normas/decreto_9921_2019/art_39",
	} {
		for _, address := range []string{"/urn/" + urn, "/urn/" + url.PathEscape(urn)} {
			if a := h.ask("", http.MethodGet, address, nil); a.status != http.StatusSeeOther || a.header.Get("Location") != want {
				t.Errorf("%s: %d to %s", address, a.status, a.header.Get("Location"))
			}
		}
	}
	typed := h.ask("", http.MethodGet, provisionURL(act+"!art39_cpt", "")+"?em=1/2/2026", nil)
	if typed.status != http.StatusSeeOther || !strings.HasSuffix(typed.header.Get("Location"), "?em=2026-02-01") {
		t.Errorf("%d to %s", typed.status, typed.header.Get("Location"))
	}
}

// Every way of a norm's page leads somewhere, and the tables count what there is.
func TestNormsAndTheirArticles(t *testing.T) {
	h := newHouse(t, nil)
	for _, day := range []string{"", "?em=2003-06-01", "?em=2018-06-01"} {
		a := h.get("", "/normas"+day)
		if got := a.Find("table.ledger tbody tr").Length(); got != len(h.set.Corpus().Norms()) {
			t.Errorf("%d norms", got)
		}
		a.Find("table.ledger a").Each(func(_ int, s *goquery.Selection) {
			to, _ := s.Attr("href")
			norm := h.get("", to)
			norm.Find("table.ledger a").Each(func(_ int, s *goquery.Selection) {
				article, _ := s.Attr("href")
				if h.ask("", http.MethodGet, article, nil).status != http.StatusOK {
					t.Errorf("%s leads to %s, where nothing is", to, article)
				}
			})
			norm.Find("blockquote").Each(func(_ int, s *goquery.Selection) {
				if !slices.Contains(lawTexts(t, h), s.Text()) {
					t.Errorf("%s quotes %q", to, s.Text())
				}
			})
		})
	}
	if got := h.get("", "/normas?em=2003-06-01").words(".asof .muted"); got != "0 normas do acervo valem nesse dia." {
		t.Errorf("before any: %q", got)
	}
}

func TestTwoDays(t *testing.T) {
	h := newHouse(t, nil)
	a := h.get("", "/normas/decreto_9921_2019/art_39/comparar?de=2018-06-01&ate=2026-12-12")
	if a.Find("del").Length() == 0 || a.Find("ins").Length() == 0 || !strings.Contains(a.words(".legend"), "Decreto nº 5.934/2006, art. 3º") {
		t.Errorf("the page says %q", a.words(".legend"))
	}
	if got := a.words("table del"); got != "R$ 954,00" {
		t.Errorf("the wage was %q", got)
	}
	same := h.get("", "/normas/decreto_9921_2019/art_39/comparar?de=2026-12-12&ate=2026-12-12")
	if same.Find("del, ins").Length() != 0 || !strings.Contains(same.words("main"), "Nada mudou entre os dois dias") {
		t.Error("a day differs from itself")
	}
	if typed := h.ask("", http.MethodGet, "/normas/decreto_9921_2019/art_39/comparar?de=1/6/2018&ate=2026-12-12", nil); typed.status != http.StatusSeeOther {
		t.Errorf("status %d", typed.status)
	}
	wrong := h.ask("", http.MethodGet, "/normas/decreto_9921_2019/art_39/comparar?de=xx&ate=2026-12-12", nil)
	if wrong.status != http.StatusUnprocessableEntity || wrong.Find("#de[aria-invalid]").Length() != 1 || wrong.Find("del, ins").Length() != 0 {
		t.Errorf("status %d", wrong.status)
	}
	for _, at := range readerPages(h, "") {
		for _, lang := range []string{portuguese, english} {
			h.get("", at+"/comparar?de=2018-06-01&ate=2026-12-12", "Accept-Language", lang)
			duplicates(t, at, h.get("", at+"/historico", "Accept-Language", lang))
		}
	}
}

func TestCasesAndParameters(t *testing.T) {
	h := newHouse(t, nil)
	tree, err := oneSet{h.set}.Tree(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, p := range h.set.Corpus().Provisions() {
		for _, id := range h.set.Cases(p.URN) {
			if _, err := tree.Open("cases/" + id + ".json"); err != nil {
				t.Fatal(err)
			}
			seen++
			for _, lang := range []string{portuguese, english} {
				if a := h.get("", "/casos/"+id, "Accept-Language", lang); a.Find(".state.allow").Length() != 1 {
					t.Errorf("%s does not pass", id)
				}
			}
		}
	}
	if seen < 50 {
		t.Errorf("%d cases", seen)
	}
	a := h.get("", "/casos/grant-elderly-birthday")
	if to, _ := a.Find("a.btn.main").Attr("href"); to != "/consultar/concessao?caso=grant-elderly-birthday" {
		t.Errorf("the form is at %s", to)
	}
	if !strings.Contains(a.words("table"), "Renda mensalR$ 2.100,00") || !strings.Contains(a.words("table"), "12/12/2026, 18:00 (UTC−3)") {
		t.Errorf("the facts are %q", a.words("table"))
	}
	wage := h.get("", "/parametros/minimum_wage")
	if got := wage.words("tr.now"); !strings.HasPrefix(got, "desde 01/01/2026 · em vigorR$ 1.621,00Decreto nº 12.797/2025") {
		t.Errorf("the wage in force is %q", got)
	}
	wage.Find("main section a").Each(func(_ int, s *goquery.Selection) {
		to, _ := s.Attr("href")
		if h.ask("", http.MethodGet, to, nil).status != http.StatusSeeOther {
			t.Errorf("%s leads nowhere", to)
		}
	})
}
