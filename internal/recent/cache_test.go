package recent

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"deferido/internal/testkit"
)

var errStore = errors.New("no store")

// shelf is what a cache reads: a value that changes, or a failure. A reading takes as long as it says.
type shelf struct {
	value  atomic.Int64
	broken atomic.Bool
	takes  time.Duration
	reads  atomic.Int64
}

func (s *shelf) read(ctx context.Context) (int64, bool, error) {
	s.reads.Add(1)
	value := s.value.Load()
	select {
	case <-time.After(s.takes):
	case <-ctx.Done():
		return 0, false, ctx.Err()
	}
	if s.broken.Load() {
		return 0, false, errStore
	}
	return value, value != 0, nil
}

// gets fails unless the cache has the value (0 for none) and the store was read so many times in all.
func gets(t *testing.T, c *Cache[int64], s *shelf, want, reads int64) {
	t.Helper()
	value, found, err := c.Get(t.Context(), "x", s.read)
	if err != nil || value != want || found != (want != 0) || s.reads.Load() != reads {
		t.Errorf("%d %v %v after %d readings; want %d after %d", value, found, err, s.reads.Load(), want, reads)
	}
}

// fails fails unless the store has failed for good.
func fails(t *testing.T, c *Cache[int64], s *shelf) {
	t.Helper()
	if value, found, err := c.Get(t.Context(), "x", s.read); !errors.Is(err, errStore) {
		t.Errorf("%d %v %v", value, found, err)
	}
}

// newHands is a clock that a test turns.
func newHands() *testkit.Clock {
	return testkit.NewClock(time.Date(2026, 12, 12, 15, 0, 0, 0, time.UTC))
}

func TestWhatIsFoundIsUsedForAMomentAndWhatIsNotIsReadAgain(t *testing.T) {
	h, s := newHands(), &shelf{}
	c := NewCache[int64](8, time.Second, 10*time.Second, h.Now)
	gets(t, c, s, 0, 1)
	gets(t, c, s, 0, 2)
	s.value.Store(7)
	gets(t, c, s, 7, 3)
	s.value.Store(8)
	h.Turn(time.Second - 1)
	gets(t, c, s, 7, 3)
	h.Turn(1)
	gets(t, c, s, 8, 4)
	s.value.Store(0)
	h.Turn(time.Second)
	gets(t, c, s, 0, 5)
	s.broken.Store(true)
	fails(t, c, s)
}

func TestAStoreThatFailsIsTriedAgainAndNotAtOnce(t *testing.T) {
	h, s := newHands(), &shelf{}
	c := NewCache[int64](8, time.Second, 10*time.Second, h.Now)
	s.value.Store(7)
	gets(t, c, s, 7, 1)
	s.broken.Store(true)
	h.Turn(time.Second)
	gets(t, c, s, 7, 2)
	gets(t, c, s, 7, 2)
	s.broken.Store(false)
	s.value.Store(8)
	h.Turn(time.Second)
	gets(t, c, s, 8, 3)
	s.broken.Store(true)
	h.Turn(9500 * time.Millisecond)
	gets(t, c, s, 8, 4)
	h.Turn(500 * time.Millisecond) // within the second after a failure, and ten after it was read
	fails(t, c, s)
}

func TestManyWhoAskAtOnceReadOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{takes: time.Second}
		s.value.Store(7)
		c := NewCache[int64](8, time.Minute, time.Minute, time.Now)
		for range 20 {
			go gets(t, c, s, 7, 1)
		}
		impatient, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		synctest.Wait()
		if _, _, err := c.Get(impatient, "x", s.read); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("whoever gave up waiting got %v", err)
		}
		time.Sleep(time.Second)
	})
}

func TestAReadingOutlivesTheRequestThatBeganIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{takes: time.Second}
		s.value.Store(7)
		c := NewCache[int64](8, time.Minute, time.Minute, time.Now)
		first, cancel := context.WithCancel(t.Context())
		go func() { _, _, _ = c.Get(first, "x", s.read) }()
		synctest.Wait()
		cancel()
		gets(t, c, s, 7, 1)
	})
}

func TestAStoreThatHangsIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{}
		s.value.Store(7)
		c := NewCache[int64](8, time.Second, time.Minute, time.Now)
		gets(t, c, s, 7, 1)
		s.takes = time.Hour
		time.Sleep(time.Second)
		began := time.Now()
		gets(t, c, s, 7, 2)
		if took := time.Since(began); took != longest {
			t.Errorf("waited %v", took)
		}
	})
}

func TestAReadingBegunBeforeAChangeIsNotKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{takes: time.Second}
		s.value.Store(7)
		c := NewCache[int64](8, time.Minute, time.Minute, time.Now)
		go func() { _, _, _ = c.Get(t.Context(), "x", s.read) }()
		synctest.Wait()
		s.value.Store(8)
		c.Forget("x")
		gets(t, c, s, 8, 2) // while the first one is under way
		gets(t, c, s, 8, 2)
	})
}

// The entries last used are kept, as by a list that is searched.
func TestTheLastUsedAreKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.IntRange(1, 5).Draw(t, "most")
		r, model := New[int, int](most), []int{} // the last used last
		use := func(key int) {
			model = append(slices.DeleteFunc(model, func(k int) bool { return k == key }), key)
			model = model[max(0, len(model)-most):]
		}
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			key := rapid.IntRange(0, 7).Draw(t, "key")
			switch rapid.IntRange(0, 2).Draw(t, "step") {
			case 0:
				r.Put(key, key*key)
				use(key)
			case 1:
				value, found := r.Get(key)
				if found != slices.Contains(model, key) || (found && value != key*key) {
					t.Fatalf("key %d: %d %v, of %v", key, value, found, model)
				}
				if found {
					use(key)
				}
			case 2:
				r.Remove(key)
				model = slices.DeleteFunc(model, func(k int) bool { return k == key })
			}
			if len(r.at) != len(model) || r.order.Len() != len(model) {
				t.Fatalf("%d kept, want %d", len(r.at), len(model))
			}
		}
	})
}
