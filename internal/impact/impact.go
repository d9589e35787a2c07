// Package impact tells what a policy set would change: it decides recorded decisions and cases again under it and compares.
// It writes nothing.
package impact

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"iter"
	"runtime"
	"slices"
	"sync"
	"time"

	fast "github.com/goccy/go-json"

	"deferido/internal/decision"
)

// Options say what is decided again.
type Options struct {
	Service *decision.Service
	// Law is the set that is tried.
	Law decision.Law
	// Percent is how many of a hundred records are taken, always the same ones; 0 is all.
	Percent int
	// Parallel is how many are decided at a time; 0 is as many as there are processors.
	Parallel int
	// Reasons also tells of answers that stay and rest on other provisions than before. It takes longer: each is cited anew.
	Reasons bool
	// Flip is told of each answer that comes out otherwise, one at a time; an error ends the run. It may be nil.
	Flip func(Flip) error
	// Progress is told how far the run is, now and then; it may be nil.
	Progress func(Counts)
}

// recorded is as much of a record as the comparison needs.
type recorded struct {
	decision.Record
	Answer struct {
		Outcome    string          `json:"outcome"`
		Contested  bool            `json:"contested"`
		Result     json.RawMessage `json:"result"`
		LegalBasis json.RawMessage `json:"legal_basis"`
	} `json:"answer"`
}

// progressEvery is how many records are decided between two calls of Progress.
const progressEvery = 1000

