// Package recent keeps what was used last: a map of no more than so many entries, and a cache of what was read from the store.
package recent

import "container/list"

// Map is a map that keeps the entries last used, and no more than so many. It is not safe for concurrent use.
type Map[K comparable, V any] struct {
	most  int
	order *list.List // of *used[K, V], the last used first
	at    map[K]*list.Element
}

type used[K comparable, V any] struct {
	key   K
	value V
}

// New makes a map of at most so many entries.
func New[K comparable, V any](most int) *Map[K, V] {
	return &Map[K, V]{most: most, order: list.New(), at: map[K]*list.Element{}}
}

// Get is what stands under a key, which is then the last used.
func (r *Map[K, V]) Get(key K) (V, bool) {
	at, found := r.at[key]
	if !found {
		var none V
		return none, false
	}
	r.order.MoveToFront(at)
	return at.Value.(*used[K, V]).value, true
}

// Put sets what stands under a key, in place of any before.
func (r *Map[K, V]) Put(key K, value V) {
	if at, found := r.at[key]; found {
		at.Value.(*used[K, V]).value = value
		r.order.MoveToFront(at)
		return
	}
	r.at[key] = r.order.PushFront(&used[K, V]{key, value})
	if r.order.Len() > r.most {
		r.Remove(r.order.Back().Value.(*used[K, V]).key)
	}
}

// Remove removes what stands under a key, if anything.
func (r *Map[K, V]) Remove(key K) {
	if at, found := r.at[key]; found {
		r.order.Remove(at)
		delete(r.at, key)
	}
}

// Len is how many entries are kept.
func (r *Map[K, V]) Len() int { return len(r.at) }
