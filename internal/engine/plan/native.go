package plan

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/open-policy-agent/opa/v1/ast"
)

var capabilities = sync.OnceValue(func() *ast.Capabilities { return ast.CapabilitiesForThisVersion() })

// unary and binary are native versions of built-in functions. A nil result hands the call over to topdown's own
// function: it knows what to do, or which error to report.
type (
	unary  func(mem *arena, v value) value
	binary func(mem *arena, a, b value) value
)

var unaries = map[string]unary{
	ast.Count.Name: count,
	ast.Union.Name: unionOf,
	ast.Max.Name:   maximum,
	ast.Min.Name:   minimum,
	ast.Abs.Name: func(_ *arena, v value) value {
		if i, ok := v.(integer); ok && small(int64(i)) {
			return max(i, -i)
		}
		return nil
	},
}

var binaries = map[string]binary{
	ast.Plus.Name:     arithmetic(add64),
	ast.Multiply.Name: arithmetic(mul64),
	ast.Divide.Name:   arithmetic(div64),
	ast.Rem.Name:      arithmetic(rem64),
	ast.Minus.Name:    minus,

	ast.Equal.Name:         func(_ *arena, a, b value) value { return boolean(equal(a, b)) },
	ast.NotEqual.Name:      func(_ *arena, a, b value) value { return boolean(!equal(a, b)) },
	ast.LessThan.Name:      func(_ *arena, a, b value) value { return boolean(compare(a, b) < 0) },
	ast.LessThanEq.Name:    func(_ *arena, a, b value) value { return boolean(compare(a, b) <= 0) },
	ast.GreaterThan.Name:   func(_ *arena, a, b value) value { return boolean(compare(a, b) > 0) },
	ast.GreaterThanEq.Name: func(_ *arena, a, b value) value { return boolean(compare(a, b) >= 0) },

	ast.And.Name:         sets((*arena).intersection),
	ast.Or.Name:          sets((*arena).union),
	ast.Member.Name:      member,
	ast.ArrayConcat.Name: concatenation,
	ast.ObjectUnion.Name: objectUnion,
	ast.Concat.Name:      join,
}

// native returns f's native version, or f itself.
func native(f *foreign) op {
	switch len(f.args) {
	case 1:
		if fast := unaries[f.name]; fast != nil {
			return f.unary(fast)
		}
	case 2:
		if fast := binaries[f.name]; fast != nil {
			return f.binary(fast)
		}
	case 3:
		if f.name == ast.ObjectGet.Name {
			return f.objectGet
		}
	}
	return f.run
}

func (f *foreign) unary(fast unary) op {
	a := f.args[0]
	return func(m *machine, locals []value) signal {
		if x := a.get(locals); x != nil {
			if v := fast(&m.arena, x); v != nil {
				locals[f.target] = v
				return next
			}
		}
		return f.run(m, locals)
	}
}

func (f *foreign) binary(fast binary) op {
	a, b := f.args[0], f.args[1]
	return func(m *machine, locals []value) signal {
		x, y := a.get(locals), b.get(locals)
		if x != nil && y != nil {
			if v := fast(&m.arena, x, y); v != nil {
				locals[f.target] = v
				return next
			}
		}
		return f.run(m, locals)
	}
}

// objectGet is object.get(object, key or path, default).
func (f *foreign) objectGet(m *machine, locals []value) signal {
	o, ok := f.args[0].get(locals).(*object)
	key, fallback := f.args[1].get(locals), f.args[2].get(locals)
	if !ok || key == nil || fallback == nil {
		return f.run(m, locals)
	}
	var found value = o
	if path, ok := key.(*array); ok {
		for _, step := range path.elems {
			if found = lookup(found, step); found == nil {
				break
			}
		}
	} else {
		found = o.get(key)
	}
	if found == nil {
		found = fallback
	}
	locals[f.target] = found
	return next
}

func boolean(b bool) value {
	if b {
		return vTrue
	}
	return vFalse
}

func arithmetic(exact func(x, y int64) (int64, bool)) binary {
	return func(_ *arena, a, b value) value {
		x, okx := indexOf(a)
		y, oky := indexOf(b)
		if !okx || !oky {
			return nil
		}
		if v, ok := exact(x, y); ok {
			return integer(v)
		}
		return nil
	}
}

func minus(mem *arena, a, b value) value {
	if x, ok := a.(*set); ok {
		if y, ok := b.(*set); ok {
			return mem.difference(x, y)
		}
		return nil
	}
	return subtract(mem, a, b)
}

var subtract = arithmetic(sub64)

func sets(algebra func(mem *arena, a, b *set) *set) binary {
	return func(mem *arena, a, b value) value {
		x, okx := a.(*set)
		y, oky := b.(*set)
		if !okx || !oky {
			return nil
		}
		return algebra(mem, x, y)
	}
}

func count(_ *arena, v value) value {
	if s, ok := v.(ast.String); ok {
		return integer(utf8.RuneCountInString(string(s)))
	}
	if n, ok := length(v); ok {
		return integer(n)
	}
	return nil
}

// unionOf is union({a, b, …}).
func unionOf(mem *arena, v value) value {
	all, ok := v.(*set)
	if !ok {
		return nil
	}
	out := emptySet
	for _, elem := range all.list() {
		s, ok := elem.(*set)
		if !ok {
			return nil
		}
		out = mem.union(out, s)
	}
	return out
}

func members(v value) []value {
	switch v := v.(type) {
	case *array:
		return v.elems
	case *set:
		return v.list()
	}
	return nil
}

// maximum and minimum leave the empty collection, which has none, to topdown. Of equal members they take the one
// topdown takes.
func maximum(_ *arena, v value) value {
	var best value
	for _, elem := range members(v) {
		if best == nil || compare(best, elem) <= 0 {
			best = elem
		}
	}
	return best
}

func minimum(_ *arena, v value) value {
	var best value
	for _, elem := range members(v) {
		if best == nil || compare(best, elem) >= 0 {
			best = elem
		}
	}
	return best
}

// member is the operator `in`.
func member(_ *arena, v, collection value) value {
	switch c := collection.(type) {
	case *set:
		return boolean(c.has(v) != nil)
	case *array:
		for _, elem := range c.elems {
			if equal(elem, v) {
				return vTrue
			}
		}
	case *object:
		for _, e := range c.list() {
			if equal(e.val, v) {
				return vTrue
			}
		}
	}
	return vFalse
}

// join is concat(separator, strings).
func join(_ *arena, separator, list value) value {
	sep, ok := separator.(ast.String)
	if !ok {
		return nil
	}
	var text strings.Builder
	for i, elem := range members(list) {
		s, ok := elem.(ast.String)
		if !ok {
			return nil
		}
		if i > 0 {
			text.WriteString(string(sep))
		}
		text.WriteString(string(s))
	}
	if text.Len() == 0 {
		return nil // the empty string, or no collection at all
	}
	return ast.String(text.String())
}

func concatenation(mem *arena, a, b value) value {
	x, okx := a.(*array)
	y, oky := b.(*array)
	if !okx || !oky {
		return nil
	}
	out := mem.newArray(len(x.elems) + len(y.elems))
	out.elems = append(append(out.elems, x.elems...), y.elems...)
	return out
}

// objectUnion merges b into a, objects in them as well.
func objectUnion(mem *arena, a, b value) value {
	x, okx := a.(*object)
	y, oky := b.(*object)
	switch {
	case !okx || !oky:
		return nil
	case x.len() == 0:
		return y
	case y.len() == 0 || equal(x, y):
		return x
	}
	return mem.merged(x, y)
}
