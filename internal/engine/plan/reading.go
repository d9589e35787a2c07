package plan

import (
	"encoding/json"
	"iter"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Value is a value of a policy, to be read where it is: making an ast.Value of a large result costs more than computing
// it. It does not change and may be read by several goroutines. The zero Value is undefined, and reading what a Value
// does not hold gives the zero of the type.
type Value struct{ v value }

// FromAST reads a value of package ast. The error is of a value that a policy cannot give, such as one with variables.
func FromAST(v ast.Value) (Value, error) {
	if v == nil {
		return Value{}, nil
	}
	read, err := (*arena)(nil).fromAST(v)
	if err != nil {
		return Value{}, err
	}
	keep(read)
	return Value{read}, nil
}

// Equal reports whether two values are the same to a policy.
func (v Value) Equal(other Value) bool {
	if v.v == nil || other.v == nil {
		return v.v == other.v
	}
	return compare(v.v, other.v) == 0
}

// Defined reports whether there is a value at all.
func (v Value) Defined() bool { return v.v != nil }

// AST returns v as package ast has it, nil for undefined. The caller owns it.
func (v Value) AST() ast.Value {
	if v.v == nil {
		return nil
	}
	return toAST(v.v)
}

// Text returns a string, and false where v is none.
func (v Value) Text() (string, bool) {
	s, ok := v.v.(ast.String)
	return string(s), ok
}

// Bool returns a boolean, and false where v is none.
func (v Value) Bool() (value, ok bool) {
	b, ok := v.v.(ast.Boolean)
	return bool(b), ok
}

// Int returns a number that is an integer, however it is written, and false where v is none.
func (v Value) Int() (int64, bool) { return indexOf(v.v) }

// Number returns the text of a number, and false where v is none.
func (v Value) Number() (string, bool) {
	switch n := v.v.(type) {
	case integer:
		return string(n.number()), true
	case ast.Number:
		return string(n), true
	}
	return "", false
}

// Null reports whether v is null.
func (v Value) Null() bool {
	_, ok := v.v.(ast.Null)
	return ok
}

// Len returns the number of members of an array, an object or a set.
func (v Value) Len() int {
	n, _ := length(v.v)
	return n
}

// Get returns the member of an object by name, undefined where there is none.
func (v Value) Get(name string) Value {
	if o, ok := v.v.(*object); ok {
		return Value{o.get(ast.String(name))}
	}
	return Value{}
}

// Elems yields the members of an array or a set, in order.
func (v Value) Elems() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for _, elem := range members(v.v) {
			if !yield(Value{elem}) {
				return
			}
		}
	}
}

// Entries yields the members of an object, in the order of their keys.
func (v Value) Entries() iter.Seq2[Value, Value] {
	return func(yield func(key, val Value) bool) {
		o, ok := v.v.(*object)
		if !ok {
			return
		}
		for _, e := range o.list() {
			if !yield(Value{e.key}, Value{e.val}) {
				return
			}
		}
	}
}

// IsArray reports whether v is an array.
func (v Value) IsArray() bool { _, ok := v.v.(*array); return ok }

// IsObject reports whether v is an object.
func (v Value) IsObject() bool { _, ok := v.v.(*object); return ok }

// IsSet reports whether v is a set.
func (v Value) IsSet() bool { _, ok := v.v.(*set); return ok }

// Plain returns what ast.JSON makes of v: nil, bool, json.Number, string, []any (sets too, in order) and map[string]any,
// in which keys that are no strings stand as their JSON text. Undefined is nil.
func (v Value) Plain() (any, error) {
	if v.v == nil {
		return nil, nil
	}
	return plain(v.v)
}

func plain(v value) (any, error) {
	switch v := v.(type) {
	case ast.Null:
		return nil, nil
	case ast.Boolean:
		return bool(v), nil
	case ast.String:
		return string(v), nil
	case integer:
		return json.Number(v.number()), nil
	case *array, *set:
		list := members(v)
		out := make([]any, len(list))
		for i, elem := range list {
			var err error
			if out[i], err = plain(elem); err != nil {
				return nil, err
			}
		}
		return out, nil
	case *object:
		return plainObject(v)
	}
	return ast.JSON(toAST(v))
}

func plainObject(o *object) (any, error) {
	out := make(map[string]any, o.len())
	for _, e := range o.list() {
		name, ok := e.key.(ast.String)
		if !ok {
			return ast.JSON(toAST(o)) // which knows how such keys are written
		}
		val, err := plain(e.val)
		if err != nil {
			return nil, err
		}
		out[string(name)] = val
	}
	return out, nil
}
