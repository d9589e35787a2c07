package plan

import (
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/ir"
)

// call compiles a call of a rule, a Rego function or a built-in function. No result makes the statement undefined.
func (c *compiler) call(s *ir.CallStmt) (op, error) {
	args, err := c.operands(s.Args)
	if err != nil {
		return nil, err
	}
	target := c.local(s.Result)
	f, ok := c.functions[s.Func]
	if !ok {
		return c.builtin(s, args, target)
	}
	if len(args) != len(f.params) {
		return nil, fmt.Errorf("%w: %d arguments for %s", ErrUnsupported, len(args), s.Func)
	}
	if f.memo >= 0 {
		return callRule(f, args, target), nil
	}
	return func(m *machine, locals []value) signal {
		inner := m.frame(f.size)
		for i := range args {
			inner[f.params[i]] = args[i].get(locals)
		}
		return m.enter(f, inner, locals, target)
	}, nil
}

// callRule calls what depends on input and data only, unless its value is known.
func callRule(f *function, args []operand, target int) op {
	input, data := args[0], args[1]
	return func(m *machine, locals []value) signal {
		memo := m.memo
		if memo.known[f.memo] {
			v := memo.values[f.memo]
			locals[target] = v
			return when(v != nil)
		}
		inner := m.frame(f.size)
		inner[f.params[0]], inner[f.params[1]] = input.get(locals), data.get(locals)
		s := m.enter(f, inner, locals, target)
		if s != failed {
			memo.known[f.memo], memo.values[f.memo] = true, locals[target]
		}
		return s
	}
}

// enter runs f on a frame that holds its arguments, gives the frame back and sets the target to the result.
func (m *machine) enter(f *function, inner, locals []value, target int) signal {
	if !m.tick() {
		m.drop(inner)
		return failed
	}
	m.result = nil
	s := f.run(m, inner)
	m.drop(inner)
	if s == failed {
		return failed
	}
	v := m.result
	if s != returned {
		v = nil
	}
	m.result = nil
	locals[target] = v
	return when(v != nil)
}

// route is a tree of the rules by their paths, for calls whose path is known at evaluation only.
type route struct {
	function *function
	down     map[ast.String]*route
}

func (r *route) add(path []string, f *function) {
	if len(path) == 0 {
		return
	}
	for _, step := range path {
		below := r.down[ast.String(step)]
		if below == nil {
			below = &route{}
			if r.down == nil {
				r.down = map[ast.String]*route{}
			}
			r.down[ast.String(step)] = below
		}
		r = below
	}
	r.function = f
}

// dynamicUndefined leaves the block that stands for the whole reference: a rule at that path counts, even without a
// value, and the base document at the path is not looked at.
const dynamicUndefined signal = 4

// callDynamic compiles a call of the rule at a path with variables. No rule there makes the statement undefined.
func (c *compiler) callDynamic(s *ir.CallDynamicStmt) (op, error) {
	path, err := c.operands(s.Path)
	if err != nil {
		return nil, err
	}
	if len(s.Args) != 2 || !c.paths.takesTwo(path) {
		return nil, fmt.Errorf("%w: call of a path under with", ErrUnsupported)
	}
	input, data := operand{local: c.local(s.Args[0])}, operand{local: c.local(s.Args[1])}
	target, paths := c.local(s.Result), c.paths
	args := []operand{input, data}
	return func(m *machine, locals []value) signal {
		f := paths.find(path, locals)
		if f == nil {
			return leave
		}
		out := callRule(f, args, target)(m, locals)
		if out == leave {
			return dynamicUndefined
		}
		return out
	}, nil
}

func (r *route) find(path []operand, locals []value) *function {
	for i := range path {
		step, ok := path[i].get(locals).(ast.String)
		if !ok {
			return nil
		}
		if r = r.down[step]; r == nil {
			return nil
		}
	}
	return r.function
}

// takesTwo reports whether all rules that path may lead to take input and data only. Under `with` that replaces a
// function by a value, rules take the value as well, which a call by path does not hand over.
func (r *route) takesTwo(path []operand) bool {
	if len(path) == 0 {
		return r.function == nil || len(r.function.params) == 2
	}
	if step, ok := path[0].constant.(ast.String); ok {
		below := r.down[step]
		return below == nil || below.takesTwo(path[1:])
	}
	for _, below := range r.down {
		if !below.takesTwo(path[1:]) {
			return false
		}
	}
	return true
}
