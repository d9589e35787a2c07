package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"deferido/internal/decision"
)

// pending are entries that wait to be written together.
type pending struct {
	entries []*entry
	once    *decision.Once                              // of the one entry; nil for none
	also    func(ctx context.Context, tx *sql.Tx) error // a change that is made with it, in a group of its own; nil for none
	refused error                                       // why the change was not made, and so nothing written
	size    int64
	came    time.Time
	state   atomic.Int32
	done    chan error // takes one
}

// The states of a pending.
const (
	waits int32 = iota
	taken       // by the writer: it may be written
	left        // by its caller: it need not be written
)

var _ decision.Recorder = (*Journal)(nil)

// Record keeps records together, all or none, and returns once they are on the disk. When the context ends before that the
// error wraps its cause: nothing is recorded then, unless a commit was under way that is acknowledged later. The errors are
// those of decision.Recorder, and wrap ErrUnavailable, ErrBusy or ErrClosed.
func (j *Journal) Record(ctx context.Context, records ...*decision.Record) error {
	p := &pending{done: make(chan error, 1), came: time.Now()}
	for _, r := range records {
		e, err := newEntry(kindOf(r), r.ID, r.DecidedAt, r)
		if err != nil {
			return err
		}
		if e.facets, err = facetsOf(r); err != nil {
			return err
		}
		p.entries = append(p.entries, e)
		if r.Once != nil {
			p.once = r.Once
		}
	}
	err := j.append(ctx, p)
	var again *repeatedError
	if !errors.As(err, &again) {
		return err
	}
	before, err := j.Get(ctx, again.id)
	if err != nil {
		return err
	}
	return &decision.Repeated{Record: before}
}

// append writes entries and waits for the disk.
func (j *Journal) append(ctx context.Context, p *pending) error {
	for _, e := range p.entries {
		p.size += int64(len(e.content))
	}
	if err := j.enqueue(p); err != nil {
		return err
	}
	select {
	case err := <-p.done:
		return err
	case <-ctx.Done():
	}
	if p.state.CompareAndSwap(waits, left) {
		return fmt.Errorf("%w: %w", ErrUnavailable, ctx.Err())
	}
	p.state.Store(left)
	select {
	case err := <-p.done: // just now
		return err
	default:
	}
	return fmt.Errorf("%w in time: %w", ErrUnavailable, ctx.Err())
}

func (j *Journal) enqueue(p *pending) error {
	j.closing.RLock()
	defer j.closing.RUnlock()
	if j.closed {
		return ErrClosed
	}
	if err := j.Ready(); err != nil {
		return err
	}
	if j.queued.Add(p.size) > j.options.QueueBytes {
		j.queued.Add(-p.size)
		return ErrBusy
	}
	if p.once != nil {
		j.hold(p.once)
	}
	j.waiting.Add(int64(len(p.entries)))
	select {
	case j.queue <- p:
		return nil
	default:
		j.finished(p)
		return ErrBusy
	}
}

// finished gives back what a pending took.
func (j *Journal) finished(p *pending) {
	j.queued.Add(-p.size)
	j.waiting.Add(-int64(len(p.entries)))
	if p.once != nil {
		j.release(p.once)
	}
}

// The kinds of entries.
const (
	kindDecision = "decision"
	kindFailure  = "failure" // the policies failed: nothing was decided
	kindErasure  = "erasure" // of the content of entries
	kindEvent    = "event"   // of the life of a policy set
)

func kindOf(r *decision.Record) string {
	if r.Failure != "" {
		return kindFailure
	}
	return kindDecision
}
