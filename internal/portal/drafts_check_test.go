package portal

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"deferido/internal/decision"
)

// settled waits until a work on a page of a draft has ended: while it goes on the part asks to be looked at again.
func (h *house) settled(who, path string) *answer {
	h.t.Helper()
	for end := time.Now().Add(10 * time.Minute); ; time.Sleep(200 * time.Millisecond) {
		a := h.get(who, path, "HX-Request", "true")
		if a.Find("[hx-trigger]").Length() == 0 {
			return a
		}
		if a.Find("a.btn").Length() == 0 {
			h.t.Fatal("without htmx nothing leads on")
		}
		if time.Now().After(end) {
			h.t.Fatalf("it never ends: %s", a.words("section"))
		}
	}
}

// What does not compile is told with its line, the rule that is broken, what to do, and the provision of which the rule speaks.
func TestProblemsOfADraft(t *testing.T) {
	h := newHouse(t, withDesk)
	id := h.draft("rui", "Um fato que não existe")
	text, base := h.get("rui", at(id, "regra", "arquivo", ruleOf39)).shown()
	wrong := strings.Replace(text, "input.facts.service.interstate", "input.facts.service.interestate", 1)
	a := h.post("rui", at(id, "regra"), url.Values{"arquivo": {ruleOf39}, "base": {base}, "texto": {wrong}, "fazer": {doCheck}})
	if a.status != http.StatusSeeOther {
		t.Fatalf("status %d", a.status)
	}
	page := h.get("rui", a.header.Get("Location"))
	if page.Find("#verificacao[hx-get]").Length() == 1 && page.Find("#verificacao a.btn").Length() != 1 {
		t.Error("while it goes on there is no button to look again")
	}
	part := h.settled("rui", at(id, "verificacao", "arquivo", ruleOf39))
	if part.header.Get("HX-Refresh") != "" {
		t.Error("the page is loaded again, and what is typed would be lost")
	}
	line := 1 + strings.Count(wrong[:strings.Index(wrong, "interestate")], "\n")
	for lang, says := range map[string][]string{portuguese: {"Tipo errado", "Confira o caminho"}, english: {"Wrong type", "Compare the path"}} {
		a := h.get("rui", at(id, "regra", "arquivo", ruleOf39), "Accept-Language", lang)
		item := a.Find("#problemas li").First()
		said := strings.Join(strings.Fields(item.Text()), " ")
		at, _ := item.Attr("data-line")
		to, _ := item.Find("a").First().Attr("href")
		if at != strconv.Itoa(line) || !strings.HasSuffix(to, "#L"+at) || !strings.Contains(said, says[0]) || !strings.Contains(said, says[1]) || !strings.Contains(said, "art. 39") {
			t.Errorf("%s: line %s, want %d, to %s: %s", lang, at, line, to, said)
		}
		if a.Find("#L"+at).Length() != 1 {
			t.Errorf("the link leads to no line")
		}
	}
	done := h.get("rui", at(id, "verificacao"), "HX-Request", "true")
	if done.header.Get("HX-Refresh") != "true" || done.Find("ol#andamento li.bad").Length() != 2 {
		t.Errorf("the steps: %s", done.words("#andamento"))
	}
	tests := h.get("rui", at(id, "testes"))
	if !strings.Contains(tests.words("#verificacao"), "não puderam ser executados") || tests.Find("#problemas li").Length() == 0 {
		t.Errorf("the page of the tests: %s", tests.words("#verificacao"))
	}
	// The same content is not checked twice: another draft of it knows.
	other := h.draft("rosa", "O mesmo")
	h.edit("rosa", other, ruleOf39, "input.facts.service.interstate", "input.facts.service.interestate")
	if a := h.get("rosa", at(other, "testes")); a.Find("#problemas li").Length() == 0 {
		t.Error("what is known of the same content is not shown")
	}
}

// Three hours become four: what the draft breaks is told first, expected against obtained; the case opens, as a form too; and the
// draft decides it without a record.
func TestWhatADraftBreaks(t *testing.T) {
	h := newHouse(t, withDesk)
	id := h.draft("rui", "Quatro horas")
	h.edit("rui", id, ruleOf39, "advance := 3 *", "advance := 4 *")
	if a := h.post("rui", at(id, "verificacao"), url.Values{}); a.status != http.StatusSeeOther || a.header.Get("Location") != at(id, "testes") {
		t.Fatalf("status %d to %s", a.status, a.header.Get("Location"))
	}
	h.settled("rui", at(id, "verificacao"))
	a := h.get("lia", at(id, "testes"))
	if got := a.words("ol.steps"); !strings.Contains(got, "nada a corrigir") || !strings.Contains(got, "falhas") {
		t.Errorf("the steps: %s", got)
	}
	failed := a.words("#falhas")
	for _, want := range []string{"sale-at-the-deadline", "esperado", "19:00", "obtido", "18:00", "test_three_hours_exactly_are_in_time"} {
		if !strings.Contains(failed, want) {
			t.Errorf("what fails does not tell %q: %.900s", want, failed)
		}
	}
	if first := a.words("#casos tbody tr:first-child"); !strings.Contains(first, "Falha") {
		t.Errorf("what fails does not come first: %s", first)
	}
	a = h.get("rui", at(id, "testes/sale-at-the-deadline"))
	form, _ := a.Find(`a[href^="/consultar/"]`).Attr("href")
	if form != "/consultar/venda?caso=sale-at-the-deadline" || !strings.Contains(a.words("main"), "Momento da venda") {
		t.Errorf("the case: form %q, %.300s", form, a.words("main"))
	}
	h.get("rui", form)
	before := h.decisions()
	if a = h.post("lia", at(id, "testes/sale-at-the-deadline"), url.Values{}); a.status != http.StatusSeeOther {
		t.Fatalf("status %d: %s", a.status, a.words("main"))
	}
	a = h.settled("lia", at(id, "testes/sale-at-the-deadline"))
	if got := a.words("#tentativa"); !strings.Contains(got, "Ainda não pode vender") || !strings.Contains(got, "Venda lícita depois de12/12/2026, 18:00") {
		t.Errorf("the draft answers: %s", got)
	}
	if h.decisions() != before {
		t.Error("a trial was recorded")
	}
	// Another request, and one that is none.
	if a = h.post("rui", at(id, "testes/sale-at-the-deadline"), url.Values{"pedido": {`{"question": "sale", "facts": {"x": 1}}`}}); a.status != http.StatusSeeOther {
		t.Fatalf("status %d", a.status)
	}
	a = h.settled("rui", at(id, "testes/sale-at-the-deadline"))
	if got := a.words("#tentativa"); !strings.Contains(got, "/facts/x") {
		t.Errorf("what is wrong with a request: %s", got)
	}
}

