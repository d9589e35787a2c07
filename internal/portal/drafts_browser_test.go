package portal

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"deferido/internal/lifecycle"
	"deferido/internal/portal/browsertest"
	"deferido/internal/revision"
)

// reported lets a house know a report of a draft as it stands; until it is released the check goes on.
func (h *house) reported(id string, report *revision.CheckReport) (release func()) {
	h.t.Helper()
	name, _, err := h.desk.Checked(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	let := make(chan struct{})
	h.portal.checks.start(checkKey(name), slog.New(slog.DiscardHandler), func(ctx context.Context, tell tell) (any, error) {
		tell(revision.StageLoad, 0, len(revision.Stages))
		select {
		case <-let:
			return report, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
	return func() { close(let) }
}

// found is a report of a draft of art. 39 in which one thing of each sort is wrong.
var found = &revision.CheckReport{
	Findings: []revision.Finding{
		{File: "cases/sale-at-the-deadline.json", Line: 32, Rule: "case", Detail: "outcome is allow and should be deny", At: "/expect/outcome", Want: "deny", Got: "allow"},
		{File: ruleOf39, Line: 21, Rule: "comparison", Detail: "advance (number) < x (string) compares values that may be of different types"},
		{File: ruleOf39, Line: 0, Rule: "format", Detail: "it is not as opa fmt writes it"},
		{File: "norms/decreto_9921_2019/art_39_test.rego", Line: 69, Rule: "test", Detail: "test_three_hours_exactly_are_in_time fails", At: "test_three_hours_exactly_are_in_time"},
	},
	Stages: []revision.StageReport{
		{Name: revision.StageLoad}, {Name: revision.StageLint, Findings: 1}, {Name: revision.StageLedger}, {Name: revision.StageParameters}, {Name: revision.StageFormat, Findings: 1},
		{Name: revision.StagePrecedence}, {Name: revision.StageTests, Findings: 1, Tried: 1076}, {Name: revision.StageCases, Findings: 1, Tried: 112},
		{Name: revision.StageProperties, Skipped: "the policies do not load"},
	},
}

// drafted is a house with a draft in the middle of its life: something changed, something is wrong, another revision came into
// service.
func drafted(t *testing.T) (h *house, id string) {
	h = newHouse(t, withDesk)
	id = h.draft("rui", "Antecedência de quatro horas no art. 39")
	h.activate("Trinta e cinco minutos", ruleOf39, "arrival_advance := 30 *", "arrival_advance := 35 *")
	h.edit("rui", id, ruleOf39, "advance := 3 *", "advance := 4 *")
	if a := h.post("rui", at(id, "texto"), newWording()); a.status != http.StatusSeeOther {
		t.Fatalf("status %d", a.status)
	}
	h.reported(id, found)()
	return h, id
}

// The pages of a draft are accessible and fit the screen, in both languages and contrasts.
func TestDraftsAreAccessible(t *testing.T) {
	b := browsertest.Launch(t)
	h, id := drafted(t)
	waiting := h.draft("rosa", "Em verificação")
	h.edit("rosa", waiting, ruleOf39, "advance := 3 *", "advance := 5 *")
	defer h.reported(waiting, found)()
	address := inBrowser(t, h)
	pages := []struct{ name, path string }{
		{"mudancas", "/mudancas"}, {"rascunho", at(id, "")}, {"rascunho-vazio", at(h.draft("rui", "Vazio"), "")}, {"rascunho-regra", at(id, "regra")},
		{"rascunho-editor", at(id, "regra", "arquivo", ruleOf39)}, {"rascunho-texto", at(id, "texto")},
		{"rascunho-redacao", at(id, "texto", "norma", "decreto_9921_2019", "dispositivo", "art39_par2_inc1")},
		{"rascunho-parametros", at(id, "parametros")}, {"rascunho-testes", at(id, "testes")}, {"rascunho-caso", at(id, "testes/sale-at-the-deadline")},
		{"rascunho-verificando", at(waiting, "testes")},
	}
	for _, look := range []struct {
		lang, contrast string
		width          int64
	}{{portuguese, "normal", 390}, {english, "high", 1440}} {
		tab := b.Tab(t)
		as(tab, address, languageCookie, look.lang, contrastCookie, look.contrast, SessionCookie, "rui")
		for _, page := range pages {
			tab.Size(look.width, 900)
			tab.Open(address + page.path)
			tab.Accessible(fmt.Sprintf("%s in %s, contrast %s, %d px", page.path, look.lang, look.contrast, look.width))
			tab.Screenshot(fmt.Sprintf("%s-%s-%d", page.name, look.lang, look.width))
			if look.lang == portuguese {
				tab.Size(320, 900)
				tab.Fits(page.path + " at 320 px")
				tab.Size(1440, 900)
				tab.Screenshot(fmt.Sprintf("%s-%s-1440", page.name, look.lang))
			}
		}
		if said := tab.Complaints(); len(said) > 0 {
			t.Errorf("the browser complains: %v", said)
		}
	}
}

// A regulator types into the editor and saves by the keyboard; what the checks find comes into the page without losing what is
// typed meanwhile; a conflict keeps what was typed.
func TestTheEditorInABrowser(t *testing.T) {
	b := browsertest.Launch(t)
	h := newHouse(t, withDesk)
	id := h.draft("rui", "Quatro horas")
	address := inBrowser(t, h)
	tab := b.Tab(t)
	as(tab, address, languageCookie, portuguese, SessionCookie, "rui")
	tab.Size(1440, 900)
	tab.Open(address + at(id, "regra", "arquivo", ruleOf39))
	tab.Await("the editor stands in for the field", "document.querySelector('.cm-content') && document.querySelector('#texto').hidden")
	tab.Eval("document.querySelector('.cm-content').focus()", nil)
	tab.Await("the editor has the focus", "document.querySelector('.cm-focused')")
	tab.Press("# um comentário ")
	tab.Await("the field holds what was typed", "document.querySelector('#texto').value.includes('# um comentário ')")
	tab.Eval("window.left = false", nil)
	tab.Chord("s")
	tab.Await("it is saved", "window.left === undefined && location.search.includes('salvo=1') && document.querySelector('.diff ins')")
	if text, err := h.desk.File(t.Context(), id, ruleOf39); err != nil || !strings.Contains(string(text), "# um comentário ") {
		t.Fatalf("what was typed is not there: %v", err)
	}
	// The checks end while something else is typed.
	release := h.reported(id, found)
	tab.Open(address + at(id, "regra", "arquivo", ruleOf39))
	tab.Await("the checks go on", "document.querySelector('#verificacao[hx-get] progress')")
	tab.Eval("document.querySelector('.cm-content').focus()", nil)
	tab.Await("the editor has the focus", "document.querySelector('.cm-focused')")
	tab.Press("# e outro ")
	release()
	tab.Await("what was found comes in", "document.querySelectorAll('#problemas li').length === 2")
	tab.Await("the steps follow", "document.querySelector('#andamento li.bad')")
	tab.Await("what was typed is still there", "document.querySelector('#texto').value.includes('e outro ')")
	tab.Click("#problemas li[data-line] a")
	tab.Await("the link leads into the editor", "document.activeElement.classList.contains('cm-content')")
	tab.Await("its mark is in the editor", "document.querySelector('.cm-lint-marker-error')")
	// Somebody else saves meanwhile.
	before, err := h.desk.File(t.Context(), id, ruleOf39)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.desk.Put(t.Context(), people["rosa"].Actor(), id, ruleOf39, append(before, "\n# de rosa\n"...), lifecycle.Hash(before)); err != nil {
		t.Fatal(err)
	}
	tab.Leave("button[data-save]")
	tab.Await("the conflict is told", "document.querySelector('.conflict') && document.querySelector('#texto').value.includes('e outro ')")
	tab.Eval("document.querySelector('.cm-editor').scrollIntoView()", nil) // it measures itself once it is seen
	tab.Await("each number stands beside its line", "(() => { const n = [...document.querySelectorAll('.cm-lineNumbers .cm-gutterElement')].find(e => e.textContent === '9'), "+
		"l = document.querySelectorAll('.cm-line')[8]; return Math.abs(n.getBoundingClientRect().top - l.getBoundingClientRect().top) < 2 })()")
	tab.Accessible("a conflict")
	tab.Screenshot("rascunho-conflito")
	for _, said := range tab.Complaints() {
		if !strings.Contains(said, "409") { // which is the answer of the conflict
			t.Errorf("the browser complains: %s", said)
		}
	}
}

// A field that is to be corrected takes the focus by its summary.
func TestAWordingInABrowser(t *testing.T) {
	b := browsertest.Launch(t)
	h := newHouse(t, withDesk)
	id := h.draft("rui", "Redação")
	if a := h.post("rui", at(id, "texto"), newWording("de", "x")); a.status != http.StatusUnprocessableEntity {
		t.Fatalf("status %d", a.status)
	}
	address := inBrowser(t, h)
	tab := b.Tab(t)
	as(tab, address, languageCookie, portuguese, SessionCookie, "rui")
	tab.Open(address + at(id, "texto", "norma", "decreto_9921_2019", "dispositivo", "art39_par2_inc1"))
	for name, values := range newWording("de", "trinta") {
		if name == "norma" || name == "dispositivo" {
			continue
		}
		tab.Eval(fmt.Sprintf("document.querySelector('[name=%s]').value = decodeURIComponent('%s')", name, url.PathEscape(values[0])), nil)
	}
	tab.Leave("button[data-save]")
	tab.Await("the summary has the focus", "document.activeElement.classList.contains('errors')")
	tab.Accessible("a wording to be corrected")
	tab.Screenshot("rascunho-redacao-erro")
}
