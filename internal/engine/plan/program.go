package plan

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/ir"
	"github.com/open-policy-agent/opa/v1/topdown"
	"github.com/open-policy-agent/opa/v1/topdown/print"
)

// ErrUnsupported is wrapped by Compile's error for a plan that this package cannot evaluate faithfully. Topdown can.
var ErrUnsupported = errors.New("plan: unsupported")

// ErrInternal is wrapped by the error of an evaluation that went against this package's own expectations. It is a bug
// here, never an answer.
var ErrInternal = errors.New("plan: internal error")

// Program is a compiled plan. It does not change and may be evaluated by many goroutines at once.
type Program struct {
	entry    *function // the plan itself, which has no result but the result set
	memoised int       // functions whose value is kept during an evaluation
	data     value
	lenient  bool
	referee  Evaluation // nil leaves an error as it is
	doubt    func(error)
	machines sync.Pool
}

// Evaluation evaluates a query that has one value; nil is undefined.
type Evaluation func(ctx context.Context, input ast.Value) (ast.Value, error)

// settings are what one evaluation may set for itself.
type settings struct {
	lenient   bool              // a built-in error is undefined instead of an error
	external  topdown.Cancel    // nil, or one more way to end the evaluation
	time      time.Time         // what time.now_ns gives; zero is now
	seed      io.Reader         // nil is crypto/rand
	printHook print.Hook        // nil drops what print prints
	runtime   ast.Value         // what opa.runtime gives; nil is an empty object
	caps      *ast.Capabilities // nil is those of this version
}

// Option changes how Compile compiles.
type Option func(*options)

type options struct {
	plan     string
	data     ast.Value
	lenient  bool
	builtins map[string]*topdown.Builtin
	referee  Evaluation
	doubt    func(error)
}

// WithData gives the base document `data`. Without it data holds nothing but the rules.
func WithData(data ast.Value) Option { return func(o *options) { o.data = data } }

// WithLenientBuiltinErrors makes an error in a built-in function undefined, as OPA has it unless told otherwise. The
// default here is that the error ends the evaluation.
func WithLenientBuiltinErrors() Option { return func(o *options) { o.lenient = true } }

// WithPlan chooses the plan by name, in a policy that has several. The default is the only one.
func WithPlan(name string) Option { return func(o *options) { o.plan = name } }

// WithBuiltins adds built-in functions, by name, to those that topdown registers.
func WithBuiltins(builtins map[string]*topdown.Builtin) Option {
	return func(o *options) { o.builtins = builtins }
}

// WithReferee has Program.Eval repeat an evaluation that ended in an error, other than the caller's own cancellation,
// with referee, whose verdict counts.
func WithReferee(referee Evaluation) Option { return func(o *options) { o.referee = referee } }

// WithDoubt has Program.Eval report each error that it hands to the referee, on the goroutine of the evaluation.
func WithDoubt(doubt func(error)) Option { return func(o *options) { o.doubt = doubt } }

// Compile makes a Program of p, which it keeps no part of. The error wraps ErrUnsupported where p holds a statement or
// calls a function that this package does not know.
func Compile(p *ir.Policy, opts ...Option) (*Program, error) {
	var o options
	for _, set := range opts {
		set(&o)
	}
	data := o.data
	if data == nil {
		data = ast.NewObject()
	}
	base, err := (*arena)(nil).fromAST(data)
	if err != nil {
		return nil, fmt.Errorf("plan: data: %w", err)
	}
	keep(base)
	c := newCompiler(p, o)
	entry, err := c.compile()
	if err != nil {
		return nil, err
	}
	return &Program{
		entry: entry, memoised: c.memoised, data: base,
		lenient: o.lenient, referee: o.referee, doubt: o.doubt,
	}, nil
}

// Eval returns the value of the query for input, or nil where it is undefined. A nil input is an undefined one. The
// value belongs to the caller. It is meant for a query that has one value, as data.a.b has: one that binds several
// variables, or has several results, is an error.
//
// Errors are topdown's: *topdown.Error with its codes, and eval_cancel_error wrapping the context's when ctx is done.
func (p *Program) Eval(ctx context.Context, input ast.Value) (ast.Value, error) {
	var answer ast.Value
	err := p.evalOnly(ctx, input, func(v value) { answer = toAST(v) })
	if p.final(err) {
		return answer, err
	}
	return p.referee(ctx, input)
}

