package plan

import (
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/ir"
)

// Literals such as {"a", "b"} are planned as a statement that makes an empty collection and one for each member. Those
// whose members are constants are made once, at compilation, and shared by all evaluations: nothing changes them, as
// every statement that does was carried out here.

// folding is what became of the statements of a function.
type folding struct {
	constants map[ir.Stmt]value // a Make statement and the whole literal
	done      map[ir.Stmt]bool  // a statement that the literal makes superfluous
	members   map[ir.Stmt]int   // a Make statement and the number of members its block adds
}

// fold looks for literals in the blocks of a function, each of which is a rule with variables of its own. carried are
// the variables that one block makes and another fills: the result of a partial rule.
func fold(c *compiler, blocks []*ir.Block) *folding {
	f := &folding{constants: map[ir.Stmt]value{}, done: map[ir.Stmt]bool{}, members: map[ir.Stmt]int{}}
	carried := map[ir.Local]bool{}
	units := make([]*unit, len(blocks))
	for i, b := range blocks {
		u := &unit{
			compiler: c, folding: f,
			made: map[ir.Local]bool{}, fills: map[ir.Local]int{}, writes: map[ir.Local]int{},
		}
		u.survey(b)
		units[i] = u
		for l := range u.fills {
			carried[l] = carried[l] || !u.made[l]
		}
	}
	for i, b := range blocks {
		units[i].carried = carried
		units[i].block(b)
	}
	return f
}

// unit is one block of a function.
type unit struct {
	*compiler
	*folding
	made    map[ir.Local]bool
	fills   map[ir.Local]int // how many statements fill the variable
	writes  map[ir.Local]int // how many statements set it
	carried map[ir.Local]bool
}

func (u *unit) survey(b *ir.Block) {
	for _, s := range b.Stmts {
		if target, _, ok := makes(s); ok {
			u.made[target] = true
		}
		if target, _, ok := fillOf(s); ok {
			u.fills[target]++
		}
		for _, target := range targets(s) {
			u.writes[target]++
		}
		for _, inner := range innerBlocks(s) {
			u.survey(inner)
		}
	}
}

// literal is a collection that has only had constants put into it.
type literal struct {
	stmt    ir.Stmt
	content value
	parts   []ir.Stmt
}

// block folds the literals whose statements all stand in b itself.
func (u *unit) block(b *ir.Block) {
	literals := map[ir.Local]*literal{}
	scalars := map[ir.Local]value{}
	latest := map[ir.Local]ir.Stmt{}
	for _, s := range b.Stmts {
		if target, empty, ok := makes(s); ok {
			literals[target], latest[target] = &literal{stmt: s, content: empty}, s
			continue
		}
		if target, v, ok := u.scalar(s); ok {
			if u.writes[target] == 1 {
				scalars[target] = v
			}
			continue
		}
		if target, operands, ok := fillOf(s); ok {
			u.members[latest[target]]++
			if l := literals[target]; l != nil && !u.put(l, s, operands, literals, scalars) {
				delete(literals, target)
			}
			continue
		}
		for _, inner := range innerBlocks(s) {
			u.block(inner)
		}
	}
	for target, l := range literals {
		if !u.whole(target, l) {
			continue
		}
		keep(l.content)
		u.constants[l.stmt] = l.content
		for _, part := range l.parts {
			u.done[part] = true
		}
	}
}

// whole reports whether no statement elsewhere sets or fills the variable of l.
func (u *unit) whole(target ir.Local, l *literal) bool {
	return !u.carried[target] && u.writes[target] == 1 && u.fills[target] == len(l.parts)
}

// put carries s out on the literal. It reports false where s adds something that is not constant or may conflict.
func (u *unit) put(l *literal, s ir.Stmt, operands []ir.Operand, literals map[ir.Local]*literal, scalars map[ir.Local]value) bool {
	values := make([]value, len(operands))
	for i, o := range operands {
		if values[i] = u.constant(o, literals, scalars); values[i] == nil {
			return false
		}
	}
	switch content := l.content.(type) {
	case *array:
		content.elems = append(content.elems, values[0])
	case *set:
		(*arena)(nil).add(content, values[0])
	case *object:
		if _, once := s.(*ir.ObjectInsertOnceStmt); once {
			return false
		}
		(*arena)(nil).put(content, values[0], values[1])
	}
	l.parts = append(l.parts, s)
	return true
}

