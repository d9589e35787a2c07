package httpapi_test

import (
	"context"
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"strings"
	"testing"

	"deferido/fixtures"
	"deferido/internal/decision"
	"deferido/internal/httpapi"
)

const aRequest = `{"question":"grant","facts":{}}`

// under sends a request with an idempotency key.
func (h *house) under(t testing.TB, key, body string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	return h.post(t, "/v1/decisions", body, append(headers, "Idempotency-Key", key)...)
}

// asked are the valid requests of the cases, by id, as they are and with a reference and an explanation.
func asked(t *testing.T) map[string]string {
	t.Helper()
	names, err := fs.Glob(fixtures.FS, "cases/*.json")
	if err != nil || len(names) < 80 {
		t.Fatalf("%d cases: %v", len(names), err)
	}
	all := map[string]string{}
	for i, name := range names {
		text, err := fs.ReadFile(fixtures.FS, name)
		var c struct {
			Request map[string]any
			Expect  struct{ Status int }
		}
		if err == nil {
			err = json.Unmarshal(text, &c)
		}
		if err != nil {
			t.Fatal(err)
		}
		if c.Expect.Status != 0 {
			continue
		}
		id := strings.TrimSuffix(path.Base(name), ".json")
		all[id] = pretty(t, c.Request)
		c.Request["explain"], c.Request["reference"] = true, []string{"<a>&\u2028\"b", "/facts/trip/destination"}[i%2]
		all[id+", explained"] = pretty(t, c.Request)
	}
	return all
}

// What is sent again under its key gets the very bytes of the first answer, the caller's own texts among them, though none of
// those is kept; and it is recorded once.
func TestARequestThatIsSentAgainGetsTheSameBytes(t *testing.T) {
	h, s := keeping(t, nil)
	for name, body := range asked(t) {
		first := h.under(t, strings.ReplaceAll(name, " ", "_"), body, "Accept-Language", "en")
		again := h.under(t, strings.ReplaceAll(name, " ", "_"), body) // in Portuguese, which it was not asked in
		if first.Code != http.StatusOK || again.Code != http.StatusOK || first.Body.String() != again.Body.String() {
			t.Errorf("%s: %d\n%sand then %d\n%s", name, first.Code, first.Body, again.Code, again.Body)
		}
		if first.Header().Get("Idempotent-Replayed") != "" || again.Header().Get("Idempotent-Replayed") != "true" || again.Header().Get("Content-Language") != "en" {
			t.Errorf("%s: %v and then %v", name, first.Header(), again.Header())
		}
	}
	if records, all := len(s.records()), len(asked(t)); records != all {
		t.Errorf("%d records of %d requests", records, all)
	}
}

// Names of sections and points come back with the answer, and are not in the record: read without the request, their pointers
// stand in their places.
func TestTextsOfARequestAreRestoredAndNotKept(t *testing.T) {
	h, s := keeping(t, nil)
	for name, c := range map[string]struct{ body, pointer string }{
		"section": {`{"question":"report","facts":{"service":{"mode":"rodoviario"},"report":{"period":"2026-Q3","months":[
			{"month":"2026-07","sections":[{"section":"SECRET <&>","paying":1},{"section":"/facts/report/months/0/sections/0/section"}]}]}}}`,
			"/facts/report/months/0/sections/0/section"},
		"point": {`{"question":"notice","facts":{"notice":{"inspected_on":"2026-12-12","points":[{"id":"SECRET <&>","kind":"fisico"}]}}}`,
			"/facts/notice/points/0/id"},
	} {
		first, again := h.under(t, name, c.body), h.under(t, name, c.body)
		if !strings.Contains(first.Body.String(), `"SECRET <&>"`) || again.Body.String() != first.Body.String() {
			t.Errorf("%s: %s and then %s", name, first.Body, again.Body)
		}
		record := s.records()[len(s.records())-1]
		if kept := string(record.Request) + string(record.Answer); strings.Contains(kept, "SECRET") || !strings.Contains(kept, `"`+c.pointer+`"`) {
			t.Errorf("%s: kept %s", name, kept)
		}
		if read := h.get(t, "/v1/decisions/"+record.ID); strings.Contains(read.Body.String(), "SECRET") || !strings.Contains(read.Body.String(), `"`+c.pointer+`"`) {
			t.Errorf("%s: read %s", name, read.Body)
		}
	}
	if strings.Contains(h.logs.String(), "SECRET") {
		t.Error(h.logs)
	}
}

func TestIdempotencyKeysAreOfTheirForm(t *testing.T) {
	h, s := keeping(t, nil)
	for key, good := range map[string]bool{
		"a": true, strings.Repeat("k", 255): true, "!~": true, "8e03978e-40d5-43dd-bc93-6894a57f9324": true,
		"": false, strings.Repeat("k", 256): false, "SECRET key": false, "SECRET\x7f": false, "SECRET\t": false, "SECRETé": false, " ": false,
	} {
		w := h.under(t, key, aRequest)
		if good {
			if w.Code != http.StatusOK {
				t.Errorf("%q: %d %s", key, w.Code, w.Body)
			}
			continue
		}
		wantProblem(t, w, http.StatusBadRequest, "invalid-idempotency-key")
		if strings.Contains(w.Body.String()+h.logs.String(), "SECRET") {
			t.Errorf("%q: %s %s", key, w.Body, h.logs)
		}
	}
	before := len(s.records())
	twice := httptest.NewRequest(http.MethodPost, "/v1/decisions", strings.NewReader(aRequest))
	twice.Header.Set("Content-Type", "application/json")
	twice.Header["Idempotency-Key"] = []string{"a", "a"}
	wantProblem(t, h.do(t, twice), http.StatusBadRequest, "invalid-idempotency-key")
	if len(s.records()) != before {
		t.Error("recorded in spite of two keys")
	}
}

