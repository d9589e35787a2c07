package portal

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"deferido/internal/decision"
)

// A sheet says in a word and a sentence what was decided, and how to turn it, whatever the answer was.
func TestTheSheetOfEachAnswer(t *testing.T) {
	h := newHouse(t, nil)
	for _, c := range []struct {
		id, word, state, why string
		has                  map[string]string // selector → words in it
		lacks                []string          // selectors
	}{
		{"grant-elderly-in-time", "Concedido", "allow", "Gratuidade", map[string]string{
			".todo": "Fazer o bilhete", ".basis .lead .quote": "vagas gratuitas", "details.rest summary": "e mais", ".todo .muted": "até 12/12/2026, 21:30",
		}, []string{".note.split", ".todo a[href*='/simular']", "a[href$='/recusa']"}},
		{"grant-elderly-late-sold", "Negado por enquanto", "deny", "Pedido feito", map[string]string{
			".todo": "Imprimir recusa", ".todo a[href$='/simular?mudanca=1']": "Simular", ".basis .unmet .quote": "",
		}, []string{".note.split"}},
		{"grant-elderly-eve-of-birthday", "Negado", "deny", "60 anos", map[string]string{".todo li": "Nada muda esta resposta"}, []string{".todo a[href*='/simular']"}},
		{"grant-elderly-income-unknown", "Faltam dados", "wait", "renda mensal", map[string]string{"h2": "O que falta", ".todo a.main": "Completar os dados", ".basis .unknown": "Não se sabe"}, []string{".todo a[href*='/simular']", "a[href$='/bilhete']"}},
		{"grant-discount-one-second-early", "Negado por enquanto", "deny", "6 h 1 s", map[string]string{".note.split": "Há divergência", ".two .decides": "Pelo texto", ".two": "Concedido", ".note.split .grade": "V2"}, nil},
		{"fare-free-road", "Cobrança conforme", "allow", "", map[string]string{".verdict .facts": "PedágioIsento"}, []string{"a[href$='/bilhete']", ".redacted"}},
		{"conduct-two", "Há infração", "deny", "", map[string]string{".things": "GrupoI"}, []string{"a[href$='/recusa']"}},
		{"report-month-missing", "Informe incompleto", "deny", "", map[string]string{".things": "Mês2026-08", ".redacted, td": "retirado"}, nil},
		{"notice-virtual-missing", "Falta divulgar", "deny", "", map[string]string{".things": "Ponto de venda"}, nil},
	} {
		d := h.decided(caseOf(t, c.id), "", portuguese)
		a := h.get("ada", "/decisoes/"+d.ID)
		if got := a.words("h1"); got != c.word || a.Find(".verdict."+c.state).Length() != 1 {
			t.Errorf("%s: the verdict is %q of %d", c.id, got, a.Find(".verdict."+c.state).Length())
		}
		if got := a.words(".verdict"); !strings.Contains(got, c.why) {
			t.Errorf("%s: the verdict is %q, without %q", c.id, got, c.why)
		}
		for selector, want := range c.has {
			if got := a.words(selector); a.Find(selector).Length() == 0 || !strings.Contains(got, want) {
				t.Errorf("%s: %s is %q, without %q", c.id, selector, got, want)
			}
		}
		if h.get("rui", "/decisoes/"+d.ID).Find("a[href$='/bilhete']").Length() != 0 {
			t.Errorf("%s: a ticket is offered to who may print none", c.id)
		}
		for _, selector := range c.lacks {
			if a.Find(selector).Length() != 0 {
				t.Errorf("%s: there is %s", c.id, selector)
			}
		}
		if title := a.words("title"); !strings.Contains(title, c.word) || strings.ContainsAny(title, "$") {
			t.Errorf("%s: the title is %q", c.id, title)
		}
	}
}

// What is personal is not kept, and the sheet says so in its place.
func TestTheSheetSaysWhatWasWithheld(t *testing.T) {
	h := newHouse(t, nil)
	d := h.decided(caseOf(t, "grant-elderly-in-time"), "", portuguese)
	a := h.get("rui", "/decisoes/"+d.ID)
	if got := a.words(".redacted"); !strings.Contains(got, "retirado; 68 anos completos em 12/12/2026") {
		t.Errorf("withheld: %q", got)
	}
	if strings.Contains(a.body, "1958") {
		t.Error("the date of birth is on the page")
	}
	for _, want := range []string{"R$ 2.100,00", "430 km", "12/12/2026, 22:00 (UTC−3)", "Rodoviário"} {
		if !strings.Contains(strings.ReplaceAll(a.words("table.plain"), "\u00a0", " "), want) {
			t.Errorf("the facts lack %s: %s", want, a.words("table.plain"))
		}
	}
	english := strings.ReplaceAll(h.get("rui", "/decisoes/"+d.ID, "Accept-Language", "en").words("table.plain"), "\u00a0", " ")
	for _, want := range []string{"R$ 2,100.00", "12 December 2026, 22:00 (UTC−3)", "Road", "withheld"} {
		if !strings.Contains(english, want) {
			t.Errorf("the facts lack %s: %s", want, english)
		}
	}
}

