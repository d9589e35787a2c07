package plan

import "github.com/open-policy-agent/opa/v1/ir"

// with runs its block under another input or data document, or under one with a part of it replaced. The documents are
// copied along the path and not changed. A block that does not come to its end makes the statement undefined.
func (c *compiler) with(s *ir.WithStmt) (op, error) {
	source, err := c.operand(s.Value)
	if err != nil {
		return nil, err
	}
	path := make([]value, len(s.Path))
	for i, index := range s.Path {
		if path[i], err = c.text(index); err != nil {
			return nil, err
		}
	}
	target := c.local(s.Local)
	body, err := c.finishing(s.Block)
	return func(m *machine, locals []value) signal {
		saved := locals[target]
		locals[target] = m.arena.upsert(saved, path, source.get(locals))
		before := m.remember(locals[ir.Input], locals[ir.Data])
		out := body(m, locals)
		m.forget(before)
		locals[target] = saved
		switch out {
		case finished:
			return next
		case next:
			return leave
		default:
			return out
		}
	}, err
}

// upsert returns document with val at path, making the objects on the way where there are none.
func (mem *arena) upsert(document value, path []value, val value) value {
	if len(path) == 0 {
		return val
	}
	o, ok := document.(*object)
	if !ok {
		o = &object{}
	}
	return mem.with(o, path[0], mem.upsert(o.get(path[0]), path[1:], val))
}
