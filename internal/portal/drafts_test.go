package portal

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"deferido/internal/lifecycle"
)

// A draft begins from the list, is found there, and says how far it is, in both languages.
func TestADraftBegins(t *testing.T) {
	h := newHouse(t, withDesk)
	for lang, nothing := range map[string]string{portuguese: "Nada espera por você.", english: "Nothing is waiting for you."} {
		a := h.get("rui", "/mudancas", "Accept-Language", lang)
		if got := a.words("section.near"); !strings.Contains(got, nothing) {
			t.Errorf("%s: %s", lang, got)
		}
	}
	id := h.draft("rui", `Quatro <script>alert(1)</script> horas`)
	for _, path := range []string{"/mudancas", "/mudancas/" + id} {
		a := h.get("lia", path)
		if strings.Contains(a.body, "<script>alert") || !strings.Contains(a.words("main"), "Quatro <script>alert(1)</script> horas") {
			t.Errorf("%s does not show the title as it was written", path)
		}
	}
	steps := h.get("rui", "/mudancas/"+id).Find("ol.steps li")
	if steps.Length() != 6 || steps.Filter("[aria-current=step]").Length() != 1 || !strings.Contains(steps.First().Text(), "nada mudado ainda") {
		t.Errorf("the steps: %s", strings.Join(strings.Fields(steps.Text()), " "))
	}
}

// What is to be corrected in the form of a new draft is told at its field, and what was typed is kept.
func TestADraftWantsATitleAndABase(t *testing.T) {
	h := newHouse(t, withDesk)
	for _, c := range []struct{ title, base, field string }{
		{" ", h.set.Revision(), "#titulo"}, {strings.Repeat("x", 201), h.set.Revision(), "#titulo"}, {"Uma mudança", "sha256:00", "#base"},
	} {
		a := h.post("rui", "/mudancas", url.Values{"titulo": {c.title}, "base": {c.base}})
		if to, _ := a.Find(".errors a").Attr("href"); a.status != http.StatusUnprocessableEntity || to != c.field || a.Find(c.field+"[aria-invalid]").Length() != 1 {
			t.Errorf("%q from %q: status %d, to %s", c.title, c.base, a.status, to)
		}
		if kept, _ := a.Find("#titulo").Attr("value"); kept != strings.TrimSpace(c.title) {
			t.Errorf("what was typed is lost: %q", kept)
		}
	}
}

// Drafts are for all who signed in to read. Who may not write them, or see what they would have answered, is told who may.
func TestWhoMayWriteDrafts(t *testing.T) {
	h := newHouse(t, withDesk)
	id := h.draft("rui", "Uma mudança")
	for _, c := range []struct{ who, method, path string }{
		{"clara", http.MethodGet, "/mudancas/" + id + "/impacto"}, {"clara", http.MethodGet, "/mudancas/" + id + "/medicao"}, {"lia", http.MethodPost, "/mudancas"},
		{"lia", http.MethodPost, "/mudancas/" + id + "/abandono"}, {"clara", http.MethodPost, "/mudancas/" + id + "/abandono"},
	} {
		var form url.Values
		if c.method == http.MethodPost {
			form = url.Values{"titulo": {"x"}, "base": {h.set.Revision()}}
		}
		a := h.ask(c.who, c.method, c.path, form)
		if a.status != http.StatusForbidden || !strings.Contains(a.words("main"), "regulação") {
			t.Errorf("%s %s %s: %d %s", c.who, c.method, c.path, a.status, a.words("main"))
		}
	}
	for _, who := range []string{"lia", "clara"} {
		if a := h.get(who, "/mudancas"); a.Find("#novo").Length() != 0 || !strings.Contains(a.words("main"), "Uma mudança") {
			t.Errorf("%s may write none and is offered to begin one, or may not read: %s", who, a.words("main"))
		}
		if sees := h.get(who, "/mudancas/"+id).Find("nav.pages a[href$='/impacto']").Length() == 1; sees != (who == "lia") {
			t.Errorf("%s is led to the impact: %v", who, sees)
		}
	}
}

// A draft that is not wanted any more is ended, once.
func TestADraftIsAbandoned(t *testing.T) {
	h := newHouse(t, withDesk)
	id := h.draft("rui", "Uma mudança")
	if a := h.post("rui", "/mudancas/"+id+"/abandono", url.Values{"motivo": {"engano"}}); a.status != http.StatusSeeOther {
		t.Fatalf("status %d: %s", a.status, a.words("main"))
	}
	if d, err := h.desk.Draft(t.Context(), id); err != nil || d.State != lifecycle.Abandoned {
		t.Fatalf("%+v, %v", d, err)
	}
	if a := h.post("rui", "/mudancas/"+id+"/abandono", url.Values{}); a.status != http.StatusConflict {
		t.Errorf("a second time: %d", a.status)
	}
	if a := h.get("rui", "/mudancas/"+id); !strings.Contains(a.words(".head"), "encerrado sem efeito") {
		t.Errorf("it does not say that it is closed: %s", a.words(".head"))
	}
}

// Where nothing is recorded there are no drafts, and the page says so.
func TestNoDesk(t *testing.T) {
	h := newHouse(t, nil)
	if a := h.ask("rui", http.MethodGet, "/mudancas", nil); a.status != http.StatusNotFound || !strings.Contains(a.words("h1"), "não mudam") {
		t.Errorf("status %d: %s", a.status, a.words("h1"))
	}
}
