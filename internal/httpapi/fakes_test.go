package httpapi_test

import (
	"bytes"
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"deferido/fixtures"
	"deferido/internal/corpus"
	"deferido/internal/decision"
	"deferido/internal/facts"
	"deferido/internal/httpapi"
	"deferido/policies"
)

var questions = []string{"boarding", "conduct", "fare", "grant", "notice", "report", "retention", "sale", "ticket"}

// fakeSet has the real schema and the real corpus, and no policies.
type fakeSet struct {
	decision.Law
	revision string
	schema   *facts.Schema
	source   []byte
	results  []byte
	law      *corpus.Corpus
}

func (s *fakeSet) Revision() string { return s.revision }

func (s *fakeSet) Questions() []decision.Question {
	var all []decision.Question
	for _, name := range questions {
		all = append(all, decision.Question{Name: name})
	}
	return all
}

func (s *fakeSet) Question(name string) (decision.Question, bool) {
	return decision.Question{Name: name}, slices.Contains(questions, name)
}

func (s *fakeSet) Parse(body []byte) (*decision.Request, error) {
	r, err := s.schema.Parse(body)
	if err != nil {
		return nil, err
	}
	return &decision.Request{Question: r.Question, Reference: r.Reference, AsOf: r.AsOf, Explain: r.Explain, Facts: r}, nil
}

func (s *fakeSet) Corpus() *corpus.Corpus { return s.law }
func (s *fakeSet) FactsSchema() []byte    { return s.source }
func (s *fakeSet) ResultsSchema() []byte  { return s.results }

func (s *fakeSet) RulesOf(norm, fragment string) []decision.RuleOf {
	if norm != "decreto_9921_2019" || fragment != "art39_par2_inc1" {
		return nil
	}
	return []decision.RuleOf{{
		Question: "grant", Article: "decreto_9921_2019.art_39", Name: "in_time", Kind: "condition",
		Title: "Pedido com antecedência mínima de três horas",
	}}
}

func (s *fakeSet) Cases(urn string) []string {
	if !strings.HasSuffix(urn, "9921!art39_par2_inc1") {
		return nil
	}
	return []string{"grant-elderly-in-time"}
}

func (s *fakeSet) Disputes() []decision.Dispute {
	return []decision.Dispute{{ID: "D-class", Title: "D-class", Court: decision.Sentence{PT: "STJ", EN: "STJ"}, Case: decision.Sentence{PT: "REsp 1", EN: "REsp 1"}, Finality: decision.Sentence{PT: "?", EN: "?"}, Grade: "V"}}
}

func (s *fakeSet) Interpretations() []corpus.Interpretation {
	return []corpus.Interpretation{{ID: "IR-01", PT: "Uma leitura.", EN: "A reading.", Alternatives: []corpus.Alternative{{PT: "Outra.", EN: "Another."}}}}
}

var loadSet = sync.OnceValues(func() (*fakeSet, error) {
	results, err := fs.ReadFile(policies.FS, "schemas/results.json")
	if err != nil {
		return nil, err
	}
	source, err := fs.ReadFile(policies.FS, "schemas/facts.json")
	if err != nil {
		return nil, err
	}
	schema, err := facts.Load(source, questions)
	if err != nil {
		return nil, err
	}
	law, err := corpus.Load(policies.FS)
	if err != nil {
		return nil, err
	}
	return &fakeSet{revision: "sha256:0f1e2d", schema: schema, source: source, results: results, law: law}, nil
})

// fakeSets is the set in service; set may be exchanged.
type fakeSets struct {
	mu  sync.Mutex
	set httpapi.Set
	seq int
}

func (s *fakeSets) Active() (httpapi.Set, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.set, s.seq
}

