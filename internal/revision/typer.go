package revision

import (
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/types"
)

// typer tells of what types a value may be, as JSON and Rego name them, sorted; nil where nothing is known.
type typer struct {
	check  *check
	schema *schema
	busy   map[*ast.Rule]bool // being looked at
}

// of is the types of a term of a rule.
func (t *typer) of(term *ast.Term, rule *ast.Rule) []string {
	switch value := term.Value.(type) {
	case ast.Number:
		return []string{"number"}
	case ast.String:
		return []string{"string"}
	case ast.Boolean:
		return []string{"boolean"}
	case ast.Null:
		return []string{"null"}
	case *ast.Array, *ast.ArrayComprehension:
		return []string{"array"}
	case ast.Object, *ast.ObjectComprehension:
		return []string{"object"}
	case ast.Set, *ast.SetComprehension:
		return []string{"set"}
	case ast.Call:
		return t.ofCall(value, rule)
	case ast.Ref:
		return t.ofRef(value, rule)
	case ast.Var:
		if bound := t.bound(value, rule); bound != nil {
			return t.of(bound, rule)
		}
	}
	return nil
}

// ofRef is the types of what a reference leads to.
func (t *typer) ofRef(ref ast.Ref, rule *ast.Rule) []string {
	switch {
	case ref[0].Equal(ast.InputRootDocument):
		return t.ofInput(ref)
	case ref[0].Equal(ast.DefaultRootDocument):
		return t.ofRules(ref)
	}
	if local, is := ref[0].Value.(ast.Var); is {
		if bound := t.bound(local, rule); bound != nil {
			if head, is := bound.Value.(ast.Ref); is {
				return t.ofRef(head.Concat(ref[1:]), rule)
			}
		}
	}
	return nil
}

// ofInput is the types of a part of the input: facts as the schema has them, measures as they are taken.
func (t *typer) ofInput(ref ast.Ref) []string {
	if len(ref) < 3 {
		return nil
	}
	branch, _ := ref[1].Value.(ast.String)
	switch branch {
	case "facts":
		return t.schema.types(ref[2:])
	case "ns", "days", "years", "params", "civil":
		return []string{"number"}
	case "in_force", "given", "same":
		return []string{"boolean"}
	case "wording":
		return []string{"string"}
	}
	return nil
}

// ofRules is the types of the rules that a reference names, all together; nil where one of them is not known.
func (t *typer) ofRules(ref ast.Ref) []string {
	var all []string
	rules := t.check.law.GetRulesExact(ref)
	for _, compiled := range rules {
		for _, rule := range t.check.written(compiled) {
			kinds := t.ofRule(rule)
			if kinds == nil {
				return nil
			}
			all = append(all, kinds...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (t *typer) ofRule(rule *ast.Rule) []string {
	if t.busy[rule] || rule.Head.Value == nil {
		return nil
	}
	t.busy[rule] = true
	defer delete(t.busy, rule)
	return t.of(rule.Head.Value, rule)
}

// ofCall is the types of what a function returns.
func (t *typer) ofCall(call ast.Call, rule *ast.Rule) []string {
	name := call[0].String()
	builtin, is := ast.BuiltinMap[name]
	if !is {
		ref, _ := call[0].Value.(ast.Ref)
		return t.ofRules(ref)
	}
	if name == "minus" { // of numbers or of sets
		return t.of(call[1], rule)
	}
	switch builtin.Decl.Result().(type) {
	case types.Number:
		return []string{"number"}
	case types.String:
		return []string{"string"}
	case types.Boolean:
		return []string{"boolean"}
	case *types.Array:
		return []string{"array"}
	}
	return nil
}

// bound is what a variable of a rule stands for: the value that it is given, or an element of a list. It is nil where that
// is not known: of the arguments of a function.
func (t *typer) bound(name ast.Var, rule *ast.Rule) *ast.Term {
	var found *ast.Term
	ast.WalkExprs(rule, func(expr *ast.Expr) bool {
		switch {
		case expr.IsAssignment() || expr.IsEquality():
			for i, operand := range expr.Operands() {
				other := expr.Operand(1 - i)
				if operand.Value.Compare(name) == 0 && other != nil && !mentions(other, name) {
					found = other
				}
			}
		case expr.IsSome():
			some, _ := expr.Terms.(*ast.SomeDecl)
			for _, symbol := range some.Symbols {
				if element := elementOf(symbol, name); element != nil {
					found = element
				}
			}
		}
		return false
	})
	return found
}

func mentions(term *ast.Term, name ast.Var) bool {
	found := false
	ast.WalkVars(term, func(v ast.Var) bool {
		found = found || v == name
		return found
	})
	return found
}

// elementOf is the element of a list that `some … in list` binds to a variable, where the list is a reference.
func elementOf(symbol *ast.Term, name ast.Var) *ast.Term {
	call, is := symbol.Value.(ast.Call)
	if !is || len(call) < 3 {
		return nil
	}
	list, is := call[len(call)-1].Value.(ast.Ref)
	if !is || call[len(call)-2].Value.Compare(name) != 0 {
		return nil
	}
	return ast.NewTerm(list.Append(ast.VarTerm("_")))
}
