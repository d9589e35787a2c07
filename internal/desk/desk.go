// Package desk is where policy sets are written, checked, tried, approved and put into service: the life of a policy set as the
// command line, the API and the portal work at it. It adds to the office, which keeps drafts and activations, what needs the
// sets themselves: the checks in a process of their own, trials, impact, and the set in service.
package desk

import (
	"context"
	"iter"
	"log/slog"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/impact"
	"deferido/internal/lifecycle"
	"deferido/internal/replay"
	"deferido/internal/revision"
)

// Records are what was decided.
type Records interface {
	// Contents walks the records that a filter takes, each as JSON of a decision.Record.
	Contents(ctx context.Context, f decision.Filter) iter.Seq2[[]byte, error]
	Get(ctx context.Context, id string) (*decision.Record, error)
}

// Options are what a desk is made of; all are required.
type Options struct {
	Office  *lifecycle.Office
	Records Records          // that an impact decides again
	Sets    *replay.Sets     // compiled
	Sandbox revision.Sandbox // the process that checks
	// Service decides previews and trials. Its Recorder is not used: they are not recorded. Its Program names who checked.
	Service decision.Service
}

// Desk is the desk. It is safe for concurrent use. What reads the set in service needs Follow first.
type Desk struct {
	*lifecycle.Office
	records Records
	sets    *replay.Sets
	sandbox revision.Sandbox
	service decision.Service
	keeper  *lifecycle.Keeper // nil until Follow

	differences *lru.Cache[[2]string, *revision.Difference] // by the two revisions, which say all of it

	mu     sync.Mutex
	loaded map[string]bool // revisions that were found to load and to answer within their bounds
}

// differencesKept is how many differences are remembered, which take a second each to find.
const differencesKept = 32

// New makes a desk.
func New(o Options) *Desk {
	o.Service.Recorder = nil
	differences, err := lru.New[[2]string, *revision.Difference](differencesKept)
	if err != nil {
		panic(err) // of a size that is none
	}
	return &Desk{
		Office: o.Office, records: o.Records, sets: o.Sets, sandbox: o.Sandbox, service: o.Service,
		differences: differences, loaded: map[string]bool{},
	}
}

// Follow puts into service what should be; Run then keeps it so. The log is looked at every so often. It is an error when what
// should be in service cannot be compiled.
func (d *Desk) Follow(ctx context.Context, poll time.Duration, log *slog.Logger) error {
	var err error
	d.keeper, err = lifecycle.NewKeeper(ctx, d.Office, d.sets.Set, poll, log)
	return err
}

// Run follows the activations until the context is done.
func (d *Desk) Run(ctx context.Context) { d.keeper.Run(ctx) }

// Serving is the set in service and the sequence number of its activation.
func (d *Desk) Serving() (*engine.Set, int) {
	serving := d.keeper.Current()
	return serving.Set, serving.Activation.Seq
}

// Await is the same once it is at least as new as an activation. When the context ends before, or the activation has not
// begun, the error wraps lifecycle.ErrBehind.
func (d *Desk) Await(ctx context.Context, activation int) (*engine.Set, int, error) {
	serving, err := d.keeper.Await(ctx, activation)
	if err != nil {
		return nil, 0, err
	}
	return serving.Set, serving.Activation.Seq, nil
}

// Set is the set of a revision that is kept; it is compiled where it is not in service, which takes seconds.
func (d *Desk) Set(ctx context.Context, revision string) (*engine.Set, error) {
	return d.sets.Set(ctx, revision)
}

// State is how far this program follows the activations.
func (d *Desk) State() lifecycle.State { return d.keeper.State() }

// Activate puts an approved revision into service; this program follows at once.
func (d *Desk) Activate(ctx context.Context, who lifecycle.Actor, revision string, from time.Time, reason string) (lifecycle.Activation, error) {
	made, err := d.Office.Activate(ctx, who, revision, from, reason)
	d.wake()
	return made, err
}

// ActivateOnce puts an approved revision into service by a form that may be sent twice; this program follows at once.
func (d *Desk) ActivateOnce(ctx context.Context, who lifecycle.Actor, after int, revision string, from time.Time, reason string) (lifecycle.Activation, error) {
	made, err := d.Office.ActivateOnce(ctx, who, after, revision, from, reason)
	d.wake()
	return made, err
}

// ConfirmRollback goes back as another person asked; this program follows at once.
func (d *Desk) ConfirmRollback(ctx context.Context, second lifecycle.Actor, id string) (lifecycle.Activation, error) {
	made, err := d.Office.ConfirmRollback(ctx, second, id)
	d.wake()
	return made, err
}

// Rollback goes back to a revision; this program follows at once.
func (d *Desk) Rollback(ctx context.Context, who, second lifecycle.Actor, revision, reason string) (lifecycle.Activation, error) {
	made, err := d.Office.Rollback(ctx, who, second, revision, reason)
	d.wake()
	return made, err
}

// Stop calls off an activation; this program follows at once.
func (d *Desk) Stop(ctx context.Context, who lifecycle.Actor, seq int, reason string) (lifecycle.Activation, error) {
	made, err := d.Office.Stop(ctx, who, seq, reason)
	d.wake()
	return made, err
}

// wake has the log of activations read; a command follows none.
func (d *Desk) wake() {
	if d.keeper != nil {
		d.keeper.Wake()
	}
}

// Sign signs a provision as it stands in the set in service.
func (d *Desk) Sign(ctx context.Context, who lifecycle.Actor, urn string) (*lifecycle.Seal, error) {
	return d.Office.Sign(ctx, who, d.keeper.Current().Set, lifecycle.Signing{Provision: urn})
}

// Seals are the signatures, with what of them the set in service breaks.
func (d *Desk) Seals(ctx context.Context) ([]lifecycle.Seal, error) {
	return d.Office.Seals(ctx, d.keeper.Current().Set)
}

// Shadow tries what is likely to be in service next on so many of a hundred decisions, and keeps what differs. It is started.
func (d *Desk) Shadow(percent int, log *slog.Logger) *impact.Shadow {
	service := d.service
	s := &impact.Shadow{
		Percent: percent, Service: &service, Log: log, Keep: d.AddDifferences,
		Candidate: func(ctx context.Context) (decision.Law, error) {
			name, err := d.Candidate(ctx)
			if err != nil || name == "" {
				return nil, err
			}
			return d.Set(ctx, name)
		},
	}
	s.Start()
	return s
}
