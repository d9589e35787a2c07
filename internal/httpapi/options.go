// Package httpapi is the HTTP face of Deferido: routes, JSON in and out, problems, the OpenAPI document. It knows no store
// and no policy engine; what it needs of them are the interfaces of this file.
//
// New makes the handler, NewServer the server around it with its time limits and its graceful end.
package httpapi

import (
	"context"
	"io"
	"io/fs"
	"iter"
	"log/slog"
	"time"

	"deferido/internal/corpus"
	"deferido/internal/decision"
	"deferido/internal/identity"
	"deferido/internal/listen"
	"deferido/internal/report"
	"deferido/internal/telemetry"
)

// Decider decides valid requests. Its errors are *decision.Problem; anything else is answered as an internal error.
type Decider interface {
	// Make decides one and keeps nothing.
	Make(ctx context.Context, a decision.Activation, r *decision.Request, lang string) (*decision.Made, error)
	// Keep keeps decisions together, all or none. What it does not keep is not answered.
	Keep(ctx context.Context, made ...*decision.Made) error
}

// Journal finds what was decided. Its errors wrap those of package decision.
type Journal interface {
	// Once hides an idempotency key and the request that it came with.
	Once(caller, key string, request ...[]byte) *decision.Once
	// Begin takes an idempotency key until release is called, or finds what was recorded under it.
	Begin(ctx context.Context, once *decision.Once) (found *decision.Record, release func(), err error)

	Get(ctx context.Context, id string) (*decision.Record, error)
	List(ctx context.Context, f decision.Filter, cursor string, limit int) (records []*decision.Record, next string, err error)
	// Code is what a document of a decision is checked by.
	Code(ctx context.Context, id string) (string, error)
	// Receipt is the receipt of a decision, as JSON, with the policy set that decided on request.
	Receipt(ctx context.Context, id string, policies bool) ([]byte, error)
	// Erase erases the content of a decision, for the person whom it is about.
	Erase(ctx context.Context, id, by string) error
	// Seals is what verifies receipts: the public keys and the newest checkpoint, as JSON.
	Seals(ctx context.Context) ([]byte, error)

	// Replay decides again, under the policy set that decided; Explain explains that.
	Replay(ctx context.Context, r *decision.Record, how decision.Replaying) (*decision.Decision, error)
	Explain(ctx context.Context, r *decision.Record, lang string) (*decision.Explained, error)
}

// Access knows who calls and what they may do.
type Access interface {
	// Identify tells who calls, from the Authorization header. Its errors wrap those of package identity.
	Identify(ctx context.Context, authorization string) (identity.Caller, error)
	// May tells whether a caller may do something with what is a carrier's.
	May(ctx context.Context, caller identity.Caller, action identity.Action, carrier string) (identity.Verdict, error)
}

// Carriers is the register of carriers. Its errors wrap those of package identity.
type Carriers interface {
	Get(ctx context.Context, id string) (decision.Carrier, error)
	List(ctx context.Context) ([]decision.Carrier, error)
	Put(ctx context.Context, c decision.Carrier) (decision.Carrier, error)
	Remove(ctx context.Context, id string) error
}

// Reports makes the quarterly reports, and takes what carriers add to them.
type Reports interface {
	// Report makes and checks a report; the sentences of the check are in the language.
	Report(ctx context.Context, q report.Quarter, carrier decision.Carrier, mode, lang string, progress func(done int)) (*report.Report, error)
	// Uncounted are all grants that the report does not count.
	Uncounted(ctx context.Context, q report.Quarter, carrier decision.Carrier) iter.Seq2[report.Uncounted, error]
	// Sections and Counts take an import, whole or not at all. Their error is a *report.ImportError where it is to be corrected.
	Sections(ctx context.Context, carrier string, csv io.Reader) (taken int, err error)
	Counts(ctx context.Context, carrier string, q report.Quarter, csv io.Reader) (taken int, err error)
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
	// Await returns the same once it is at least as new as an activation. The error says that the context ended before, or
	// that the activation has not begun.
	Await(ctx context.Context, activation int) (Set, int, error)
}

// Options are what the API is made of. Decider and Sets are required.
type Options struct {
	Decider Decider
	Sets    Sets
	// Journal finds what was decided; nil where nothing is recorded, and then there is nothing to find.
	Journal Journal
	// Access says who may do what; nil lets everybody do all, as the caller "local".
	Access Access
	// Carriers and Reports may be nil, and then there are none.
	Carriers Carriers
	Reports  Reports
	// Lifecycle is the life of policy sets; nil where they do not change.
	Lifecycle Lifecycle
	// Carrier is the id of the carrier on whose behalf a caller without one decides; empty for none.
	Carrier string
	// Limits holds back callers who come too often, Failures addresses from which wrong keys keep coming; nil holds back none.
	Limits   *identity.Limits
	Failures *identity.Failures
	// Proxies are trusted to say for whom they forward a request, and PublicURL begins the addresses in documents; empty: what
	// the request says.
	Proxies   listen.Proxies
	PublicURL string
	// Metrics and Tracing may be nil.
	Metrics *telemetry.Metrics
	Tracing *telemetry.Tracing
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
	Decision  time.Duration // to decide one request, item or line, or to find what was decided: 5 s
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
	maxImport  = report.MaxImportBytes
)
