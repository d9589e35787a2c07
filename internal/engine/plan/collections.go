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
func (mem *arena) put(o *object, key, val value) {
	n := len(o.entries)
	if n == 0 || compare(o.entries[n-1].key, key) < 0 {
		o.entries = append(mem.grownEntries(o.entries), entry{key, val})
		return
	}
	i, found := o.find(key)
	if found {
		o.entries[i].val = val
		return
	}
	o.entries = append(mem.grownEntries(o.entries), entry{})
	copy(o.entries[i+1:], o.entries[i:])
	o.entries[i] = entry{key, val}
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
	changed := mem.newObject(len(o.entries) + 1)
	changed.entries = append(changed.entries, o.entries...)
	mem.put(changed, key, val)
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
func (mem *arena) add(s *set, v value) {
	n := len(s.elems)
	if n == 0 || compare(s.elems[n-1], v) < 0 {
		s.elems = append(mem.grown(s.elems), v)
		return
	}
	i, found := s.find(v)
	if found {
		return
	}
	s.elems = append(mem.grown(s.elems), nil)
	copy(s.elems[i+1:], s.elems[i:])
	s.elems[i] = v
}

// union returns the members of either; of equal ones, that of a.
func (mem *arena) union(a, b *set) *set {
	if len(a.elems) == 0 {
		return b
	}
	if len(b.elems) == 0 {
		return a
	}
	out := mem.newSet(len(a.elems) + len(b.elems))
	i, j := 0, 0
	for i < len(a.elems) && j < len(b.elems) {
		switch c := compare(a.elems[i], b.elems[j]); {
		case c < 0:
			out.elems = append(out.elems, a.elems[i])
			i++
		case c > 0:
			out.elems = append(out.elems, b.elems[j])
			j++
		default:
			out.elems = append(out.elems, a.elems[i])
			i++
			j++
		}
	}
	out.elems = append(out.elems, a.elems[i:]...)
	out.elems = append(out.elems, b.elems[j:]...)
	return out
}

// emptySet is shared; results of set algebra are never changed in place.
var emptySet = &set{permanent: true}

// intersection returns the members of both, taken from the smaller as package ast does.
func (mem *arena) intersection(a, b *set) *set {
	if len(b.elems) < len(a.elems) {
		a, b = b, a
	}
	out := emptySet
	i, j := 0, 0
	for i < len(a.elems) && j < len(b.elems) {
		switch c := compare(a.elems[i], b.elems[j]); {
		case c < 0:
			i++
		case c > 0:
			j++
		default:
			if out == emptySet {
				out = mem.newSet(len(a.elems) - i)
			}
			out.elems = append(out.elems, a.elems[i])
			i++
			j++
		}
	}
	return out
}

// difference returns the members of a that are not in b.
func (mem *arena) difference(a, b *set) *set {
	out := emptySet
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
		if out == emptySet {
			out = mem.newSet(len(a.elems) - i)
		}
		out.elems = append(out.elems, v)
	}
	return out
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
