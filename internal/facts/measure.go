package facts

import (
	"strconv"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
)

// branch is one part of the input, below which the facts' paths repeat.
type branch int

const (
	inFacts branch = iota
	inNS
	inDays
	inCivil
	inYears
	inSame
	branches
)

var branchTerms = [branches]*ast.Term{
	ast.InternedTerm("facts"), ast.InternedTerm("ns"), ast.InternedTerm("days"),
	ast.InternedTerm("civil"), ast.InternedTerm("years"), ast.InternedTerm("same"),
}

// measurer builds the input of one request. Each stack holds the pairs of the objects that are being built, the
// innermost on top.
type measurer struct {
	root   *node
	stacks [branches][][2]*ast.Term
	items  [branches][]*ast.Term
	free   []ast.Term // a block that terms are taken from
}

// term is a term of the request at hand.
func (m *measurer) term(v ast.Value) *ast.Term {
	if len(m.free) == 0 {
		m.free = make([]ast.Term, 32)
	}
	t := &m.free[0]
	m.free = m.free[1:]
	t.Value = v
	return t
}

// terms are what one node yields in each branch; nil where it yields nothing.
type terms [branches]*ast.Term

var measurers = sync.Pool{New: func() any { return new(measurer) }}

// Measure returns the input that the policies decide on:
//
//	input.facts    the facts without private strings and dates that years are counted from, with the declared defaults
//	input.ns       every instant, in nanoseconds since 1970-01-01 UTC, exact
//	input.days     the civil date of every instant and of every other date, in days since 1970-01-01; days.as_of is the law's
//	input.civil    every date as {"year", "month", "day"}
//	input.years    completed years, where the schema asks for them
//	input.same     whether two texts are equal, where the schema asks for it and both are given and not blank
//	input.given    which private strings of a group with x-given are there and not blank
//	input.quarter  {"months"} of the quarter, when it is given
//
// and the parts of the Context. The request must be of this schema. The result is the caller's to keep and is not to be
// changed.
func (s *Schema) Measure(r *Request, c *Context) ast.Value {
	m := measurers.Get().(*measurer)
	defer m.release()
	m.root = r.root
	facts := r.root.slot(s.root.index["facts"])
	var top [branches + 8][2]*ast.Term
	pairs := top[:0]
	out := m.object(facts, s.facts, c.days)
	for b, t := range out {
		if t == nil {
			t = emptyObject
		}
		pairs = append(pairs, [2]*ast.Term{branchTerms[b], t})
	}
	pairs = append(pairs, [2]*ast.Term{givenTerm, given(facts, s)})
	if quarter := s.quarter(r); quarter != nil {
		pairs = append(pairs, [2]*ast.Term{quarterTerm, quarter})
	}
	pairs = append(pairs, c.pairs[:]...)
	return ast.NewObject(pairs...)
}

func (m *measurer) release() {
	m.root, m.free = nil, nil
	for b := range m.stacks {
		m.stacks[b], m.items[b] = emptied(m.stacks[b]), emptied(m.items[b])
	}
	measurers.Put(m)
}

// object measures an object; n is nil when it is absent and only its defaults speak. The extra pair, if any, goes into
// the days.
func (m *measurer) object(n *node, r *rule, extra ...[2]*ast.Term) terms {
	var start [branches]int
	for b := range m.stacks {
		start[b] = len(m.stacks[b])
	}
	m.stacks[inDays] = append(m.stacks[inDays], extra...)
	for i, p := range r.props {
		for b, t := range m.fact(n.slot(i), p, n) {
			if t == nil {
				continue
			}
			key := p.term
			if branch(b) == inSame && p.same != nil {
				key = p.same.name
			}
			m.stacks[b] = append(m.stacks[b], [2]*ast.Term{key, t})
		}
	}
	var out terms
	for b := range out {
		if pairs := m.stacks[b][start[b]:]; len(pairs) > 0 {
			out[b] = m.term(ast.NewObject(pairs...))
		} else if branch(b) == inFacts && n != nil {
			out[b] = emptyObject
		}
		m.stacks[b] = m.stacks[b][:start[b]]
	}
	return out
}

// fact measures one fact or group; n is nil when it is absent.
func (m *measurer) fact(n *node, r *rule, parent *node) (out terms) {
	if n == nil && r.defaultFrom != nil {
		n = r.defaultFrom.value(m.root, parent)
	}
	if n == nil {
		out[inFacts] = r.absent
		return out
	}
	switch r.kind {
	case kindObject:
		return m.object(n, r)
	case kindArray:
		return m.list(n, r)
	}
	if r.has[inFacts] {
		out[inFacts] = scalarTerm(n, r)
	}
	switch {
	case r.format == "date-time":
		out[inNS] = m.term(ast.Number(n.when.nanoseconds()))
		out[inDays] = intTerm(n.when.day.Days())
	case r.has[inCivil]:
		out[inDays] = intTerm(n.when.day.Days())
		out[inCivil] = ast.ObjectTerm(
			[2]*ast.Term{yearTerm, intTerm(n.when.day.Year())},
			[2]*ast.Term{monthTerm, intTerm(int(n.when.day.Month()))},
			[2]*ast.Term{dayTerm, intTerm(n.when.day.Day())})
	}
	if other := r.yearsTo.value(m.root, parent); other != nil {
		if years, counted := n.yearsUntil(other.when.day); counted {
			out[inYears] = intTerm(years)
		}
	}
	if r.same != nil {
		if equal := r.same.holds(n, r.same.with.value(m.root, parent)); equal != nil {
			out[inSame] = ast.InternedTerm(*equal)
		}
	}
	return out
}

// list measures a list: in every branch that its items could speak in, the list has the same length, with an empty
// object for an item that does not.
func (m *measurer) list(n *node, r *rule) terms {
	var start [branches]int
	for b := range m.items {
		start[b] = len(m.items[b])
	}
	for _, item := range n.items {
		out := m.fact(item, r.items, n)
		for b := range out {
			if !r.has[b] {
				continue
			}
			if out[b] == nil {
				out[b] = emptyObject
			}
			m.items[b] = append(m.items[b], out[b])
		}
	}
	var out terms
	for b := range out {
		if r.has[b] {
			items := append([]*ast.Term(nil), m.items[b][start[b]:]...)
			out[b] = m.term(ast.NewArray(items...))
		}
		m.items[b] = m.items[b][:start[b]]
	}
	return out
}

// scalarTerm is a valid node's value in input.facts.
func scalarTerm(n *node, r *rule) *ast.Term {
	switch {
	case r.kind == kindNumber:
		if t := ast.InternedIntNumberTermFromString(n.text); t != nil {
			return t
		}
		return &ast.Term{Value: ast.Number(n.text)}
	case r.kind == kindBool:
		return ast.InternedTerm(n.truth)
	case r.enumTerms != nil:
		return r.enumTerms[n.text]
	}
	return &ast.Term{Value: ast.String(n.text)}
}

func intTerm(n int) *ast.Term { return int64Term(int64(n)) }

func int64Term(n int64) *ast.Term {
	if n >= 0 && n < 512 {
		return ast.InternedTerm(int(n))
	}
	return &ast.Term{Value: ast.Number(strconv.FormatInt(n, 10))}
}
