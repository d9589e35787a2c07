package portal

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"deferido/internal/engine"
	"deferido/internal/httpapi"
	"deferido/internal/identity"
	"deferido/internal/journal"
	"deferido/internal/replay"
)

// api is the API on what the portal of a house stands on, with the same policy of who may do what.
func (h *house) api() *httpapi.API {
	return httpapi.New(httpapi.Options{
		Sets: apiSet{h.set}, Decider: h.service, Journal: apiJournal{h.journal, h.portal.Journal.(recorded).Replayer}, Access: atTheMachine{h.portal.Access},
	})
}

type apiSet struct{ set *engine.Set }

func (s apiSet) Active() (httpapi.Set, int) { return s.set, 1 }

func (s apiSet) Await(context.Context, int) (httpapi.Set, int, error) { return s.set, 1, nil }

type apiJournal struct {
	*journal.Journal
	*replay.Replayer
}

func (apiJournal) Seals(context.Context) ([]byte, error) { return nil, nil }

func (apiJournal) Receipt(context.Context, string, bool) ([]byte, error) { return nil, nil }

type atTheMachine struct{ Access }

func (atTheMachine) Identify(context.Context, string) (identity.Caller, error) {
	return identity.Caller{ID: string(identity.Local), Role: identity.Local}, nil
}

// taker takes what is written, as a connection does.
type taker struct {
	header http.Header
	status int
}

func (s *taker) Header() http.Header { return s.header }

func (s *taker) WriteHeader(status int) { s.status = status }

func (s *taker) Write(b []byte) (int, error) { return len(b), nil }

// gets gets an address.
func gets(t testing.TB, handler http.Handler, path string) {
	w := &taker{header: http.Header{}}
	handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://127.0.0.1"+path, nil))
	if w.status != http.StatusOK {
		t.Fatalf("%s: status %d", path, w.status)
	}
}

// atBest is the CPU that something takes at its best, of some rounds: what else runs on the machine only adds to it.
func atBest(t testing.TB, rounds, times int, does ...func()) []time.Duration {
	best := make([]time.Duration, len(does))
	for range rounds {
		for i, do := range does {
			do()
			began := cpu(t)
			for range times {
				do()
			}
			if took := (cpu(t) - began) / time.Duration(times); best[i] == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	return best
}

// sheetAgainstJSON is how many times the CPU of a decision's JSON its sheet may take.
const sheetAgainstJSON = 3

// A sheet takes at most three times the CPU of the JSON of the same decision, both over HTTP. What takes longer is measured
// again: a neighbour on the machine can spoil all rounds of a second.
func TestASheetIsQuick(t *testing.T) {
	h := newHouse(t, nil)
	api := h.api()
	for _, id := range []string{"grant-discount-one-second-early", "grant-elderly-section-late-unsold", "conduct-two", "grant-elderly-income-unknown"} {
		d := h.decided(caseOf(t, id), "", portuguese)
		var took []time.Duration
		for range 5 {
			again := atBest(t, 12, 40, func() { gets(t, api, "/v1/decisions/"+d.ID) }, func() { gets(t, h.portal, "/decisoes/"+d.ID) })
			if took == nil {
				took = again
			}
			took = []time.Duration{min(took[0], again[0]), min(took[1], again[1])}
			if took[1] <= sheetAgainstJSON*took[0] {
				break
			}
		}
		if took[1] > sheetAgainstJSON*took[0] {
			t.Errorf("%s: the sheet takes %v, the JSON %v", id, took[1], took[0])
		}
		t.Logf("%s: the sheet takes %v, %.2f times the %v of the JSON", id, took[1], float64(took[1])/float64(took[0]), took[0])
	}
}

// A page of the list takes less than 150 ms of CPU.
func TestTheListIsQuick(t *testing.T) {
	h := newHouse(t, nil)
	for range listPage + 1 {
		h.decided(caseOf(t, "grant-discount-one-second-early"), "", portuguese)
	}
	took := atBest(t, 3, 5, func() { gets(t, h.portal, "/decisoes?pergunta=grant&resultado=deny") })[0]
	if took > 150*time.Millisecond {
		t.Errorf("the list takes %v", took)
	}
	t.Logf("the list takes %v", took)
}

func BenchmarkDecision(b *testing.B) {
	h := newHouse(b, nil)
	api := h.api()
	d := h.decided(caseOf(b, "grant-discount-one-second-early"), "", portuguese)
	for _, one := range []struct {
		name, path string
		handler    http.Handler
	}{
		{"json", "/v1/decisions/" + d.ID, api}, {"sheet", "/decisoes/" + d.ID, h.portal}, {"explanation", "/decisoes/" + d.ID + "/explicacao", h.portal},
		{"refusal", "/decisoes/" + d.ID + "/recusa", h.portal}, {"simulation", "/decisoes/" + d.ID + "/simular?mudanca=1", h.portal},
	} {
		b.Run(one.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				gets(b, one.handler, one.path)
			}
		})
	}
}
