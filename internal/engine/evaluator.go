package engine

import (
	"context"
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
)

// Evaluator evaluates the rules of a compiled policy set. It is safe for concurrent use.
type Evaluator interface {
	// Eval returns the value of a rule, "decision.grant", on an input. Undefined is an error, as is anything that a builtin
	// refuses.
	Eval(ctx context.Context, rule string, input ast.Value) (ast.Value, error)
}

// topdown is OPA's own interpreter.
type topdown struct{ queries map[string]rego.PreparedEvalQuery }

// Topdown prepares the rules for OPA's interpreter.
func Topdown(ctx context.Context, compiler *ast.Compiler, rules []string) (Evaluator, error) {
	store := inmem.NewFromObjectWithOpts(map[string]any{}, inmem.OptReturnASTValuesOnRead(true), inmem.OptRoundTripOnWrite(false))
	t := &topdown{queries: map[string]rego.PreparedEvalQuery{}}
	for _, rule := range rules {
		query, err := rego.New(rego.Query("data."+rule), rego.Compiler(compiler), rego.Store(store),
			rego.StrictBuiltinErrors(true)).PrepareForEval(ctx)
		if err != nil {
			return nil, fmt.Errorf("preparing %s: %w", rule, err)
		}
		t.queries[rule] = query
	}
	return t, nil
}

func (t *topdown) Eval(ctx context.Context, rule string, input ast.Value) (ast.Value, error) {
	query, known := t.queries[rule]
	if !known {
		return nil, fmt.Errorf("no rule %s", rule)
	}
	// The result set of rego is made of Go values; asking for AST values back costs one conversion, which only the oracle
	// and the fallback pay.
	results, err := query.Eval(ctx, rego.EvalParsedInput(input))
	if err != nil {
		return nil, fmt.Errorf("evaluating %s: %w", rule, err)
	}
	if len(results) != 1 || len(results[0].Expressions) != 1 {
		return nil, fmt.Errorf("evaluating %s: it is undefined", rule)
	}
	value, err := ast.InterfaceToValue(results[0].Expressions[0].Value)
	if err != nil {
		return nil, fmt.Errorf("evaluating %s: %w", rule, err)
	}
	return value, nil
}
