package portal

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/identity"
	"deferido/internal/telemetry"
)

// records are all that the journal holds.
func (h *house) records() []*decision.Record {
	h.t.Helper()
	var all []*decision.Record
	for _, failures := range []bool{false, true} {
		records, _, err := h.journal.List(h.t.Context(), decision.Filter{Failures: failures}, "", 100)
		if err != nil {
			h.t.Fatal(err)
		}
		all = append(all, records...)
	}
	return all
}

// atCounter is a form that grants a free seat.
func (h *house) atCounter() url.Values {
	h.t.Helper()
	return filled(h.get("", "/consultar/concessao?caso=grant-elderly-in-time"))
}

// The same form sent twice is one decision, one after the other and at once; a form that was changed is another.
func TestAFormSentTwice(t *testing.T) {
	h := newHouse(t, nil)
	form := h.atCounter()
	first := h.post("", "/consultar/concessao", form).header.Get("Location")
	if second := h.post("", "/consultar/concessao", form).header.Get("Location"); first == "" || second != first {
		t.Errorf("led to %q and %q", first, second)
	}
	form.Set("trip.distance_km", "431")
	if changed := h.post("", "/consultar/concessao", form).header.Get("Location"); changed == "" || changed == first {
		t.Errorf("a changed form led to %q", changed)
	}
	if n := len(h.records()); n != 2 {
		t.Errorf("%d records", n)
	}

	form.Set("trip.distance_km", "432")
	led := make([]string, 8)
	var all sync.WaitGroup
	for i := range led {
		all.Go(func() { led[i] = h.post("", "/consultar/concessao", form).header.Get("Location") })
	}
	all.Wait()
	for _, at := range led {
		if at == "" || at != led[0] {
			t.Errorf("led to %v", led)
			break
		}
	}
	if n := len(h.records()); n != 3 {
		t.Errorf("%d records", n)
	}
}

// Now is the minute at which a form is sent, and the same form sent again later is still the one decision.
func TestNowIsWhenTheFormIsSent(t *testing.T) {
	h := newHouse(t, nil)
	form := h.atCounter()
	form.Set("request.made_at.dia", "hoje")
	form.Set("request.made_at.hora", "agora")
	first := h.post("", "/consultar/concessao", form).header.Get("Location")
	h.now = h.now.Add(time.Hour)
	if again := h.post("", "/consultar/concessao", form).header.Get("Location"); again != first || first == "" {
		t.Errorf("led to %q and %q", first, again)
	}
	if request := string(h.records()[0].Request); !strings.Contains(request, `"made_at":"2026-12-12T19:00:00-03:00"`) {
		t.Errorf("kept %s", request)
	}
}

// An open answer is recorded like any other; a preview records nothing, whatever comes of it.
func TestAPreviewRecordsNothing(t *testing.T) {
	h := newHouse(t, nil)
	for _, header := range []string{"true", ""} {
		a := h.post("", "/consultar/concessao/previa", h.atCounter(), "HX-Request", header)
		if a.status != http.StatusOK || a.words(".live h2") != "Concedido" || a.Find("h1").Length() > 0 == (header == "true") {
			t.Errorf("status %d: %s", a.status, a.words("h1, .live h2"))
		}
	}
	if a := h.post("", "/consultar/concessao/previa", url.Values{"beneficiary.birth_on": {"x"}}, "HX-Request", "true"); a.status != http.StatusOK || a.Find("#beneficiary-birth_on-diz .fault").Length() != 1 {
		t.Errorf("status %d: %s", a.status, a.body)
	}
	if n := len(h.records()); n != 0 {
		t.Fatalf("%d records of previews", n)
	}
	a := h.post("", "/consultar/concessao", url.Values{"chave": {"k"}, "beneficiary.category": {"pessoa_idosa"}})
	if records := h.records(); a.status != http.StatusSeeOther || len(records) != 1 || records[0].Facets.Outcome != "incomplete" {
		t.Errorf("status %d, %d records", a.status, len(records))
	}
}

