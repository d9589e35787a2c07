package edition

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// anyElement is a body whose rest is about some element of a list: one that fulfils all of it.
func (w *wording) anyElement(before []clause, list ast.Ref, bind func(bindings), rest ast.Body, b bindings) ([]clause, bool) {
	name, ok := w.listName(list, b)
	if !ok {
		return nil, false
	}
	bind(b)
	parts, ok := w.body(rest, b)
	inner := each(parts)
	if !ok || inner.verdict != open {
		return nil, false
	}
	return append(before, single(joined(name, say(": algum item com ", ": some item with "), inner.bracketed()))), true
}

func (w *wording) listName(list ast.Ref, b bindings) (Phrase, bool) {
	branch, _ := list[1].Value.(ast.String)
	pointer, ok := pointerOf(list[2:], b)
	name, known := w.schema.name(pointer)
	return name, ok && known && branch == "facts" && w.schema.of(pointer).Items != nil
}

// every is a statement about each element of a list.
func (w *wording) every(every *ast.Every, b bindings) (clause, bool) {
	list, isRef := b.bound(every.Domain).Value.(ast.Ref)
	if !isRef || !list[0].Equal(ast.InputRootDocument) {
		return clause{}, false
	}
	name, ok := w.listName(list, b)
	own := b.copied()
	if element, isVar := every.Value.Value.(ast.Var); isVar {
		own[element] = ast.NewTerm(list.Append(ast.VarTerm("_")))
	}
	parts, okBody := w.body(every.Body, own)
	inner := each(parts)
	if !ok || !okBody || inner.verdict != open {
		return clause{}, false
	}
	return single(joined(name, say(": em cada item, ", ": in each item, "), inner.bracketed())), true
}

// membership is a value that must be one of several, or a list that must have it.
func (w *wording) membership(element, in *ast.Term, b bindings) (clause, bool) {
	in = b.bound(in)
	switch v := in.Value.(type) {
	case ast.Set:
		return w.oneOf(element, v, b)
	case ast.Ref:
		return w.contains(element, v, b, say(": inclui ", ": includes "))
	case *ast.SetComprehension:
		return w.listed(element, v, b)
	}
	return clause{}, false
}

// oneOf is a fact that is one of the values of a set.
func (w *wording) oneOf(element *ast.Term, set ast.Set, b bindings) (clause, bool) {
	x, ok := w.operand(element, b)
	if !ok || x.unit != unitText || set.Len() == 0 {
		return clause{}, false
	}
	var values []Phrase
	for _, t := range set.Slice() {
		s, isText := t.Value.(ast.String)
		if !isText {
			return clause{}, false
		}
		values = append(values, w.valueOf(x.fact, string(s)))
	}
	return single(joined(x.phrase, both(" = "), listed(values, both(", "), say(" ou ", " or ")))), true
}

// contains is a list of texts that has one.
func (w *wording) contains(element *ast.Term, list ast.Ref, b bindings, verb Phrase) (clause, bool) {
	s, isText := b.bound(element).Value.(ast.String)
	if !isText || !list[0].Equal(ast.InputRootDocument) {
		return clause{}, false
	}
	name, ok := w.listName(list, b)
	pointer, _ := pointerOf(list[2:], b) // listName has read it
	return single(joined(name, verb, w.valueOf(pointer+"/0", string(s)))), ok
}

// absence is a list of texts that must not have one.
func (w *wording) absence(element, in *ast.Term, b bindings) (clause, bool) {
	list, isRef := b.bound(in).Value.(ast.Ref)
	if !isRef {
		return clause{}, false
	}
	return w.contains(element, list, b, say(": não inclui ", ": does not include "))
}

// listed is a value that some element of a list has: `x in {element.key | some element in list}`.
func (w *wording) listed(element *ast.Term, of *ast.SetComprehension, b bindings) (clause, bool) {
	if len(of.Body) != 1 {
		return clause{}, false
	}
	list, bind, ok := w.some(of.Body[0], b)
	if !ok {
		return clause{}, false
	}
	name, ok := w.listName(list, b)
	own := b.copied()
	bind(own)
	x, okX := w.operand(of.Term, own)
	y, okY := w.operand(element, b)
	if !ok || !okX || !okY || x.unit != unitText || y.unit != unitText {
		return clause{}, false
	}
	if literal, isText := b.bound(element).Value.(ast.String); isText {
		y.phrase = w.valueOf(x.fact, string(literal))
	}
	return single(joined(name, say(": algum item com ", ": some item with "), x.phrase, both(" = "), y.phrase)), true
}

