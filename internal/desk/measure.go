package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/impact"
	"deferido/internal/lifecycle"
)

// Impact decides recorded decisions, and the cases of its base, again by a draft, and keeps what it found for those who approve
// it. Each decision that comes out otherwise is told to flip, and how far it is to progress; both may be nil. Where it breaks off
// nothing is kept.
func (d *Desk) Impact(ctx context.Context, who lifecycle.Actor, id string, of impact.Scope, flip func(impact.Flip) error, progress func(impact.Counts)) (*impact.Measurement, error) {
	set, err := d.compiled(ctx, id)
	if err != nil {
		return nil, err
	}
	newest := impact.Newest{}
	found, err := d.tried(ctx, set, id, of, func(f impact.Flip) error {
		newest.Add(f)
		if flip == nil {
			return nil
		}
		return flip(f)
	}, progress)
	if err != nil {
		return nil, err
	}
	m := &impact.Measurement{Draft: id, Revision: set.Revision(), By: who.ID, Scope: of, Found: found}
	if m.Pairs, err = d.pairs(ctx, set, newest.Flips()); err != nil {
		return nil, err
	}
	content, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	kept, err := d.KeepImpact(ctx, who, lifecycle.Impact{Draft: id, Revision: m.Revision, Whole: of.Whole(), Content: content, Reversals: found.Decisions.Refuses})
	m.ID, m.At = kept.ID, kept.At
	return m, err
}

// Measured is a measurement that was kept.
func (d *Desk) Measured(ctx context.Context, draft, id string) (*impact.Measurement, error) {
	kept, err := d.KeptImpact(ctx, draft, id)
	if err != nil {
		return nil, err
	}
	m := &impact.Measurement{}
	if err := json.Unmarshal(kept.Content, m); err != nil {
		return nil, fmt.Errorf("reading an impact: %w", err)
	}
	m.ID, m.At = kept.ID, kept.At
	return m, nil
}

// pairs are flips with both answers.
func (d *Desk) pairs(ctx context.Context, set *engine.Set, flips []impact.Flip) ([]impact.Pair, error) {
	all := make([]impact.Pair, 0, len(flips))
	for _, f := range flips {
		record, err := d.records.Get(ctx, f.ID)
		var erased *decision.Erased
		if errors.As(err, &erased) {
			continue // meanwhile
		}
		if err != nil {
			return nil, err
		}
		p, err := d.pair(ctx, set, record, &f)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

func (d *Desk) pair(ctx context.Context, set *engine.Set, record *decision.Record, f *impact.Flip) (impact.Pair, error) {
	p := impact.Pair{ID: f.ID, Question: f.Question, Change: f.Change(), DecidedAt: record.DecidedAt, Why: f.Why}
	p.Before = impact.Side{Outcome: f.Before.Outcome, Contested: f.Before.Contested, Result: f.Before.Result, Grounds: []impact.Ground{}}
	if then, err := d.sets.Set(ctx, record.Revision); err == nil { // a set of long ago may not load any more; the outcome is known
		if side, err := d.side(ctx, then, record, f); err == nil {
			p.Before = *side
		}
	}
	if ctx.Err() != nil {
		return p, context.Cause(ctx)
	}
	if f.After == nil {
		p.Before.Result = nil
		return p, nil
	}
	var err error
	if p.After, err = d.side(ctx, set, record, f); err != nil {
		return p, err
	}
	p.Before.Result, p.After.Result = differing(p.Before.Result, p.After.Result), differing(p.After.Result, p.Before.Result)
	return p, nil
}

// side is what a set answers to a record, with the reasons of what is met otherwise, or else of the first, in both
// languages.
func (d *Desk) side(ctx context.Context, set *engine.Set, record *decision.Record, f *impact.Flip) (*impact.Side, error) {
	var told [2]*decision.Decision
	for i, lang := range []string{"pt-BR", "en"} {
		service := d.service
		var err error
		if told[i], err = service.Replay(ctx, set, record, decision.Replaying{Language: lang, OtherLaw: true, LawOnly: true}); err != nil {
			return nil, err
		}
	}
	s := &impact.Side{Outcome: told[0].Outcome, Curable: told[0].Curable, Contested: told[0].Contested, Result: told[0].Result, Grounds: []impact.Ground{}}
	for i, b := range told[0].LegalBasis {
		speaks := slices.Contains(f.Provisions, b.URN) || len(f.Provisions) == 0 && i == 0
		if speaks && len(told[1].LegalBasis) > i {
			s.Grounds = append(s.Grounds, impact.Ground{URN: b.URN, Label: b.Label, Met: b.Met, Reason: decision.Sentence{PT: b.Reason, EN: told[1].LegalBasis[i].Reason}})
		}
	}
	return s, nil
}

// differing is what of a result another one has not, or has otherwise; nil where that is nothing.
func differing(of, other map[string]any) map[string]any {
	var found map[string]any
	for name, value := range of {
		if there, has := other[name]; has && reflect.DeepEqual(there, value) {
			continue
		}
		if found == nil {
			found = map[string]any{}
		}
		found[name] = value
	}
	return found
}

// measuredWhole tells whether the impact of a draft as it stands was measured on all decisions.
func (d *Desk) measuredWhole(ctx context.Context, w *written) (bool, error) {
	all, err := d.Impacts(ctx, w.draft.ID)
	return slices.ContainsFunc(all, func(i lifecycle.Impact) bool { return i.Whole && i.Revision == w.revision }), err
}

// Justify says why grants are to be refused by a draft as it stands, as the revision that was seen.
func (d *Desk) Justify(ctx context.Context, who lifecycle.Actor, id, seen string, all ...lifecycle.Justification) error {
	w, err := d.written(ctx, id)
	if err != nil {
		return err
	}
	if w.revision != seen {
		return &lifecycle.Refused{Kind: lifecycle.OtherContent, Detail: decision.Sentence{
			PT: "O rascunho mudou desde que o impacto foi medido: meça de novo.", EN: "The draft changed since its impact was measured: measure it again.",
		}}
	}
	return d.Office.Justify(ctx, who, id, seen, all...)
}

// Refuses are the revision that a draft would be as it stands, and the grants that it would refuse.
func (d *Desk) Refuses(ctx context.Context, id string) (name string, all []lifecycle.Reversal, err error) {
	w, err := d.written(ctx, id)
	if err != nil {
		return "", nil, err
	}
	all, err = d.Reversals(ctx, id, w.revision)
	return w.revision, all, err
}
