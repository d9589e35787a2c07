// Package journal is the durable record of decisions. A decision is told only once its record is on the disk.
//
// Records form chains, one a writer: each holds the hash of the one before it, and signed checkpoints seal the heads of the
// chains. Verify finds what was altered, removed, reordered or cut off. What a record says of a request is covered by the
// chain through a salted commitment, so that it can be erased and the chain still be verified: the erasure is a record too.
//
// It works alike on SQLite and on PostgreSQL. Several programs may write into one journal, each its own chain.
package journal

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"deferido/internal/decision"
	"deferido/internal/store"
)

// The reasons for which nothing was recorded. They are wrapped.
var (
	ErrUnavailable = decision.ErrUnavailable
	ErrBusy        = errors.New("the journal has too much to write")
	ErrClosed      = errors.New("the journal is closed")
)

// Options say how to keep a journal.
type Options struct {
	// Key signs checkpoints.
	Key ed25519.PrivateKey
	// Gather is how long the first record of a group waits for others: 1 ms.
	Gather time.Duration
	// Interval is how long a record waits to be sealed by a checkpoint at most: 1 min. Sealed is after how many records one is
	// made sooner: 256, which bounds the proof in a receipt.
	Interval time.Duration
	Sealed   int
	// QueueBytes bounds what waits to be written: 64 MiB.
	QueueBytes int64
	// CommitTimeout bounds a commit; one that takes longer is looked for again before anything else is written: 30 s.
	CommitTimeout time.Duration
	// Witness gets each checkpoint; nil for none.
	Witness *Witness
	Now     func() time.Time
	// Log gets what goes wrong and never a fact; nil discards.
	Log *slog.Logger
	// Committed is told of each commit: how many records, how long it took, and what failed. It may be nil.
	Committed func(records int, took time.Duration, err error)
}

func (o Options) orDefaults() Options {
	for field, standard := range map[*time.Duration]time.Duration{
		&o.Gather: time.Millisecond, &o.Interval: time.Minute, &o.CommitTimeout: 30 * time.Second,
	} {
		if *field == 0 {
			*field = standard
		}
	}
	if o.Sealed == 0 {
		o.Sealed = 256
	}
	if o.QueueBytes == 0 {
		o.QueueBytes = 64 << 20
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Committed == nil {
		o.Committed = func(int, time.Duration, error) {}
	}
	return o
}

// Journal is an open journal. It is safe for concurrent use.
type Journal struct {
	*Reader
	options Options

	queue   chan *pending
	seal    chan chan error
	queued  atomic.Int64              // bytes
	waiting atomic.Int64              // records
	oldest  atomic.Pointer[time.Time] // when the first of those being written came, whatever the clock was set to; nil for none
	sealed  atomic.Int64              // when the last checkpoint was made
	length  atomic.Int64              // of the chain
	down    atomic.Pointer[error]

	holds sync.Mutex
	keys  map[string]int // idempotency keys in use, and by how many

	stop    context.CancelFunc
	stopped chan struct{}
	filled  chan struct{} // closed once nothing fills the index any more
	closing sync.RWMutex
	closed  bool
}

// Open opens the journal of a store for writing: it takes a chain of its own, and seals what an earlier writer of that chain
// left unsealed. Close must be called.
func Open(ctx context.Context, db *store.DB, o Options) (*Journal, error) {
	o = o.orDefaults()
	reader, err := NewReader(ctx, db)
	if err != nil {
		return nil, err
	}
	if err := reader.enlist(ctx, o.Key, o.Now()); err != nil {
		return nil, fmt.Errorf("publishing the journal's key: %w", err)
	}
	j := &Journal{
		Reader: reader, options: o, queue: make(chan *pending, 4096), seal: make(chan chan error), keys: map[string]int{},
		stopped: make(chan struct{}), filled: make(chan struct{}),
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	j.stop = stop
	w := &writer{journal: j, db: db}
	if err := w.connect(ctx); err != nil {
		stop()
		return nil, err
	}
	j.sealed.Store(o.Now().UnixNano())
	go w.run(running)
	go j.fill(running)
	if err := j.Seal(ctx); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return j, nil
}

// stalled is how long a group may take to be written before nobody is made to wait behind it any more.
const stalled = 5 * time.Second

var errStalled = errors.New("the store does not answer")

// Ready says why the journal cannot write; nil when it can.
func (j *Journal) Ready() error {
	if cause := j.down.Load(); cause != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, *cause)
	}
	if j.age() > stalled {
		return fmt.Errorf("%w: %w", ErrUnavailable, errStalled)
	}
	return nil
}

// age is how long the oldest record that is not written yet has waited.
func (j *Journal) age() time.Duration {
	oldest := j.oldest.Load()
	if oldest == nil {
		return 0
	}
	return time.Since(*oldest)
}

// Stats are how the journal is doing.
type Stats struct {
	Queued     int           // records that wait to be written
	Oldest     time.Duration // how long the first of them has waited
	Records    int64         // length of the writer's chain
	Checkpoint time.Time     // when the last checkpoint was made, or the journal opened
	Up         bool
}

// Stats returns how the journal is doing now.
func (j *Journal) Stats() Stats {
	return Stats{
		Queued: int(j.waiting.Load()), Oldest: j.age(), Records: j.length.Load(), Checkpoint: time.Unix(0, j.sealed.Load()), Up: j.Ready() == nil,
	}
}

// Seal makes a checkpoint now, where there is anything to seal.
func (j *Journal) Seal(ctx context.Context) error {
	done := make(chan error, 1)
	select {
	case j.seal <- done:
	case <-j.stopped:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-done:
		return err
	case <-j.stopped:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close writes what waits, seals it and gives the chain back. Nothing may be recorded after it.
func (j *Journal) Close() error {
	j.closing.Lock()
	already := j.closed
	j.closed = true
	j.closing.Unlock()
	if already {
		return nil
	}
	close(j.queue)
	<-j.stopped
	j.stop()
	<-j.filled
	return j.options.Witness.close()
}
