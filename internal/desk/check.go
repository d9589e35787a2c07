package desk

import (
	"context"
	"encoding/json"
	"io/fs"
	"slices"

	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/impact"
	"deferido/internal/lifecycle"
	"deferido/internal/revision"
)

// written is a draft as it stands.
type written struct {
	draft    *lifecycle.Draft
	tree     fs.FS
	revision string // that it would be
}

func (d *Desk) written(ctx context.Context, id string) (*written, error) {
	draft, err := d.Draft(ctx, id)
	if err != nil {
		return nil, err
	}
	tree, err := d.DraftTree(ctx, draft)
	if err != nil {
		return nil, err
	}
	name, err := engine.Revision(tree)
	return &written{draft, tree, name}, err
}

// Check checks a draft in a process of its own, unless that was done before as it stands. Progress, which may be nil, is called
// before each stage.
func (d *Desk) Check(ctx context.Context, id string, progress func(revision.Progress)) (*revision.CheckReport, error) {
	w, err := d.written(ctx, id)
	if err != nil {
		return nil, err
	}
	return d.report(ctx, w, progress)
}

// Checked is the revision that a draft would be as it stands, and what checking it found; nil where that is not known.
func (d *Desk) Checked(ctx context.Context, id string) (name string, report *revision.CheckReport, err error) {
	w, err := d.written(ctx, id)
	if err != nil {
		return "", nil, err
	}
	report, err = d.known(ctx, w.revision)
	return w.revision, report, err
}

// known is the report of a revision by this program; nil where there is none that can be read.
func (d *Desk) known(ctx context.Context, name string) (*revision.CheckReport, error) {
	kept, err := d.Report(ctx, name, d.service.Program)
	if err != nil || kept == nil {
		return nil, err
	}
	report := &revision.CheckReport{}
	if json.Unmarshal(kept, report) != nil {
		return nil, nil // it is found out anew
	}
	return report, nil
}

func (d *Desk) report(ctx context.Context, w *written, progress func(revision.Progress)) (*revision.CheckReport, error) {
	report, err := d.known(ctx, w.revision)
	if report != nil || err != nil {
		return report, err
	}
	if report, err = d.sandbox.Check(ctx, revision.Tree{Policies: w.tree, Cases: w.tree}, revision.Options{Progress: progress}); err != nil {
		return nil, err
	}
	if report.Sound() {
		d.loads(w.revision)
	}
	if slices.ContainsFunc(report.Findings, func(f revision.Finding) bool { return f.Rule == revision.RuleResources }) {
		return report, nil // with more memory or time it may come to an end
	}
	text, err := json.Marshal(report)
	if err != nil {
		return nil, err
	}
	return report, d.KeepReport(ctx, w.revision, d.service.Program, text)
}

// ReportOf is what checking a revision found, by this program; nil where that is not known.
func (d *Desk) ReportOf(ctx context.Context, name string) (*revision.CheckReport, error) {
	return d.known(ctx, name)
}

// Submit checks a draft and, where nothing is found, asks for its approval; otherwise the draft stays as it is. A draft whose
// impact was not measured on all decisions, as it stands, is measured first.
func (d *Desk) Submit(ctx context.Context, who lifecycle.Actor, id string) (*lifecycle.Draft, *revision.CheckReport, error) {
	w, err := d.written(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	report, err := d.report(ctx, w, nil)
	if err != nil {
		return nil, nil, err
	}
	if !report.Sound() {
		return w.draft, report, nil
	}
	fingerprint, err := d.Keep(ctx, w.tree)
	if err != nil {
		return nil, nil, err
	}
	whole, err := d.measuredWhole(ctx, w)
	if err == nil && !whole && fingerprint != w.draft.Base {
		_, err = d.Impact(ctx, who, id, impact.Scope{}, nil, nil)
	}
	if err != nil {
		return nil, nil, err
	}
	draft, err := d.Office.Submit(ctx, who, w.draft, fingerprint)
	return draft, report, err
}

// compiled is the set of a draft, which was found to load within its bounds in a process of its own first.
func (d *Desk) compiled(ctx context.Context, id string) (*engine.Set, error) {
	w, err := d.written(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := d.bounded(ctx, w); err != nil {
		return nil, err
	}
	return d.sets.Tree(ctx, w.revision, w.tree)
}

// bounded finds out, in a process of its own, that a draft loads and answers within its bounds, unless that is known.
func (d *Desk) bounded(ctx context.Context, w *written) error {
	d.mu.Lock()
	known := d.loaded[w.revision]
	d.mu.Unlock()
	if known {
		return nil
	}
	whole, err := d.known(ctx, w.revision)
	if err != nil {
		return err
	}
	if whole != nil && whole.Sound() {
		d.loads(w.revision)
		return nil
	}
	only := revision.Options{Only: []string{revision.StageLoad, revision.StageProperties}}
	report, err := d.sandbox.Check(ctx, revision.Tree{Policies: w.tree, Cases: w.tree}, only)
	if err != nil {
		return err
	}
	if !report.Sound() {
		return &lifecycle.Refused{Kind: lifecycle.NotSound, Detail: decision.Sentence{
			PT: "O rascunho não carrega ou não responde: veja as verificações.", EN: "The draft does not load or does not answer: see its checks.",
		}}
	}
	d.loads(w.revision)
	return nil
}

// loads notes that a revision was found to load and to answer within its bounds.
func (d *Desk) loads(revision string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.loaded[revision] = true
}
