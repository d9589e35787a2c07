package facts

import (
	"maps"
	"slices"

	"deferido/internal/civil"
	"github.com/open-policy-agent/opa/v1/ast"
)

// Law is what holds on one day, as the corpus knows it. Every part goes into the input as it is.
type Law struct {
	AsOf    civil.Date                   // input.days.as_of
	InForce map[string]bool              // input.in_force
	Wording map[string]map[string]string // input.wording
	Params  map[string]int64             // input.params
}

// Context is a Law prepared for the input. It is made once per day and serves every request of that day.
type Context struct {
	days  [2]*ast.Term
	pairs [3][2]*ast.Term
}

// NewContext prepares a Law, which may change afterwards without effect.
func NewContext(l Law) *Context {
	flag := func(b bool) *ast.Term { return ast.InternedTerm(b) }
	c := &Context{
		days: [2]*ast.Term{asOfTerm, intTerm(l.AsOf.Days())},
		pairs: [3][2]*ast.Term{
			{ast.InternedTerm("in_force"), objectOf(l.InForce, flag)},
			{ast.InternedTerm("wording"), objectOf(l.Wording, func(m map[string]string) *ast.Term {
				return objectOf(m, ast.StringTerm)
			})},
			{ast.InternedTerm("params"), objectOf(l.Params, int64Term)},
		},
	}
	for _, p := range c.pairs {
		p[1].Value.(ast.Object).Keys() // sorts the keys now and not in the first request
	}
	return c
}

func objectOf[V any](m map[string]V, term func(V) *ast.Term) *ast.Term {
	pairs := make([][2]*ast.Term, 0, len(m))
	for _, k := range slices.Sorted(maps.Keys(m)) {
		pairs = append(pairs, [2]*ast.Term{ast.StringTerm(k), term(m[k])})
	}
	return ast.ObjectTerm(pairs...)
}