// Run decides records again, each given as the JSON of a decision.Record, until there are no more or the context is done.
func Run(ctx context.Context, o Options, records iter.Seq2[[]byte, error]) (*Summary, error) {
	r := &run{Options: o, began: time.Now(), summary: newSummary(o.Law.Revision())}
	if r.Parallel == 0 {
		r.Parallel = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	work := make(chan []byte, 4*r.Parallel)
	var workers sync.WaitGroup
	for range r.Parallel {
		workers.Go(func() {
			for content := range work {
				if err := r.one(ctx, content); err != nil {
					cancel(err)
				}
			}
		})
	}
	err := r.feed(ctx, records, work)
	close(work)
	workers.Wait()
	if err == nil {
		err = context.Cause(ctx)
	}
	r.summary.Took = time.Since(r.began)
	r.summary.end()
	return r.summary, err
}

type run struct {
	Options
	began time.Time

	mu      sync.Mutex
	summary *Summary
}

func (r *run) feed(ctx context.Context, records iter.Seq2[[]byte, error], work chan<- []byte) error {
	for content, err := range records {
		if err != nil {
			return err
		}
		select {
		case work <- content:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// taken tells whether a record is one of the sample.
func (r *run) taken(id string) bool {
	if r.Percent == 0 || r.Percent >= 100 {
		return true
	}
	h := fnv.New32a()
	h.Write([]byte(id)) // never fails
	return int(h.Sum32()%100) < r.Percent
}

// one decides a record again, and tells what comes out otherwise.
func (r *run) one(ctx context.Context, content []byte) error {
	var record recorded
	if err := fast.Unmarshal(content, &record); err != nil {
		return fmt.Errorf("reading a record: %w", err)
	}
	if record.Failure != "" || !r.taken(record.ID) {
		return nil
	}
	after, err := r.Service.Judge(ctx, r.Law, &record.Record, decision.Replaying{OtherLaw: true})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	found := otherwise
	if err == nil {
		var failed error
		if found, failed = r.compare(ctx, content, &record, after); failed != nil {
			return failed
		}
	}
	if found == same {
		return r.count(&record, nil)
	}
	flip, err := r.flip(ctx, content, &record, after, err)
	if err != nil {
		return err
	}
	flip.Same = found == rests
	return r.count(&record, flip)
}

// How an answer comes out.
type outcome int

const (
	same      outcome = iota
	rests             // the same answer, on other provisions
	otherwise         // another answer
)

// compare compares what was answered with what comes out now.
func (r *run) compare(ctx context.Context, content []byte, record *recorded, after *decision.Judgement) (outcome, error) {
	alike, err := equal(record, after)
	switch {
	case err != nil || !alike:
		return otherwise, err
	case !r.Reasons:
		return same, nil
	}
	before, now, err := r.both(ctx, content)
	if err != nil || len(changed(before.LegalBasis, now.LegalBasis)) == 0 {
		return same, err
	}
	return rests, nil
}

// equal compares what was answered with what comes out now.
func equal(record *recorded, after *decision.Judgement) (bool, error) {
	if record.Answer.Outcome != after.Outcome || record.Answer.Contested != after.Contested {
		return false, nil
	}
	result, err := encode(after.Result)
	return bytes.Equal(result, record.Answer.Result), err
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// flip gathers what is told of an answer that comes out otherwise; cause is why it cannot be decided, if it cannot.
func (r *run) flip(ctx context.Context, content []byte, record *recorded, after *decision.Judgement, cause error) (*Flip, error) {
	f := &Flip{
		ID: record.ID, Question: record.Question, Carrier: record.Carrier, Month: record.DecidedAt.Format("2006-01"), Provisions: []string{},
		Before: decision.Judgement{Outcome: record.Answer.Outcome, Contested: record.Answer.Contested}, After: after,
	}
	if err := json.Unmarshal(record.Answer.Result, &f.Before.Result); err != nil {
		return nil, fmt.Errorf("reading the answer of %s: %w", record.ID, err)
	}
	if cause != nil {
		f.Problem = cause.Error()
		f.Why = whyNot(r.Law, record.Question, cause)
		return f, nil
	}
	before, now, err := r.both(ctx, content)
	if err != nil {
		return nil, err
	}
	f.Provisions = changed(before.LegalBasis, now.LegalBasis)
	if f.Change() == Refused {
		f.Refuses = refuses(before.LegalBasis, now.LegalBasis)
	}
	return f, nil
}

// both are the decision of a record as it was given, and as it comes out now.
func (r *run) both(ctx context.Context, content []byte) (before, now *decision.Decision, err error) {
	var whole decision.Record
	if err := json.Unmarshal(content, &whole); err != nil {
		return nil, nil, fmt.Errorf("reading a record: %w", err)
	}
	if before, err = whole.Given(nil); err != nil {
		return nil, nil, err
	}
	now, err = r.Service.Replay(ctx, r.Law, &whole, decision.Replaying{OtherLaw: true})
	return before, now, err
}

// refuses is the provision that refuses what was granted: the first that is unmet now and was not, or else the first unmet one.
func refuses(before, after []decision.Basis) string {
	was := map[string]string{}
	for _, b := range before {
		was[b.URN] = state(b)
	}
	first := ""
	for _, b := range after {
		if state(b) != "unmet" {
			continue
		}
		if was[b.URN] != "unmet" {
			return b.URN
		}
		if first == "" {
			first = b.URN
		}
	}
	return first
}

// changed are the provisions whose state is another, sorted.
func changed(before, after []decision.Basis) []string {
	states := map[string][2]string{}
	for i, basis := range [][]decision.Basis{before, after} {
		for _, b := range basis {
			s := states[b.URN]
			s[i] = state(b)
			states[b.URN] = s
		}
	}
	urns := []string{}
	for urn, s := range states {
		if s[0] != s[1] {
			urns = append(urns, urn)
		}
	}
	slices.Sort(urns)
	return urns
}

func state(b decision.Basis) string {
	switch {
	case b.Met == nil:
		return "unknown"
	case *b.Met:
		return "met"
	}
	return "unmet"
}

// count counts a record; the flip is nil where the answer stays.
func (r *run) count(record *recorded, f *Flip) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.summary.add(record.DecidedAt, record.Question, record.Carrier, f)
	if r.Progress != nil && r.summary.Replayed%progressEvery == 0 {
		r.Progress(r.summary.Counts)
	}
	if f == nil || r.Flip == nil {
		return nil
	}
	return r.Flip(*f)
}

// Contents are records as Run takes them.
func Contents(records []*decision.Record) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for _, r := range records {
			if content, err := encode(r); !yield(content, err) || err != nil {
				return
			}
		}
	}
}
