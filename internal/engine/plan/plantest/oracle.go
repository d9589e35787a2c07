// Package plantest holds topdown up against package plan, for tests: of this package and of any set of policies.
package plantest

import (
	"context"
	"errors"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/topdown"

	"deferido/internal/engine/plan"
)

// Oracle evaluates one query in both ways.
type Oracle struct {
	Program  *plan.Program
	Checked  int // documents
	Doubted  int // of them, those that the plan ended with an error, so that topdown was asked
	bug      error
	prepared rego.PreparedEvalQuery
}

// NewOracle prepares query, which has one value, over the modules of compiler. Built-in errors are strict.
func NewOracle(t testing.TB, compiler *ast.Compiler, query string) *Oracle {
	t.Helper()
	prepared, err := rego.New(
		rego.Query(query), rego.Compiler(compiler), rego.StrictBuiltinErrors(true),
		rego.GenerateJSON(func(t *ast.Term, _ *rego.EvalContext) (any, error) { return t.Value, nil }),
	).PrepareForEval(t.Context())
	if err != nil {
		t.Fatalf("prepare %s for topdown: %v", query, err)
	}
	o := &Oracle{prepared: prepared}
	o.Program, err = plan.Prepare(t.Context(), compiler, query, plan.WithDoubt(o.doubt))
	if err != nil {
		t.Fatalf("prepare %s as a plan: %v", query, err)
	}
	return o
}

func (o *Oracle) doubt(err error) {
	o.Doubted++
	if !topdown.IsError(err) {
		o.bug = err
	}
}

// Topdown returns what topdown answers: nil for undefined.
func (o *Oracle) Topdown(ctx context.Context, input ast.Value) (ast.Value, error) {
	var given []rego.EvalOption
	if input != nil {
		given = append(given, rego.EvalParsedInput(input))
	}
	results, err := o.prepared.Eval(ctx, given...)
	if err != nil || len(results) == 0 {
		return nil, err
	}
	return results[0].Expressions[0].Value.(ast.Value), nil
}

// Failer is what Check needs of a test: *testing.T, *testing.B or *rapid.T.
type Failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Check fails unless both evaluators give the same value, to the letter, or an error with the same code. It returns the
// value. It is not for several goroutines.
func (o *Oracle) Check(t Failer, input ast.Value) (ast.Value, error) {
	t.Helper()
	want, wantErr := o.Topdown(context.Background(), input)
	o.Checked++
	got, gotErr := o.Program.Eval(context.Background(), input)
	if o.bug != nil {
		t.Fatalf("input %v: %v", input, o.bug)
	}
	if code(wantErr) != code(gotErr) {
		t.Fatalf("input %v:\ntopdown: %v, error %v\nplan:    %v, error %v", input, want, wantErr, got, gotErr)
	}
	if text(want) != text(got) || want != nil && want.Compare(got) != 0 {
		t.Fatalf("input %v:\ntopdown: %v\nplan:    %v", input, want, got)
	}
	return got, gotErr
}

func code(err error) string {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*topdown.Error](err); ok {
		return e.Code
	}
	return err.Error()
}

func text(v ast.Value) string {
	if v == nil {
		return "undefined"
	}
	return v.String()
}
