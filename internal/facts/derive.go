package facts

import (
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

var (
	emptyObject = ast.ObjectTerm()
	givenTerm   = ast.InternedTerm("given")
	quarterTerm = ast.InternedTerm("quarter")
	monthsTerm  = ast.InternedTerm("months")
	yearTerm    = ast.InternedTerm("year")
	monthTerm   = ast.InternedTerm("month")
	dayTerm     = ast.InternedTerm("day")
	asOfTerm    = ast.InternedTerm("as_of")
)

// compare tells whether two texts are equal after trimming, canonical composition and, if asked, case folding; nil when
// either is blank, since a blank text says nothing.
func (s *sameness) compare(a, b string) *bool {
	a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	if a == "" || b == "" {
		return nil
	}
	if a != b {
		a, b = s.normal(a), s.normal(b)
	}
	equal := a == b
	return &equal
}

// normal is folded between two normalisations, since folding may undo the first.
func (s *sameness) normal(a string) string {
	a = norm.NFC.String(a)
	if s.fold {
		a = norm.NFC.String(cases.Fold().String(a))
	}
	return a
}

// given tells which private strings of the groups with x-given are there and not blank.
func given(facts *node, s *Schema) *ast.Term {
	if len(s.givens) == 0 {
		return emptyObject
	}
	groups := make([][2]*ast.Term, 0, len(s.givens))
	for _, i := range s.givens {
		r, n := s.facts.props[i], facts.slot(i)
		if n == nil {
			groups = append(groups, [2]*ast.Term{r.term, r.nothing})
			continue
		}
		pairs := make([][2]*ast.Term, 0, len(r.props))
		for j, p := range r.props {
			if p.private {
				item := n.slot(j)
				pairs = append(pairs, [2]*ast.Term{p.term, ast.InternedTerm(item != nil && item.given())})
			}
		}
		groups = append(groups, [2]*ast.Term{r.term, ast.ObjectTerm(pairs...)})
	}
	return ast.ObjectTerm(groups...)
}

// quarter is input.quarter, nil when no quarter is given.
func (s *Schema) quarter(r *Request) *ast.Term {
	if s.period == nil {
		return nil
	}
	n := r.root
	for _, i := range s.period {
		n = n.slot(i)
	}
	if n == nil {
		return nil
	}
	var months [monthsPerQuarter]*ast.Term
	for i, m := range monthsOf(n.when.day) {
		months[i] = ast.StringTerm(m)
	}
	return ast.ObjectTerm([2]*ast.Term{monthsTerm, ast.ArrayTerm(months[:]...)})
}