func (s *fakeSets) Await(ctx context.Context, activation int) (httpapi.Set, int, error) {
	for {
		if set, seq := s.Active(); seq >= activation {
			return set, seq, nil
		}
		select {
		case <-ctx.Done():
			return nil, 0, ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
}

func (s *fakeSets) activate(set httpapi.Set, seq int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.set, s.seq = set, seq
}

// deciderFunc is a Decider.
type deciderFunc func(ctx context.Context, a decision.Activation, r *decision.Request, lang string) (*decision.Decision, error)

func (f deciderFunc) Make(ctx context.Context, a decision.Activation, r *decision.Request, lang string) (*decision.Made, error) {
	d, err := f(ctx, a, r, lang)
	return &decision.Made{Decision: d}, err
}

func (deciderFunc) Keep(context.Context, ...*decision.Made) error { return nil }

// allow answers any request as the contract's example does.
func allow(_ context.Context, a decision.Activation, r *decision.Request, lang string) (*decision.Decision, error) {
	met, quote := true, "com antecedência de, no mínimo, três horas em relação ao horário de partida do ponto inicial da linha"
	reason := "Pedido feito 7 h antes da partida do ponto inicial; o mínimo é 3 h."
	if lang == "en" {
		reason = "Requested 7 h before departure from the initial point; the minimum is 3 h."
	}
	asOf := r.AsOf.String()
	if r.AsOf.IsZero() {
		asOf = "2026-12-12"
	}
	return &decision.Decision{
		ID: "0198f2a0-0000-7000-8000-000000000001", Reference: r.Reference, Question: r.Question, Outcome: "allow",
		Result: map[string]any{"benefit": "gratuidade", "alternatives": []string{}},
		LegalBasis: []decision.Basis{{
			URN:   "urn:lex:br:federal:decreto:2019-07-18;9921!art39_par2_inc1",
			Label: "Decreto nº 9.921/2019, art. 39, § 2º, I", Role: "condition", Met: &met, Reason: reason, Quote: &quote,
		}},
		Duties: []decision.Duty{{
			On: "transportadora", Text: "Emitir o Bilhete de Viagem da Pessoa Idosa em pelo menos duas vias.",
			URN: "urn:lex:br:agencia.nacional.transportes.terrestres:resolucao:2006-10-24;1692!art5_cpt",
		}},
		Remedies: []decision.Remedy{}, Missing: []decision.Missing{}, Disputes: []decision.DisputeView{},
		Warnings: []decision.Warning{}, Readings: decision.Readings{Text: "allow", CaseLaw: "allow", Decides: "text"},
		Policy:    decision.Policy{Revision: a.Law.Revision(), Activation: a.Seq, AsOf: asOf, WhatIf: !r.AsOf.IsZero()},
		DecidedAt: time.Date(2026, 12, 12, 15, 0, 1, 0, time.FixedZone("", -3*60*60)),
	}, nil
}

// house is an API with its fakes.
type house struct {
	*httpapi.API
	sets *fakeSets
	logs *syncBuffer
}

// build makes an API; change may alter its options.
func build(t testing.TB, change func(*httpapi.Options)) *house {
	t.Helper()
	set, err := loadSet()
	if err != nil {
		t.Fatal(err)
	}
	h := &house{sets: &fakeSets{set: set, seq: 7}, logs: &syncBuffer{}}
	o := httpapi.Options{
		Decider: deciderFunc(allow), Sets: h.sets, Version: "test", Examples: fixtures.FS,
		Log: slog.New(slog.NewJSONHandler(h.logs, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	if change != nil {
		change(&o)
	}
	h.API = httpapi.New(o)
	t.Cleanup(h.Drain)
	return h
}

func deciding(f deciderFunc) func(*httpapi.Options) {
	return func(o *httpapi.Options) { o.Decider = f }
}

// syncBuffer is a log that many may write.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// do sends a request to the handler and holds the answer to the OpenAPI document.
func (h *house) do(t testing.TB, r *http.Request) *httptest.ResponseRecorder {
	t.Helper()
	r.Host = "localhost" // without keys no other is answered
	return h.asIs(t, r)
}

// asIs sends a request to the handler under the host that it has.
func (h *house) asIs(t testing.TB, r *http.Request) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	checkAnswer(t, r.Method, r.URL.Path, w.Code, w.Header().Get("Content-Type"), w.Body.Bytes())
	return w
}

func (h *house) get(t testing.TB, target string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	return h.do(t, withHeaders(httptest.NewRequest(http.MethodGet, target, nil), headers))
}

func (h *house) post(t testing.TB, target, body string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, target, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return h.do(t, withHeaders(r, headers))
}

// withHeaders sets headers, given as name and value in turn.
func withHeaders(r *http.Request, headers []string) *http.Request {
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

// request is the text of an example request.
func request(t testing.TB, name string) string {
	t.Helper()
	text, err := fs.ReadFile(fixtures.FS, "requests/"+name+".json")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
