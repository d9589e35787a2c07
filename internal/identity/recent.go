package identity

import "container/list"

// recent is a map that keeps the entries last used, and no more than so many. It is not safe for concurrent use.
type recent[K comparable, V any] struct {
	most  int
	order *list.List // of *used[K, V], the last used first
	at    map[K]*list.Element
}

type used[K comparable, V any] struct {
	key   K
	value V
}

func newRecent[K comparable, V any](most int) *recent[K, V] {
	return &recent[K, V]{most: most, order: list.New(), at: map[K]*list.Element{}}
}

func (r *recent[K, V]) get(key K) (V, bool) {
	at, found := r.at[key]
	if !found {
		var none V
		return none, false
	}
	r.order.MoveToFront(at)
	return at.Value.(*used[K, V]).value, true
}

func (r *recent[K, V]) put(key K, value V) {
	if at, found := r.at[key]; found {
		at.Value.(*used[K, V]).value = value
		r.order.MoveToFront(at)
		return
	}
	r.at[key] = r.order.PushFront(&used[K, V]{key, value})
	if r.order.Len() > r.most {
		r.remove(r.order.Back().Value.(*used[K, V]).key)
	}
}

func (r *recent[K, V]) remove(key K) {
	if at, found := r.at[key]; found {
		r.order.Remove(at)
		delete(r.at, key)
	}
}