func (u *unit) constant(o ir.Operand, literals map[ir.Local]*literal, scalars map[ir.Local]value) value {
	if local, ok := o.Value.(ir.Local); ok {
		if l := literals[local]; l != nil && u.whole(local, l) {
			return l.content
		}
		return scalars[local]
	}
	known, err := u.operand(o)
	if err != nil {
		return nil
	}
	return known.constant
}

// scalar returns the constant that s assigns.
func (u *unit) scalar(s ir.Stmt) (ir.Local, value, bool) {
	switch s := s.(type) {
	case *ir.MakeNumberIntStmt:
		return s.Target, integer(s.Value), true
	case *ir.MakeNumberRefStmt:
		text, err := u.text(s.Index)
		if err != nil {
			return 0, nil, false
		}
		return s.Target, fromNumber(ast.Number(text.(ast.String))), true
	case *ir.MakeNullStmt:
		return s.Target, vNull, true
	}
	return 0, nil, false
}

// makes returns the variable and the empty collection of a statement that makes one.
func makes(s ir.Stmt) (ir.Local, value, bool) {
	switch s := s.(type) {
	case *ir.MakeArrayStmt:
		return s.Target, &array{}, true
	case *ir.MakeObjectStmt:
		return s.Target, &object{}, true
	case *ir.MakeSetStmt:
		return s.Target, &set{}, true
	}
	return 0, nil, false
}

// fillOf returns the variable of a statement that adds to a collection, and what it adds.
func fillOf(s ir.Stmt) (ir.Local, []ir.Operand, bool) {
	switch s := s.(type) {
	case *ir.ArrayAppendStmt:
		return s.Array, []ir.Operand{s.Value}, true
	case *ir.SetAddStmt:
		return s.Set, []ir.Operand{s.Value}, true
	case *ir.ObjectInsertStmt:
		return s.Object, []ir.Operand{s.Key, s.Value}, true
	case *ir.ObjectInsertOnceStmt:
		return s.Object, []ir.Operand{s.Key, s.Value}, true
	}
	return 0, nil, false
}

func innerBlocks(s ir.Stmt) []*ir.Block {
	switch s := s.(type) {
	case *ir.BlockStmt:
		return s.Blocks
	case *ir.ScanStmt:
		return []*ir.Block{s.Block}
	case *ir.NotStmt:
		return []*ir.Block{s.Block}
	case *ir.WithStmt:
		return []*ir.Block{s.Block}
	}
	return nil
}

// targets returns the variables that s sets.
func targets(s ir.Stmt) []ir.Local {
	switch s := s.(type) {
	case *ir.CallStmt:
		return []ir.Local{s.Result}
	case *ir.CallDynamicStmt:
		return []ir.Local{s.Result}
	case *ir.DotStmt:
		return []ir.Local{s.Target}
	case *ir.LenStmt:
		return []ir.Local{s.Target}
	case *ir.ScanStmt:
		return []ir.Local{s.Key, s.Value}
	case *ir.WithStmt:
		return []ir.Local{s.Local}
	case *ir.AssignVarStmt:
		return []ir.Local{s.Target}
	case *ir.AssignVarOnceStmt:
		return []ir.Local{s.Target}
	case *ir.AssignIntStmt:
		return []ir.Local{s.Target}
	case *ir.ResetLocalStmt:
		return []ir.Local{s.Target}
	case *ir.ObjectMergeStmt:
		return []ir.Local{s.Target}
	case *ir.MakeNumberIntStmt:
		return []ir.Local{s.Target}
	case *ir.MakeNumberRefStmt:
		return []ir.Local{s.Target}
	case *ir.MakeNullStmt:
		return []ir.Local{s.Target}
	}
	if target, _, ok := makes(s); ok {
		return []ir.Local{target}
	}
	return nil
}
