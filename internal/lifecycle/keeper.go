package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"deferido/internal/engine"
)

// Loader compiles the policy set of a revision.
type Loader func(ctx context.Context, revision string) (*engine.Set, error)

// Keeper keeps the set that is in service: it follows the log of activations, compiles aside what is to be next, and swaps
// it in at its instant. A set that cannot be compiled is tried again, and the last good one serves on.
type Keeper struct {
	office *Office
	load   Loader
	log    *slog.Logger
	poll   time.Duration

	current atomic.Pointer[Serving]
	recent  []*engine.Set // that were in service, the last one at the end; only step touches it
	state   atomic.Pointer[State]
	wake    chan struct{}
	noted   chan *engine.Set // that came into service, whose fingerprints are to be kept

	mu      sync.Mutex
	changed chan struct{} // closed when the log was read anew
	seen    Log
}

// Serving is a set in service.
type Serving struct {
	Set        *engine.Set
	Activation Activation
}

// State is how far the program follows the log.
type State struct {
	Serving int       `json:"serving"`          // sequence number of the activation in service here
	Wanted  int       `json:"wanted"`           // of the one that should be
	Seen    int       `json:"seen"`             // of the last one read
	ReadAt  time.Time `json:"read_at"`          // when the log was last read
	Failed  string    `json:"failed,omitempty"` // why the wanted one is not in service, to who runs the program
	Next    time.Time `json:"next,omitzero"`    // when the next scheduled one begins
}

// Behind tells whether the program does not serve what it should, or has not read the log for a while.
func (s *State) Behind(now time.Time) bool {
	return s.Serving != s.Wanted || now.Sub(s.ReadAt) > behind
}

const (
	behind    = 10 * time.Second
	tryAgain  = 2 * time.Second
	tryLatest = time.Minute
	lookAgain = 20 * time.Millisecond

	notedLater = 2 * time.Second      // after what came into service: nobody waits for it
	notedPause = 5 * time.Millisecond // between two provisions: answers come first
	notedMost  = 1                    // that waits, with its memory; those beyond are noted when they serve again or somebody asks
)

// NewKeeper makes a keeper that looks at the log every so often, and puts what is in service now into service. It is an error
// when that cannot be compiled.
func NewKeeper(ctx context.Context, o *Office, load Loader, poll time.Duration, log *slog.Logger) (*Keeper, error) {
	k := &Keeper{office: o, load: load, log: log, poll: poll, wake: make(chan struct{}, 1), noted: make(chan *engine.Set, notedMost), changed: make(chan struct{})}
	k.state.Store(&State{})
	if err := k.step(ctx); err != nil {
		return nil, err
	}
	return k, nil
}

// Current is what is in service.
func (k *Keeper) Current() *Serving { return k.current.Load() }

// State is how far the program follows the log.
func (k *Keeper) State() State { return *k.state.Load() }

// Wake has the log read at once.
func (k *Keeper) Wake() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// Run follows the log until the context is done.
func (k *Keeper) Run(ctx context.Context) {
	var listening sync.WaitGroup
	listening.Go(func() { k.office.db.Listen(ctx, channel, k.Wake) })
	listening.Go(func() { k.note(ctx) })
	defer listening.Wait()
	pause := tryAgain
	for {
		wait := k.poll
		if next := k.State().Next; !next.IsZero() {
			wait = min(wait, max(next.Sub(k.office.now()), 0))
		}
		select {
		case <-ctx.Done():
			return
		case <-k.wake:
		case <-time.After(wait):
		}
		err := k.step(ctx)
		if err == nil {
			pause = tryAgain
			continue
		}
		if ctx.Err() != nil {
			return
		}
		k.log.Error("the activation that is wanted is not in service", slog.String("cause", err.Error()), slog.Duration("again_in", pause))
		select {
		case <-ctx.Done():
			return
		case <-k.wake:
		case <-time.After(pause):
		}
		pause = min(2*pause, tryLatest)
	}
}

