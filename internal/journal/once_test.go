package journal_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
)

// once is the call of a caller with a key.
func once(j *journal.Journal, caller, key, body string) *decision.Once {
	return j.Once(caller, key, []byte("POST /v1/decisions"), []byte(body))
}

// called makes a record of a call.
func called(i int, o *decision.Once) *decision.Record {
	r := record(i)
	r.Once = o
	return r
}

// wantFound fails unless Begin returns the record of an id.
func wantFound(t *testing.T, j *journal.Journal, o *decision.Once, id string) {
	t.Helper()
	found, _, err := j.Begin(t.Context(), o)
	if err != nil || found == nil || found.ID != id {
		t.Fatalf("%v, %v; not %s", found, err, id)
	}
}

// wantFree fails unless Begin takes the key; it gives it back.
func wantFree(t *testing.T, j *journal.Journal, o *decision.Once) {
	t.Helper()
	found, release, err := j.Begin(t.Context(), o)
	if err != nil || found != nil {
		t.Fatalf("%v, %v", found, err)
	}
	release()
}

func wantError(t *testing.T, j *journal.Journal, o *decision.Once, want error) {
	t.Helper()
	if found, _, err := j.Begin(t.Context(), o); found != nil || !errors.Is(err, want) {
		t.Fatalf("%v, %v; not %v", found, err, want)
	}
}

func TestACallWithAKeyIsRecordedOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		j := open(t, db, journal.Options{})
		o, first := once(j, "a", "k", "x"), record(1)
		found, release, err := j.Begin(t.Context(), o)
		if found != nil || err != nil {
			t.Fatal(found, err)
		}
		wantError(t, j, once(j, "a", "k", "x"), decision.ErrInFlight)
		wantError(t, j, once(j, "a", "k", "other"), decision.ErrInFlight)
		wantFree(t, j, once(j, "b", "k", "x"))
		first.Once = o
		keep(t, j, first)
		wantError(t, j, once(j, "a", "k", "x"), decision.ErrInFlight) // still held
		release()
		wantFound(t, j, once(j, "a", "k", "x"), first.ID)
		wantFound(t, j, once(j, "a", "k", "x"), first.ID) // which does not hold it
		wantError(t, j, once(j, "a", "k", "other"), decision.ErrOtherRequest)
		wantFree(t, j, once(j, "b", "k", "x"))
		wantFree(t, j, once(j, "ak", "", "x"))
		wantFree(t, j, once(j, "", "ak", "x"))

		var repeated *decision.Repeated
		if err := j.Record(t.Context(), called(2, o)); !errors.As(err, &repeated) || repeated.Record.ID != first.ID {
			t.Errorf("recorded twice: %v", err)
		}
		if err := j.Record(t.Context(), called(3, once(j, "a", "k", "other"))); !errors.Is(err, decision.ErrOtherRequest) {
			t.Errorf("another request with the same key: %v", err)
		}
		wantFound(t, j, o, first.ID)
		if report := sound(t, j.Reader); report.Entries != 1 {
			t.Errorf("%d entries", report.Entries)
		}
	})
}

func TestAKeyIsFreeAgainWhereNothingWasRecorded(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		j := open(t, storetest.Open(t, from), journal.Options{})
		o := once(j, "a", "k", "x")
		for range 3 {
			wantFree(t, j, o)
		}
		keep(t, j, called(1, o))
	})
}

func TestAKeyOutlivesTheProgramAndNotSevenDays(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db, c := storetest.Open(t, from), testkit.NewClock(epoch)
		j := open(t, db, journal.Options{Now: c.Now})
		first := called(1, once(j, "a", "k", "x"))
		keep(t, j, first)
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		j = open(t, db, journal.Options{Now: c.Now})
		c.Turn(7 * 24 * time.Hour)
		wantFound(t, j, once(j, "a", "k", "x"), first.ID)
		wantError(t, j, once(j, "a", "k", "y"), decision.ErrOtherRequest)
		c.Turn(time.Nanosecond)
		wantFree(t, j, once(j, "a", "k", "x"))
		second := called(2, once(j, "a", "k", "y"))
		keep(t, j, second)
		wantFound(t, j, once(j, "a", "k", "y"), second.ID)
		wantError(t, j, once(j, "a", "k", "x"), decision.ErrOtherRequest)
		if report := sound(t, j.Reader); report.Entries != 2 {
			t.Errorf("%d entries", report.Entries)
		}
	})
}

