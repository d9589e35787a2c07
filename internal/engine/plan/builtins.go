package plan

import (
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/ir"
	"github.com/open-policy-agent/opa/v1/metrics"
	"github.com/open-policy-agent/opa/v1/topdown"
	"github.com/open-policy-agent/opa/v1/topdown/builtins"
)

// foreign is a call of one of topdown's built-in functions.
type foreign struct {
	name     string
	call     topdown.BuiltinFunc
	args     []operand
	target   int
	relation bool // it has any number of results, and the plan expects them in an array
	void     bool // it has no result
	location *ast.Location
}

// builtin compiles a call of a built-in function: a native version if there is one, which may still turn to topdown's.
func (c *compiler) builtin(s *ir.CallStmt, args []operand, target int) (op, error) {
	f := &foreign{name: s.Func, args: args, target: target, location: c.location(&s.Location)}
	decl := ast.BuiltinMap[s.Func]
	if custom, ok := c.builtins[s.Func]; ok {
		f.call, decl = custom.Func, custom.Decl
	} else {
		f.call = topdown.GetBuiltin(s.Func)
	}
	if f.call == nil || decl == nil || unsupported[s.Func] {
		return nil, fmt.Errorf("%w: function %s", ErrUnsupported, s.Func)
	}
	f.relation, f.void = decl.Relation, decl.Decl.Result() == nil
	if _, custom := c.builtins[s.Func]; custom {
		return f.run, nil
	}
	return native(f), nil
}

// unsupported are functions that need more of topdown than a call: the caches and transports of a server, the test
// runner's tracer.
var unsupported = map[string]bool{ast.HTTPSend.Name: true, ast.InternalTestCase.Name: true}

// run calls topdown's function with the arguments converted, and converts the result.
func (f *foreign) run(m *machine, locals []value) signal {
	from := len(m.operands)
	for i := range f.args {
		v := f.args[i].get(locals)
		if v == nil {
			clear(m.operands[from:])
			m.operands = m.operands[:from]
			return leave
		}
		m.operands = append(m.operands, &ast.Term{Value: toAST(v)})
	}
	operands := m.operands[from:len(m.operands):len(m.operands)]
	out, err := f.invoke(m, operands)
	clear(operands)
	m.operands = m.operands[:from]
	if err != nil {
		return f.failed(m, err)
	}
	locals[f.target] = out
	return when(out != nil || f.void)
}

func (f *foreign) invoke(m *machine, operands []*ast.Term) (value, error) {
	var out value
	var all []value
	err := f.call(m.builtinContext(f.location), operands, func(t *ast.Term) error {
		if t == nil || f.void {
			return nil
		}
		v, err := m.arena.fromAST(t.Value)
		if err != nil {
			return topdown.Halt{Err: fmt.Errorf("plan: result of %s: %w", f.name, err)}
		}
		if out = v; f.relation {
			all = append(all, v)
		}
		return nil
	})
	if f.relation && err == nil {
		return &array{elems: all}, nil
	}
	return out, err
}

// failed is the end of the evaluation, except that a lenient one takes an error for undefined.
func (f *foreign) failed(m *machine, err error) signal {
	halt, halted := errors.AsType[topdown.Halt](err)
	switch {
	case topdown.IsCancel(err):
		return m.fail(cancelled(m.ctx.Err()))
	case halted:
		return m.fail(halt.Err)
	case m.lenient:
		return leave
	default:
		return m.fail(f.typed(err))
	}
}

// typed makes err one of topdown's. Registered functions return such errors; custom ones may not.
func (f *foreign) typed(err error) error {
	if topdown.IsError(err) {
		return err
	}
	code := topdown.BuiltinErr
	if _, ok := errors.AsType[builtins.ErrOperand](err); ok {
		code = topdown.TypeErr
	}
	return (&topdown.Error{Code: code, Message: f.name + ": " + err.Error(), Location: f.location}).Wrap(err)
}

// builtinContext is made once an evaluation: functions keep state in its cache.
func (m *machine) builtinContext(location *ast.Location) topdown.BuiltinContext {
	if m.bctx == nil {
		m.bctx = m.newBuiltinContext()
	}
	m.bctx.Location = location
	return *m.bctx
}

func (m *machine) newBuiltinContext() *topdown.BuiltinContext {
	now, seed, caps := m.time, m.seed, m.caps
	if now.IsZero() {
		now = time.Now()
	}
	if seed == nil {
		seed = rand.Reader
	}
	if caps == nil {
		caps = capabilities()
	}
	runtime := m.runtime
	if runtime == nil {
		runtime = ast.NewObject()
	}
	return &topdown.BuiltinContext{
		Context: m.ctx, Metrics: metrics.NoOp(), Seed: seed, Cancel: m, Cache: builtins.Cache{},
		Time: ast.NewTerm(integer(now.UnixNano()).number()), Runtime: ast.NewTerm(runtime),
		PrintHook: m.printHook, Capabilities: caps,
	}
}
