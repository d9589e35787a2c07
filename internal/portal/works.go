package portal

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

// works are things of one sort that take longer than a page and go on while nobody looks. One goes on at a time, the others wait.
// What came of them is toldFor for a while, by this server.
type works struct {
	ctx   context.Context
	stop  context.CancelFunc
	group sync.WaitGroup
	slot  chan struct{}

	mu  sync.Mutex
	all map[string]*work
}

// toldFor is how long, and how many at the most, works are toldFor after their end.
const (
	toldFor         = 6 * time.Hour
	rememberedWorks = 64
)

// work is how far something is. Its zero is something that was never begun.
type work struct {
	Began, Ended time.Time // zero while it is not so
	Waiting      bool      // for its turn
	Stage        string    // in the words of who does it
	Done, Of     int
	Result       any   // of one that ended well
	Err          error // why another did not

	end context.CancelFunc
}

// Running tells whether it goes on, or waits to.
func (w work) Running() bool { return !w.Began.IsZero() && w.Ended.IsZero() }

// tell is how a work says how far it is.
type tell func(stage string, done, of int)

func newWorks() *works {
	w := &works{slot: make(chan struct{}, 1), all: map[string]*work{}}
	w.ctx, w.stop = context.WithCancel(context.Background())
	return w
}

// start begins a work under a key, unless one of that key goes on. The work must end when its context does.
func (w *works) start(key string, log *slog.Logger, do func(ctx context.Context, tell tell) (any, error)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if known := w.all[key]; known != nil && known.Running() || w.ctx.Err() != nil {
		return
	}
	w.forget(time.Now())
	ctx, end := context.WithCancel(w.ctx)
	one := &work{Began: time.Now(), Waiting: true, end: end}
	w.all[key] = one
	change := func(f func()) {
		w.mu.Lock()
		defer w.mu.Unlock()
		f()
	}
	w.group.Go(func() {
		defer end()
		result, err := w.turn(ctx, change, one, do, log)
		change(func() { one.Ended, one.Waiting, one.Result, one.Err = time.Now(), false, result, err })
	})
}

// turn waits for its turn and then does a work. What panics is an error: it is no page's.
func (w *works) turn(ctx context.Context, change func(func()), one *work, do func(context.Context, tell) (any, error), log *slog.Logger) (result any, err error) {
	select {
	case w.slot <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-w.slot }()
	defer func() {
		if said := recover(); said != nil { // what it says may hold facts
			log.Error("panic", slog.String("stack", string(debug.Stack())))
			result, err = nil, errors.New("a work in the background panicked")
		}
	}()
	change(func() { one.Waiting = false })
	return do(ctx, func(stage string, done, of int) {
		change(func() { one.Stage, one.Done, one.Of = stage, done, of })
	})
}

// forget drops what ended long ago, and of too many those that ended first.
func (w *works) forget(now time.Time) {
	for key, one := range w.all {
		if !one.Running() && now.Sub(one.Ended) > toldFor {
			delete(w.all, key)
		}
	}
	for len(w.all) >= rememberedWorks {
		oldest := ""
		for key, one := range w.all {
			if !one.Running() && (oldest == "" || one.Ended.Before(w.all[oldest].Ended)) {
				oldest = key
			}
		}
		if oldest == "" {
			return // they all go on
		}
		delete(w.all, oldest)
	}
}

// find is how far the work of a key is.
func (w *works) find(key string) work {
	w.mu.Lock()
	defer w.mu.Unlock()
	if one := w.all[key]; one != nil {
		return *one
	}
	return work{}
}

// cancel ends the work of a key that began at a moment, and tells whether it went on.
func (w *works) cancel(key string, began time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	one := w.all[key]
	if one == nil || !one.Running() || !one.Began.Equal(began) {
		return false
	}
	one.end()
	return true
}

// close ends all and waits for them.
func (w *works) close() {
	w.mu.Lock()
	w.stop()
	w.mu.Unlock()
	w.group.Wait()
}
