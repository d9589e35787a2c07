package plan

// union returns the members of either; of equal ones, that of a.
func (mem *arena) union(a, b *set) *set {
	x, y := a.list(), b.list()
	if len(x) == 0 {
		return b
	}
	if len(y) == 0 {
		return a
	}
	out := mem.newSet(len(x) + len(y))
	i, j := 0, 0
	for i < len(x) && j < len(y) {
		switch c := compare(x[i], y[j]); {
		case c < 0:
			out.main = append(out.main, x[i])
			i++
		case c > 0:
			out.main = append(out.main, y[j])
			j++
		default:
			out.main = append(out.main, x[i])
			i++
			j++
		}
	}
	out.main = append(out.main, x[i:]...)
	out.main = append(out.main, y[j:]...)
	return out
}

// emptySet is shared; results of set algebra are never changed in place.
var emptySet = &set{permanent: true}

// intersection returns the members of both, taken from the smaller as package ast does.
func (mem *arena) intersection(a, b *set) *set {
	x, y := a.list(), b.list()
	if len(y) < len(x) {
		x, y = y, x
	}
	out := emptySet
	i, j := 0, 0
	for i < len(x) && j < len(y) {
		switch c := compare(x[i], y[j]); {
		case c < 0:
			i++
		case c > 0:
			j++
		default:
			if out == emptySet {
				out = mem.newSet(len(x) - i)
			}
			out.main = append(out.main, x[i])
			i++
			j++
		}
	}
	return out
}

// difference returns the members of a that are not in b.
func (mem *arena) difference(a, b *set) *set {
	x, y := a.list(), b.list()
	out := emptySet
	j := 0
	for i, v := range x {
		c := 1
		for j < len(y) {
			if c = compare(y[j], v); c >= 0 {
				break
			}
			j++
		}
		if j < len(y) && c == 0 {
			continue
		}
		if out == emptySet {
			out = mem.newSet(len(x) - i)
		}
		out.main = append(out.main, v)
	}
	return out
}
