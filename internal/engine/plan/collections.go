package plan

import "github.com/open-policy-agent/opa/v1/ast"

// object keeps its members sorted by key: all of them in main, or, while a large object is built, the newest in tail.
// Inserting into a long slice would move its half each time. A permanent object has no tail, so that reading it changes
// nothing.
type object struct {
	main, tail []entry
	permanent  bool
}

// set keeps its members sorted and distinct, as object does.
type set struct {
	main, tail []value
	permanent  bool
}

const (
	linear   = 8   // the size up to which comparing one member after the other beats a binary search
	tailFrom = 512 // the size from which on new members go to the tail
	tailSize = 256 // the size of a tail that is merged
)

// list returns the members, in order.
func (o *object) list() []entry {
	if len(o.tail) > 0 {
		o.main, o.tail = mergeTail(o.main, o.tail, compareKeys), o.tail[:0]
	}
	return o.main
}

// list returns the members, in order.
func (s *set) list() []value {
	if len(s.tail) > 0 {
		s.main, s.tail = mergeTail(s.main, s.tail, compare), s.tail[:0]
	}
	return s.main
}

// mergeTail merges tail into main, which has room for it.
func mergeTail[T any](main, tail []T, cmp func(a, b T) int) []T {
	i, j := len(main)-1, len(tail)-1
	merged := main[:len(main)+len(tail)]
	for to := len(merged) - 1; j >= 0; to-- {
		if i >= 0 && cmp(main[i], tail[j]) > 0 {
			merged[to] = main[i]
			i--
		} else {
			merged[to] = tail[j]
			j--
		}
	}
	return merged
}

func compareKeys(a, b entry) int { return compare(a.key, b.key) }

func (o *object) len() int { return len(o.main) + len(o.tail) }

func (s *set) len() int { return len(s.main) + len(s.tail) }

// get returns the value at key, or nil.
func (o *object) get(key value) value {
	if name, ok := key.(ast.String); ok && len(o.main) <= linear {
		return o.field(name, key)
	}
	if i, ok := findEntry(o.main, key); ok {
		return o.main[i].val
	}
	if i, ok := findEntry(o.tail, key); ok {
		return o.tail[i].val
	}
	return nil
}

// field is get for a key that is known to be a string; key is the same string, boxed.
func (o *object) field(name ast.String, key value) value {
	if len(o.main) > linear {
		return o.get(key)
	}
	for i := range o.main {
		if k, ok := o.main[i].key.(ast.String); ok && k == name {
			return o.main[i].val
		}
	}
	return nil
}

// findEntry returns the place of key among sorted entries, and whether it is there.
func findEntry(entries []entry, key value) (int, bool) {
	low, high := 0, len(entries)
	for low < high {
		middle := int(uint(low+high) >> 1)
		switch c := compare(entries[middle].key, key); {
		case c == 0:
			return middle, true
		case c < 0:
			low = middle + 1
		default:
			high = middle
		}
	}
	return low, false
}

// put sets the value at key. A key that is there keeps its own form (1 stays 1 when 1.0 is put).
func (mem *arena) put(o *object, key, val value) {
	n := len(o.main)
	if n == 0 || compare(o.main[n-1].key, key) < 0 {
		o.main = append(mem.roomEntries(o.main, len(o.tail)+1), entry{key, val})
		return
	}
	i, found := findEntry(o.main, key)
	switch {
	case found:
		o.main[i].val = val
	case n < tailFrom:
		o.main = insertAt(mem.roomEntries(o.main, 1), i, entry{key, val})
	default:
		mem.putTail(o, key, val)
	}
}

func (mem *arena) putTail(o *object, key, val value) {
	i, found := findEntry(o.tail, key)
	if found {
		o.tail[i].val = val
		return
	}
	o.tail = insertAt(mem.roomEntries(o.tail, 1), i, entry{key, val})
	o.main = mem.roomEntries(o.main, len(o.tail))
	if len(o.tail) == tailSize {
		o.list()
	}
}

// insertAt moves the members from i on; vs has room for one more.
func insertAt[T any](vs []T, i int, v T) []T {
	vs = vs[:len(vs)+1]
	copy(vs[i+1:], vs[i:])
	vs[i] = v
	return vs
}

// putOnce sets the value at key and reports false where another value is there already.
func (mem *arena) putOnce(o *object, key, val value) bool {
	if old := o.get(key); old != nil {
		return equal(old, val)
	}
	mem.put(o, key, val)
	return true
}

// with returns a copy of o that has val at key.
func (mem *arena) with(o *object, key, val value) *object {
	changed := mem.newObject(o.len() + 1)
	changed.main = append(changed.main, o.list()...)
	mem.put(changed, key, val)
	return changed
}

// has returns the member of s that equals v, or nil.
func (s *set) has(v value) value {
	if i, ok := findMember(s.main, v); ok {
		return s.main[i]
	}
	if i, ok := findMember(s.tail, v); ok {
		return s.tail[i]
	}
	return nil
}

// findMember returns the place of v among sorted members, and whether it is there.
func findMember(members []value, v value) (int, bool) {
	low, high := 0, len(members)
	for low < high {
		middle := int(uint(low+high) >> 1)
		switch c := compare(members[middle], v); {
		case c == 0:
			return middle, true
		case c < 0:
			low = middle + 1
		default:
			high = middle
		}
	}
	return low, false
}

// add puts v into s; a member that equals it stays as it is.
func (mem *arena) add(s *set, v value) {
	n := len(s.main)
	if n == 0 || compare(s.main[n-1], v) < 0 {
		s.main = append(mem.room(s.main, len(s.tail)+1), v)
		return
	}
	i, found := findMember(s.main, v)
	switch {
	case found:
	case n < tailFrom:
		s.main = insertAt(mem.room(s.main, 1), i, v)
	default:
		mem.addTail(s, v)
	}
}

func (mem *arena) addTail(s *set, v value) {
	i, found := findMember(s.tail, v)
	if found {
		return
	}
	s.tail = insertAt(mem.room(s.tail, 1), i, v)
	s.main = mem.room(s.main, len(s.tail))
	if len(s.tail) == tailSize {
		s.list()
	}
}
