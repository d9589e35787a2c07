// Package httpapi is the HTTP face of Deferido: routes, JSON in and out, problems, the OpenAPI document. It knows no store
// and no policy engine; what it needs of them are the interfaces of this file.
//
// New makes the handler, NewServer the server around it with its time limits and its graceful end.
package httpapi

import (
	"context"
	"io/fs"
	"log/slog"
	"time"

	"deferido/internal/corpus"
	"deferido/internal/decision"
)

// Decider decides a valid request. Its error is a *decision.Problem; anything else is answered as an internal error.
type Decider interface {
	Decide(ctx context.Context, a decision.Activation, r *decision.Request, lang string) (*decision.Decision, error)
}

// Set is an immutable policy set with what is published of it. A request is served by one Set from beginning to end.
type Set interface {
	decision.Law
	// Parse reads and checks one request. Its error is a *facts.Error.
	Parse(body []byte) (*decision.Request, error)
	// Corpus is the law that the set rests on.
	Corpus() *corpus.Corpus
	// FactsSchema is schemas/facts.json as it stands in the set.
	FactsSchema() []byte
	// ResultsSchema is schemas/results.json: under $defs, the result of each question.
	ResultsSchema() []byte
	// RulesOf are the rules that speak of a provision, by norm folder and fragment.
	RulesOf(norm, fragment string) []decision.RuleOf
	// Disputes are the disputes between the readings, and Interpretations the choices that the rules rest on, by id.
	Disputes() []decision.Dispute
	Interpretations() []corpus.Interpretation
	// Cases are the ids of the cases that cite the provision of a URN, sorted.
	Cases(urn string) []string
}

// Sets knows the set in service.
type Sets interface {
	// Active returns the set in service and the sequence number of its activation.
	Active() (Set, int)
}

// Options are what the API is made of. Decider and Sets are required.
type Options struct {
	Decider Decider
	Sets    Sets
	// Ready says why the program cannot serve decisions; nil, also as the result, when it can.
	Ready func() error
	// Log gets a line a request and never a fact, a body or a query; nil discards.
	Log *slog.Logger
	// Version is the program's; it is in the OpenAPI document and in every ETag.
	Version string
	// Language is that of answers when none is asked for: "pt-BR", the default, or "en".
	Language string
	// ProblemBase is what the types of problems begin with; empty is DefaultProblemBase.
	ProblemBase string
	// Examples holds requests/*.json, shown in the OpenAPI document; nil shows none.
	Examples fs.FS
	Timeouts Timeouts
}

// DefaultProblemBase is what the types of problems begin with unless Options say otherwise.
const DefaultProblemBase = "https://deferido.example/problems/"

// Timeouts bound how long anything may take. A zero field is its default.
type Timeouts struct {
	Body      time.Duration // to receive the body of a request: 15 s
	BatchBody time.Duration // to receive the body of a batch: 60 s
	Decision  time.Duration // to decide one request, item or line: 5 s
	Batch     time.Duration // to decide a whole batch: 60 s
	Line      time.Duration // to receive the next line of a stream: 2 min
	Write     time.Duration // for the client to take an answer, or a line of a stream: 30 s
}

func (t Timeouts) orDefaults() Timeouts {
	for _, d := range []struct {
		field    *time.Duration
		standard time.Duration
	}{
		{&t.Body, 15 * time.Second}, {&t.BatchBody, time.Minute}, {&t.Decision, 5 * time.Second},
		{&t.Batch, time.Minute}, {&t.Line, 2 * time.Minute}, {&t.Write, 30 * time.Second},
	} {
		if *d.field <= 0 {
			*d.field = d.standard
		}
	}
	return t
}

// The limits of what is sent.
const (
	maxRequest = 1 << 20 // bytes of a request, an item or a line
	maxBatch   = 8 << 20 // bytes of a batch
	maxItems   = 1000    // of a batch
)
