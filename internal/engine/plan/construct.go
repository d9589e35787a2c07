package plan

import (
	"fmt"

	"github.com/open-policy-agent/opa/v1/ir"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// construction compiles the statements that make collections and fill them; nil is none of them. The planner fills only
// collections that the same function made, so that filling in place never shows elsewhere.
func (c *compiler) construction(s ir.Stmt) (op, error) {
	if target, _, ok := makes(s); ok {
		if literal := c.folding.constants[s]; literal != nil {
			return assign(c.local(target), operand{constant: literal}), nil
		}
		return makeEmpty(s, c.local(target), c.folding.members[s]), nil
	}
	switch s := s.(type) {
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
			m.arena.add(m.results, locals[source])
			return next
		}, nil
	}
	return nil, nil
}

// makeEmpty makes a collection with room for the members that are to come.
func makeEmpty(s ir.Stmt, target, members int) op {
	switch s.(type) {
	case *ir.MakeArrayStmt:
		return func(m *machine, locals []value) signal {
			locals[target] = m.arena.newArray(members)
			return next
		}
	case *ir.MakeObjectStmt:
		return func(m *machine, locals []value) signal {
			locals[target] = m.arena.newObject(members)
			return next
		}
	default:
		return func(m *machine, locals []value) signal {
			locals[target] = m.arena.newSet(members)
			return next
		}
	}
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
		to.elems = append(m.arena.room(to.elems, 1), source.get(locals))
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
		m.arena.add(to, source.get(locals))
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
		m.arena.put(to, key.get(locals), val.get(locals))
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
		if !m.arena.putOnce(to, key.get(locals), val.get(locals)) {
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
	return func(m *machine, locals []value) signal {
		locals[target] = m.arena.merged(locals[virtual], locals[base])
		return next
	}, nil
}

// merged returns the members of both, and of two values for a key the later, unless both are objects and merge as well.
func (mem *arena) merged(earlier, later value) value {
	e, ok := earlier.(*object)
	l, okl := later.(*object)
	if !ok || !okl {
		return later
	}
	out := mem.newObject(e.len() + l.len())
	out.main = append(out.main, e.list()...)
	for _, member := range l.list() {
		val := member.val
		if old := out.get(member.key); old != nil {
			val = mem.merged(old, val)
		}
		mem.put(out, member.key, val)
	}
	return out
}
