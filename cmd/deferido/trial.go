package main

import (
	"context"
	"io/fs"

	"deferido/internal/civil"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/httpapi"
	"deferido/internal/impact"
	"deferido/internal/lifecycle"
	"deferido/internal/revision"
)

// compiled is the set of a draft, which was found to load within its bounds in a process of its own first.
func (d *desk) compiled(ctx context.Context, id string) (*engine.Set, fs.FS, error) {
	draft, err := d.Draft(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	tree, err := d.DraftTree(ctx, draft)
	if err != nil {
		return nil, nil, err
	}
	name, err := engine.Revision(tree)
	if err != nil {
		return nil, nil, err
	}
	if err := d.bounded(ctx, name, tree); err != nil {
		return nil, nil, err
	}
	set, err := d.sets.Tree(ctx, name, tree)
	if err != nil {
		return nil, nil, err
	}
	return set, tree, nil
}

// bounded finds out, in a process of its own, that a set loads and answers within its bounds, unless that is known.
func (d *desk) bounded(ctx context.Context, name string, tree fs.FS) error {
	d.mu.Lock()
	known := d.loaded[name]
	d.mu.Unlock()
	if known {
		return nil
	}
	report, err := d.sandbox.Check(ctx, revision.Tree{Policies: tree, Cases: tree}, revision.Options{Only: []string{revision.StageLoad, revision.StageProperties}})
	if err != nil {
		return err
	}
	if !report.Sound() {
		return &lifecycle.Refused{Kind: lifecycle.NotSound, Detail: decision.Sentence{
			PT: "O rascunho não carrega ou não responde: veja as verificações.", EN: "The draft does not load or does not answer: see its checks.",
		}}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.loaded[name] = true
	return nil
}

// Preview decides a request by a draft.
func (d *desk) Preview(ctx context.Context, id string, body []byte, lang string) (*decision.Decision, error) {
	set, _, err := d.compiled(ctx, id)
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

// Impacted is what a draft would change.
type Impacted struct {
	Decisions *impact.Summary `json:"decisions"`
	Cases     *impact.Summary `json:"cases"`
	Days      []impact.Span   `json:"days,omitempty"`
}

// Impact decides recorded decisions, and the cases, again by a draft.
func (d *desk) Impact(ctx context.Context, id string, o httpapi.ImpactRequest, flip func(impact.Flip) error, progress func(impact.Counts)) (any, error) {
	set, _, err := d.compiled(ctx, id)
	if err != nil {
		return nil, err
	}
	filter := decision.Filter{Question: o.Question, Carrier: o.Carrier}
	if o.From != nil {
		filter.From = *o.From
	}
	if o.To != nil {
		filter.To = *o.To
	}
	service := d.service
	found := &Impacted{}
	options := impact.Options{Service: &service, Law: set, Percent: o.Percent, Flip: flip, Progress: progress}
	if found.Decisions, err = impact.Run(ctx, options, d.records.Contents(ctx, filter)); err != nil {
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
	options.Flip, options.Progress, options.Percent = nil, nil, 0
	if found.Cases, err = impact.Run(ctx, options, impact.Contents(matters)); err != nil {
		return found, err
	}
	if o.Grid == nil {
		return found, nil
	}
	g := impact.Grid{Service: &service, Base: base, Law: set, Matters: matters, Step: o.Grid.Step}
	if g.First, err = civil.ParseDate(o.Grid.First); err == nil {
		g.Last, err = civil.ParseDate(o.Grid.Last)
	}
	if err != nil {
		return found, &lifecycle.Refused{Kind: lifecycle.NoReason, Detail: decision.Sentence{
			PT: "grid: quer duas datas, AAAA-MM-DD.", EN: "grid: want two dates, YYYY-MM-DD.",
		}}
	}
	found.Days, err = g.Spans(ctx)
	return found, err
}

// matters are the cases of a revision as its own set decides them.
func (d *desk) matters(ctx context.Context, name string) (*engine.Set, []*decision.Record, error) {
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
