package plan

import (
	"context"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// signal says where an evaluation goes on after a statement.
type signal int

const (
	next     signal = 0  // to the next statement; n > 0 leaves n blocks, so 1 is "undefined: leave this block"
	leave    signal = 1  // this block is over
	returned signal = -1 // the function has its result
	failed   signal = -2 // machine.err says why
)

// op is a compiled statement. locals are the variables of the function it belongs to.
type op func(m *machine, locals []value) signal

// machine is the state of one evaluation. It is reused by later ones, so nothing that a result holds may live in it.
type machine struct {
	program *Program
	settings
	ctx      context.Context
	err      error
	result   value // of the function that returned last
	results  *set  // of the plan
	arena    arena
	ticks    uint
	stack    []value
	memo     *memory
	free     []*memory
	bctx     *topdown.BuiltinContext
	operands []*ast.Term // scratch for calls of topdown's functions
}

// tickMask sets how often the context is looked at: each 128th call or turn of a loop.
const tickMask = 127

// tick counts work done and reports false when the caller no longer wants the answer.
func (m *machine) tick() bool {
	m.ticks++
	if m.ticks&tickMask != 0 {
		return true
	}
	return m.wanted()
}

func (m *machine) wanted() bool {
	if err := m.ctx.Err(); err != nil {
		m.err = cancelled(err)
		return false
	}
	if m.external != nil && m.external.Cancelled() {
		m.err = cancelled(nil)
		return false
	}
	return true
}

func cancelled(cause error) error {
	err := &topdown.Error{Code: topdown.CancelErr, Message: "caller cancelled query execution"}
	if cause != nil {
		return err.Wrap(cause)
	}
	return err
}

// Cancel and Cancelled make the machine a topdown.Cancel, which is how its built-in functions learn of a deadline.
func (m *machine) Cancel() {}

// Cancelled reports whether the caller no longer wants the answer.
func (m *machine) Cancelled() bool {
	return m.ctx.Err() != nil || m.external != nil && m.external.Cancelled()
}

// stackSize is the number of variables a machine holds before it takes more memory.
const stackSize = 512

// frame returns n undefined variables. drop gives them back, last taken first.
func (m *machine) frame(n int) []value {
	low := len(m.stack)
	if low+n > cap(m.stack) {
		// The callers' frames stay where they are: they hold the old memory themselves.
		m.stack = make([]value, 0, max(2*cap(m.stack), n, stackSize))
		low = 0
	}
	m.stack = m.stack[:low+n]
	return m.stack[low : low+n : low+n]
}

// drop gives back the frame, cleared: frame relies on it, and a dropped value must not be kept alive.
func (m *machine) drop(locals []value) {
	clear(locals)
	if n := len(m.stack) - len(locals); n >= 0 {
		m.stack = m.stack[:n]
	}
}

// fail ends the evaluation with err.
func (m *machine) fail(err error) signal {
	m.err = err
	return failed
}

// memory holds the values of the rules under one input and one data document.
type memory struct {
	input, data value
	outer       *memory
	known       []bool
	values      []value
}

// remember makes the memory for input and data the current one and returns the one before. A `with` may lead back to
// documents that an outer memory knows; rules keep their values then.
func (m *machine) remember(input, data value) *memory {
	before := m.memo
	for seen := before; seen != nil; seen = seen.outer {
		if same(seen.input, input) && same(seen.data, data) {
			m.memo = seen
			return before
		}
	}
	m.memo = m.newMemory()
	m.memo.input, m.memo.data, m.memo.outer = input, data, before
	return before
}

func (m *machine) newMemory() *memory {
	if n := len(m.free); n > 0 {
		memo := m.free[n-1]
		m.free = m.free[:n-1]
		return memo
	}
	n := m.program.memoised
	return &memory{known: make([]bool, n), values: make([]value, n)}
}

// forget makes before the current memory again.
func (m *machine) forget(before *memory) {
	left := m.memo
	m.memo = before
	if left != before && left.outer == before {
		left.release()
		m.free = append(m.free, left)
	}
}

func (r *memory) release() {
	clear(r.known)
	clear(r.values)
	r.input, r.data, r.outer = nil, nil, nil
}

// same reports whether a and b are one document, without looking into collections.
func same(a, b value) bool { return a == b }
