package edition

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// body is the statements of a body in words. What it binds is added to b.
func (w *wording) body(body ast.Body, b bindings) ([]clause, bool) {
	var parts []clause
	for i, expr := range body {
		if len(expr.With) > 0 {
			return nil, false
		}
		if chosen, ok := w.chosen(expr); ok {
			rest, ok := w.body(append(chosen, body[i+1:]...), b)
			return append(parts, rest...), ok
		}
		if list, element, ok := w.some(expr, b); ok {
			return w.anyElement(parts, list, element, body[i+1:], b)
		}
		c, ok := w.expr(expr, b)
		if !ok {
			return nil, false
		}
		parts = append(parts, c)
	}
	return parts, true
}

// expr is one statement.
func (w *wording) expr(expr *ast.Expr, b bindings) (clause, bool) {
	switch terms := expr.Terms.(type) {
	case *ast.Term:
		c, ok := w.clause(terms, b)
		if ok && expr.Negated {
			c = unless(c)
		}
		return c, ok
	case *ast.Every:
		return w.every(terms, b)
	case *ast.Not:
		return w.negation(terms.Body, b)
	case []*ast.Term:
		if expr.IsAssignment() {
			return w.assignment(expr, b)
		}
		return w.callExpr(expr, ast.Call(terms), b)
	}
	return clause{}, false
}

func (w *wording) callExpr(expr *ast.Expr, call ast.Call, b bindings) (clause, bool) {
	if expr.Negated && call[0].String() == "internal.member_2" {
		return w.absence(call[1], call[2], b)
	}
	c, ok := w.statement(call, b)
	if ok && expr.Negated {
		c = unless(c)
	}
	return c, ok
}

// negation is what must not be so.
func (w *wording) negation(body ast.Body, b bindings) (clause, bool) {
	if len(body) == 1 {
		negated := body[0].Copy()
		negated.Negated = !negated.Negated
		return w.expr(negated, b)
	}
	parts, ok := w.body(body, b)
	return unless(each(parts)), ok
}

// assignment names a fact or a list: it asks no more than that it is known.
func (w *wording) assignment(expr *ast.Expr, b bindings) (clause, bool) {
	name, isVar := expr.Operand(0).Value.(ast.Var)
	ref, isRef := b.bound(expr.Operand(1)).Value.(ast.Ref)
	if !isVar || !isRef || !ref[0].Equal(ast.InputRootDocument) {
		return clause{}, false
	}
	b[name] = ast.NewTerm(ref)
	return clause{verdict: always}, true
}

// some reads `some x in list` and `some i, x in list`: the list, and the variable of the element or of its place.
func (w *wording) some(expr *ast.Expr, b bindings) (list ast.Ref, bind func(bindings), ok bool) {
	decl, is := expr.Terms.(*ast.SomeDecl)
	if !is || len(decl.Symbols) != 1 {
		return nil, nil, false
	}
	call, is := decl.Symbols[0].Value.(ast.Call)
	if !is || len(call) < 3 {
		return nil, nil, false
	}
	list, isRef := b.bound(call[len(call)-1]).Value.(ast.Ref)
	if !isRef || !list[0].Equal(ast.InputRootDocument) {
		return nil, nil, false
	}
	return list, func(b bindings) {
		if element, isVar := call[len(call)-2].Value.(ast.Var); isVar {
			b[element] = ast.NewTerm(list.Append(ast.VarTerm("_")))
		}
	}, true
}

// chosen is the body of a rule that picks places of a list, `[i | some i, x in list; …]`, where `some i in rule` stands: what
// follows is about a place that it picks.
func (w *wording) chosen(expr *ast.Expr) (ast.Body, bool) {
	decl, is := expr.Terms.(*ast.SomeDecl)
	if !is || len(decl.Symbols) != 1 {
		return nil, false
	}
	call, is := decl.Symbols[0].Value.(ast.Call)
	if !is || len(call) != 3 {
		return nil, false
	}
	ref, isRef := call[2].Value.(ast.Ref)
	place, isVar := call[1].Value.(ast.Var)
	if !isRef || !isVar || !ref[0].Equal(ast.DefaultRootDocument) {
		return nil, false
	}
	rules := w.rules.byPath[strings.Join(ground(ref), ".")]
	if len(rules) != 1 || rules[0].Head.Value == nil || !asksNothing(rules[0].Body) {
		return nil, false
	}
	of, is := rules[0].Head.Value.Value.(*ast.ArrayComprehension)
	if !is || of.Term.Value.Compare(place) != 0 { // under another name, what follows would speak of another place
		return nil, false
	}
	return slices.Clone(of.Body), true
}
