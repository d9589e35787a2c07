package mutation

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
)

// role is how a term stands in what is around it.
type role int

const (
	plain      role = iota
	value           // of a rule or of a member: a text is one that somebody is told
	element         // of a set: a text is a name
	index           // in a reference
	difference      // whose elements are counted, or taken from others: a minus between sets
)

// instead are the operators that stand for another.
var instead = map[string][]string{
	"lt": {"<=", ">="}, "lte": {"<", ">"}, "gt": {">=", "<="}, "gte": {">", "<"}, "equal": {"!="}, "neq": {"=="},
	"plus": {"-"}, "mul": {"/"}, "div": {"*"}, "rem": {"*"}, "and": {"|"}, "or": {"&"},
	"min": {"max"}, "max": {"min"},
}

// kinds of operators, where they are no Operator.
var comparisons = []string{"lt", "lte", "gt", "gte", "equal", "neq"}

// negated is how a negation begins.
var negated = regexp.MustCompile(`^not\s+`)

// inExpression makes the mutants of what is within one expression.
func (g *generator) inExpression(e *ast.Expr) {
	switch terms := e.Terms.(type) {
	case *ast.Not:
		at := start(e)
		g.put(Negation, at, at+len(negated.FindString(g.source[at:])), "")
		g.inBody(terms.Body)
	case *ast.Every:
		body := terms.Body
		declared := strings.TrimRight(strings.TrimPrefix(g.source[start(e):start(body[0])], "every"), "{ \t\n")
		g.put(Quantifier, start(e), end(e), "some"+declared+"\n"+g.source[start(body[0]):end(body[len(body)-1])])
		g.inTerm(terms.Domain, plain)
		g.inBody(terms.Body)
	case *ast.SomeDecl:
		for _, symbol := range terms.Symbols {
			if call, ok := symbol.Value.(ast.Call); ok {
				for _, operand := range call[1:] { // the last is the collection, the others are variables or patterns
					g.inTerm(operand, plain)
				}
			}
		}
	case *ast.Term:
		g.inTerm(terms, plain)
	case []*ast.Term:
		g.inCall(terms, plain)
	}
}

// inTerm makes the mutants of a term and of what is within it.
func (g *generator) inTerm(t *ast.Term, as role) {
	if t.Location == nil || len(t.Location.Text) == 0 {
		return
	}
	switch v := t.Value.(type) {
	case ast.Number:
		g.number(t, as)
	case ast.Boolean:
		g.put(Boolean, start(t), end(t), strconv.FormatBool(!bool(v)))
	case ast.String:
		g.text(t, string(v), as)
	case ast.Call:
		g.inCall(v, as)
	case ast.Ref:
		for i, part := range v {
			if _, name := part.Value.(ast.String); !name && (i > 0 || !isVar(part)) {
				g.inTerm(part, index)
			}
		}
	case ast.Set:
		g.members(t, v.Slice(), "set()")
		g.each(v.Slice(), element)
	case *ast.Array:
		g.list(t, v)
	case ast.Object:
		g.object(t, v)
	case *ast.ArrayComprehension:
		g.comprehension(v.Body, v.Term)
	case *ast.SetComprehension:
		g.comprehension(v.Body, v.Term)
	case *ast.ObjectComprehension:
		g.comprehension(v.Body, v.Key, v.Value)
	}
}

func isVar(t *ast.Term) bool {
	_, is := t.Value.(ast.Var)
	return is
}

func (g *generator) each(terms []*ast.Term, as role) {
	for _, t := range terms {
		g.inTerm(t, as)
	}
}

func (g *generator) comprehension(body ast.Body, heads ...*ast.Term) {
	g.each(heads, value)
	g.inBody(body)
}

func (g *generator) list(t *ast.Term, a *ast.Array) {
	elements := make([]*ast.Term, a.Len())
	for i := range elements {
		elements[i] = a.Elem(i)
	}
	g.members(t, elements, "[]")
	if strings.Contains(g.name, ".requires.") {
		for i := 1; i < len(elements); i++ {
			a, b := elements[i-1], elements[i]
			g.put(Order, start(a), end(b), textOf(b)+g.source[end(a):start(b)]+textOf(a))
		}
	}
	g.each(elements, value)
}

func (g *generator) object(t *ast.Term, o ast.Object) {
	var members []*ast.Term
	o.Foreach(func(key, member *ast.Term) {
		span := *key
		span.Location = ast.NewLocation([]byte(g.source[start(key):end(member)]), g.file, key.Location.Row, key.Location.Col)
		span.Location.Offset = start(key)
		members = append(members, &span)
	})
	g.members(t, members, "{}")
	o.Foreach(func(_, member *ast.Term) { g.inTerm(member, value) })
}

// members drops each of the elements of a collection; empty is the collection when its only one is dropped.
func (g *generator) members(collection *ast.Term, elements []*ast.Term, empty string) {
	elements = slices.Clone(elements)
	slices.SortFunc(elements, func(a, b *ast.Term) int { return start(a) - start(b) })
	for i, e := range elements {
		switch {
		case len(elements) == 1:
			g.put(Member, start(collection), end(collection), empty)
		case i == 0:
			g.put(Member, start(e), start(elements[1]), "")
		default:
			g.put(Member, end(elements[i-1]), end(e), "")
		}
	}
}

// number changes a bound by one.
func (g *generator) number(t *ast.Term, as role) {
	n, err := strconv.ParseInt(textOf(t), 10, 64)
	if err != nil {
		return // not an integer: there are none
	}
	g.put(Number, start(t), end(t), strconv.FormatInt(n+1, 10))
	if as != index {
		g.put(Number, start(t), end(t), strconv.FormatInt(n-1, 10))
	}
}

var dateForm = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)

// text changes a text: a date by a day, a word of an enum for another, anything else, unless it is a name, for nothing.
func (g *generator) text(t *ast.Term, text string, as role) {
	quoted := func(kind Kind, s string) { g.put(kind, start(t), end(t), strconv.Quote(s)) }
	if day, err := time.Parse(time.DateOnly, text); err == nil && dateForm.MatchString(text) {
		quoted(Number, day.AddDate(0, 0, 1).Format(time.DateOnly))
		quoted(Number, day.AddDate(0, 0, -1).Format(time.DateOnly))
		return
	}
	if other, ok := g.words.other(text); ok {
		quoted(Text, other)
		return
	}
	if as != element && text != "" {
		quoted(Text, "")
	}
}

// inCall makes the mutants of an operator or function, and of its operands.
func (g *generator) inCall(call []*ast.Term, as role) {
	name := call[0].Value.String()
	kind := Operator
	if slices.Contains(comparisons, name) {
		kind = Comparison
	}
	within := plain
	if name == "count" {
		within = difference
	}
	for _, other := range g.insteadOf(name, call, as) {
		g.put(kind, start(call[0]), end(call[0]), other)
	}
	for _, operand := range call[1:] {
		g.inTerm(operand, within)
	}
}

func (g *generator) insteadOf(name string, call []*ast.Term, as role) []string {
	if name != "minus" {
		return instead[name]
	}
	if as == difference || isSet(call[1]) || isSet(call[2]) {
		return []string{"&"}
	}
	return []string{"+"}
}

// isSet reports whether a term is a set by its form.
func isSet(t *ast.Term) bool {
	switch v := t.Value.(type) {
	case ast.Set, *ast.SetComprehension:
		return true
	case ast.Call:
		return slices.Contains([]string{"and", "or"}, v[0].Value.String())
	}
	return false
}
