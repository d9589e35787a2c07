package recent

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// longest is how long a reading of the store may take before what is cached is used instead.
const longest = 2 * time.Second

// Cache keeps for a moment what was found in the store, so that a caller who comes often does not read it each time. Other
// processes write the store: nothing is used that was read longer ago than fresh, unless the store cannot be read, when
// that limit is stale. What is not found is not kept: it may be there a moment later.
type Cache[V any] struct {
	fresh, stale time.Duration
	now          func() time.Time

	mu      sync.Mutex
	kept    *Map[string, kept[V]]
	reading map[string]*reading[V] // one at a time for each id
}

// kept is what was read, and when. A failure later on is tried again after fresh, and not at once.
type kept[V any] struct {
	value       V
	read, tried time.Time
}

// reading is one of the store that others may wait for.
type reading[V any] struct {
	done  chan struct{}
	value V
	found bool
	err   error
}

// Read reads the store. It is false where nothing is found.
type Read[V any] func(ctx context.Context) (V, bool, error)

// NewCache makes a cache of at most so many entries, by a clock.
func NewCache[V any](most int, fresh, stale time.Duration, now func() time.Time) *Cache[V] {
	return &Cache[V]{
		fresh: fresh, stale: stale, now: now,
		kept: New[string, kept[V]](most), reading: map[string]*reading[V]{},
	}
}

// Get is what stands under an id, read from the store where it was not read a moment ago. It is false where nothing is found.
func (c *Cache[V]) Get(ctx context.Context, id string, from Read[V]) (V, bool, error) {
	c.mu.Lock()
	began := c.now()
	if k, held := c.kept.Get(id); held && within(began.Sub(k.tried), c.fresh) && (k.tried.Equal(k.read) || within(began.Sub(k.read), c.stale)) {
		c.mu.Unlock()
		return k.value, true, nil
	}
	r, under := c.reading[id]
	if !under {
		r = &reading[V]{done: make(chan struct{})}
		c.reading[id] = r
	}
	c.mu.Unlock()
	if !under {
		c.run(ctx, id, r, from, began)
		return r.value, r.found, r.err
	}
	select {
	case <-r.done:
		return r.value, r.found, r.err
	case <-ctx.Done():
		var none V
		return none, false, fmt.Errorf("waiting for the store: %w", ctx.Err())
	}
}

// within tells whether an age is less than a limit. A clock that was set back makes nothing younger.
func within(age, limit time.Duration) bool { return age >= 0 && age < limit }

// run reads the store for whoever waits. It does not end with the request that began it, since others have not ended.
func (c *Cache[V]) run(ctx context.Context, id string, r *reading[V], from Read[V], began time.Time) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), longest)
	defer cancel()
	value, found, err := from(ctx)

	c.mu.Lock()
	defer c.mu.Unlock()
	defer close(r.done)
	r.value, r.found, r.err = value, found, err
	if c.reading[id] != r {
		return // it was forgotten meanwhile: what was read may be what it was before
	}
	delete(c.reading, id)
	switch {
	case err != nil:
		c.fallBack(id, r)
	case found:
		c.kept.Put(id, kept[V]{value: value, read: began, tried: began})
	default:
		c.kept.Remove(id)
	}
}

// fallBack answers a reading that failed with what was read before, if that is not too long ago.
func (c *Cache[V]) fallBack(id string, r *reading[V]) {
	now := c.now()
	if k, held := c.kept.Get(id); held && within(now.Sub(k.read), c.stale) {
		r.value, r.found, r.err = k.value, true, nil
		k.tried = now
		c.kept.Put(id, k)
	}
}

// Forget has the next one who asks read the store.
func (c *Cache[V]) Forget(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept.Remove(id)
	delete(c.reading, id)
}
