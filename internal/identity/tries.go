package identity

import (
	"sync"
	"time"

	"deferido/internal/recent"
)

// triesKept bounds those that are remembered. The one that failed longest ago is forgotten first.
const triesKept = 16384

// Tries holds back what fails too often: an address, a login. It is safe for concurrent use.
type Tries[K comparable] struct {
	most   int
	within time.Duration
	pause  time.Duration
	now    func() time.Time

	mu   sync.Mutex
	from *recent.Map[K, *failed]
}

// failed is what is remembered of one.
type failed struct {
	at    []time.Time // of its failures within the time, the oldest first, fewer than the most
	until time.Time   // when it may try again
}

// NewTries holds one back for a pause once so many of its attempts failed within a time; 0 holds none back.
func NewTries[K comparable](most int, within, pause time.Duration, now func() time.Time) *Tries[K] {
	return &Tries[K]{most: most, within: within, pause: pause, now: now, from: recent.New[K, *failed](triesKept)}
}

// Wait is how long one may not try yet; zero when it may.
func (f *Tries[K]) Wait(key K) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if seen, found := f.from.Get(key); found {
		// Never longer than the pause, should the clock be set back.
		return min(max(seen.until.Sub(f.now()), 0), f.pause)
	}
	return 0
}

// Add counts a failure.
func (f *Tries[K]) Add(key K) {
	if f.most <= 0 {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.now()
	seen, found := f.from.Get(key)
	if !found {
		seen = &failed{}
	}
	f.from.Put(key, seen)
	for len(seen.at) > 0 && now.Sub(seen.at[0]) >= f.within {
		seen.at = seen.at[1:]
	}
	seen.at = append(seen.at, now)
	if len(seen.at) >= f.most {
		seen.at, seen.until = nil, now.Add(f.pause)
	}
}

// Forget forgets the failures of one, which has succeeded.
func (f *Tries[K]) Forget(key K) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.from.Remove(key)
}
