package journal_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
)

// recordWithin records with a deadline.
func recordWithin(t *testing.T, j *journal.Journal, d time.Duration, r *decision.Record) error {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	return j.Record(ctx, r)
}

func wantLate(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, journal.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("not late: %v", err)
	}
}

func TestTheRetryOfALateCommitGetsWhatWasRecorded(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		j := open(t, storetest.Open(t, from), journal.Options{})
		keep(t, j, record(0))
		unblock := storetest.Block(t, from, "chains")
		o := once(j, "a", "k", "x")
		r, began := called(1, o), time.Now()
		wantLate(t, recordWithin(t, j, 200*time.Millisecond, r))
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("the error came after %v", took)
		}
		wantError(t, j, o, decision.ErrInFlight)
		unblock()
		testkit.Eventually(t, "the key is no longer in flight", func() bool {
			_, _, err := j.Begin(t.Context(), o)
			return !errors.Is(err, decision.ErrInFlight)
		})
		wantFound(t, j, o, r.ID)
		var repeated *decision.Repeated
		if err := j.Record(t.Context(), called(2, o)); !errors.As(err, &repeated) || repeated.Record.ID != r.ID {
			t.Errorf("the retry: %v", err)
		}
		if report := sound(t, j.Reader); report.Entries != 2 {
			t.Errorf("%d entries", report.Entries)
		}
	})
}

func TestWhatItsCallerLeftBeforeItWasTakenIsNotWritten(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		j := open(t, storetest.Open(t, from), journal.Options{})
		unblock := storetest.Block(t, from, "chains")
		first, done := record(0), make(chan error, 1)
		go func() { done <- j.Record(context.Background(), first) }()
		testkit.Eventually(t, "the first waits", func() bool { return j.Stats().Queued == 1 })
		time.Sleep(50 * time.Millisecond) // longer than a group is gathered
		o := once(j, "a", "k", "x")
		left := called(1, o)
		wantLate(t, recordWithin(t, j, 100*time.Millisecond, left))
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if err := j.Record(gone, record(2)); !errors.Is(err, context.Canceled) {
			t.Errorf("of a caller who was gone: %v", err)
		}
		if s := j.Stats(); s.Queued != 3 || s.Oldest <= 0 || !s.Up {
			t.Errorf("%+v", s)
		}
		unblock()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		keep(t, j, record(3))
		if _, err := j.Get(t.Context(), left.ID); !errors.Is(err, journal.ErrNotFound) {
			t.Errorf("what was left: %v", err)
		}
		wantFree(t, j, o)
		if report := sound(t, j.Reader); report.Entries != 2 {
			t.Errorf("%d entries", report.Entries)
		}
		if s := j.Stats(); s.Queued != 0 || s.Oldest != 0 {
			t.Errorf("%+v", s)
		}
	})
}

func TestACommitThatTakesTooLongIsGivenUpAndTheJournalWritesAgain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		j := open(t, storetest.Open(t, from), journal.Options{CommitTimeout: 300 * time.Millisecond, Interval: 50 * time.Millisecond})
		keep(t, j, record(0))
		if err := j.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		unblock := storetest.Block(t, from, "chains")
		o, began := once(j, "a", "k", "x"), time.Now()
		if err := j.Record(t.Context(), called(1, o)); !errors.Is(err, journal.ErrUnavailable) {
			t.Fatalf("%v", err)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("the error came after %v", took)
		}
		if err := j.Ready(); !errors.Is(err, journal.ErrUnavailable) {
			t.Errorf("ready: %v", err)
		}
		if err := j.Record(t.Context(), record(2)); !errors.Is(err, journal.ErrUnavailable) {
			t.Errorf("%v", err)
		}
		unblock()
		testkit.Eventually(t, "the journal is ready", func() bool { return j.Ready() == nil })
		second := called(3, o)
		keep(t, j, second)
		wantFound(t, j, o, second.ID)
		if report := sound(t, j.Reader); report.Entries != 2 {
			t.Errorf("%d entries", report.Entries)
		}
	})
}