// decisions counts what is recorded.
func (h *house) decisions() int {
	h.t.Helper()
	records, _, err := h.journal.List(h.t.Context(), decision.Filter{}, "", 100)
	if err != nil {
		h.t.Fatal(err)
	}
	return len(records)
}

// A new case begins as another, and a name that is none or is taken is refused.
func TestANewCase(t *testing.T) {
	h := newHouse(t, withDesk)
	id := h.draft("rui", "Um caso novo")
	for _, c := range []struct{ name, like, field string }{
		{"", "sale-at-the-deadline", "#caso"}, {"../x", "sale-at-the-deadline", "#caso"}, {"Caso Novo", "sale-at-the-deadline", "#caso"},
		{"sale-at-the-deadline", "sale-at-the-deadline", "#caso"}, {"novo-caso", "../norms/x", "#modelo"},
	} {
		a := h.post("rui", at(id, "testes"), url.Values{"caso": {c.name}, "modelo": {c.like}})
		if to, _ := a.Find(".errors a").Attr("href"); a.status != http.StatusUnprocessableEntity || to != c.field {
			t.Errorf("%q like %q: %d to %s", c.name, c.like, a.status, to)
		}
	}
	a := h.post("rui", at(id, "testes"), url.Values{"caso": {"sale-novo"}, "modelo": {"sale-at-the-deadline"}})
	if a.status != http.StatusSeeOther || a.header.Get("Location") != at(id, "regra", "arquivo", "cases/sale-novo.json") {
		t.Fatalf("status %d to %s", a.status, a.header.Get("Location"))
	}
	if text, _ := h.get("rui", a.header.Get("Location")).shown(); !strings.Contains(text, `"id": "sale-novo"`) {
		t.Errorf("the case: %.100s", text)
	}
	a = h.get("rui", at(id, "testes/sale-novo"))
	if a.Find(`a[href^="/consultar/"]`).Length() != 0 {
		t.Error("a case that is not in service is offered as a form")
	}
	if first := h.get("rui", at(id, "testes")).words("#casos tbody tr:first-child"); !strings.Contains(first, "sale-novo") {
		t.Errorf("the new case is not among the first: %s", first)
	}
	// One that cannot be read is opened where its problems are told.
	h.edit("rui", id, "cases/sale-novo.json", `"expect"`, `"expects"`)
	if a := h.ask("rui", http.MethodGet, at(id, "testes/sale-novo"), nil); a.status != http.StatusSeeOther {
		t.Errorf("status %d", a.status)
	}
	if a := h.ask("rui", http.MethodGet, at(id, "testes/nada"), nil); a.status != http.StatusNotFound {
		t.Errorf("status %d", a.status)
	}
}

// Every page of a draft is there in both languages, with one heading, and leaves nothing unsaid.
func TestPagesOfADraft(t *testing.T) {
	h := newHouse(t, withDesk)
	id := h.draft("rui", "Todas as páginas")
	h.edit("rui", id, ruleOf39, "advance := 3 *", "advance := 4 *")
	for _, lang := range []string{portuguese, english} {
		for _, path := range []string{
			"/mudancas", at(id, ""), at(id, "regra"), at(id, "regra", "arquivo", ruleOf39), at(id, "regra", "arquivo", normOf39), at(id, "regra", "arquivo", "cases/sale-at-the-deadline.json"),
			at(id, "regra", "arquivo", "lib/novo.rego"), at(id, "texto"), at(id, "texto", "norma", "decreto_9921_2019", "dispositivo", "art35"), at(id, "parametros"), at(id, "testes"),
			at(id, "testes/sale-at-the-deadline"),
		} {
			for _, who := range []string{"rui", "lia"} {
				a := h.get(who, path, "Accept-Language", lang)
				if a.Find("h1").Length() != 1 || strings.Contains(a.body, "drafts.") {
					t.Errorf("%s in %s for %s: %d h1", path, lang, who, a.Find("h1").Length())
				}
			}
		}
	}
}
