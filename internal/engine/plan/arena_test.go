package plan

import (
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

var noContext topdown.BuiltinContext

func topdownBuiltin(name string) topdown.BuiltinFunc { return topdown.GetBuiltin(name) }

// What an evaluation gives away must not lie in the memory that the next one uses: here that memory is spoilt.
func TestResultsDoNotAliasTheArena(t *testing.T) {
	const source = `package t
		import rego.v1
		constant := {"a": [1, {2, 3}], "b": {}}
		x := {
			"input": input, "constant": constant, "pair": [constant, input.list], "set": {v | some v in input.list},
			"object": {v: k | some k, v in input.list}, "joined": array.concat(input.list, ["end"]), "word": concat("-", ["a", input.s]),
			"minus": {"x", "y"} - {input.s}, "merged": object.union(input, {"k": 1}), "foreign": sort(input.list), "n": input.n + 1,
			"replaced": replaced,
		}
		replaced := y if y := input with input.deep.er as constant`
	compiler := ast.MustCompileModules(map[string]string{"t.rego": source})
	p, err := Prepare(t.Context(), compiler, "data.t.x")
	if err != nil {
		t.Fatal(err)
	}
	input := ast.MustParseTerm(`{"list": ["b", "a", [1, {"c": null}]], "s": "y", "n": 1000000}`).Value
	whole, err := p.Eval(t.Context(), input)
	if err != nil {
		t.Fatal(err)
	}
	var inPlace Value
	err = p.run(t.Context(), settings{}, input, func(results *set) error {
		v, err := only(results)
		inPlace.v = clone(v)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text := whole.String()
	spoiled := 0
	for range 100 { // the pool may hold several machines, and the race detector makes it drop some
		m, ok := p.machines.Get().(*machine)
		if !ok {
			break
		}
		spoiled++
		spoil(m)
	}
	t.Logf("%d machines spoiled", spoiled)
	if got := whole.String(); got != text {
		t.Errorf("the ast.Value changed:\n%s\n%s", text, got)
	}
	if got := inPlace.AST().String(); got != text {
		t.Errorf("the Value changed:\n%s\n%s", text, got)
	}
	if again, err := p.Eval(t.Context(), input); err != nil || again.String() != text {
		t.Errorf("the Program changed:\n%s\n%v, %v", text, again, err)
	}
}

func spoil(m *machine) {
	bad := value(ast.String("spoilt"))
	for _, block := range m.arena.values.blocks {
		fill(block, bad)
	}
	for _, block := range m.arena.entries.blocks {
		fill(block, entry{bad, bad})
	}
	for _, block := range m.arena.objects.blocks {
		fill(block, object{main: []entry{{bad, bad}}})
	}
	for _, block := range m.arena.sets.blocks {
		fill(block, set{main: []value{bad}})
	}
	for _, block := range m.arena.arrays.blocks {
		fill(block, array{elems: []value{bad}})
	}
	fill(m.stack, bad)
}

func fill[T any](block []T, with T) {
	block = block[:cap(block)]
	for i := range block {
		block[i] = with
	}
}

// A machine that has seen a large evaluation does not keep its memory.
func TestMemoryIsGivenUp(t *testing.T) {
	var mem arena
	list := mem.newArray(0)
	for i := range 4 * keptSize {
		list.elems = append(mem.room(list.elems, 1), integer(i))
	}
	mem.reset()
	if mem.values.size != 0 {
		t.Errorf("%d members kept", mem.values.size)
	}
	a := mem.values.take(3)
	mem.reset()
	if b := mem.values.take(3); &a[0] != &b[0] || b[0] != nil || cap(b) != 3 {
		t.Error("memory is not used again, or not cleared")
	}
}