// The sheet never changes, but says when the law or the rules have since.
func TestTheSheetOfASupersededLaw(t *testing.T) {
	h := newHouse(t, nil)
	d := h.decided(caseOf(t, "grant-elderly-last-day-of-old-decree"), "", portuguese)
	a := h.get("rui", "/decisoes/"+d.ID)
	today, _ := a.Find(".note a").Attr("href")
	if !strings.Contains(a.words(".note"), "mudou depois de 15/11/2019") || today != "/decisoes/"+d.ID+"/simular?em=2026-12-12" {
		t.Errorf("%q leads to %s", a.words(".note"), today)
	}
	other := h.record(caseOf(t, "grant-elderly-in-time"), func(r *decision.Record) { r.Revision = "sha256:" + strings.Repeat("0", 64) })
	a = h.get("rui", "/decisoes/"+other)
	if !strings.Contains(a.words(".note"), "As regras em vigor são outras") || strings.Contains(a.words(".note"), "mudou") {
		t.Errorf("the note is %q", a.words(".note"))
	}
	if h.get("rui", "/decisoes/"+h.decided(caseOf(t, "grant-elderly-in-time"), "", portuguese).ID).Find("main > .note").Length() != 0 {
		t.Error("a decision of today is said to be superseded")
	}
}

// A failed evaluation is on record: nothing was decided, and the page says so.
func TestTheSheetOfAFailure(t *testing.T) {
	h := newHouse(t, nil)
	id := h.record(caseOf(t, "grant-elderly-in-time"), func(r *decision.Record) {
		r.Answer, r.Failure, r.Facets = nil, decision.EvaluationError, decision.Facets{}
	})
	a := h.get("rui", "/decisoes/"+id)
	if a.words("h1") != "As regras falharam" || !strings.Contains(a.words(".why"), "nada foi decidido") || a.Find(".basis, .todo").Length() != 0 || a.Find("table.plain tr").Length() == 0 {
		t.Errorf("the sheet is %s", a.words("main"))
	}
	for _, page := range []string{"/explicacao", "/simular"} {
		if a := h.ask("rui", http.MethodGet, "/decisoes/"+id+page, nil); a.status != http.StatusUnprocessableEntity {
			t.Errorf("%s: status %d", page, a.status)
		}
	}
	if a := h.ask("rui", http.MethodGet, "/decisoes/"+id+"/recusa", nil); a.status != http.StatusConflict {
		t.Errorf("recusa: status %d", a.status)
	}
	if a := h.get("rui", "/decisoes?resultado=falha"); a.Find("table.list tbody tr").Length() != 1 || !strings.Contains(a.words("table.list"), "As regras falharam") {
		t.Errorf("the list is %s", a.words("main"))
	}
}

// Of what was erased nothing is left but when it was.
func TestTheSheetOfAnErasedDecision(t *testing.T) {
	h := newHouse(t, nil)
	d := h.decided(caseOf(t, "grant-elderly-in-time"), "exemplo", portuguese)
	if err := h.journal.Erase(t.Context(), d.ID, "test"); err != nil {
		t.Fatal(err)
	}
	for _, page := range decisionPages {
		a := h.ask("rui", http.MethodGet, "/decisoes/"+d.ID+page, nil)
		if page == "/bilhete" {
			continue // not a regulator's
		}
		if a.status != http.StatusGone || !strings.Contains(a.words("main"), "12/12/2026, 19:00") {
			t.Errorf("%s: status %d: %s", page, a.status, a.words("main"))
		}
		if a := h.ask("clara", http.MethodGet, "/decisoes/"+d.ID+page, nil); a.status != http.StatusNotFound {
			t.Errorf("%s: nobody knows whose it was, but a carrier gets %d", page, a.status)
		}
	}
}

// decisionPages are the pages of a decision, below its address.
var decisionPages = []string{"", "/explicacao", "/simular", "/simular?mudanca=1", "/recusa", "/recusa.pdf", "/bilhete"}

// untranslated is a journal that cannot decide again.
type untranslated struct {
	Journal
	err   error
	other func(*decision.Decision)
}

func (u untranslated) Replay(ctx context.Context, r *decision.Record, how decision.Replaying) (*decision.Decision, error) {
	if u.err != nil {
		return nil, u.err
	}
	d, err := u.Journal.Replay(ctx, r, how)
	if err == nil {
		u.other(d)
	}
	return d, err
}

// Where an answer cannot be told in the page's language, or would come out otherwise, it is told as it was given.
func TestTheSheetTellsNothingThatWasNotDecided(t *testing.T) {
	failing := untranslated{err: errors.New("the set is gone")}
	turned := untranslated{other: func(d *decision.Decision) { d.Outcome = "allow" }}
	for name, journal := range map[string]untranslated{"failing": failing, "turned": turned} {
		h := newHouse(t, func(_ *house, o *Options) {
			journal.Journal = o.Journal
			o.Journal = journal
		})
		d := h.decided(caseOf(t, "grant-elderly-late-sold"), "", portuguese)
		a := h.get("rui", "/decisoes/"+d.ID, "Accept-Language", "en")
		if a.words("h1") != "Refused for now" || !strings.Contains(a.words("main"), "in the language in which the answer was given") {
			t.Errorf("%s: %s", name, a.words("main"))
		}
		if lang, _ := a.Find(".verdict .why").Attr("lang"); lang != portuguese || a.Find(".basis .say[lang='pt-BR']").Length() == 0 || a.Find(".todo .big[lang='pt-BR']").Length() == 0 {
			t.Errorf("%s: the language of the sentence is %q", name, lang)
		}
		if strings.Contains(h.get("rui", "/decisoes/"+d.ID).body, "Os textos abaixo") {
			t.Errorf("%s: the page in its language says that it is not", name)
		}
	}
}
