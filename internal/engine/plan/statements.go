package plan

import (
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/ir"
)

// statement compiles s; nil is a statement that does nothing.
func (c *compiler) statement(s ir.Stmt) (op, error) {
	if c.folding.done[s] {
		return nil, nil
	}
	switch s := s.(type) {
	case *ir.NopStmt:
		return nil, nil
	case *ir.BlockStmt:
		return c.blocks(s)
	case *ir.ScanStmt:
		return c.scan(s)
	case *ir.NotStmt:
		return c.not(s)
	case *ir.WithStmt:
		return c.with(s)
	case *ir.CallStmt:
		return c.call(s)
	case *ir.CallDynamicStmt:
		return c.callDynamic(s)
	case *ir.DotStmt:
		return c.dot(s)
	case *ir.EqualStmt:
		return c.equal(s.A, s.B, true)
	case *ir.NotEqualStmt:
		return c.equal(s.A, s.B, false)
	}
	if compiled, err := c.assignment(s); compiled != nil || err != nil {
		return compiled, err
	}
	if compiled, err := c.construction(s); compiled != nil || err != nil {
		return compiled, err
	}
	return c.test(s)
}

// test compiles the statements that only look at a variable, and the jumps.
func (c *compiler) test(s ir.Stmt) (op, error) {
	switch s := s.(type) {
	case *ir.BreakStmt:
		out := signal(s.Index) + 1
		return func(*machine, []value) signal { return out }, nil
	case *ir.ReturnLocalStmt:
		source := c.local(s.Source)
		return func(m *machine, locals []value) signal {
			m.result = locals[source]
			return returned
		}, nil
	case *ir.IsDefinedStmt:
		source := c.local(s.Source)
		return func(_ *machine, locals []value) signal { return when(locals[source] != nil) }, nil
	case *ir.IsUndefinedStmt:
		source := c.local(s.Source)
		return func(_ *machine, locals []value) signal { return when(locals[source] == nil) }, nil
	case *ir.IsArrayStmt:
		return c.typeTest(s.Source, func(v value) bool { _, ok := v.(*array); return ok })
	case *ir.IsObjectStmt:
		return c.typeTest(s.Source, func(v value) bool { _, ok := v.(*object); return ok })
	case *ir.IsSetStmt:
		return c.typeTest(s.Source, func(v value) bool { _, ok := v.(*set); return ok })
	}
	return nil, fmt.Errorf("%w: statement %T", ErrUnsupported, s)
}

// when is the signal of a statement that is defined where ok holds.
func when(ok bool) signal {
	if ok {
		return next
	}
	return leave
}

func (c *compiler) typeTest(o ir.Operand, is func(value) bool) (op, error) {
	source, err := c.operand(o)
	return func(_ *machine, locals []value) signal { return when(is(source.get(locals))) }, err
}

// blocks runs one block after the other. A jump out of more than its own block leaves the statement as well.
func (c *compiler) blocks(s *ir.BlockStmt) (op, error) {
	blocks := make([]op, len(s.Blocks))
	for i, b := range s.Blocks {
		var err error
		if blocks[i], err = c.block(b); err != nil {
			return nil, err
		}
	}
	if len(blocks) == 1 {
		return blocks[0], nil
	}
	return func(m *machine, locals []value) signal {
		for _, block := range blocks {
			if s := block(m, locals); s != next {
				return s
			}
		}
		return next
	}, nil
}

// not is undefined where its block comes to its end. The block's own undefined arrives here as next, less its block, so
// that the end is marked by a statement of our own.
func (c *compiler) not(s *ir.NotStmt) (op, error) {
	body, err := c.finishing(s.Block)
	return func(m *machine, locals []value) signal {
		switch s := body(m, locals); {
		case s == finished:
			return leave
		default:
			return s
		}
	}, err
}

// finished is the signal of a block that came to its end, where that is not the same as leaving it.
const finished signal = -3

// finishing compiles b so that coming to its end can be told from being left.
func (c *compiler) finishing(b *ir.Block) (op, error) {
	ops := make([]op, 0, len(b.Stmts)+1)
	for _, stmt := range b.Stmts {
		compiled, err := c.statement(stmt)
		if err != nil {
			return nil, err
		}
		if compiled != nil {
			ops = append(ops, compiled)
		}
	}
	end := func(*machine, []value) signal { return finished }
	return sequence(append(ops, end)), nil
}

// dot looks a member up; without one the statement is undefined.
func (c *compiler) dot(s *ir.DotStmt) (op, error) {
	source, err := c.operand(s.Source)
	if err != nil {
		return nil, err
	}
	key, err := c.operand(s.Key)
	target := c.local(s.Target)
	if name, ok := key.constant.(ast.String); ok && source.constant == nil {
		return dotName(source.local, name, key.constant, target), err
	}
	return func(_ *machine, locals []value) signal {
		v := lookup(source.get(locals), key.get(locals))
		locals[target] = v
		return when(v != nil)
	}, err
}

// dotName is the frequent case of dot: a field of an object, by its name.
func dotName(source int, name ast.String, key value, target int) op {
	return func(_ *machine, locals []value) signal {
		var v value
		if o, ok := locals[source].(*object); ok {
			v = o.field(name, key)
		} else {
			v = lookup(locals[source], key)
		}
		locals[target] = v
		return when(v != nil)
	}
}

func (c *compiler) equal(x, y ir.Operand, want bool) (op, error) {
	a, err := c.operand(x)
	if err != nil {
		return nil, err
	}
	b, err := c.operand(y)
	return func(_ *machine, locals []value) signal {
		return when(equal(a.get(locals), b.get(locals)) == want)
	}, err
}
