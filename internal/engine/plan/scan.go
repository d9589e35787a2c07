package plan

import "github.com/open-policy-agent/opa/v1/ir"

// loop is a compiled ScanStmt.
type loop struct {
	source, key, val int
	body             op
}

// scan runs its block for each member of a collection, in order. What is no collection has no members.
func (c *compiler) scan(s *ir.ScanStmt) (op, error) {
	body, err := c.block(s.Block)
	l := &loop{source: c.local(s.Source), key: c.local(s.Key), val: c.local(s.Value), body: body}
	return l.run, err
}

func (l *loop) run(m *machine, locals []value) signal {
	switch source := locals[l.source].(type) {
	case *set:
		return l.overSet(m, locals, source.list())
	case *array:
		return l.overArray(m, locals, source.elems)
	case *object:
		return l.overObject(m, locals, source.list())
	}
	return next
}

func (l *loop) overSet(m *machine, locals, members []value) signal {
	for _, member := range members {
		locals[l.key], locals[l.val] = member, member
		if s := l.turn(m, locals); s != next {
			return after(s)
		}
	}
	return next
}

func (l *loop) overArray(m *machine, locals, members []value) signal {
	for i, member := range members {
		locals[l.key], locals[l.val] = integer(i), member
		if s := l.turn(m, locals); s != next {
			return after(s)
		}
	}
	return next
}

func (l *loop) overObject(m *machine, locals []value, members []entry) signal {
	for i := range members {
		locals[l.key], locals[l.val] = members[i].key, members[i].val
		if s := l.turn(m, locals); s != next {
			return after(s)
		}
	}
	return next
}

// turn runs the body once. To leave the body's block is to go on with the next member.
func (l *loop) turn(m *machine, locals []value) signal {
	if !m.tick() {
		return failed
	}
	return l.body(m, locals)
}

// after is the signal of a loop that was ended by s. The loop counts as a block of its own for a jump: OPA compiles it
// to one.
func after(s signal) signal {
	if s > 0 {
		return s - 1
	}
	return s
}
