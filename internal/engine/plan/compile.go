package plan

import (
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/ir"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// compiler turns a policy into functions.
type compiler struct {
	policy    *ir.Policy
	plan      string
	builtins  map[string]*topdown.Builtin
	strings   []value // the policy's string constants, boxed once
	functions map[string]*function
	paths     *route
	memoised  int
	current   *function // the one being compiled
	folding   *folding  // of its literals
}

// function is a compiled rule, Rego function or plan.
type function struct {
	name   string
	params []ir.Local
	size   int // variables
	memo   int // place in a memory, or -1
	blocks []op
}

// run executes the blocks until one returns or fails.
func (f *function) run(m *machine, locals []value) signal {
	for _, block := range f.blocks {
		if s := block(m, locals); s < 0 {
			return s
		}
	}
	return next
}

func newCompiler(p *ir.Policy, o options) *compiler {
	c := &compiler{
		policy: p, plan: o.plan, builtins: o.builtins,
		functions: map[string]*function{}, paths: &route{},
	}
	if p.Static != nil {
		for _, s := range p.Static.Strings {
			c.strings = append(c.strings, ast.String(s.Value))
		}
	}
	return c
}

func (c *compiler) compile() (*function, error) {
	entry, err := c.choosePlan()
	if err != nil {
		return nil, err
	}
	var funcs []*ir.Func
	if c.policy.Funcs != nil {
		funcs = c.policy.Funcs.Funcs
	}
	for _, f := range funcs {
		c.declare(f)
	}
	for _, f := range funcs {
		if err := c.body(c.functions[f.Name], f.Blocks); err != nil {
			return nil, err
		}
	}
	plan := &function{name: "the query", size: 2, memo: -1}
	return plan, c.body(plan, entry.Blocks)
}

func (c *compiler) choosePlan() (*ir.Plan, error) {
	if c.policy.Plans == nil {
		return nil, fmt.Errorf("%w: a policy without a plan", ErrUnsupported)
	}
	plans := c.policy.Plans.Plans
	if c.plan == "" && len(plans) == 1 {
		return plans[0], nil
	}
	for _, p := range plans {
		if p.Name == c.plan {
			return p, nil
		}
	}
	return nil, fmt.Errorf("plan: the policy has %d plans and none is named %q", len(plans), c.plan)
}

// declare makes f known, so that bodies may call it before it is compiled. What depends on nothing but input and data
// is evaluated once an evaluation, as OPA's own compiler of plans does.
func (c *compiler) declare(f *ir.Func) {
	fn := &function{name: f.Name, params: f.Params, memo: -1}
	if len(f.Params) == 2 {
		fn.memo = c.memoised
		c.memoised++
	}
	for _, param := range f.Params {
		fn.size = max(fn.size, int(param)+1)
	}
	fn.size = max(fn.size, int(f.Return)+1)
	c.functions[f.Name] = fn
	c.paths.add(f.Path, fn)
}

func (c *compiler) body(f *function, blocks []*ir.Block) error {
	c.current = f
	c.folding = fold(c, blocks)
	for _, b := range blocks {
		compiled, err := c.block(b)
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		f.blocks = append(f.blocks, compiled)
	}
	return nil
}

// block compiles b. Its signal is that of its last statement, less the block itself.
func (c *compiler) block(b *ir.Block) (op, error) {
	ops := make([]op, 0, len(b.Stmts))
	for _, stmt := range b.Stmts {
		compiled, err := c.statement(stmt)
		if err != nil {
			return nil, err
		}
		if compiled != nil {
			ops = append(ops, compiled)
		}
	}
	return sequence(ops), nil
}

func sequence(ops []op) op {
	if len(ops) == 1 {
		only := ops[0]
		return func(m *machine, locals []value) signal {
			if s := only(m, locals); s > 0 {
				return s - 1
			} else {
				return s
			}
		}
	}
	return func(m *machine, locals []value) signal {
		for _, op := range ops {
			if s := op(m, locals); s != next {
				if s > 0 {
					return s - 1
				}
				return s
			}
		}
		return next
	}
}

// local notes that the function uses l.
func (c *compiler) local(l ir.Local) int {
	c.current.size = max(c.current.size, int(l)+1)
	return int(l)
}

// operand is a constant or a variable.
type operand struct {
	constant value // nil for a variable
	local    int
}

func (o *operand) get(locals []value) value {
	if o.constant != nil {
		return o.constant
	}
	return locals[o.local]
}

func (c *compiler) operand(o ir.Operand) (operand, error) {
	switch v := o.Value.(type) {
	case ir.Local:
		return operand{local: c.local(v)}, nil
	case ir.StringIndex:
		s, err := c.text(int(v))
		return operand{constant: s}, err
	case ir.Bool:
		if v {
			return operand{constant: vTrue}, nil
		}
		return operand{constant: vFalse}, nil
	}
	return operand{}, fmt.Errorf("%w: operand %T", ErrUnsupported, o.Value)
}

func (c *compiler) operands(os []ir.Operand) ([]operand, error) {
	out := make([]operand, len(os))
	for i, o := range os {
		var err error
		if out[i], err = c.operand(o); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// text returns a string constant of the policy.
func (c *compiler) text(index int) (value, error) {
	if index < 0 || index >= len(c.strings) {
		return nil, fmt.Errorf("%w: no string constant %d", ErrUnsupported, index)
	}
	return c.strings[index], nil
}

// location is where in the policy a statement comes from.
func (c *compiler) location(l *ir.Location) *ast.Location {
	if l == nil || c.policy.Static == nil || l.File < 0 || l.File >= len(c.policy.Static.Files) {
		return nil
	}
	file := c.policy.Static.Files[l.File].Value
	return ast.NewLocation([]byte(l.Text), file, l.Row, l.Col)
}
