package plan

import (
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"
)

// toAST returns v, which is defined, as a value of its own: no collection in it is shared with another result.
func toAST(v value) ast.Value {
	var x exporter
	return x.value(v)
}

// exporter makes ast.Values. It takes the terms of a result from common blocks, and lists the members of a collection
// in scratch memory: package ast copies those of objects and sets.
type exporter struct {
	terms   []ast.Term // not handed out yet
	size    int        // of the block that they are from
	pairs   [][2]*ast.Term
	members []*ast.Term
}

const (
	firstTerms = 4
	mostTerms  = 64
)

func (x *exporter) term(v value) *ast.Term {
	made := x.value(v)
	if len(x.terms) == 0 {
		x.size = min(max(2*x.size, firstTerms), mostTerms)
		x.terms = make([]ast.Term, x.size)
	}
	t := &x.terms[0]
	x.terms = x.terms[1:]
	t.Value = made
	return t
}

func (x *exporter) value(v value) ast.Value {
	switch v := v.(type) {
	case integer:
		return v.number()
	case *array:
		return x.array(v.elems)
	case *set:
		return x.set(v.list())
	case *object:
		return x.object(v.list())
	case ast.Value:
		return v
	}
	panic(fmt.Sprintf("plan: no value: %T", v)) // unreachable: value lists every type
}

func (x *exporter) array(elems []value) *ast.Array {
	terms := make([]*ast.Term, len(elems)) // the array keeps it
	for i, elem := range elems {
		terms[i] = x.term(elem)
	}
	return ast.NewArray(terms...)
}

func (x *exporter) set(elems []value) ast.Set {
	from := len(x.members)
	for _, elem := range elems {
		member := x.term(elem) // which uses the scratch memory too
		x.members = append(x.members, member)
	}
	out := ast.NewSet(x.members[from:]...)
	x.members = x.members[:from]
	return out
}

func (x *exporter) object(entries []entry) ast.Object {
	from := len(x.pairs)
	for _, e := range entries {
		key, val := x.term(e.key), x.term(e.val)
		x.pairs = append(x.pairs, [2]*ast.Term{key, val})
	}
	out := ast.NewObject(x.pairs[from:]...)
	x.pairs = x.pairs[:from]
	return out
}