// Only what can still change the answer is asked for: the list leads to the fields and names who asks, and what cannot matter
// any more is marked.
func TestOnlyWhatCanChangeTheAnswerIsAsked(t *testing.T) {
	h := newHouse(t, nil)
	form := h.atCounter()
	form.Del("seats.free_sold")
	form.Set("request.made_at.hora", "20:00")
	form.Set("beneficiary.monthly_income_cents", "")
	a := h.post("", "/consultar/concessao/previa", form)
	if got := a.words("#resposta h2"); got != "Faltam 2 dados" {
		t.Errorf("%q", got)
	}
	for _, id := range []string{"beneficiary-monthly_income_cents", "seats-free_sold"} {
		if a.Find(`#resposta a[href="#`+id+`"]`).Length() != 1 {
			t.Errorf("nothing leads to %s", id)
		}
		if a.Find("#"+id+"-diz.moot").Length() > 0 {
			t.Errorf("%s still matters", id)
		}
	}
	if a.Find("#resposta .by[href^='/urn/']").Length() != 2 {
		t.Errorf("who asks: %s", a.words("#resposta"))
	}
	if got := a.words("#beneficiary-monthly_income_cents-diz"); !strings.Contains(got, "3.242,00") {
		t.Errorf("the limit is not told: %q", got)
	}
	if got := a.words("#trip-line_departs_at-diz .unmet"); !strings.Contains(got, "3 h") {
		t.Errorf("the deadline is not told: %q", got)
	}
	for _, id := range []string{"bookings", "seats-discount_granted"} {
		if a.Find("#"+id+"-diz.moot").Length() != 1 {
			t.Errorf("%s matters no more, and is not marked", id)
		}
	}
	if said := h.get("", "/consultar/concessao?caso=grant-youth-second-booking").words(".says .unmet"); strings.Count(said, "Não atende:") != 1 || !strings.Contains(said, "mesmo dia") {
		t.Errorf("a refusal says of its fields: %q", said)
	}
	if said := h.get("", "/consultar/concessao?caso=grant-elderly-in-time").words(".says .unmet"); said != "" {
		t.Errorf("what was granted is found fault with: %q", said)
	}
	if n := h.get("", "/consultar/concessao").Find(".moot").Length(); n > 0 {
		t.Errorf("%d fields of an empty form are said not to matter", n)
	}
}

// Where the counter is and what it sells is remembered; nothing about a person is.
func TestTheCounterIsRememberedAndThePersonIsNot(t *testing.T) {
	h := newHouse(t, nil)
	form := h.atCounter()
	form.Set("request.place", "Goiânia & cia; guichê 4")
	form.Set("fuso", "-04:00")
	a := h.post("", "/consultar/concessao", form)
	var kept string
	for _, c := range (&http.Response{Header: a.header}).Cookies() {
		if c.Name == counterCookie {
			kept = c.Value
		}
	}
	values, err := url.ParseQuery(kept)
	if err != nil || values.Get("request.place") != "Goiânia & cia; guichê 4" || values.Get("service.mode") != "rodoviario" {
		t.Fatalf("kept %q: %v", kept, err)
	}
	for name := range values {
		if strings.HasPrefix(name, "beneficiary") || strings.HasPrefix(name, "bookings") || strings.HasPrefix(name, "seats") || strings.HasPrefix(name, "trip") {
			t.Errorf("kept %s", name)
		}
	}
	again := h.get("", "/consultar/concessao", "Cookie", counterCookie+"="+kept)
	got := filled(again)
	if got.Get("service.mode") != "rodoviario" || got.Get("request.place") != "Goiânia & cia; guichê 4" || got.Get("fuso") != "-04:00" || got.Get("beneficiary.category") != "" || got.Get("beneficiary.birth_on") != "" {
		t.Errorf("begins with %v", got)
	}
	if said := again.words("#trip-line_departs_at-diz"); !strings.Contains(said, "−04:00") {
		t.Errorf("another offset is not told: %q", said)
	}
	if !strings.Contains(again.words("#request-place-diz"), "última consulta") {
		t.Error("it is not said where that comes from")
	}
	if bad := h.get("", "/consultar/concessao", "Cookie", counterCookie+"=%zz;"); filled(bad).Get("service.mode") != "" {
		t.Error("a cookie that nobody set was read")
	}
}

