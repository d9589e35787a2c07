package plan

import (
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/ir"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// assignment compiles the statements that set a variable to a value that exists already; nil is none of them.
func (c *compiler) assignment(s ir.Stmt) (op, error) {
	switch s := s.(type) {
	case *ir.AssignVarStmt:
		source, err := c.operand(s.Source)
		return assign(c.local(s.Target), source), err
	case *ir.AssignVarOnceStmt:
		return c.assignOnce(s)
	case *ir.AssignIntStmt:
		return assign(c.local(s.Target), operand{constant: integer(s.Value)}), nil
	case *ir.MakeNumberIntStmt:
		return assign(c.local(s.Target), operand{constant: integer(s.Value)}), nil
	case *ir.MakeNumberRefStmt:
		text, err := c.text(s.Index)
		if err != nil {
			return nil, err
		}
		return assign(c.local(s.Target), operand{constant: fromNumber(ast.Number(text.(ast.String)))}), nil
	case *ir.MakeNullStmt:
		return assign(c.local(s.Target), operand{constant: vNull}), nil
	case *ir.ResetLocalStmt:
		target := c.local(s.Target)
		return func(_ *machine, locals []value) signal {
			locals[target] = nil
			return next
		}, nil
	case *ir.LenStmt:
		return c.length(s)
	}
	return nil, nil
}

func assign(target int, source operand) op {
	if v := source.constant; v != nil {
		return func(_ *machine, locals []value) signal {
			locals[target] = v
			return next
		}
	}
	from := source.local
	return func(_ *machine, locals []value) signal {
		locals[target] = locals[from]
		return next
	}
}

// assignOnce is the conclusion of a complete rule or a function: two of them must agree.
func (c *compiler) assignOnce(s *ir.AssignVarOnceStmt) (op, error) {
	source, err := c.operand(s.Source)
	target := c.local(s.Target)
	conflict := &topdown.Error{
		Code: topdown.ConflictErr, Message: conflictMessage(c.current), Location: c.location(&s.Location),
	}
	return func(m *machine, locals []value) signal {
		v := source.get(locals)
		if old := locals[target]; old != nil && !equal(old, v) {
			copied := *conflict
			return m.fail(&copied)
		}
		locals[target] = v
		return next
	}, err
}

// conflictMessage says what topdown says. Functions have parameters beside input and data.
func conflictMessage(f *function) string {
	_, path, found := strings.Cut(f.name, ".") // g0.data.a.b
	if !found {
		path = f.name
	}
	if len(f.params) > 2 {
		return "function " + path + " produced conflicting values for the same inputs"
	}
	return "rule " + path + " produced conflicting values"
}

func (c *compiler) length(s *ir.LenStmt) (op, error) {
	source, err := c.operand(s.Source)
	target := c.local(s.Target)
	return func(_ *machine, locals []value) signal {
		n, ok := length(source.get(locals))
		if !ok {
			return leave
		}
		locals[target] = integer(n)
		return next
	}, err
}
