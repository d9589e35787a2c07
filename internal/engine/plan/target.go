package plan

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/ir"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/util"
)

// Target is the name under which Register makes this evaluator known to package rego: rego.Target(plan.Target).
const Target = "deferido-plan"

// Register makes Target known to package rego. It may be called any number of times.
var Register = sync.OnceFunc(func() { rego.RegisterPlugin(Target, target{}) })

// Prepare plans query, which has one value, over the modules of compiler and compiles the plan. It is the way to a
// Program from Rego source. An evaluation that ends in an error is repeated with topdown, so that the Program and topdown
// agree on errors too. The error wraps ErrUnsupported where topdown must evaluate everything.
//
// The compiler must have compiled already, and is marked by package rego as one whose later compilations build no rule
// index: do not compile more modules with it for topdown. Preparing is not safe beside another use of the same compiler.
func Prepare(ctx context.Context, compiler *ast.Compiler, query string, opts ...Option) (*Program, error) {
	Register()
	referee, err := interpreter(ctx, compiler, query, opts)
	if err != nil {
		return nil, err
	}
	r := rego.New(rego.Query(query), rego.Compiler(compiler), rego.Target(Target))
	var program *Program
	opts = append([]Option{WithReferee(referee)}, opts...)
	_, err = r.PrepareForEval(Capture(ctx, &program, opts...))
	if err != nil && !errors.Is(err, ErrUnsupported) && ctx.Err() == nil {
		// Topdown was prepared with the same query, so that it is OPA's planner which cannot.
		err = fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	if err != nil {
		return nil, err
	}
	return program, nil
}

// interpreter prepares query for topdown, with what opts say of data and errors.
func interpreter(ctx context.Context, compiler *ast.Compiler, query string, opts []Option) (Evaluation, error) {
	var o options
	for _, set := range opts {
		set(&o)
	}
	args := []func(*rego.Rego){
		rego.Query(query), rego.Compiler(compiler), rego.StrictBuiltinErrors(!o.lenient),
		rego.GenerateJSON(func(t *ast.Term, _ *rego.EvalContext) (any, error) { return t.Value, nil }),
	}
	if o.data != nil {
		document, err := ast.JSON(o.data)
		if err != nil {
			return nil, fmt.Errorf("plan: data: %w", err)
		}
		object, ok := document.(map[string]any)
		if !ok {
			return nil, errors.New("plan: data is no object")
		}
		args = append(args, rego.Store(inmem.NewFromObject(object)))
	}
	prepared, err := rego.New(args...).PrepareForEval(ctx)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, input ast.Value) (ast.Value, error) {
		var given []rego.EvalOption
		if input != nil {
			given = append(given, rego.EvalParsedInput(input))
		}
		results, err := prepared.Eval(ctx, given...)
		if err != nil || len(results) == 0 {
			return nil, err
		}
		return results[0].Expressions[0].Value.(ast.Value), nil
	}, nil
}

// Capture returns a context for rego.PrepareForEval under Target: the query is compiled with opts and its Program is
// stored in *into as well, for evaluations that need nothing of package rego.
func Capture(ctx context.Context, into **Program, opts ...Option) context.Context {
	return context.WithValue(ctx, captureKey{}, capture{into, opts})
}

type captureKey struct{}

type capture struct {
	into **Program
	opts []Option
}

// target is the plugin; prepared is a query compiled by it.
type (
	target   struct{}
	prepared struct{ program *Program }
)

// IsTarget reports whether name is ours.
func (target) IsTarget(name string) bool { return name == Target }

// PrepareForEval compiles the plan of a query.
func (target) PrepareForEval(
	ctx context.Context, p *ir.Policy, opts ...rego.PrepareOption,
) (rego.TargetPluginEval, error) {
	var config rego.PrepareConfig
	for _, set := range opts {
		set(&config)
	}
	captured, _ := ctx.Value(captureKey{}).(capture)
	program, err := Compile(p, append([]Option{WithBuiltins(config.BuiltinFuncs())}, captured.opts...)...)
	if err != nil {
		return nil, err
	}
	if captured.into != nil {
		*captured.into = program
	}
	return &prepared{program}, nil
}

// Eval returns the result set of the query for the input of e. The store of e is not read: the base document is the one
// given by WithData.
func (p *prepared) Eval(ctx context.Context, e *rego.EvalContext, runtime ast.Value) (ast.Value, error) {
	input, err := inputOf(e)
	if err != nil {
		return nil, err
	}
	return p.program.evalSet(ctx, settings{
		lenient:  p.program.lenient && !e.StrictBuiltinErrors(),
		external: e.ExternalCancel(), time: e.Time(), seed: e.Seed(), printHook: e.PrintHook(),
		runtime: runtime, caps: e.Capabilities(),
	}, input)
}

// inputOf returns the input as package rego has it: parsed, or a Go value (rego.EvalInput) that is not parsed for us.
func inputOf(e *rego.EvalContext) (ast.Value, error) {
	if v := e.ParsedInput(); v != nil {
		return v, nil
	}
	raw := e.RawInput()
	if raw == nil {
		return nil, nil
	}
	copied := *raw
	if err := util.RoundTrip(&copied); err != nil {
		return nil, fmt.Errorf("plan: input: %w", err)
	}
	v, err := ast.InterfaceToValue(copied)
	if err != nil {
		return nil, errors.Join(errors.New("plan: input"), err)
	}
	return v, nil
}
