package portal

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// A regulator changes three hours to four in art. 39, has it checked, sees who is hit and says why, has it approved by two others,
// schedules it; it comes into service, and is rolled back. All of it by pages and forms alone.
func TestAChangeGoesAllTheWay(t *testing.T) {
	h := newHouse(t, withDesk)
	h.follows()
	for i := range 4 {
		h.week(h.now.AddDate(0, 0, -7*(i+1)), 3*i)
	}
	id := h.fourHours()

	// The checks fail on what defends the three hours: the page of the approval says so, and nothing is submitted.
	h.does("rui", draftURL(id, "verificacao"), url.Values{}, draftURL(id, "testes"))
	h.waited("rui", draftURL(id, "verificacao"))
	a := h.post("rui", draftURL(id, "submissao"), url.Values{})
	if a.status != http.StatusConflict || a.Find(".errors a").Length() != 2 {
		t.Errorf("a draft that fails its checks: %d %s", a.status, a.words(".errors"))
	}
	h.fitting("rui", id)
	h.does("rui", draftURL(id, "verificacao"), url.Values{}, draftURL(id, "testes"))
	h.waited("rui", draftURL(id, "verificacao"))

	// Who is hit.
	h.does("rui", draftURL(id, "impacto"), url.Values{"parte": {"tudo"}, "razoes": {"1"}}, draftURL(id, "impacto")+"#medicao")
	part := h.waited("rui", draftURL(id, "medicao"))
	h.told(part, "#medicao", "A medição terminou")
	h.told(part, "#resultado", "decisões mudariam")
	a = h.get("rui", draftURL(id, "impacto"))
	// Late grants, and in each week the case that is asked at three hours sharp; of four other cases a week only the result differs.
	h.told(a, ".flipped", "38 de ")
	h.told(a, ".changes", "concedido → negado22", "negado → concedido0", "mesma resposta, outro resultado16")
	h.told(a, "#pares-refused", "Como foi Concedido", "Como seria Negado", "art. 39, § 2º, I")
	if got := a.Find("#semanas figure svg rect.deny").Length(); got != 4 {
		t.Errorf("the chart has %d bars of refusals, want one for each week", got)
	}

	// Without a reason it is not submitted.
	a = h.post("rui", draftURL(id, "submissao"), url.Values{})
	if a.status != http.StatusConflict || !strings.Contains(a.words(".errors"), "justificar 1 grupo") {
		t.Errorf("without a justification: %d %s", a.status, a.words(".errors"))
	}
	fingerprint := h.revisionOf(id)
	h.does("rui", draftURL(id, "justificativa"), url.Values{
		"impressao": {fingerprint}, "pergunta0": {"grant"}, "dispositivo0": {inTime}, "porque0": {"O novo decreto quer quatro horas."},
	}, draftURL(id, "impacto")+"#justificativas")
	h.does("rui", draftURL(id, "submissao"), url.Values{}, draftURL(id, "aprovacao"))

	// Two others approve exactly that; they read what it does and why.
	a = h.get("rosa", draftURL(id, "aprovacao"))
	h.told(a, "main", "Esperando aprovação", "advance := 4 * units.hour", "O novo decreto quer quatro horas.", "38 de ", fingerprint)
	for _, who := range []string{"rosa", "lia"} {
		h.does(who, draftURL(id, "aprovacao"), url.Values{"impressao": {fingerprint}, "acao": {"aprovar"}, "comentario": {"confere"}}, draftURL(id, "aprovacao"))
	}
	h.told(h.get("rui", draftURL(id, "aprovacao")), "main", "Aprovado", "confere")

	// From a day and an hour on, confirmed by the article.
	a = h.get("rui", draftURL(id, "publicacao"))
	h.told(a, "main", "Aprovado; falta dizer desde quando vale", label39, "UTC−3")
	after, _ := a.Find("[name=depois]").Attr("value")
	form := url.Values{"impressao": {fingerprint}, "depois": {after}, "quando": {"marcado"}, "dia": {"1/2/27"}, "hora": {"0h"}, "motivo": {"Decreto nº 13.000/2026"}, "confirmacao": {"ART 39"}}
	h.does("rui", draftURL(id, "publicacao"), form, draftURL(id, "publicacao"))
	h.does("rui", draftURL(id, "publicacao"), form, draftURL(id, "publicacao")) // sent twice
	h.told(h.get("rui", draftURL(id, "publicacao")), "main", "Entra em vigor em 01/02/2027, 00:00 (UTC−3)")
	h.told(h.get("lia", "/revisoes"), "#agendadas", "01/02/2027, 00:00", "Decreto nº 13.000/2026", "rui")
	if log, err := h.desk.Log(t.Context()); err != nil || len(log) != 2 {
		t.Fatalf("%d activations, %v", len(log), err)
	}

	// The day comes by itself.
	h.now = time.Date(2027, 2, 1, 9, 0, 0, 0, brasilia)
	h.serves(fingerprint)
	h.told(h.get("rui", draftURL(id, "publicacao")), "main", "Em vigor desde 01/02/2027")
	h.told(h.get("rui", "/mudancas"), "main", "em vigor desde 01/02/2027")
	a = h.get("rui", revisionURL(fingerprint, "com", h.set.Revision()))
	h.told(a, "#difere", "advance := 4 * units.hour", "advance := 3 * units.hour")

	// And is taken back.
	back := revisionURL(h.set.Revision())
	h.told(h.get("rosa", back), "#voltar", "Voltar a esta revisão agora")
	h.does("rosa", back+"/volta", url.Values{"motivo": {"erro na contagem"}}, back)
	if a := h.post("rosa", back+"/volta", url.Values{"motivo": {"erro na contagem"}}); a.status != http.StatusConflict || a.Find(`main a[href="`+back+`"]`).Length() == 0 {
		t.Errorf("a form that is sent twice: %d %s", a.status, a.words("main"))
	}
	h.serves(h.set.Revision())
	h.told(h.get("rui", draftURL(id, "publicacao")), "main", "Já não está em vigor")
	a = h.get("lia", "/revisoes")
	h.told(a, "#vigencias tr.now", "em vigor", "volta", "rosa", "erro na contagem")
	if rows := a.Find("#vigencias tbody tr").Length(); rows != 3 {
		t.Errorf("%d rows of what was in service, want 3", rows)
	}
	h.onRecord(id, "impact-measured user:rui", "draft-justified user:rui", "draft-submitted user:rui", "draft-approved user:rosa", "draft-approved user:lia")
}

// serves waits until a revision is in service.
func (h *house) serves(revision string) {
	h.t.Helper()
	log, err := h.desk.Log(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	current, _ := log.At(h.now)
	if current.Revision != revision {
		h.t.Fatalf("%s should be in service, want %s", current.Revision, revision)
	}
	ctx, cancel := context.WithTimeout(h.t.Context(), 5*time.Minute)
	defer cancel()
	if _, _, err := h.desk.Await(ctx, current.Seq); err != nil {
		h.t.Fatal(err)
	}
}

// follows has the desk follow the activations until the test ends.
func (h *house) follows() {
	h.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.desk.Run(ctx)
	}()
	h.t.Cleanup(func() {
		stop()
		<-done
	})
}

// onRecord wants events of a draft in the chain.
func (h *house) onRecord(id string, wanted ...string) {
	h.t.Helper()
	events, err := h.journal.Events(h.t.Context(), id, 100)
	if err != nil {
		h.t.Fatal(err)
	}
	found := map[string]bool{}
	for _, e := range events {
		found[e.What+" "+e.By] = true
	}
	for _, want := range wanted {
		if !found[want] {
			h.t.Errorf("%s is not on record: %v", want, found)
		}
	}
}
