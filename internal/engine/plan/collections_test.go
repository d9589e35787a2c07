package plan

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"pgregory.net/rapid"
)

// anyValue generates small values, among them equal numbers in several forms.
func anyValue(depth int) *rapid.Generator[ast.Value] {
	scalars := []ast.Value{
		ast.Null{}, ast.Boolean(false), ast.Boolean(true), ast.String(""), ast.String("a"), ast.String("b"), ast.String("é"),
		ast.Number("0"), ast.Number("-0"), ast.Number("1"), ast.Number("1.0"), ast.Number("1e0"), ast.Number("-1"),
		ast.Number("1.5"), ast.Number("999999999999999999"), ast.Number("9223372036854775808"), ast.Number("1e30"),
	}
	return rapid.Custom(func(t *rapid.T) ast.Value {
		kind := rapid.IntRange(0, 5).Draw(t, "kind")
		if depth == 0 || kind < 3 {
			return rapid.SampledFrom(scalars).Draw(t, "scalar")
		}
		members := rapid.SliceOfN(anyValue(depth-1), 0, 4).Draw(t, "members")
		out, object := ast.NewSet(), ast.NewObject()
		var list []*ast.Term
		for _, v := range members {
			out.Add(ast.NewTerm(v))
			if object.Get(ast.NewTerm(v)) == nil { // to put a key there again, OPA may forget another of the same hash, such as 0 and false
				object.Insert(ast.NewTerm(v), ast.IntNumberTerm(len(list)))
			}
			list = append(list, ast.NewTerm(v))
		}
		return []ast.Value{ast.NewArray(list...), object, out}[kind-3]
	})
}

func mustFromAST(t rapid.TB, v ast.Value) value {
	t.Helper()
	out, err := (*arena)(nil).fromAST(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestOrderIsThatOfAST(t *testing.T) {
	values := anyValue(2)
	rapid.Check(t, func(t *rapid.T) {
		a, b := values.Draw(t, "a"), values.Draw(t, "b")
		x, y := mustFromAST(t, a), mustFromAST(t, b)
		if got, want := sign(compare(x, y)), sign(a.Compare(b)); got != want {
			t.Fatalf("compare(%v, %v) = %d, want %d", a, b, got, want)
		}
		if equal(x, y) != (a.Compare(b) == 0) {
			t.Fatalf("equal(%v, %v)", a, b)
		}
	})
}

func sign(i int) int { return min(1, max(-1, i)) }

func TestConversionIsFaithful(t *testing.T) {
	values := anyValue(3)
	rapid.Check(t, func(t *rapid.T) {
		v := values.Draw(t, "v")
		if got := toAST(mustFromAST(t, v)); got.String() != v.String() || got.Compare(v) != 0 {
			t.Fatalf("got %v, want %v", got, v)
		}
		if got := toAST(clone(mustFromAST(t, v))); got.String() != v.String() {
			t.Fatalf("clone: got %v, want %v", got, v)
		}
	})
}

func TestAlgebraIsThatOfAST(t *testing.T) {
	values := rapid.SliceOfN(anyValue(1), 0, 8)
	rapid.Check(t, func(t *rapid.T) {
		a, b := asSet(values.Draw(t, "a")), asSet(values.Draw(t, "b"))
		x, y := mustFromAST(t, a).(*set), mustFromAST(t, b).(*set)
		var mem *arena
		for name, pair := range map[string][2]ast.Value{
			"union":        {toAST(mem.union(x, y)), a.Union(b)},
			"intersection": {toAST(mem.intersection(x, y)), a.Intersect(b)},
			"difference":   {toAST(mem.difference(x, y)), a.Diff(b)},
		} {
			if pair[0].Compare(pair[1]) != 0 {
				t.Fatalf("%s of %v and %v: %v, want %v", name, a, b, pair[0], pair[1])
			}
		}
	})
}

func asSet(vs []ast.Value) ast.Set {
	out := ast.NewSet()
	for _, v := range vs {
		out.Add(ast.NewTerm(v))
	}
	return out
}

// Large collections are built in two parts; reading at any time must not show it.
func TestLargeCollections(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, descending := range []bool{true, false} {
		var mem arena
		s, o := mem.newSet(0), mem.newObject(0)
		want := map[int]int{}
		for i := range 6000 {
			k := random.IntN(4000)
			if descending {
				k = 6000 - i
			}
			mem.add(s, integer(k))
			mem.put(o, integer(k), integer(i))
			want[k] = i
			if o.get(integer(k)) != integer(i) || s.has(integer(k)) == nil {
				t.Fatalf("%d is not there", k)
			}
			if i%1000 == 999 {
				requireSorted(t, s, o, want)
			}
		}
		requireSorted(t, s, o, want)
	}
}

func requireSorted(t *testing.T, s *set, o *object, want map[int]int) {
	t.Helper()
	if s.len() != len(want) || o.len() != len(want) {
		t.Fatalf("%d and %d members, want %d", s.len(), o.len(), len(want))
	}
	if !slices.IsSortedFunc(s.list(), compare) || !slices.IsSortedFunc(o.list(), compareKeys) {
		t.Fatal("not sorted")
	}
	for _, e := range o.list() {
		if k := int(e.key.(integer)); integer(want[k]) != e.val {
			t.Fatalf("%d: %v, want %d", k, e.val, want[k])
		}
	}
}

func TestIntegerArithmetic(t *testing.T) {
	const most = 1<<63 - 1
	edges := []int64{0, 1, -1, 2, -2, 3037000499, 3037000500, -3037000500, 1 << 31, 1 << 32, most, most - 1, -most, -most - 1}
	for _, x := range edges {
		for _, y := range edges {
			for name, f := range map[string]func(x, y int64) (int64, bool){
				ast.Plus.Name: add64, ast.Minus.Name: sub64, ast.Multiply.Name: mul64,
				ast.Divide.Name: div64, ast.Rem.Name: rem64,
			} {
				if got, ok := f(x, y); ok {
					requireTopdown(t, name, x, y, integer(got))
				}
			}
		}
	}
}

func requireTopdown(t *testing.T, name string, x, y int64, got integer) {
	t.Helper()
	operands := []*ast.Term{ast.NewTerm(integer(x).number()), ast.NewTerm(integer(y).number())}
	err := topdownBuiltin(name)(noContext, operands, func(want *ast.Term) error {
		if want.Value != ast.Value(got.number()) {
			t.Errorf("%s(%d, %d) = %d, want %v", name, x, y, got, want)
		}
		return nil
	})
	if err != nil {
		t.Errorf("%s(%d, %d) = %d, want error %v", name, x, y, got, err)
	}
}
