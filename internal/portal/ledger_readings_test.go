package portal

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"deferido/internal/lifecycle"
)

// Every reading is in the register, open until a lawyer says otherwise, with what rests on it.
func TestTheRegisterOfReadings(t *testing.T) {
	h := newLawHouse(t, nil)
	for _, lang := range []string{portuguese, english} {
		a := h.get("", "/leituras", "Accept-Language", lang)
		if got := a.Find(".register li").Length(); got != len(h.set.Interpretations()) {
			t.Errorf("%d readings in %s", got, lang)
		}
		for _, i := range h.set.Interpretations() {
			page := h.get("", "/leituras/"+i.ID, "Accept-Language", lang)
			if text := page.words(".choice-made"); text != strings.Join(strings.Fields(readingText(i, lang)), " ") {
				t.Errorf("%s in %s: %q", i.ID, lang, text)
			}
			if n := page.Find("#alternativas ~ ul li").Length(); n == 0 || n != len(i.Alternatives) {
				t.Errorf("%s shows %d alternatives", i.ID, n)
			}
			if page.Find("#apoio ~ *").Length() == 0 {
				t.Errorf("nothing rests on %s", i.ID)
			}
		}
	}
	page := h.get("", "/leituras/IR-07")
	for _, want := range []string{"Em aberto", "art. 39, caput", "Renda igual ou inferior a dois salários-mínimos", "um centavo"} {
		if !strings.Contains(page.words("main"), want) {
			t.Errorf("IR-07 lacks %s", want)
		}
	}
	if clocks := h.get("", "/leituras/IR-12").Find("#apoio ~ ul li").Length(); clocks != len(h.set.Questions()) {
		t.Errorf("IR-12 names %d clocks", clocks)
	}
	if a := h.ask("", http.MethodGet, "/leituras/IR-99", nil); a.status != http.StatusNotFound {
		t.Errorf("status %d", a.status)
	}
	if a := h.ask("", http.MethodGet, "/leituras?estado=x", nil); a.status != http.StatusBadRequest {
		t.Errorf("status %d", a.status)
	}
}

// A lawyer confirms a reading, or refuses it and says why; what rests on it changes, and the verdict is broken.
func TestAVerdictOnAReading(t *testing.T) {
	h := newLawHouse(t, nil)
	seen, _ := h.get("lia", "/leituras/IR-04").Find("input[name=visto]").Attr("value")
	wrong := h.post("lia", "/leituras/IR-04", url.Values{"veredito": {"refused"}, "comentario": {"  "}, "visto": {seen}})
	if wrong.status != http.StatusUnprocessableEntity || !strings.Contains(wrong.words(".errors"), "Diga por que recusa.") || wrong.Find("input[value=refused][checked]").Length() != 1 {
		t.Errorf("status %d: %s", wrong.status, wrong.words("main"))
	}
	for who, status := range map[string]int{"rui": 403, "ada": 403, "clara": 403, "": 403} {
		if a := h.post(who, "/leituras/IR-04", url.Values{"veredito": {"confirmed"}}); a.status != status {
			t.Errorf("%q judges: %d", who, a.status)
		}
	}
	if a := h.post("lia", "/leituras/IR-04", url.Values{"veredito": {"confirmed"}, "comentario": {"<b>Do terminal</b>"}, "visto": {seen}}); a.status != http.StatusSeeOther {
		t.Fatalf("status %d: %s", a.status, a.words("main"))
	}
	page := h.get("lia", "/leituras/IR-04")
	if page.Find("main b").Length() != 0 || !strings.Contains(page.words(".said"), "Confirmada por lia, em 12/12/2026") || page.words(".said .remark") != "<b>Do terminal</b>" {
		t.Errorf("%s", page.words(".said"))
	}
	h.door.open = false
	if seen := h.get("", "/leituras/IR-04").words(".said"); seen == "" || strings.Contains(seen, "lia") {
		t.Errorf("a passer-by sees who: %s", seen)
	}
	h.door.open = true
	if n := h.get("", "/leituras?estado=confirmada").Find(".register li").Length(); n != 1 {
		t.Errorf("%d are confirmed", n)
	}
	h.now = h.now.Add(24 * time.Hour)
	h.serve(edit{"norms/decreto_9921_2019/art_39.rego", "arrival_advance := 30 *", "arrival_advance := 40 *"})
	page = h.get("lia", "/leituras/IR-04")
	for _, want := range []string{"Veredito rompido", "As regras que nela se apoiam mudaram em 13/12/2026.", "Sem mudança: texto."} {
		if !strings.Contains(page.words(".said"), want) {
			t.Errorf("a broken verdict lacks %s: %s", want, page.words(".said"))
		}
	}
	if a := h.post("lia", "/leituras/IR-04", url.Values{"veredito": {"confirmed"}, "visto": {seen}}); a.status != http.StatusUnprocessableEntity || !strings.Contains(a.words(".errors"), "mudaram enquanto eram lidas") {
		t.Errorf("what was not read is confirmed: %d %s", a.status, a.words(".errors"))
	}
	if now, _ := h.post("lia", "/leituras/IR-04", url.Values{"veredito": {"confirmed"}, "visto": {seen}}).Find("input[name=visto]").Attr("value"); now == seen || now == "" {
		t.Error("the form still has what was read before")
	}
}

// What lawyers hold of a reading comes to one state: verdicts that hold count before those that broke.
func TestTheStateOfAReading(t *testing.T) {
	verdict := func(what string, broken ...string) lifecycle.Verdict {
		return lifecycle.Verdict{Verdict: what, Broken: broken}
	}
	yes, no := verdict(lifecycle.Confirmed), verdict(lifecycle.Rejected)
	was := verdict(lifecycle.Confirmed, lifecycle.PartText)
	for want, all := range map[string][][]lifecycle.Verdict{
		readingOpen: {nil}, readingConfirmed: {{yes}, {yes, yes}, {was, yes}, {yes, was}}, readingRefused: {{no}, {no, was}, {was, no}},
		readingBroken: {{was}, {was, was}}, readingSplit: {{yes, no}, {no, was, yes}, {yes, no, yes}},
	} {
		for _, verdicts := range all {
			if got := readingState(verdicts); got != want {
				t.Errorf("%v come to %s, want %s", verdicts, got, want)
			}
		}
	}
}