// notGiven is a fact that must be absent: object.get(input.facts, [group, fact], null) == null.
func (w *wording) notGiven(sign string, left, right *ast.Term) (clause, bool) {
	call, isCall := left.Value.(ast.Call)
	if _, isNull := right.Value.(ast.Null); !isCall || !isNull || sign != " = " || call[0].String() != "object.get" || len(call) != 4 {
		return clause{}, false
	}
	path, isPath := call[2].Value.(*ast.Array)
	if !isPath || call[1].String() != "input.facts" || !call[3].Equal(ast.NullTerm()) {
		return clause{}, false
	}
	pointer := "/facts"
	for i := range path.Len() {
		key, _ := path.Elem(i).Value.(ast.String)
		pointer += "/" + string(key)
	}
	name, ok := w.schema.name(pointer)
	return single(joined(name, say(": não informado", ": not given"))), ok
}

// noneOf is `count([x | some x in {…}; statement]) == 0`: the statement is so of none of the names.
func (w *wording) noneOf(sign string, left, right *ast.Term, b bindings) (clause, bool) {
	call, isCall := left.Value.(ast.Call)
	if !isCall || sign != " = " || !right.Equal(ast.IntNumberTerm(0)) || call[0].String() != "count" || len(call) != 2 {
		return clause{}, false
	}
	of, isList := call[1].Value.(*ast.ArrayComprehension)
	if !isList || len(of.Body) != 2 {
		return clause{}, false
	}
	decl, isSome := of.Body[0].Terms.(*ast.SomeDecl)
	if !isSome || len(decl.Symbols) != 1 {
		return clause{}, false
	}
	member, isCall := decl.Symbols[0].Value.(ast.Call)
	if !isCall || len(member) != 3 {
		return clause{}, false
	}
	name, isVar := member[1].Value.(ast.Var)
	if names, isSet := b.bound(member[2]).Value.(ast.Set); isSet && isVar {
		return w.noneSaid(of.Body[1], name, names, b)
	}
	return w.noElement(of.Body, b)
}

// noElement is a statement that is so of no element of a list.
func (w *wording) noElement(body ast.Body, b bindings) (clause, bool) {
	list, bind, ok := w.some(body[0], b)
	if !ok {
		return clause{}, false
	}
	name, ok := w.listName(list, b)
	own := b.copied()
	bind(own)
	c, okBody := w.expr(body[1], own)
	if !ok || !okBody || c.verdict != open {
		return clause{}, false
	}
	return single(joined(name, say(": em nenhum item, ", ": in no item, "), c.bracketed())), true
}

// unsaid is a flag that is not so, or not given: object.get(item, "flag", false) == false.
func (w *wording) unsaid(sign string, left, right *ast.Term, b bindings) (clause, bool) {
	call, isCall := left.Value.(ast.Call)
	if !isCall || sign != " = " || len(call) != 4 || call[0].String() != "object.get" ||
		!right.Equal(ast.BooleanTerm(false)) || !call[3].Equal(ast.BooleanTerm(false)) {
		return clause{}, false
	}
	item, isRef := b.bound(call[1]).Value.(ast.Ref)
	key, isText := call[2].Value.(ast.String)
	if !isRef || !isText || !strings.HasPrefix(item.String(), "input.facts.") {
		return clause{}, false
	}
	pointer, ok := pointerOf(item.Append(ast.StringTerm(string(key)))[2:], b)
	name, known := w.schema.name(pointer)
	return single(joined(name, both(": "), limit("não", "no"), say(" ou não informado", " or not given"))), ok && known && w.schema.of(pointer).Type == "boolean"
}

// noneSaid says of each name that the statement, that something is not stated, is not so.
func (w *wording) noneSaid(expr *ast.Expr, name ast.Var, names ast.Set, b bindings) (clause, bool) {
	terms, isCall := expr.Terms.([]*ast.Term)
	if !isCall || expr.Negated || len(terms) != 3 || comparisons[terms[0].String()] != " = " || !terms[2].Equal(ast.BooleanTerm(false)) {
		return clause{}, false
	}
	ref, isRef := terms[1].Value.(ast.Ref)
	if !isRef || !strings.HasPrefix(ref.String(), "input.given.") {
		return clause{}, false // of anything else, not false may be unknown
	}
	var parts []clause
	for _, t := range names.Slice() {
		of := slices.Clone(ref)
		for i := range of {
			if of[i].Value.Compare(name) == 0 {
				of[i] = t
			}
		}
		c, ok := w.flag(of, b, true)
		if !ok {
			return clause{}, false
		}
		parts = append(parts, c)
	}
	return each(parts), len(parts) > 0
}
