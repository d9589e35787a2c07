package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"time"

	"deferido/internal/config"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/httpapi"
	"deferido/internal/lifecycle"
	"deferido/internal/replay"
	"deferido/internal/revision"
)

// desk is where policy sets are drafted, checked, tried, approved and put into service.
type desk struct {
	*lifecycle.Office
	records *records
	sets    *replay.Sets
	sandbox revision.Sandbox // the process that checks
	service decision.Service // decides previews and trials; it records nothing
	keeper  *lifecycle.Keeper

	mu     sync.Mutex
	loaded map[string]bool // revisions that were found to load and to answer within their bounds
}

func newDesk(c config.Config, r *records) *desk {
	return &desk{
		Office:  lifecycle.New(r.db, r.Journal, lifecycle.Rules{Approvals: config.List(c.Approval.Roles), RollbackByTwo: c.Approval.RollbackByTwo}, time.Now),
		records: r, sets: r.replayer.Sets,
		sandbox: revision.Sandbox{MemoryBytes: int64(c.Activation.CheckMemoryMB) << 20, Deadline: c.Activation.CheckDeadline},
		service: decision.Service{Now: now, Reading: c.Reading, Program: version()}, loaded: map[string]bool{},
	}
}

// begin puts the set of the program, or of its settings, into service where people have not put another.
func (d *desk) begin(ctx context.Context, c config.Config, set *engine.Set) error {
	_, err := d.current(ctx, c, set)
	return err
}

// current is what is in service, once the set of the program has been put into service where it should be.
func (d *desk) current(ctx context.Context, c config.Config, set *engine.Set) (lifecycle.Activation, error) {
	log, err := d.Begin(ctx, set.Revision())
	if err != nil {
		return lifecycle.Activation{}, err
	}
	current, _ := log.At(time.Now())
	if c.Policies != "" && current.Revision != set.Revision() {
		return current, exit(exitUsage, errors.New("policies: people have activated another revision in these records; bring the folder in as a draft, or use other records"))
	}
	return current, nil
}

// Diff is what differs between two revisions.
func (d *desk) Diff(ctx context.Context, a, b string) (any, error) { return d.diff(ctx, a, b) }

func (d *desk) diff(ctx context.Context, a, b string) (*revision.Difference, error) {
	var trees [2]revision.Tree
	for i, name := range []string{a, b} {
		tree, err := d.Tree(ctx, name)
		if err != nil {
			return nil, err
		}
		trees[i] = revision.Tree{Policies: tree, Cases: tree}
	}
	return revision.Diff(trees[0], trees[1])
}

// checked is a draft with its files and the report of its checks.
type checked struct {
	draft  *lifecycle.Draft
	tree   fs.FS
	report *revision.CheckReport
}

func (d *desk) check(ctx context.Context, id string) (*checked, error) {
	draft, err := d.Draft(ctx, id)
	if err != nil {
		return nil, err
	}
	tree, err := d.DraftTree(ctx, draft)
	if err != nil {
		return nil, err
	}
	name, err := engine.Revision(tree)
	if err != nil {
		return nil, err
	}
	found := &checked{draft: draft, tree: tree}
	found.report, err = d.reportOf(ctx, name, tree)
	return found, err
}

// reportOf checks a revision, unless this program has done so before.
func (d *desk) reportOf(ctx context.Context, name string, tree fs.FS) (*revision.CheckReport, error) {
	report := &revision.CheckReport{}
	kept, err := d.Report(ctx, name, d.service.Program)
	if err != nil {
		return nil, err
	}
	if kept != nil && json.Unmarshal(kept, report) == nil {
		return report, nil
	}
	if report, err = d.sandbox.Check(ctx, revision.Tree{Policies: tree, Cases: tree}, revision.Options{}); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(report.Findings, func(f revision.Finding) bool { return f.Rule == revision.RuleResources }) {
		return report, nil // with more memory or time it may come to an end
	}
	written, err := json.Marshal(report)
	if err != nil {
		return nil, err
	}
	return report, d.KeepReport(ctx, name, d.service.Program, written)
}

// Check checks a draft in a process of its own.
func (d *desk) Check(ctx context.Context, id string) (any, bool, error) {
	found, err := d.check(ctx, id)
	if err != nil {
		return nil, false, err
	}
	return found.report, found.report.Sound(), nil
}

// Submit checks a draft and, where nothing is found, asks for its approval.
func (d *desk) Submit(ctx context.Context, who lifecycle.Actor, id string) (*lifecycle.Draft, any, error) {
	found, err := d.check(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	if !found.report.Sound() {
		return found.draft, found.report, nil
	}
	fingerprint, err := d.Keep(ctx, found.tree)
	if err != nil {
		return nil, nil, err
	}
	draft, err := d.Office.Submit(ctx, who, found.draft, fingerprint)
	return draft, found.report, err
}

// Activate puts an approved revision into service; this server follows at once.
func (d *desk) Activate(ctx context.Context, who lifecycle.Actor, revision string, from time.Time, reason string) (lifecycle.Activation, error) {
	made, err := d.Office.Activate(ctx, who, revision, from, reason)
	d.follow()
	return made, err
}

// Rollback goes back to a revision; this server follows at once.
func (d *desk) Rollback(ctx context.Context, who, second lifecycle.Actor, revision, reason string) (lifecycle.Activation, error) {
	made, err := d.Office.Rollback(ctx, who, second, revision, reason)
	d.follow()
	return made, err
}

// Stop calls off an activation; this server follows at once.
func (d *desk) Stop(ctx context.Context, who lifecycle.Actor, seq int, reason string) (lifecycle.Activation, error) {
	made, err := d.Office.Stop(ctx, who, seq, reason)
	d.follow()
	return made, err
}

// follow has the server look at the list of activations; a command has none to follow it.
func (d *desk) follow() {
	if d.keeper != nil {
		d.keeper.Wake()
	}
}

// Sign signs a provision as it stands in the set in service.
func (d *desk) Sign(ctx context.Context, who lifecycle.Actor, urn string) (*lifecycle.Seal, error) {
	set, tree, err := d.inService(ctx)
	if err != nil {
		return nil, err
	}
	return d.Office.Sign(ctx, who, set, tree, urn)
}

// Seals are the signatures, with what of them the set in service breaks.
func (d *desk) Seals(ctx context.Context) ([]lifecycle.Seal, error) {
	set, tree, err := d.inService(ctx)
	if err != nil {
		return nil, err
	}
	return d.Office.Seals(ctx, set, tree)
}

func (d *desk) inService(ctx context.Context) (*engine.Set, fs.FS, error) {
	serving := d.keeper.Current()
	tree, err := d.Tree(ctx, serving.Set.Revision())
	return serving.Set, tree, err
}

// State is how far the server follows the activations.
func (d *desk) State() lifecycle.State { return d.keeper.State() }

// Active is what is in service.
func (d *desk) Active() (httpapi.Set, int) {
	serving := d.keeper.Current()
	return serving.Set, serving.Activation.Seq
}

// Await is what is in service once it is at least as new as an activation.
func (d *desk) Await(ctx context.Context, activation int) (httpapi.Set, int, error) {
	serving, err := d.keeper.Await(ctx, activation)
	if err != nil {
		return nil, 0, fmt.Errorf("waiting for an activation: %w", err)
	}
	return serving.Set, serving.Activation.Seq, nil
}
