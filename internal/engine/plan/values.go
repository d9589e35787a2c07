package plan

import (
	"cmp"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// value is a Rego value inside an evaluation; nil is undefined. It holds one of
//
//	ast.Null, ast.Boolean, ast.String   as in package ast
//	integer                             a number that int64 holds and that prints as strconv would
//	ast.Number                          any other number, in the text it came with
//	*array, *object, *set               collections, in topdown's order of iteration
//
// Package ast's collections hash every member and sort lazily; the ones here are small sorted slices, which need
// neither and can be read by several goroutines.
type value = any

type integer int64

// array is an ordered list. A permanent collection, of any type, is a part of the Program and outlives evaluations.
type array struct {
	elems     []value
	permanent bool
}

// entry is one member of an object.
type entry struct{ key, val value }

// Boxed once: a conversion to an interface at run time may allocate.
var (
	vTrue  value = ast.Boolean(true)
	vFalse value = ast.Boolean(false)
	vNull  value = ast.Null{}
)

// rank orders values of different types as ast.Compare does.
func rank(v value) int {
	switch v.(type) {
	case nil:
		return -1
	case ast.Null:
		return 0
	case ast.Boolean:
		return 1
	case integer, ast.Number:
		return 2
	case ast.String:
		return 3
	case *array:
		return 4
	case *object:
		return 5
	default:
		return 6
	}
}

// compare is ast.Compare: negative, zero or positive as a sorts before, with or after b.
func compare(a, b value) int {
	switch x := a.(type) {
	case ast.String:
		if y, ok := b.(ast.String); ok {
			return cmp.Compare(x, y)
		}
	case integer:
		switch y := b.(type) {
		case integer:
			return cmp.Compare(x, y)
		case ast.Number:
			return ast.NumberCompare(x.number(), y)
		}
	case ast.Number:
		switch y := b.(type) {
		case integer:
			return ast.NumberCompare(x, y.number())
		case ast.Number:
			return ast.NumberCompare(x, y)
		}
	case ast.Boolean:
		if y, ok := b.(ast.Boolean); ok {
			return compareBooleans(x, y)
		}
	case *array:
		if y, ok := b.(*array); ok {
			return slices.CompareFunc(x.elems, y.elems, compare)
		}
	case *object:
		if y, ok := b.(*object); ok {
			return slices.CompareFunc(x.list(), y.list(), compareEntries)
		}
	case *set:
		if y, ok := b.(*set); ok {
			return slices.CompareFunc(x.list(), y.list(), compare)
		}
	}
	return cmp.Compare(rank(a), rank(b))
}

func compareBooleans(a, b ast.Boolean) int {
	switch {
	case a == b:
		return 0
	case bool(b):
		return -1
	default:
		return 1
	}
}

func compareEntries(a, b entry) int {
	if c := compare(a.key, b.key); c != 0 {
		return c
	}
	return compare(a.val, b.val)
}

// equal reports compare(a, b) == 0, faster for the frequent cases.
func equal(a, b value) bool {
	switch x := a.(type) {
	case ast.String:
		y, ok := b.(ast.String)
		return ok && x == y
	case ast.Boolean:
		y, ok := b.(ast.Boolean)
		return ok && x == y
	case integer:
		if y, ok := b.(integer); ok {
			return x == y
		}
	case *array:
		y, ok := b.(*array)
		return ok && (x == y || slices.EqualFunc(x.elems, y.elems, equal))
	case *object:
		y, ok := b.(*object)
		return ok && (x == y || slices.EqualFunc(x.list(), y.list(), equalEntries))
	case *set:
		y, ok := b.(*set)
		return ok && (x == y || slices.EqualFunc(x.list(), y.list(), equal))
	}
	return compare(a, b) == 0
}

func equalEntries(a, b entry) bool { return equal(a.key, b.key) && equal(a.val, b.val) }

// lookup returns the member of a collection at key, or nil: what collection[key] is in Rego.
func lookup(collection, key value) value {
	switch c := collection.(type) {
	case *object:
		return c.get(key)
	case *array:
		if i, ok := indexOf(key); ok && i >= 0 && i < int64(len(c.elems)) {
			return c.elems[i]
		}
	case *set:
		return c.has(key)
	}
	return nil
}

// length returns the number of members, and false for what has none.
func length(v value) (int, bool) {
	switch v := v.(type) {
	case *array:
		return len(v.elems), true
	case *object:
		return v.len(), true
	case *set:
		return v.len(), true
	}
	return 0, false
}
