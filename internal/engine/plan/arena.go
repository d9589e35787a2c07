package plan

// arena is where an evaluation makes its collections. The memory is used again by later evaluations on the same
// machine, so that what leaves an evaluation must be copied: clone and toAST do. A nil arena takes memory of its own for
// each collection, for values that stay.
type arena struct {
	objects slab[object]
	sets    slab[set]
	arrays  slab[array]
	entries slab[entry]
	values  slab[value]
}

// firstRoom is the number of members for which a collection of unknown size first takes memory.
const firstRoom = 4

func (mem *arena) newObject(n int) *object {
	if mem == nil {
		return &object{main: make([]entry, 0, n)}
	}
	o := &mem.objects.take(1)[0]
	if n > 0 {
		o.main = mem.entries.take(n)[:0]
	}
	return o
}

func (mem *arena) newSet(n int) *set {
	if mem == nil {
		return &set{main: make([]value, 0, n)}
	}
	s := &mem.sets.take(1)[0]
	if n > 0 {
		s.main = mem.values.take(n)[:0]
	}
	return s
}

func (mem *arena) newArray(n int) *array {
	if mem == nil {
		return &array{elems: make([]value, 0, n)}
	}
	l := &mem.arrays.take(1)[0]
	if n > 0 {
		l.elems = mem.values.take(n)[:0]
	}
	return l
}

// room returns vs with room for n more.
func (mem *arena) room(vs []value, n int) []value {
	if len(vs)+n <= cap(vs) {
		return vs
	}
	size := max(firstRoom, 2*cap(vs), len(vs)+n)
	if mem == nil {
		return append(make([]value, 0, size), vs...)
	}
	return append(mem.values.take(size)[:0], vs...)
}

func (mem *arena) roomEntries(es []entry, n int) []entry {
	if len(es)+n <= cap(es) {
		return es
	}
	size := max(firstRoom, 2*cap(es), len(es)+n)
	if mem == nil {
		return append(make([]entry, 0, size), es...)
	}
	return append(mem.entries.take(size)[:0], es...)
}

// reset makes the memory free again. What an extraordinary evaluation took is given up.
func (mem *arena) reset() {
	mem.objects.reset()
	mem.sets.reset()
	mem.arrays.reset()
	mem.entries.reset()
	mem.values.reset()
}

// slab hands out zeroed memory by the piece.
type slab[T any] struct {
	blocks [][]T // of each, the length is what is handed out
	at     int
	size   int // of all blocks
}

const (
	blockSize = 64      // members of the first block; each further one is twice as large
	keptSize  = 1 << 15 // members that a slab keeps over a reset
)

// take returns n zeroed members, without room for more.
func (s *slab[T]) take(n int) []T {
	for ; s.at < len(s.blocks); s.at++ {
		used := len(s.blocks[s.at])
		if used+n <= cap(s.blocks[s.at]) {
			s.blocks[s.at] = s.blocks[s.at][:used+n]
			return s.blocks[s.at][used : used+n : used+n]
		}
	}
	block := make([]T, n, max(n, s.size, blockSize))
	s.blocks = append(s.blocks, block)
	s.size += cap(block)
	return block[:n:n]
}

func (s *slab[T]) reset() {
	if s.size > keptSize {
		*s = slab[T]{}
		return
	}
	for i, block := range s.blocks {
		clear(block)
		s.blocks[i] = block[:0]
	}
	s.at = 0
}

// clone returns v in memory of its own. Constants of the policy, which stay as long as the Program, are shared.
func clone(v value) value {
	switch v := v.(type) {
	case *object:
		if v.permanent {
			return v
		}
		out := &object{main: make([]entry, v.len())}
		for i, e := range v.list() {
			out.main[i] = entry{clone(e.key), clone(e.val)}
		}
		return out
	case *set:
		if v.permanent {
			return v
		}
		return &set{main: cloneAll(v.list())}
	case *array:
		if v.permanent {
			return v
		}
		return &array{elems: cloneAll(v.elems)}
	}
	return v
}

func cloneAll(vs []value) []value {
	out := make([]value, len(vs))
	for i, v := range vs {
		out[i] = clone(v)
	}
	return out
}

// keep marks v as permanent. Everything in it must be so already, or is marked as well.
func keep(v value) {
	switch v := v.(type) {
	case *object:
		v.permanent = true
		for _, e := range v.list() {
			keep(e.key)
			keep(e.val)
		}
	case *set:
		v.permanent = true
		for _, elem := range v.list() {
			keep(elem)
		}
	case *array:
		v.permanent = true
		for _, elem := range v.elems {
			keep(elem)
		}
	}
}