func TestABatchAndItsKeyAreOneThing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		j := open(t, storetest.Open(t, from), journal.Options{})
		o := once(j, "a", "k", "x")
		first := called(1, o)
		keep(t, j, first, record(2), record(3))
		var repeated *decision.Repeated
		if err := j.Record(t.Context(), called(4, o), record(5)); !errors.As(err, &repeated) || repeated.Record.ID != first.ID {
			t.Errorf("%v", err)
		}
		if report := sound(t, j.Reader); report.Entries != 3 {
			t.Errorf("%d entries", report.Entries)
		}
	})
}

// tries are how calls with one key ended.
type tries struct {
	sync.Mutex
	recorded, repeated []string
	inFlight           int
	failed             []error
}

// call does what a server does with a call that has a key.
func (c *tries) call(j *journal.Journal, begin bool, o *decision.Once) {
	r := called(1, o)
	var found *decision.Record
	var err error
	if begin {
		var release func()
		if found, release, err = j.Begin(context.Background(), o); release != nil {
			defer release()
		}
	}
	if found == nil && err == nil {
		err = j.Record(context.Background(), r)
	}
	var repeated *decision.Repeated
	if errors.As(err, &repeated) {
		found, err = repeated.Record, nil
	}
	c.Lock()
	defer c.Unlock()
	switch {
	case errors.Is(err, decision.ErrInFlight):
		c.inFlight++
	case err != nil:
		c.failed = append(c.failed, err)
	case found != nil:
		c.repeated = append(c.repeated, found.ID)
	default:
		c.recorded = append(c.recorded, r.ID)
	}
}

func TestOfARaceForAKeyOneIsRecorded(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		journals := []*journal.Journal{open(t, db, journal.Options{}), open(t, db, journal.Options{})}
		const rounds, callers = 12, 32
		for round := range rounds {
			name, c, wait := fmt.Sprintf("k%d", round), &tries{}, sync.WaitGroup{}
			for i := range callers * len(journals) {
				j := journals[i%2]
				wait.Go(func() { c.call(j, round%2 == 0, once(j, "a", name, "x")) })
			}
			wait.Wait()
			if len(c.recorded) != 1 || len(c.failed) > 0 || len(c.repeated)+c.inFlight != callers*len(journals)-1 {
				t.Fatalf("%d recorded, %d repeated, %d in flight, %v", len(c.recorded), len(c.repeated), c.inFlight, c.failed)
			}
			for _, id := range c.repeated {
				if id != c.recorded[0] {
					t.Fatalf("repeated %s, recorded %s", id, c.recorded[0])
				}
			}
			for _, j := range journals {
				wantFound(t, j, once(j, "a", name, "x"), c.recorded[0])
			}
		}
		if report := sound(t, journals[0].Reader); report.Entries != rounds {
			t.Errorf("%d entries", report.Entries)
		}
	})
}

func TestKeysInOppositeOrdersDoNotWaitForEachOther(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		o := journal.Options{Gather: 20 * time.Millisecond}
		journals := []*journal.Journal{open(t, db, o), open(t, db, o)}
		const rounds, keys = 10, 100
		c := &tries{}
		for round := range rounds {
			var wait sync.WaitGroup
			for i := range keys {
				for at, j := range journals {
					k := []int{i, keys - 1 - i}[at]
					wait.Go(func() { c.call(j, false, once(j, "a", fmt.Sprint(round, k), "x")) })
				}
				time.Sleep(50 * time.Microsecond)
			}
			wait.Wait()
		}
		if len(c.recorded) != rounds*keys || len(c.repeated) != rounds*keys || len(c.failed) > 0 {
			t.Errorf("%d recorded, %d repeated, %v", len(c.recorded), len(c.repeated), c.failed)
		}
		if report := sound(t, journals[0].Reader); report.Entries != rounds*keys {
			t.Errorf("%d entries", report.Entries)
		}
	})
}
