package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	opa "github.com/open-policy-agent/opa/v1/topdown"

	"deferido/internal/engine/plan"
)

// Evaluator evaluates the rules of a compiled policy set. It is safe for concurrent use.
type Evaluator interface {
	// Eval returns the value of a rule, "decision.grant", on an input. Undefined is an error, as is anything that a builtin
	// refuses.
	Eval(ctx context.Context, rule string, input ast.Value) (plan.Value, error)
}

// topdown is OPA's own interpreter.
type topdown struct {
	queries map[string]rego.PreparedEvalQuery
}

// Topdown prepares the rules for OPA's interpreter.
func Topdown(ctx context.Context, compiler *ast.Compiler, rules []string) (Evaluator, error) {
	store := inmem.NewFromObjectWithOpts(map[string]any{}, inmem.OptReturnASTValuesOnRead(true), inmem.OptRoundTripOnWrite(false))
	t := &topdown{queries: map[string]rego.PreparedEvalQuery{}}
	for _, rule := range rules {
		query, err := rego.New(rego.Query("data."+rule), rego.Compiler(compiler), rego.Store(store),
			rego.StrictBuiltinErrors(true), rego.GenerateJSON(asTerm)).PrepareForEval(ctx)
		if err != nil {
			return nil, fmt.Errorf("preparing %s: %w", rule, err)
		}
		t.queries[rule] = query
	}
	return t, nil
}

func (t *topdown) Eval(ctx context.Context, rule string, input ast.Value) (plan.Value, error) {
	query, known := t.queries[rule]
	if !known {
		return plan.Value{}, fmt.Errorf("no rule %s", rule)
	}
	results, err := query.Eval(ctx, rego.EvalParsedInput(input))
	if err != nil {
		return plan.Value{}, &EvaluationError{rule, err}
	}
	if len(results) != 1 || len(results[0].Expressions) != 1 {
		return plan.Value{}, undefined(rule)
	}
	return plan.FromAST(results[0].Expressions[0].Value.(ast.Value))
}

func undefined(rule string) error { return &EvaluationError{rule, errors.New("it is undefined")} }

// EvaluationError is a rule that could not be evaluated. There is no answer then.
type EvaluationError struct {
	Rule string // "decision.grant"
	Err  error
}

// Error is for those who may see what the policies say of the facts.
func (e *EvaluationError) Error() string { return fmt.Sprintf("evaluating %s: %v", e.Rule, e.Err) }

// Unwrap returns the cause.
func (e *EvaluationError) Unwrap() error { return e.Err }

// LogSafe tells the rule, and of OPA's errors the code and the place, which hold no fact.
func (e *EvaluationError) LogSafe() string {
	var refused *opa.Error
	switch {
	case !errors.As(e.Err, &refused):
		return "evaluating " + e.Rule
	case refused.Location == nil:
		return fmt.Sprintf("evaluating %s: %s", e.Rule, refused.Code)
	}
	return fmt.Sprintf("evaluating %s: %s at %s:%d", e.Rule, refused.Code, refused.Location.File, refused.Location.Row)
}

// asTerm has rego give a result as it is, without the way through Go's own values.
func asTerm(t *ast.Term, _ *rego.EvalContext) (any, error) { return t.Value, nil }

// planned evaluates the query plans of the rules, compiled to Go.
type planned struct{ programs map[string]*plan.Program }

// Planned plans the rules and compiles the plans. Where a plan holds something that the compiler does not know, the error
// wraps plan.ErrUnsupported, and Topdown evaluates the same.
func Planned(ctx context.Context, compiler *ast.Compiler, rules []string) (Evaluator, error) {
	p := &planned{programs: map[string]*plan.Program{}}
	for _, rule := range rules {
		program, err := plan.Prepare(ctx, compiler, "data."+rule)
		if err != nil {
			return nil, fmt.Errorf("planning %s: %w", rule, err)
		}
		p.programs[rule] = program
	}
	return p, nil
}

func (p *planned) Eval(ctx context.Context, rule string, input ast.Value) (plan.Value, error) {
	program, known := p.programs[rule]
	if !known {
		return plan.Value{}, fmt.Errorf("no rule %s", rule)
	}
	value, err := program.EvalValue(ctx, input)
	if err != nil {
		return plan.Value{}, &EvaluationError{rule, err}
	}
	if !value.Defined() {
		return plan.Value{}, undefined(rule)
	}
	return value, nil
}