// EvalValue is Eval without the cost of an ast.Value for the result.
func (p *Program) EvalValue(ctx context.Context, input ast.Value) (Value, error) {
	var answer Value
	err := p.evalOnly(ctx, input, func(v value) { answer.v = clone(v) })
	if p.final(err) {
		return answer, err
	}
	verdict, err := p.referee(ctx, input)
	if err != nil {
		return Value{}, err
	}
	answer.v, err = (*arena)(nil).fromAST(verdict)
	return answer, err
}

// final reports whether an evaluation that ended with err is the last word, and reports the doubt where it is not.
func (p *Program) final(err error) bool {
	if err == nil || p.referee == nil || topdown.IsCancel(err) || errors.Is(err, errNotAValue) {
		return true
	}
	if p.doubt != nil {
		p.doubt(err)
	}
	return false
}

// evalOnly evaluates a query that has one value and hands it to use, unless it is undefined.
func (p *Program) evalOnly(ctx context.Context, input ast.Value, use func(value)) error {
	return p.run(ctx, settings{lenient: p.lenient}, input, func(results *set) error {
		v, err := only(results)
		if v != nil {
			use(v)
		}
		return err
	})
}

// only returns the value of a query that has one, or nil where it is undefined.
func only(results *set) (value, error) {
	if results.len() == 0 {
		return nil, nil
	}
	bindings, ok := results.list()[0].(*object)
	if !ok || results.len() != 1 || bindings.len() != 1 {
		return nil, errors.New("plan: the query has more than one value")
	}
	return bindings.list()[0].val, nil
}

// EvalSet returns the result set of the query: a set of objects, each from the names of variables to their values. It
// knows no referee.
func (p *Program) EvalSet(ctx context.Context, input ast.Value) (ast.Set, error) {
	return p.evalSet(ctx, settings{lenient: p.lenient}, input)
}

func (p *Program) evalSet(ctx context.Context, s settings, input ast.Value) (ast.Set, error) {
	var answer ast.Set
	err := p.run(ctx, s, input, func(results *set) error {
		var x exporter
		answer = x.set(results.list())
		return nil
	})
	return answer, err
}

// run evaluates the plan on a machine of the pool and hands the result set to use. The set is the machine's, so that use
// must copy what it keeps.
func (p *Program) run(ctx context.Context, s settings, input ast.Value, use func(*set) error) (err error) {
	m, ok := p.machines.Get().(*machine)
	if !ok {
		m = &machine{program: p}
	}
	// The last line: a machine that panicked is not put back.
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("%w: %v", ErrInternal, cause)
		}
	}()
	if err = m.run(ctx, s, input); err == nil {
		err = use(m.results)
	}
	m.reset()
	p.machines.Put(m)
	return err
}

// run leaves the result set in m.results.
func (m *machine) run(ctx context.Context, s settings, document ast.Value) error {
	m.ctx, m.settings = ctx, s
	if !m.wanted() {
		return m.err
	}
	input, err := m.arena.fromAST(document)
	if err != nil {
		return fmt.Errorf("plan: input: %w", err)
	}
	m.results = m.arena.newSet(0)
	before := m.remember(input, m.program.data)
	locals := m.frame(m.program.entry.size)
	locals[ir.Input], locals[ir.Data] = input, m.program.data
	m.program.entry.run(m, locals)
	m.drop(locals)
	if m.err == nil {
		m.forget(before)
	}
	return m.err
}

// reset forgets everything about the evaluation but the memory it used.
func (m *machine) reset() {
	if m.err != nil {
		m.free = nil // what an abandoned evaluation left is not worth sorting out
	}
	m.arena.reset()
	*m = machine{program: m.program, stack: m.stack[:0], free: m.free, operands: m.operands[:0], arena: m.arena}
}
