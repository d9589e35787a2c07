package plantest

import (
	"github.com/open-policy-agent/opa/v1/ast"
	"pgregory.net/rapid"
)

// Variants generates documents like example: members may be missing, scalars may be replaced by near ones, by those of
// pool or by values of another type. Most members stay as they are, so that a policy has something to decide.
func Variants(example ast.Value, pool ...ast.Value) *rapid.Generator[ast.Value] {
	return rapid.Custom(func(t *rapid.T) ast.Value {
		// One document is nearly the example, the next hardly.
		every := rapid.SampledFrom([]int{3, 8, 20}).Draw(t, "every")
		return variant(t, example, pool, every)
	})
}

func variant(t *rapid.T, v ast.Value, pool []ast.Value, every int) ast.Value {
	hit := func() bool { return rapid.IntRange(1, every).Draw(t, "hit") == every }
	switch v := v.(type) {
	case ast.Object:
		out := ast.NewObject()
		for _, key := range v.Keys() {
			if !hit() {
				out.Insert(key, ast.NewTerm(variant(t, v.Get(key).Value, pool, every)))
			}
		}
		return out
	case *ast.Array:
		var out []*ast.Term
		for i := range v.Len() {
			if !hit() {
				out = append(out, ast.NewTerm(variant(t, v.Elem(i).Value, pool, every)))
			}
		}
		return ast.NewArray(out...)
	}
	if !hit() {
		return v
	}
	return replacement(t, v, pool)
}

func replacement(t *rapid.T, v ast.Value, pool []ast.Value) ast.Value {
	near := []ast.Value{
		ast.Null{}, ast.Boolean(true), ast.Boolean(false), ast.String(""), ast.Number("0"), ast.Number("-1"),
		ast.Number("1.0"), ast.Number("2.5"), ast.Number("9223372036854775807"), ast.Number("1e40"),
		ast.NewArray(), ast.NewObject(), ast.NewObject([2]*ast.Term{ast.StringTerm("a"), ast.IntNumberTerm(1)}),
	}
	if n, ok := v.(ast.Number); ok {
		if i, ok := n.Int(); ok {
			by := rapid.SampledFrom([]int{-3600, -1, 1, 3600}).Draw(t, "by")
			numbers := []ast.Value{ast.IntNumberTerm(i + by).Value, ast.Number(n + ".0"), ast.Number(n + ".5")}
			// Thrice: a number nearby tells more than another type.
			near = append(append(append(near, numbers...), numbers...), numbers...)
		}
	}
	near = append(append(near, pool...), pool...)
	return rapid.SampledFrom(near).Draw(t, "replacement")
}
