package edition

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/decision"
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

// byDay is a comparison that the day alone decides: of the law's day, or of the wording in force.
func (w *wording) byDay(sign string, left, right *ast.Term, b bindings) (clause, bool) {
	ref, isRef := left.Value.(ast.Ref)
	if !isRef || !ref[0].Equal(ast.InputRootDocument) {
		return clause{}, false
	}
	if ref.String() == "input.days.as_of" {
		y, ok := w.operand(right, b)
		if !ok || y.unit != unitDay || y.worth == nil {
			return clause{}, false
		}
		return decided(compares(sign, int64(w.day.Days()), *y.worth)), true
	}
	date, isText := right.Value.(ast.String)
	if isText && sign == " = " && strings.HasPrefix(ref.String(), "input.wording") {
		return w.reworded(ref, string(date), true)
	}
	return clause{}, false
}

func compares(sign string, a, b int64) bool {
	switch sign {
	case " < ":
		return a < b
	case " ≤ ":
		return a <= b
	case " > ":
		return a > b
	case " ≥ ":
		return a >= b
	case " ≠ ":
		return a != b
	}
	return a == b
}

// reworded tells whether the wording in force on the day is the one that began on a date, or, without one, whether there is
// one at all.
func (w *wording) reworded(ref ast.Ref, date string, so bool) (clause, bool) {
	if len(ref) != 4 {
		return clause{}, false
	}
	folder, _ := ref[2].Value.(ast.String)
	fragment, _ := ref[3].Value.(ast.String)
	from := w.wordings[string(folder)][string(fragment)]
	if date == "" {
		return decided((from != "") == so), true
	}
	return decided((from == date) == so), true
}

// fails is a requirement of an article that none of its ways meets.
func (w *wording) fails(ways, states *ast.Term) (clause, bool) {
	ref, isRef := ways.Value.(ast.Ref)
	of, isRefToo := states.Value.(ast.Ref)
	p, ok := placeOf(ground(ref))
	if !isRef || !isRefToo || !ok || p.kind != "requires" {
		return clause{}, false
	}
	said, ok := w.ways(p.id, strings.Join(ground(of), "."))
	label := w.set.ArticleLabel(p.id.article)
	return single(joined(say("nenhum destes modos se verifica (", "none of these ways holds ("), named(label, ""), both("): "), said)), ok
}

// ways are the ways of a requirement, by the titles of their conditions. Where their states are those of another object, it
// must be what the conditions are made of.
func (w *wording) ways(id ruleID, states string) (Phrase, bool) {
	place := w.rules.places[id]
	if place == nil || len(place.rules) != 1 || place.rules[0].Head.Value == nil {
		return Phrase{}, false
	}
	list, isList := place.rules[0].Head.Value.Value.(*ast.Array)
	if ref, isRef := place.rules[0].Head.Value.Value.(ast.Ref); isRef { // the same as another benefit's
		other, ok := placeOf(ground(ref))
		if !ok || other.id == id {
			return Phrase{}, false
		}
		return w.ways(other.id, states)
	}
	if !isList || !asksNothing(place.rules[0].Body) {
		return Phrase{}, false
	}
	var said []Phrase
	for i := range list.Len() {
		set, isSet := list.Elem(i).Value.(ast.Set)
		if !isSet {
			return Phrase{}, false
		}
		var titles []Phrase
		for _, t := range set.Slice() {
			name, _ := t.Value.(ast.String)
			title, ok := w.title(id, string(name), states)
			if !ok {
				return Phrase{}, false
			}
			titles = append(titles, title)
		}
		said = append(said, listed(titles, both(", "), say(" e ", " and ")))
	}
	return listed(said, both("; "), say("; ou ", "; or ")), len(said) > 0
}

// title is that of a condition, in quotation marks.
func (w *wording) title(of ruleID, name, states string) (Phrase, bool) {
	id := ruleID{of.question, of.article, name}
	declared, ok := w.set.Rule(id.question, decision.Name{Article: id.article, Name: id.name})
	place := w.rules.places[id]
	if !ok || place == nil {
		return Phrase{}, false
	}
	if states != "" {
		ref, isRef := place.rules[0].Head.Value.Value.(ast.Ref)
		if !isRef || len(place.rules) != 1 || strings.Join(ground(ref), ".") != states+"."+name {
			return Phrase{}, false
		}
	}
	return joined(say("«", "“"), named(declared.Title.PT, declared.Title.EN), say("»", "”")), true
}
