package edition

import (
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// verdict is what is known of a statement from the day alone.
type verdict int

const (
	open   verdict = iota // facts decide
	always                // it is so on that day
	never                 // it is not
)

// clause is a statement in words. One that the day decides has none.
type clause struct {
	phrase  Phrase
	verdict verdict
	parts   int // statements in it: one needs no brackets
}

func single(p Phrase) clause { return clause{phrase: p, parts: 1} }

// bracketed is a clause as part of a larger one.
func (c clause) bracketed() Phrase {
	if c.parts < 2 {
		return c.phrase
	}
	return joined(both("("), c.phrase, both(")"))
}

func decided(so bool) clause {
	if so {
		return clause{verdict: always}
	}
	return clause{verdict: never}
}

// each is a clause that is so where each of its parts is.
func each(parts []clause) clause {
	var phrases []Phrase
	alone := clause{}
	for _, c := range parts {
		switch c.verdict {
		case never:
			return c
		case open:
			phrases, alone = append(phrases, c.bracketed()), c
		}
	}
	switch len(phrases) {
	case 0:
		return clause{verdict: always}
	case 1:
		return alone
	}
	return clause{phrase: listed(phrases, both("; "), say("; e ", "; and ")), parts: len(phrases)}
}

// either is a clause that is so where one of its parts is.
func either(parts []clause) clause {
	var phrases []Phrase
	alone := clause{}
	for _, c := range parts {
		switch c.verdict {
		case always:
			return c
		case open:
			phrases, alone = append(phrases, c.bracketed()), c
		}
	}
	switch len(phrases) {
	case 0:
		return clause{verdict: never}
	case 1:
		return alone
	}
	return clause{phrase: listed(phrases, both("; "), say("; ou ", "; or ")), parts: len(phrases)}
}

// unless is a clause that is so where another is not, or where that is not known.
func unless(c clause) clause {
	switch c.verdict {
	case always:
		return clause{verdict: never}
	case never:
		return clause{verdict: always}
	}
	return clause{phrase: joined(say("exceto se ", "unless "), c.bracketed()), parts: 2}
}

// signs of the comparisons.
var comparisons = map[string]string{"lt": " < ", "lte": " ≤ ", "gt": " > ", "gte": " ≥ ", "equal": " = ", "eq": " = ", "neq": " ≠ "}

// clause is a term that is true or false, in words; false where there are none.
func (w *wording) clause(t *ast.Term, b bindings) (clause, bool) {
	t = b.bound(t)
	switch v := t.Value.(type) {
	case ast.Boolean:
		return decided(bool(v)), true
	case ast.Ref:
		if v[0].Equal(ast.InputRootDocument) {
			return w.flag(v, b, true)
		}
		return w.clauseOf(w.rules.byPath[strings.Join(ground(v), ".")], nil)
	case ast.Call:
		return w.statement(v, b)
	}
	return clause{}, false
}

// statement is a call that is true or false.
func (w *wording) statement(call ast.Call, b bindings) (clause, bool) {
	name := call[0].String()
	if sign, compares := comparisons[name]; compares && len(call) == 3 {
		return w.comparison(sign, call[1], call[2], b)
	}
	switch {
	case name == "internal.member_2" && len(call) == 3:
		return w.membership(call[1], call[2], b)
	case name == settleFails && len(call) == 3:
		return w.fails(call[1], call[2])
	case strings.HasPrefix(name, "data."):
		return w.function(call, b)
	}
	return clause{}, false
}

// function is a function of ours with its arguments put in.
func (w *wording) function(call ast.Call, b bindings) (clause, bool) {
	ref, _ := call[0].Value.(ast.Ref)
	rules := w.rules.byPath[strings.Join(ground(ref), ".")]
	if len(rules) == 0 || strings.HasPrefix(call[0].String(), "data.lib.") {
		return clause{}, false
	}
	given := bindings{}
	for i, parameter := range rules[0].Head.Args {
		name, isVar := parameter.Value.(ast.Var)
		if !isVar || i+1 >= len(call) {
			return clause{}, false
		}
		for _, r := range rules { // one name for one parameter, in each of its definitions
			if len(r.Head.Args) <= i || !r.Head.Args[i].Equal(parameter) {
				return clause{}, false
			}
		}
		given[name] = b.bound(call[i+1])
	}
	return w.clauseOf(rules, given)
}

// clauseOf is what makes one of several rules of one name true. Those that say when it is false say nothing new.
func (w *wording) clauseOf(rules []*ast.Rule, b bindings) (clause, bool) {
	var ways []clause
	for _, rule := range rules {
		if rule.Head.Value == nil || rule.Else != nil || w.busy[rule] || rule.Default {
			return clause{}, false
		}
		if rule.Head.Value.Equal(ast.BooleanTerm(false)) {
			continue
		}
		way, ok := w.way(rule, b)
		if !ok {
			return clause{}, false
		}
		ways = append(ways, way)
	}
	if len(ways) == 0 {
		return clause{}, false
	}
	return either(ways), true
}

// way is one rule: its statements, and then its value.
func (w *wording) way(rule *ast.Rule, b bindings) (clause, bool) {
	w.busy[rule] = true
	defer delete(w.busy, rule)
	own := b.copied()
	parts, ok := w.body(rule.Body, own)
	if !ok {
		return clause{}, false
	}
	if each(parts).verdict == never {
		return clause{verdict: never}, true // its value need have no words
	}
	result, ok := w.clause(rule.Head.Value, own)
	return each(append(parts, result)), ok
}

// comparison compares two terms, or a flag with true or false.
func (w *wording) comparison(sign string, left, right *ast.Term, b bindings) (clause, bool) {
	left, right = b.bound(left), b.bound(right)
	if c, ok := w.byDay(sign, left, right, b); ok {
		return c, true
	}
	if c, ok := w.unsaid(sign, left, right, b); ok {
		return c, true
	}
	if flag, isFlag := right.Value.(ast.Boolean); isFlag && sign == " = " {
		return w.flagIs(left, bool(flag), b)
	}
	if c, ok := w.notGiven(sign, left, right); ok {
		return c, true
	}
	if c, ok := w.noneOf(sign, left, right, b); ok {
		return c, true
	}
	x, okX := w.operand(left, b)
	y, okY := w.operand(right, b)
	if !okX || !okY {
		return clause{}, false
	}
	if x.unit != y.unit {
		if y, okY = y.withUnit(x.unit); !okY {
			return clause{}, false
		}
	}
	if x.unit == unitBare || x.unit == unitTruth {
		return clause{}, false
	}
	if literal, isText := right.Value.(ast.String); isText {
		y.phrase = w.valueOf(x.fact, string(literal))
	}
	return single(joined(x.phrase, both(sign), y.phrase)), true
}

// flagIs is a flag that must be so, or not so.
func (w *wording) flagIs(t *ast.Term, so bool, b bindings) (clause, bool) {
	if ref, isRef := t.Value.(ast.Ref); isRef && ref[0].Equal(ast.InputRootDocument) {
		return w.flag(ref, b, so)
	}
	if so {
		return w.clause(t, b)
	}
	c, ok := w.clause(t, b)
	if !ok || c.verdict != open {
		return clause{}, false
	}
	return clause{phrase: joined(say("não se atende: ", "not met: "), c.bracketed()), parts: 1}, true
}

// flag is a part of the input that is true or false.
func (w *wording) flag(ref ast.Ref, b bindings, so bool) (clause, bool) {
	branch, _ := ref[1].Value.(ast.String)
	switch branch {
	case "in_force":
		folder, _ := ref[2].Value.(ast.String)
		return decided(w.law.NormInForce(string(folder), w.day) == so), true
	case "wording":
		return w.reworded(ref, "", so)
	case "same":
		return w.same(ref, b, so)
	case "facts", "given":
	default:
		return clause{}, false
	}
	pointer, ok := pointerOf(ref[2:], b)
	name, known := w.schema.name(pointer)
	kind := w.schema.of(pointer).Type
	switch {
	case !ok || !known:
		return clause{}, false
	case branch == "given" && so:
		return single(joined(name, both(": "), limit("consta", "stated"))), true
	case branch == "given":
		return single(joined(name, both(": "), limit("não consta", "not stated"))), true
	case kind == "boolean" && so:
		return single(joined(name, both(": "), limit("sim", "yes"))), true
	case kind == "boolean":
		return single(joined(name, both(": "), limit("não", "no"))), true
	case so: // a fact in the place of a statement asks that it is there
		return single(joined(name, say(": informado", ": given"))), true
	}
	return clause{}, false
}

// same is whether two texts are equal.
func (w *wording) same(ref ast.Ref, b bindings, so bool) (clause, bool) {
	name, isText := ref[len(ref)-1].Value.(ast.String)
	group, ok := pointerOf(ref[2:len(ref)-1], b)
	if !ok || !isText {
		return clause{}, false
	}
	fact, other, ok := w.schema.same(group, string(name))
	x, okX := w.schema.name(fact)
	y, okY := w.schema.name(other)
	sign := " ≠ "
	if so {
		sign = " = "
	}
	return single(joined(x, both(sign), y)), ok && okX && okY
}
