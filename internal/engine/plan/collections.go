package plan

import "github.com/open-policy-agent/opa/v1/ast"

// linear is the size up to which comparing one member after the other beats a binary search.
const linear = 8

// get returns the value at key, or nil.
func (o *object) get(key value) value {
	if s, ok := key.(ast.String); ok && len(o.entries) <= linear {
		for i := range o.entries {
			if k, ok := o.entries[i].key.(ast.String); ok && k == s {
				return o.entries[i].val
			}
		}
		return nil
	}
	if i, ok := o.find(key); ok {
		return o.entries[i].val
	}
	return nil
}

// find returns the place of key among the sorted entries, and whether it is there.
func (o *object) find(key value) (int, bool) {
	low, high := 0, len(o.entries)
	for low < high {
		middle := int(uint(low+high) >> 1)
		switch c := compare(o.entries[middle].key, key); {
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
func (o *object) put(key, val value) {
	n := len(o.entries)
	if n == 0 || compare(o.entries[n-1].key, key) < 0 {
		o.entries = append(o.entries, entry{key, val})
		return
	}
	i, found := o.find(key)
	if found {
		o.entries[i].val = val
		return
	}
	o.entries = append(o.entries, entry{})
	copy(o.entries[i+1:], o.entries[i:])
	o.entries[i] = entry{key, val}
}

// putOnce sets the value at key and reports false where another value is there already.
func (o *object) putOnce(key, val value) bool {
	if old := o.get(key); old != nil {
		return equal(old, val)
	}
	o.put(key, val)
	return true
}

// with returns a copy of o that has val at key.
func (o *object) with(key, val value) *object {
	changed := &object{entries: make([]entry, len(o.entries), len(o.entries)+1)}
	copy(changed.entries, o.entries)
	changed.put(key, val)
	return changed
}

// find returns the place of v among the sorted members, and whether it is there.
func (s *set) find(v value) (int, bool) {
	low, high := 0, len(s.elems)
	for low < high {
		middle := int(uint(low+high) >> 1)
		switch c := compare(s.elems[middle], v); {
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
func (s *set) add(v value) {
	n := len(s.elems)
	if n == 0 || compare(s.elems[n-1], v) < 0 {
		s.elems = append(s.elems, v)
		return
	}
	i, found := s.find(v)
	if found {
		return
	}
	s.elems = append(s.elems, nil)
	copy(s.elems[i+1:], s.elems[i:])
	s.elems[i] = v
}

// union returns the members of either; of equal ones, that of a.
func union(a, b *set) *set {
	if len(a.elems) == 0 {
		return b
	}
	if len(b.elems) == 0 {
		return a
	}
	out := make([]value, 0, len(a.elems)+len(b.elems))
	i, j := 0, 0
	for i < len(a.elems) && j < len(b.elems) {
		switch c := compare(a.elems[i], b.elems[j]); {
		case c < 0:
			out = append(out, a.elems[i])
			i++
		case c > 0:
			out = append(out, b.elems[j])
			j++
		default:
			out = append(out, a.elems[i])
			i++
			j++
		}
	}
	out = append(out, a.elems[i:]...)
	return &set{elems: append(out, b.elems[j:]...)}
}

// emptySet is shared; results of set algebra are never changed in place.
var emptySet = &set{}

// intersection returns the members of both, taken from the smaller as package ast does.
func intersection(a, b *set) *set {
	if len(b.elems) < len(a.elems) {
		a, b = b, a
	}
	var out []value
	i, j := 0, 0
	for i < len(a.elems) && j < len(b.elems) {
		switch c := compare(a.elems[i], b.elems[j]); {
		case c < 0:
			i++
		case c > 0:
			j++
		default:
			if out == nil {
				out = make([]value, 0, len(a.elems)-i)
			}
			out = append(out, a.elems[i])
			i++
			j++
		}
	}
	if out == nil {
		return emptySet
	}
	return &set{elems: out}
}

// difference returns the members of a that are not in b.
func difference(a, b *set) *set {
	var out []value
	j := 0
	for i, v := range a.elems {
		c := 1
		for j < len(b.elems) {
			if c = compare(b.elems[j], v); c >= 0 {
				break
			}
			j++
		}
		if j < len(b.elems) && c == 0 {
			continue
		}
		if out == nil {
			out = make([]value, 0, len(a.elems)-i)
		}
		out = append(out, v)
	}
	if out == nil {
		return emptySet
	}
	return &set{elems: out}
}

// field is get for a key that is known to be a string; key is the same string, boxed.
func (o *object) field(name ast.String, key value) value {
	if len(o.entries) > linear {
		return o.get(key)
	}
	for i := range o.entries {
		if k, ok := o.entries[i].key.(ast.String); ok && k == name {
			return o.entries[i].val
		}
	}
	return nil
}
