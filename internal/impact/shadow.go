package impact

import (
	"context"
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"deferido/internal/decision"
	"deferido/internal/lifecycle"
)

// Shadow decides a share of what is decided under another set too, after it was answered: it delays nothing and changes
// nothing. What it cannot keep up with it leaves out.
type Shadow struct {
	Percent int // of a hundred decisions
	Service *decision.Service
	// Candidate is the set to try; nil where there is none.
	Candidate func(ctx context.Context) (decision.Law, error)
	// Keep keeps what differs.
	Keep func(ctx context.Context, found []lifecycle.Difference) error
	Log  *slog.Logger
	// Every is how often the candidate is looked for and what differs is kept: 5 s.
	Every time.Duration

	queue                    chan *decision.Record
	compared, differed, left atomic.Int64
}

// shadowQueue is how many records wait to be tried.
const shadowQueue = 256

// Counts are how many decisions were compared, how many of them differed, and how many were left out.
func (s *Shadow) Counts() (compared, differed, left int64) {
	return s.compared.Load(), s.differed.Load(), s.left.Load()
}

// Offer takes a record that was kept, perhaps. It never waits.
func (s *Shadow) Offer(records ...*decision.Record) {
	if s == nil || s.Percent == 0 {
		return
	}
	for _, r := range records {
		if r.Failure != "" || rand.IntN(100) >= s.Percent {
			continue
		}
		select {
		case s.queue <- r:
		default:
			s.left.Add(1)
		}
	}
}

// Start makes the shadow ready for offers.
func (s *Shadow) Start() {
	s.queue = make(chan *decision.Record, shadowQueue)
	if s.Every == 0 {
		s.Every = 5 * time.Second
	}
}

// Run tries what is offered until the context is done, one at a time.
func (s *Shadow) Run(ctx context.Context) {
	tick := time.NewTicker(s.Every)
	defer tick.Stop()
	law := s.candidate(ctx)
	found := map[lifecycle.Difference]*lifecycle.Difference{}
	for {
		select {
		case <-ctx.Done():
			s.keep(context.WithoutCancel(ctx), found)
			return
		case <-tick.C:
			s.keep(ctx, found)
			clear(found)
			law = s.candidate(ctx)
		case r := <-s.queue:
			if law != nil && law.Revision() != r.Revision {
				s.try(ctx, law, r, found)
			}
		}
	}
}

func (s *Shadow) candidate(ctx context.Context) decision.Law {
	law, err := s.Candidate(ctx)
	if err != nil {
		s.Log.Error("no set can be tried in the shadow", slog.String("cause", err.Error()))
		return nil
	}
	return law
}

// try decides a record under the candidate.
func (s *Shadow) try(ctx context.Context, law decision.Law, r *decision.Record, found map[lifecycle.Difference]*lifecycle.Difference) {
	var before struct {
		Outcome   string
		Contested bool
		Result    json.RawMessage
	}
	if err := json.Unmarshal(r.Answer, &before); err != nil {
		return // what was written a moment ago can be read
	}
	s.compared.Add(1)
	after := "undecided"
	j, err := s.Service.Judge(ctx, law, r, decision.Replaying{OtherLaw: true})
	if err == nil {
		after = j.Outcome
		if result, err := encode(j.Result); err == nil && after == before.Outcome && string(result) == string(before.Result) && j.Contested == before.Contested {
			return
		}
	}
	s.differed.Add(1)
	key := lifecycle.Difference{Revision: law.Revision(), Question: r.Question, Before: before.Outcome, After: after}
	d := found[key]
	if d == nil {
		copied := key
		d = &copied
		found[key] = d
	}
	d.Answers, d.Example = d.Answers+1, r.ID
}

func (s *Shadow) keep(ctx context.Context, found map[lifecycle.Difference]*lifecycle.Difference) {
	if len(found) == 0 {
		return
	}
	all := make([]lifecycle.Difference, 0, len(found))
	for _, d := range found {
		all = append(all, *d)
	}
	if err := s.Keep(ctx, all); err != nil {
		s.Log.Error("what differs in the shadow was not kept", slog.String("cause", err.Error()))
	}
}