// A decision fills a form to be corrected, but for what was not kept, for who may read it.
func TestCorrectingADecision(t *testing.T) {
	h := newHouse(t, nil)
	id := strings.TrimPrefix(h.post("clara", "/consultar/concessao", h.atCounter()).header.Get("Location"), "/decisoes/")
	a := h.get("clara", "/consultar/concessao?de="+id)
	got := filled(a)
	if got.Get("beneficiary.monthly_income_cents") != "2.100,00" || got.Get("trip.line_departs_at.hora") != "22:00" || got.Get("beneficiary.birth_on") != "" {
		t.Errorf("filled with %v", got)
	}
	if said := a.words(".note.from"); !strings.Contains(said, "Data de nascimento") {
		t.Errorf("it is not said what is lost: %q", said)
	}
	if a := h.ask("clara", http.MethodGet, "/consultar/venda?de="+id, nil); a.header.Get("Location") != "/consultar/concessao?de="+id {
		t.Errorf("another question's form leads to %q", a.header.Get("Location"))
	}
	for who, want := range map[string]int{"otavio": http.StatusNotFound, "rui": http.StatusOK, "lia": http.StatusOK} {
		if a := h.ask(who, http.MethodGet, "/consultar/concessao?de="+id, nil); a.status != want || want != http.StatusOK && strings.Contains(a.body, "2.100,00") {
			t.Errorf("%s: status %d", who, a.status)
		}
	}
	if record := h.records()[0]; record.Carrier != "exemplo" || record.Caller != "user:clara" {
		t.Errorf("decided by %s of %s", record.Caller, record.Carrier)
	}
	h.door.open = false
	if a := h.ask("", http.MethodGet, "/consultar/concessao", nil); a.status == http.StatusOK {
		t.Error("a form for who has not signed in")
	}
	if a := h.post("", "/consultar/concessao", url.Values{"beneficiary.category": {"pessoa_idosa"}}); a.status != http.StatusUnauthorized || len(h.records()) != 1 {
		t.Errorf("status %d, %d records", a.status, len(h.records()))
	}
}

// The terminals of the carrier are offered as places.
func TestTerminalsAreOffered(t *testing.T) {
	h := newHouse(t, nil)
	carriers := identity.NewCarriers(h.db, func() time.Time { return h.now })
	carrier := decision.Carrier{ID: "exemplo", Name: "Viação Exemplo", Terminals: []decision.Terminal{{Name: "Goiânia, guichê 4", Address: "Rua A"}}}
	if _, err := carriers.Put(t.Context(), carrier); err != nil {
		t.Fatal(err)
	}
	if got := h.get("clara", "/consultar/concessao").Find("#request-place-lista option").AttrOr("value", ""); got != "Goiânia, guichê 4" {
		t.Errorf("offered %q", got)
	}
	if n := h.get("otavio", "/consultar/concessao").Find("#request-place-lista").Length(); n != 0 {
		t.Error("another carrier's terminals are offered")
	}
}

// undecided decides nothing.
type undecided struct{ err error }

func (f undecided) Make(context.Context, decision.Activation, *decision.Request, string) (*decision.Made, error) {
	return nil, f.err
}
func (f undecided) Keep(context.Context, ...*decision.Made) error { return f.err }

// Where nothing could be decided the form says so, and what was typed stays.
func TestNothingWasDecided(t *testing.T) {
	metrics := telemetry.NewMetrics("test", func(string) bool { return true })
	for kind, want := range map[decision.ProblemKind]int{
		decision.DeadlineReached: http.StatusServiceUnavailable, decision.NotRecorded: http.StatusServiceUnavailable,
		decision.EvaluationError: http.StatusInternalServerError, decision.LawNotHeld: http.StatusUnprocessableEntity,
	} {
		said := decision.Sentence{PT: "Por isto não.", EN: "Not for this reason."}
		h := newHouse(t, func(_ *house, o *Options) {
			o.Decider, o.Metrics = undecided{&decision.Problem{Kind: kind, Detail: said}}, metrics
		})
		a := h.post("", "/consultar/concessao", h.atCounter())
		if a.status != want || !strings.Contains(a.words("#resposta"), said.PT) || filled(a).Get("beneficiary.monthly_income_cents") != "2.100,00" {
			t.Errorf("%s: status %d: %s", kind, a.status, a.words("#resposta"))
		}
	}
	if text := scrape(t, metrics); !regexp.MustCompile(`deferido_decision_failures_total\{.*"not-recorded".*\} 1`).MatchString(text) {
		t.Errorf("a failure is not counted:\n%s", text)
	}
}

// scrape is what the metrics tell.
func scrape(t *testing.T, m *telemetry.Metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	return w.Body.String()
}

// Where nothing is recorded the answer stands beside the form.
func TestWithoutAJournal(t *testing.T) {
	h := newHouse(t, func(h *house, o *Options) {
		h.service.Recorder, o.Journal = nil, nil
	})
	a := h.post("", "/consultar/concessao", h.atCounter())
	if a.status != http.StatusOK || a.words(".live h2") != "Concedido" || !strings.Contains(a.words(".live"), "não guarda registro") {
		t.Errorf("status %d: %s", a.status, a.words("#resposta"))
	}
	if a := h.ask("", http.MethodGet, "/consultar/concessao?de=x", nil); a.status != http.StatusNotFound {
		t.Errorf("status %d", a.status)
	}
}
