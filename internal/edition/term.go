package edition

import (
	"maps"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/civil"
	"deferido/internal/corpus"
)

// unit is what a value is measured in.
type unit int

const (
	unitBare unit = iota // a number of no unit, which takes that of what it is compared with
	unitCount
	unitMoney
	unitDistance
	unitInstant
	unitDuration
	unitDay
	unitDays
	unitYears
	unitText
	unitTruth
)

// operand is a term in words. What it is worth on the day is known where no fact is in it.
type operand struct {
	phrase  Phrase
	unit    unit
	worth   *int64 // nil where a fact decides
	compact bool   // it needs no brackets within a sum
	fact    string // JSON Pointer, where it is a fact and nothing else
}

// wording puts terms and statements of a rule into words, as they are on a day. What it does not know how to say it refuses
// to say: a wrong sentence is worse than none.
type wording struct {
	*Edition
	day      civil.Date
	busy     map[*ast.Rule]bool           // being worded: a rule that rests on itself is not
	wordings map[string]map[string]string // first days of the wordings in force, by norm and fragment
}

// bindings are the terms that the variables of a rule stand for.
type bindings map[ast.Var]*ast.Term

// copied are the same bindings, to which more can be added.
func (b bindings) copied() bindings {
	own := bindings{}
	maps.Copy(own, b)
	return own
}

// bound is a term with its variables replaced by what they stand for.
func (b bindings) bound(t *ast.Term) *ast.Term {
	switch v := t.Value.(type) {
	case ast.Var:
		if to, known := b[v]; known {
			return to
		}
	case ast.Ref:
		head, isVar := v[0].Value.(ast.Var)
		to, known := b[head]
		if !isVar || !known {
			return t
		}
		if ref, isRef := to.Value.(ast.Ref); isRef {
			return ast.NewTerm(ref.Concat(v[1:]))
		}
	}
	return t
}

// operand is a term in words; false where there are none.
func (w *wording) operand(t *ast.Term, b bindings) (operand, bool) {
	t = b.bound(t)
	switch v := t.Value.(type) {
	case ast.Number:
		n, ok := v.Int64()
		return operand{phrase: number(n), worth: &n, compact: true}, ok
	case ast.String:
		return operand{phrase: value(string(v)), unit: unitText, compact: true}, true
	case ast.Ref:
		if v[0].Equal(ast.InputRootDocument) {
			return w.input(v, b)
		}
		return w.rule(v)
	case ast.Call:
		return w.call(v, b)
	}
	return operand{}, false
}

// valueOf is a value of a fact by its name for people, or as facts write it where it has none.
func (w *wording) valueOf(fact, text string) Phrase {
	pt, en := w.set.Value(fact, text, "pt-BR"), w.set.Value(fact, text, "en")
	if pt == "" || en == "" {
		return value(text)
	}
	return limit(quotedName(pt, "«", "»"), quotedName(en, "“", "”"))
}

// quotedName is a name as it stands within a sentence: one of several words in quotation marks.
func quotedName(name, before, after string) string {
	if strings.Contains(name, " ") {
		return before + name + after
	}
	return within(name)
}

// rule is the value of a rule that has one and only one, and asks nothing.
func (w *wording) rule(ref ast.Ref) (operand, bool) {
	rules := w.rules.byPath[strings.Join(ground(ref), ".")]
	if len(rules) != 1 || len(ground(ref)) != len(ref)-1 || rules[0].Else != nil || len(rules[0].Head.Args) > 0 || w.busy[rules[0]] {
		return operand{}, false
	}
	rule := rules[0]
	w.busy[rule] = true
	defer delete(w.busy, rule)
	if !asksNothing(rule.Body) {
		return operand{}, false
	}
	return w.operand(rule.Head.Value, nil)
}

// asksNothing tells whether a body is the one that the parser gives to a rule without one.
func asksNothing(body ast.Body) bool {
	return len(body) == 0 || len(body) == 1 && body[0].Equal(ast.NewExpr(ast.BooleanTerm(true)))
}

