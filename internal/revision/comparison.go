package revision

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// orderings are the comparisons that Rego answers for any two values, of whatever types: null and false are below every
// number, and "5" is above it.
var orderings = map[string]string{"lt": "<", "lte": "<=", "gt": ">", "gte": ">="}

// equalities are those that are never so between values of two types.
var equalities = map[string]string{"equal": "==", "neq": "!="}

// lintComparisons finds comparisons between values that may be of different types.
func (c *check) lintComparisons() []Finding {
	t := &typer{check: c, schema: c.schema, busy: map[*ast.Rule]bool{}}
	var found []Finding
	for _, name := range sortedKeys(c.modules) {
		if strings.HasPrefix(name, "lib/") {
			continue
		}
		for _, rule := range c.modules[name].Rules {
			for ; rule != nil; rule = rule.Else {
				found = append(found, t.lint(rule)...)
			}
		}
	}
	return found
}

// lint looks at every comparison of a rule.
func (t *typer) lint(rule *ast.Rule) []Finding {
	var found []Finding
	look := func(operator string, operands []*ast.Term, where *ast.Location) {
		if len(operands) < 2 {
			return
		}
		_, ordering := orderings[operator]
		if _, equality := equalities[operator]; !ordering && !equality {
			return
		}
		a, b := t.of(operands[0], rule), t.of(operands[1], rule)
		if safe(a, b, ordering) {
			return
		}
		sign := orderings[operator] + equalities[operator]
		found = append(found, at(where, "comparison", "compare numbers with numbers and texts with texts; what may be of another type is told apart first, or refused by the schema",
			"%s (%s) %s %s (%s) compares values that may be of different types", operands[0], words(a), sign, operands[1], words(b)))
	}
	ast.NewGenericVisitor(func(x any) bool {
		switch x := x.(type) {
		case *ast.Expr:
			if x.IsCall() {
				look(x.Operator().String(), x.Operands(), x.Location)
			}
		case *ast.Term:
			if call, is := x.Value.(ast.Call); is {
				look(call[0].String(), call[1:], x.Location)
			}
		}
		return false
	}).Walk(rule)
	return found
}

// safe reports whether values of these types can be compared without surprise. Of what is not known nothing is said.
func safe(a, b []string, ordering bool) bool {
	if a == nil || b == nil {
		known := append(slices.Clone(a), b...)
		// A type without an order is never ordered against anything, and one of several never safely.
		return !ordering || len(known) == 0 || len(known) == 1 && !slices.Contains([]string{"boolean", "null", "object", "set"}, known[0])
	}
	if ordering {
		return len(a) == 1 && slices.Equal(a, b) && !slices.Contains([]string{"boolean", "null", "object"}, a[0])
	}
	return slices.ContainsFunc(a, func(kind string) bool { return slices.Contains(b, kind) })
}

func words(kinds []string) string {
	if kinds == nil {
		return "of a type not known"
	}
	return strings.Join(kinds, " or ")
}