func TestAKeyIsOfOneBodyAndOneCaller(t *testing.T) {
	h, s := guarded(t, nil)
	first := h.under(t, "k", aRequest, as("expresso")...)
	for _, other := range []string{aRequest + " ", `{"question":"sale","facts":{}}`} {
		w := h.under(t, "k", other, as("expresso")...)
		wantProblem(t, w, http.StatusConflict, "idempotency-key-reused")
		if w.Header().Get("Retry-After") != "" {
			t.Error("told to try again, which would not help")
		}
	}
	wantProblem(t, h.under(t, "k", "no JSON", as("expresso")...), http.StatusBadRequest, "not-json")
	others := h.under(t, "k", aRequest, as("rapido")...)
	if first.Code != 200 || others.Code != 200 || first.Body.String() == others.Body.String() || len(s.records()) != 2 {
		t.Errorf("%s and of another caller %s; %d records", first.Body, others.Body, len(s.records()))
	}
	// Begin may not have seen what another server has just recorded; then Keep finds it.
	s.blind = true
	if again := h.under(t, "k", aRequest, as("expresso")...); again.Body.String() != first.Body.String() || again.Header().Get("Idempotent-Replayed") != "true" {
		t.Errorf("%v %s, want %s", again.Header(), again.Body, first.Body)
	}
	wantProblem(t, h.under(t, "k", aRequest+" ", as("expresso")...), http.StatusConflict, "idempotency-key-reused")
	if len(s.records()) != 2 {
		t.Errorf("%d records", len(s.records()))
	}
}

// keeper has a function between a decider and what keeps.
type keeper struct {
	httpapi.Decider
	keep func(ctx context.Context, made ...*decision.Made) error
}

func (k keeper) Keep(ctx context.Context, made ...*decision.Made) error { return k.keep(ctx, made...) }

func TestAKeyIsTakenWhileItsRequestIsUnderWay(t *testing.T) {
	begun, release := make(chan struct{}, 1), make(chan struct{})
	h, s := keeping(t, func(o *httpapi.Options) {
		inner := o.Decider
		o.Decider = keeper{inner, func(ctx context.Context, made ...*decision.Made) error {
			begun <- struct{}{}
			<-release
			return inner.Keep(ctx, made...)
		}}
	})
	answered := make(chan string)
	go func() { answered <- h.under(t, "k", aRequest).Body.String() }()
	<-begun
	for range 3 {
		w := h.under(t, "k", aRequest)
		wantProblem(t, w, http.StatusConflict, "idempotency-key-in-flight")
		if w.Header().Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	}
	close(release)
	if first, again := <-answered, h.under(t, "k", aRequest); again.Body.String() != first || len(s.records()) != 1 {
		t.Errorf("%s and then %s; %d records", first, again.Body, len(s.records()))
	}
}

// What was not recorded was not decided, and its key is free again.
func TestAKeyIsFreeAgainAfterAFailure(t *testing.T) {
	h, s := keeping(t, nil)
	s.fails(unavailable)
	w := h.under(t, "k", aRequest)
	wantProblem(t, w, http.StatusServiceUnavailable, "journal-unavailable")
	s.fails(nil)
	h.sets.activate(panicking{h.sets.set}, 1)
	wantProblem(t, h.under(t, "k", aRequest), http.StatusInternalServerError, "internal-error")
	law, _ := theLaw()
	h.sets.activate(law, 1)
	if w := h.under(t, "k", aRequest); w.Code != http.StatusOK || w.Header().Get("Idempotent-Replayed") != "" {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	if strings.Contains(h.logs.String(), "SECRET") {
		t.Error(h.logs)
	}
}

// panicking is a law that cannot even fail.
type panicking struct{ httpapi.Set }

func (panicking) Evaluate(context.Context, string, decision.Input) (*decision.Document, error) {
	panic("SECRET")
}

// A key whose decision was erased, or whose evaluation failed, says so; it does not decide anew.
func TestAKeyOfARecordWithoutAnAnswer(t *testing.T) {
	h, s := keeping(t, nil)
	h.under(t, "erased", aRequest)
	s.erased[s.records()[0].ID] = "local"
	wantProblem(t, h.under(t, "erased", aRequest), http.StatusGone, "erased")
	law, _ := theLaw()
	h.sets.activate(broken{law}, 1)
	wantProblem(t, h.under(t, "failed", aRequest), http.StatusInternalServerError, "evaluation-error")
	h.sets.activate(law, 1)
	wantProblem(t, h.under(t, "failed", aRequest), http.StatusConflict, "nothing-decided")
	if len(s.records()) != 2 {
		t.Errorf("%d records", len(s.records()))
	}
}

// A key whose time is over is as good as new.
func TestAKeyThatTheJournalHasForgotten(t *testing.T) {
	h, s := keeping(t, nil)
	first := h.under(t, "k", aRequest)
	clear(s.keys)
	if w := h.under(t, "k", aRequest+" "); w.Code != http.StatusOK || w.Body.String() == first.Body.String() || len(s.records()) != 2 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// Where nothing is recorded nothing can be found again.
func TestKeysWithoutAJournal(t *testing.T) {
	h := build(t, nil)
	for range 2 {
		if w := h.under(t, "k", aRequest); w.Code != http.StatusOK || w.Header().Get("Idempotent-Replayed") != "" {
			t.Errorf("%d %v", w.Code, w.Header())
		}
	}
}
