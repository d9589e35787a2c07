package desk

import (
	"context"

	"deferido/internal/civil"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/impact"
	"deferido/internal/lifecycle"
	"deferido/internal/revision"
)

// Preview decides a request by a draft, and records nothing. Its errors are those of reading a request, too.
func (d *Desk) Preview(ctx context.Context, id string, body []byte, lang string) (*decision.Decision, error) {
	set, err := d.compiled(ctx, id)
	if err != nil {
		return nil, err
	}
	request, err := set.Parse(body)
	if err != nil {
		return nil, err
	}
	service := d.service
	return service.Decide(ctx, decision.Activation{Law: set}, request, lang)
}

// tried decides recorded decisions, and the cases of its base, again by the set of a draft.
func (d *Desk) tried(ctx context.Context, set *engine.Set, id string, of impact.Scope, flip func(impact.Flip) error, progress func(impact.Counts)) (*impact.Found, error) {
	service := d.service
	found := &impact.Found{}
	options := impact.Options{Service: &service, Law: set, Percent: of.Percent, Reasons: of.Reasons, Flip: flip, Progress: progress}
	var err error
	if found.Decisions, err = impact.Run(ctx, options, d.records.Contents(ctx, of.Filter())); err != nil {
		return found, err
	}
	draft, err := d.Draft(ctx, id)
	if err != nil {
		return found, err
	}
	base, matters, err := d.matters(ctx, draft.Base)
	if err != nil {
		return found, err
	}
	options.Flip, options.Progress, options.Percent, options.Reasons = nil, nil, 0, false
	if found.Cases, err = impact.Run(ctx, options, impact.Contents(matters)); err != nil {
		return found, err
	}
	if of.Grid != nil {
		found.Days, err = spans(ctx, &impact.Grid{Service: &service, Base: base, Law: set, Matters: matters, Step: of.Grid.Step}, of.Grid)
	}
	return found, err
}

// spans are the days of a period on which matters come out otherwise.
func spans(ctx context.Context, g *impact.Grid, of *impact.GridDays) ([]impact.Span, error) {
	var err error
	if g.First, err = civil.ParseDate(of.First); err == nil {
		g.Last, err = civil.ParseDate(of.Last)
	}
	if err != nil {
		return nil, &lifecycle.Refused{Kind: lifecycle.NoReason, Detail: decision.Sentence{
			PT: "grid: quer duas datas, AAAA-MM-DD.", EN: "grid: want two dates, YYYY-MM-DD.",
		}}
	}
	return g.Spans(ctx)
}

// matters are the cases of a revision as its own set decides them.
func (d *Desk) matters(ctx context.Context, name string) (*engine.Set, []*decision.Record, error) {
	tree, err := d.Tree(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	set, err := d.sets.Set(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	cases, err := revision.ReadCases(tree)
	if err != nil {
		return nil, nil, err
	}
	kept := &inMemory{}
	service := d.service
	service.Recorder = kept
	for _, c := range cases {
		request, err := set.Parse(c.Request)
		if err != nil {
			continue // a case that is refused decides nothing
		}
		before := len(kept.records)
		if _, err := service.Decide(ctx, decision.Activation{Law: set}, request, "pt-BR"); err != nil {
			if kept.records = kept.records[:before]; ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			continue // no law of that day is held
		}
		kept.records[len(kept.records)-1].ID = c.ID
	}
	return set, kept.records, nil
}

// inMemory keeps records for as long as they are looked at.
type inMemory struct{ records []*decision.Record }

func (m *inMemory) Record(_ context.Context, records ...*decision.Record) error {
	m.records = append(m.records, records...)
	return nil
}
