package journal_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
)

// load are callers that record one call after another, each as often as it takes, under one key.
type load struct {
	j       *journal.Journal
	stop    atomic.Bool
	wait    sync.WaitGroup
	calls   atomic.Int64 // that were made
	refused atomic.Int64 // attempts
	slowest atomic.Int64 // attempt, in nanoseconds

	sync.Mutex
	kept  map[string]bool // ids that are on record, as was said
	wrong []error
}

func startLoad(j *journal.Journal, name string, callers int) *load {
	l := &load{j: j, kept: map[string]bool{}}
	for caller := range callers {
		l.wait.Go(func() {
			for i := 0; !l.stop.Load(); i++ {
				l.calls.Add(1)
				l.call(once(j, name, fmt.Sprint(caller, i), "x"))
			}
		})
	}
	return l
}

// call records a call.
func (l *load) call(o *decision.Once) {
	for {
		id, err := l.attempt(o)
		switch {
		case err == nil:
			l.Lock()
			l.kept[id] = true
			l.Unlock()
			return
		case errors.Is(err, journal.ErrUnavailable), errors.Is(err, journal.ErrBusy), errors.Is(err, decision.ErrInFlight):
			l.refused.Add(1)
			time.Sleep(20 * time.Millisecond)
		default:
			l.Lock()
			l.wrong = append(l.wrong, err)
			l.Unlock()
			return
		}
	}
}

func (l *load) attempt(o *decision.Once) (string, error) {
	began := time.Now()
	defer func() {
		took := int64(time.Since(began))
		for old := l.slowest.Load(); took > old && !l.slowest.CompareAndSwap(old, took); old = l.slowest.Load() {
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	found, release, err := l.j.Begin(ctx, o)
	if err != nil {
		return "", err
	}
	if found != nil {
		return found.ID, nil
	}
	defer release()
	r := called(int(l.calls.Load()), o)
	err = l.j.Record(ctx, r)
	var repeated *decision.Repeated
	if errors.As(err, &repeated) {
		return repeated.Record.ID, nil
	}
	return r.ID, err
}

// end ends the load, and checks that each of its calls is on record, once.
func (l *load) end(t *testing.T) {
	t.Helper()
	l.stop.Store(true)
	l.wait.Wait()
	if len(l.wrong) > 0 {
		t.Fatal(errors.Join(l.wrong...))
	}
	if int64(len(l.kept)) != l.calls.Load() {
		t.Errorf("%d calls, and %d records", l.calls.Load(), len(l.kept))
	}
	for id := range l.kept {
		if _, err := l.j.Get(t.Context(), id); err != nil {
			t.Fatalf("acknowledged and not there: %v", err)
		}
	}
}

func TestPostgresStopsAndStartsUnderLoad(t *testing.T) {
	server := storetest.Own(t)
	db := storetest.Open(t, store.Source{URL: server.NewDatabase(t)})
	j := open(t, db, journal.Options{})
	l := startLoad(j, "a", 64)
	testkit.Eventually(t, "the load runs", func() bool { return l.calls.Load() > 1000 })
	if l.refused.Load() > 0 {
		t.Error("refused before anything happened")
	}
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the journal says that it cannot write", func() bool { return errors.Is(j.Ready(), journal.ErrUnavailable) })
	var took []time.Duration
	for i := range 25 {
		began := time.Now()
		if _, err := l.attempt(once(j, "b", fmt.Sprint(i), "x")); !errors.Is(err, journal.ErrUnavailable) {
			t.Errorf("not refused: %v", err)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	if median := took[len(took)/2]; median > 100*time.Millisecond {
		t.Errorf("a caller waits %v to be refused, and at most %v", median, took[len(took)-1])
	}
	if s := j.Stats(); s.Queued > 64 || s.Up {
		t.Errorf("%+v", s)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the journal writes again", func() bool { return j.Ready() == nil })
	calls := l.calls.Load()
	testkit.Eventually(t, "the load runs again", func() bool { return l.calls.Load() > calls+1000 })
	l.end(t)
	if slowest := time.Duration(l.slowest.Load()); slowest > 8*time.Second {
		t.Errorf("a caller waited %v", slowest)
	}
	if err := j.Seal(t.Context()); err != nil {
		t.Error(err)
	}
	if report := sound(t, j.Reader); int64(report.Entries) != l.calls.Load() || report.Unsealed > 0 {
		t.Errorf("%d calls: %+v", l.calls.Load(), report)
	}
}

func TestAnIdleJournalNoticesThatPostgresIsGone(t *testing.T) {
	server := storetest.Own(t)
	j := open(t, storetest.Open(t, store.Source{URL: server.NewDatabase(t)}), journal.Options{Interval: 50 * time.Millisecond})
	keep(t, j, record(0))
	if err := server.Stop(); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the journal says that it cannot write", func() bool { return errors.Is(j.Ready(), journal.ErrUnavailable) })
	if _, err := j.Get(t.Context(), record(0).ID); !errors.Is(err, journal.ErrUnavailable) {
		t.Errorf("reading: %v", err)
	}
	if _, _, err := j.List(t.Context(), decision.Filter{}, "", 10); !errors.Is(err, journal.ErrUnavailable) {
		t.Errorf("listing: %v", err)
	}
	if _, _, err := j.Begin(t.Context(), once(j, "a", "k", "x")); !errors.Is(err, journal.ErrUnavailable) {
		t.Errorf("looking for a key: %v", err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the journal writes again", func() bool { return j.Ready() == nil })
	keep(t, j, record(1))
	sound(t, j.Reader)
}

func TestTheQueueIsBounded(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		content, err := journal.Encode(record(0))
		if err != nil {
			t.Fatal(err)
		}
		const fit, callers = 10, 100
		j := open(t, storetest.Open(t, from), journal.Options{QueueBytes: int64(len(content)) * (fit*2 + 1) / 2})
		unblock := storetest.Block(t, from, "chains")
		results := make(chan error, callers)
		for i := range callers {
			go func() { results <- j.Record(context.Background(), record(i)) }()
		}
		for range callers - fit {
			if err := <-results; !errors.Is(err, journal.ErrBusy) {
				t.Errorf("not refused: %v", err)
			}
		}
		if s := j.Stats(); s.Queued != fit {
			t.Errorf("%+v", s)
		}
		unblock()
		for range fit {
			if err := <-results; err != nil {
				t.Error(err)
			}
		}
		keep(t, j, record(0))
	})
}
