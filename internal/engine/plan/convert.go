package plan

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/open-policy-agent/opa/v1/ast"
)

var errNotAValue = errors.New("not a value")

// fromAST returns v for use in evaluations, in memory of a. Scalars are shared, collections copied. A nil v is undefined. An error says
// that v holds something that is not a value, such as a variable or a reference.
func (mem *arena) fromAST(v ast.Value) (value, error) {
	switch v := v.(type) {
	case nil:
		return nil, nil
	case ast.Number:
		return fromNumber(v), nil
	case ast.Null, ast.Boolean, ast.String:
		return v, nil
	case *ast.Array:
		return mem.fromArray(v)
	case ast.Object:
		return mem.fromObject(v)
	case ast.Set:
		return mem.fromSet(v)
	}
	return nil, fmt.Errorf("%w: %T", errNotAValue, v)
}

func (mem *arena) fromArray(v *ast.Array) (value, error) {
	out := mem.newArray(v.Len())
	for i := range v.Len() {
		elem, err := mem.fromAST(v.Elem(i).Value)
		if err != nil {
			return nil, err
		}
		out.elems = append(out.elems, elem)
	}
	return out, nil
}

func (mem *arena) fromObject(v ast.Object) (value, error) {
	out := mem.newObject(v.Len())
	err := v.Iter(func(k, e *ast.Term) error {
		key, err := mem.fromAST(k.Value)
		if err != nil {
			return err
		}
		val, err := mem.fromAST(e.Value)
		if err != nil {
			return err
		}
		mem.put(out, key, val)
		return nil
	})
	return out, err
}

func (mem *arena) fromSet(v ast.Set) (value, error) {
	out := mem.newSet(v.Len())
	err := v.Iter(func(e *ast.Term) error {
		elem, err := mem.fromAST(e.Value)
		if err == nil {
			mem.add(out, elem)
		}
		return err
	})
	return out, err
}

// fromNumber keeps the text of every number that would print differently.
func fromNumber(n ast.Number) value {
	if i, ok := plainInteger(string(n)); ok {
		return integer(i)
	}
	return n
}

// plainInteger parses s when s is exactly what strconv prints for an int64 of at most 18 digits.
func plainInteger(s string) (int64, bool) {
	digits := s
	if len(digits) > 0 && digits[0] == '-' {
		digits = digits[1:]
	}
	if len(digits) == 0 || len(digits) > 18 || (digits[0] == '0' && len(s) > 1) {
		return 0, false
	}
	var n int64
	for i := range len(digits) {
		d := digits[i] - '0'
		if d > 9 {
			return 0, false
		}
		n = n*10 + int64(d)
	}
	if len(digits) != len(s) {
		n = -n
	}
	return n, true
}

// number returns i as package ast has it.
func (i integer) number() ast.Number { return ast.Number(strconv.FormatInt(int64(i), 10)) }