// step reads the log, and puts into service what should be.
func (k *Keeper) step(ctx context.Context) error {
	log, err := k.office.Log(ctx)
	if err != nil {
		k.fail(err)
		return err
	}
	now := k.office.now()
	wanted, any := log.At(now)
	if !any {
		return errors.New("no activation is on record")
	}
	s := State{Wanted: wanted.Seq, Seen: log.last(), ReadAt: now}
	s.Next, _ = log.Next(now)
	if serving := k.current.Load(); serving != nil {
		s.Serving = serving.Activation.Seq
	}
	k.tell(&s, log)
	if s.Serving == wanted.Seq {
		return nil
	}
	set, err := k.compiled(ctx, wanted.Revision)
	if err != nil {
		err = fmt.Errorf("activation %d: %w", wanted.Seq, err)
		k.fail(err)
		return err
	}
	if newest, any := log.At(k.office.now()); any && newest.Seq != wanted.Seq {
		return k.step(ctx) // compiling took so long that another one has begun
	}
	k.remember(set)
	k.current.Store(&Serving{set, wanted})
	s.Serving = wanted.Seq
	k.tell(&s, log)
	k.log.Info("in service", slog.Int("activation", wanted.Seq), slog.String("revision", wanted.Revision), slog.String("kind", wanted.Kind))
	if k.office.remembered(set.Revision()) == nil {
		select {
		case k.noted <- set:
		default:
		}
	}
	return nil
}

// note keeps the fingerprints of what came into service, in no hurry. Where it does not come to it, only the day on which a
// signature broke may not be told.
func (k *Keeper) note(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case set := <-k.noted:
			pace := func() { wait(ctx, notedPause) }
			wait(ctx, notedLater)
			if _, err := k.office.pacedPrints(ctx, set, pace); err != nil && ctx.Err() == nil {
				k.log.Warn("the fingerprints of a revision were not kept", slog.String("revision", set.Revision()), slog.String("cause", err.Error()))
			}
		}
	}
}

// wait waits so long, or until the context is done.
func wait(ctx context.Context, long time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(long):
	}
}

// recentKept is how many sets that were in service stay compiled, so that going back to one takes no time.
const recentKept = 3

// compiled is the set of a revision; one that was in service lately is at hand.
func (k *Keeper) compiled(ctx context.Context, revision string) (*engine.Set, error) {
	for _, set := range k.recent {
		if set.Revision() == revision {
			return set, nil
		}
	}
	return k.load(ctx, revision)
}

func (k *Keeper) remember(set *engine.Set) {
	k.recent = slices.DeleteFunc(k.recent, func(other *engine.Set) bool { return other.Revision() == set.Revision() })
	if k.recent = append(k.recent, set); len(k.recent) > recentKept {
		k.recent = slices.Delete(k.recent, 0, 1)
	}
}

func (k *Keeper) tell(s *State, log Log) {
	k.state.Store(s)
	k.mu.Lock()
	k.seen = log
	close(k.changed)
	k.changed = make(chan struct{})
	k.mu.Unlock()
}

func (k *Keeper) fail(err error) {
	s := *k.state.Load()
	s.Failed = err.Error()
	k.state.Store(&s)
}

// ErrBehind is wrapped where the program does not serve an activation that it was asked for.
var ErrBehind = errors.New("the activation is not in service here yet")

// Await returns what is in service once that is at least as new as an activation, in the order in which they begin. When the
// context ends before, or the activation is not one that has begun, the error wraps ErrBehind.
func (k *Keeper) Await(ctx context.Context, seq int) (*Serving, error) {
	for {
		k.mu.Lock()
		log, changed := k.seen, k.changed
		k.mu.Unlock()
		serving := k.current.Load()
		if log.reached(serving.Activation, seq, k.office.now()) {
			return serving, nil
		}
		k.Wake()
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %d", ErrBehind, seq)
		case <-time.After(lookAgain): // not at once: others wait too
		}
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
}

// reached tells whether an activation in service is at least as new as another one.
func (l Log) reached(serving Activation, seq int, now time.Time) bool {
	if serving.Seq == seq {
		return true
	}
	for _, a := range l {
		if a.Seq == seq {
			begun := !a.FromAt.After(now) && a.Kind != KindStop && !l.Stopped(seq)
			return begun && (serving.FromAt.After(a.FromAt) || serving.FromAt.Equal(a.FromAt) && serving.Seq > seq)
		}
	}
	return false
}