// input is a part of the input: a fact, a measure of one, or a dated parameter.
func (w *wording) input(ref ast.Ref, b bindings) (operand, bool) {
	branch, _ := ref[1].Value.(ast.String)
	if branch == "params" && len(ref) == 3 {
		return w.parameter(ref)
	}
	pointer, ok := pointerOf(ref[2:], b)
	if !ok {
		return operand{}, false
	}
	name, known := w.schema.name(pointer)
	if !known {
		return operand{}, false
	}
	o := operand{phrase: name, compact: true, fact: pointer}
	switch p := w.schema.of(pointer); {
	case branch == "ns" && p.Format == "date-time":
		o.unit = unitInstant
	case branch == "days" && p.Format == "date":
		o.unit = unitDay
	case branch == "days" && p.Format == "date-time":
		o.unit, o.phrase = unitDay, joined(say("dia: ", "day: "), name)
	case branch == "years" && p.Format == "date":
		o.unit, o.phrase = unitYears, joined(say("anos completos (", "completed years ("), name, both(")"))
	case branch != "facts":
		return operand{}, false
	case p.Unit == "centavos":
		o.unit = unitMoney
	case p.Unit == "km":
		o.unit = unitDistance
	case p.Type == "integer" || p.Type == "number":
		o.unit = unitCount
	case p.Type == "string":
		o.unit = unitText
	case p.Type == "boolean":
		o.unit = unitTruth
	default:
		return operand{}, false
	}
	return o, true
}

// pointerOf is the JSON Pointer of a fact. A variable stands for a place in a list, whichever it is.
func pointerOf(ref ast.Ref, b bindings) (string, bool) {
	pointer := "/facts"
	for _, term := range ref {
		switch v := b.bound(term).Value.(type) {
		case ast.String:
			pointer += "/" + string(v)
		case ast.Var:
			pointer += "/0"
		default:
			return "", false
		}
	}
	return pointer, len(ref) > 0
}

// parameter is a dated parameter, by its value on the day.
func (w *wording) parameter(ref ast.Ref) (operand, bool) {
	key, _ := ref[2].Value.(ast.String)
	p := w.parameters[strings.TrimSuffix(string(key), centsSuffix)]
	if p == nil || !strings.HasSuffix(string(key), centsSuffix) {
		return operand{}, false
	}
	v, _, ok := p.On(w.day)
	if !ok {
		return operand{}, false
	}
	cents := int64(v.Cents)
	return operand{phrase: Money(cents), unit: unitMoney, worth: &cents, compact: true}, true
}

// centsSuffix ends the name of a parameter in the input.
const centsSuffix = "_cents"

// withUnit is an operand in the unit of what it is compared with or reckoned with.
func (o operand) withUnit(u unit) (operand, bool) {
	if o.unit == u {
		return o, true
	}
	if o.unit != unitBare || o.worth == nil {
		return o, false
	}
	n, ok := *o.worth, true
	switch u {
	case unitCount, unitYears:
		o.phrase = number(n)
	case unitMoney:
		o.phrase = Money(n)
	case unitDistance:
		o.phrase = joined(limit(number(n).Text("pt-BR")+"\u00a0km", number(n).Text("en")+"\u00a0km"))
	case unitDuration:
		o.phrase, ok = duration(n)
	case unitDays:
		o.phrase = counted(n, "dia", "dias", "day", "days")
	case unitDay:
		var d civil.Date
		if d, ok = civil.FromDays(int(n)); ok {
			o.phrase = Day(d)
		}
	default:
		ok = false
	}
	o.unit, o.compact = u, true
	return o, ok
}

// parametersOf are the names of the dated parameters that rules read, in order of name.
func (e *Edition) parametersOf(rules []*ast.Rule) []*corpus.Parameter {
	found := map[string]bool{}
	for _, rule := range rules {
		ast.WalkRefs(rule, func(ref ast.Ref) bool {
			if path := ground(ref); ref[0].Equal(ast.InputRootDocument) && len(path) == 2 && path[0] == "params" {
				found[strings.TrimSuffix(path[1], centsSuffix)] = true
			}
			return false
		})
	}
	var all []*corpus.Parameter
	for _, name := range sortedKeys(found) {
		if p := e.parameters[name]; p != nil {
			all = append(all, p)
		}
	}
	return all
}
