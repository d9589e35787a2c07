package plan

import (
	"fmt"

	"github.com/open-policy-agent/opa/v1/ir"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// construction compiles the statements that make collections and fill them; nil is none of them. The planner fills only
// collections that the same function made, so that filling in place never shows elsewhere.
func (c *compiler) construction(s ir.Stmt) (op, error) {
	switch s := s.(type) {
	case *ir.MakeArrayStmt:
		target, capacity := c.local(s.Target), int(s.Capacity)
		return func(_ *machine, locals []value) signal {
			made := &array{}
			if capacity > 0 {
				made.elems = make([]value, 0, capacity)
			}
			locals[target] = made
			return next
		}, nil
	case *ir.MakeObjectStmt:
		target := c.local(s.Target)
		return func(_ *machine, locals []value) signal {
			locals[target] = &object{}
			return next
		}, nil
	case *ir.MakeSetStmt:
		target := c.local(s.Target)
		return func(_ *machine, locals []value) signal {
			locals[target] = &set{}
			return next
		}, nil
	case *ir.ArrayAppendStmt:
		return c.arrayAppend(s)
	case *ir.SetAddStmt:
		return c.setAdd(s)
	case *ir.ObjectInsertStmt:
		return c.insert(s)
	case *ir.ObjectInsertOnceStmt:
		return c.insertOnce(s)
	case *ir.ObjectMergeStmt:
		return c.merge(s)
	case *ir.ResultSetAddStmt:
		source := c.local(s.Value)
		return func(m *machine, locals []value) signal {
			m.results.add(locals[source])
			return next
		}, nil
	}
	return nil, nil
}

// misplaced is the failure of a statement that found another type of collection than the planner promised.
func (m *machine) misplaced(v value, wanted string) signal {
	return m.fail(fmt.Errorf("%w: %T where the plan has %s", ErrInternal, v, wanted))
}

func (c *compiler) arrayAppend(s *ir.ArrayAppendStmt) (op, error) {
	source, err := c.operand(s.Value)
	target := c.local(s.Array)
	return func(m *machine, locals []value) signal {
		to, ok := locals[target].(*array)
		if !ok {
			return m.misplaced(locals[target], "an array")
		}
		to.elems = append(to.elems, source.get(locals))
		return next
	}, err
}

func (c *compiler) setAdd(s *ir.SetAddStmt) (op, error) {
	source, err := c.operand(s.Value)
	target := c.local(s.Set)
	return func(m *machine, locals []value) signal {
		to, ok := locals[target].(*set)
		if !ok {
			return m.misplaced(locals[target], "a set")
		}
		to.add(source.get(locals))
		return next
	}, err
}

func (c *compiler) insert(s *ir.ObjectInsertStmt) (op, error) {
	key, err := c.operand(s.Key)
	if err != nil {
		return nil, err
	}
	val, err := c.operand(s.Value)
	target := c.local(s.Object)
	return func(m *machine, locals []value) signal {
		to, ok := locals[target].(*object)
		if !ok {
			return m.misplaced(locals[target], "an object")
		}
		to.put(key.get(locals), val.get(locals))
		return next
	}, err
}

// insertOnce is the conclusion of a partial object rule: two values for a key must agree.
func (c *compiler) insertOnce(s *ir.ObjectInsertOnceStmt) (op, error) {
	key, err := c.operand(s.Key)
	if err != nil {
		return nil, err
	}
	val, err := c.operand(s.Value)
	target := c.local(s.Object)
	location := c.location(&s.Location)
	return func(m *machine, locals []value) signal {
		to, ok := locals[target].(*object)
		if !ok {
			return m.misplaced(locals[target], "an object")
		}
		if !to.putOnce(key.get(locals), val.get(locals)) {
			return m.fail(&topdown.Error{
				Code: topdown.ConflictErr, Message: "object keys must be unique", Location: location,
			})
		}
		return next
	}, err
}

// merge joins a base document (A) with a virtual one (B). Where both have a value, the base document has its way.
func (c *compiler) merge(s *ir.ObjectMergeStmt) (op, error) {
	base, virtual, target := c.local(s.A), c.local(s.B), c.local(s.Target)
	return func(_ *machine, locals []value) signal {
		locals[target] = merged(locals[virtual], locals[base])
		return next
	}, nil
}

// merged returns the members of both, and of two values for a key the later, unless both are objects and merge as well.
func merged(earlier, later value) value {
	e, ok := earlier.(*object)
	l, okl := later.(*object)
	if !ok || !okl {
		return later
	}
	out := &object{entries: append(make([]entry, 0, len(e.entries)+len(l.entries)), e.entries...)}
	for _, member := range l.entries {
		val := member.val
		if old := out.get(member.key); old != nil {
			val = merged(old, val)
		}
		out.put(member.key, val)
	}
	return out
}
