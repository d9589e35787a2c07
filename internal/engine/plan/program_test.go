package plan_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/ir"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/topdown"

	"deferido/internal/engine/plan"
	"deferido/internal/engine/plan/plantest"
)

func compiled(sources ...string) *ast.Compiler {
	modules := map[string]string{}
	for i, source := range sources {
		modules[fmt.Sprintf("test%d.rego", i)] = source
	}
	return ast.MustCompileModules(modules)
}

func prepared(t testing.TB, source, query string, opts ...plan.Option) *plan.Program {
	t.Helper()
	p, err := plan.Prepare(t.Context(), compiled(source), query, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Rules of each kind, with the traps: false beside undefined, numbers in several forms, conflicts, replaced documents,
// references with variables, recursion into objects and sets built by parts.
const kinds = `package t
import rego.v1

yes if input.a
no := false
fallback := x if { x := input.a } else := "none"
default level := 0
level := 1 if input.n == 1
level := 2 if input.n > 1
f(x) := x + 1 if is_number(x)
f(x) := concat("", [x, "!"]) if is_string(x)
called := f(input.n)
exact := [1e3 == 1000, 1.0 == 1, 0.1 + 0.2, 9007199254740993 + 1, 9223372036854775807 + 1, 7 / 2, 8 / 2, -7 % 3]
sum := input.n + 9223372036854775807
product := input.n * 9223372036854775807
members contains m if some m in input.list
named[k] := v if some k, v in input.object
nested[k].deep[v] := true if some k, v in input.object
nested.fixed.deep := {"x": true}
grouped[k] contains v if some k, v in input.object
squares := [(x * x) | some x in input.list; is_number(x)]
unequal := {x | some x in input.list; x != 1}
keyed := {x: count(input.list) | some x in input.list}
all_small if every x in input.list { x < 100 }
absent if not input.missing
replaced := x if x := level with input.n as 7
deeper := x if x := input.object with input.object.a.b.c as "new"
twice := x if x := [level, replaced, level] with input.n as 1
mocked := x if x := called with f as 5
counted := x if x := length with count as f
both := members | {"more"}
without := members - {1}
shared := members & {1, 2}
word := sprintf("%v é %v", [input.a, input.n])
picked := data.u[input.which]
conflict if input.boom
conflict := "no" if input.boom
walked := [p | walk(input.object, [p, _])]
minmax := [min(input.list), max(input.list), min([]), max(set())]
length := [count(input.a), count(input.list), count({1, 1.0})]
`

// kinds refers to these by a variable.
const others = `package u
import rego.v1
squares := [(x * x) | some x in input.list; is_number(x)]
unknown if input.missing
`

func TestKindsEqualTopdown(t *testing.T) {
	oracle := plantest.NewOracle(t, compiled(kinds, others), "data.t")
	for _, input := range []string{
		`{}`, `{"a": false, "n": 1}`, `{"a": "é́x", "n": 1.0, "list": [3, 1, 2, 1.0, "b", null, {"k": [1]}]}`,
		`{"a": true, "n": 2, "list": [], "object": {"a": 1, "b": {"c": 2}, "é": [1, {"d": null}]}}`,
		`{"n": 9223372036854775807, "list": [1, 2], "object": {"fixed": "y"}}`, `{"n": -1, "list": {"x": 1}}`,
		`{"which": "squares", "list": [0.5, 1e2, 200]}`, `{"which": "none"}`, `{"which": "unknown"}`, `{"which": 1}`, `{"boom": true}`,
		`{"n": "text", "object": {"fixed": 1, "deep": "x"}}`, `[]`, `"text"`, `null`,
	} {
		oracle.Check(t, ast.MustParseTerm(input).Value)
	}
	oracle.Check(t, nil)
}

func TestUndefinedIsNil(t *testing.T) {
	p := prepared(t, "package t\nx if input.y", "data.t.x")
	if v, err := p.Eval(t.Context(), nil); v != nil || err != nil {
		t.Errorf("got %v, %v", v, err)
	}
	if rs, err := p.EvalSet(t.Context(), nil); err != nil || rs.Len() != 0 {
		t.Errorf("got %v, %v", rs, err)
	}
}

func TestBuiltinErrors(t *testing.T) {
	const source = "package t\nx := 1 / input.y"
	zero := ast.MustParseTerm(`{"y": 0}`).Value
	_, err := prepared(t, source, "data.t.x").Eval(t.Context(), zero)
	if e, ok := errors.AsType[*topdown.Error](err); !ok || e.Code != topdown.BuiltinErr {
		t.Errorf("strict: %v", err)
	}
	v, err := prepared(t, source, "data.t.x", plan.WithLenientBuiltinErrors()).Eval(t.Context(), zero)
	if v != nil || err != nil {
		t.Errorf("lenient: %v, %v", v, err)
	}
}

func TestData(t *testing.T) {
	base := ast.MustParseTerm(`{"base": {"n": 41}, "t": {"kept": true}}`).Value
	p := prepared(t, "package t\nx := data.base.n + 1", "data.t", plan.WithData(base))
	v, err := p.Eval(t.Context(), nil)
	if want := `{"kept": true, "x": 42}`; err != nil || v.String() != want {
		t.Errorf("got %v, %v, want %s", v, err, want)
	}
}

// A rule at a path found at evaluation hides the base document there, even without a value.
func TestRuleHidesBaseDocument(t *testing.T) {
	base := ast.MustParseTerm(`{"u": {"unknown": "base", "other": "base"}}`).Value
	p, err := plan.Prepare(t.Context(), compiled("package t\nx := data.u[input.which]", others), "data.t.x", plan.WithData(base))
	if err != nil {
		t.Fatal(err)
	}
	for which, want := range map[string]ast.Value{"unknown": nil, "other": ast.String("base"), "none": nil} {
		input := ast.NewObject(ast.Item(ast.StringTerm("which"), ast.StringTerm(which)))
		if v, err := p.Eval(t.Context(), input); v != want || err != nil {
			t.Errorf("%s: %v, %v, want %v", which, v, err, want)
		}
	}
}

// The target as package rego uses it.
func TestTarget(t *testing.T) {
	plan.Register()
	plan.Register()
	q, err := rego.New(rego.Query("x = data.t.x; y = data.t.y[_]"), rego.Module("t.rego", "package t\nx := input.a\ny := [1, 2]"),
		rego.Target(plan.Target)).PrepareForEval(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, input := range []rego.EvalOption{
		rego.EvalParsedInput(ast.MustParseTerm(`{"a": "b"}`).Value), rego.EvalInput(map[string]any{"a": "b"}),
	} {
		rs, err := q.Eval(t.Context(), input)
		if err != nil || len(rs) != 2 || rs[0].Bindings["x"] != "b" || fmt.Sprint(rs[1].Bindings["y"]) != "2" {
			t.Errorf("got %v, %v", rs, err)
		}
	}
}

func TestUnsupported(t *testing.T) {
	_, err := plan.Prepare(t.Context(), compiled(`package t
		x := http.send({"method": "get", "url": "http://localhost"})`), "data.t.x")
	if !errors.Is(err, plan.ErrUnsupported) {
		t.Errorf("http.send: %v", err)
	}
	// What OPA's planner refuses, topdown evaluates.
	_, err = plan.Prepare(t.Context(), compiled(`package t
		p.a.x := 1
		p[k].y := data.t.p.a.x if k := "b"`), "data.t.p")
	if !errors.Is(err, plan.ErrUnsupported) {
		t.Errorf("what cannot be planned: %v", err)
	}
	for name, p := range map[string]*ir.Policy{
		"no plan":           {},
		"unknown statement": withStatement(&foreignStmt{}),
		"unknown function":  withStatement(&ir.CallStmt{Func: "no.such"}),
		"no such string":    withStatement(&ir.MakeNumberRefStmt{Index: 3}),
		"no operand":        withStatement(&ir.IsSetStmt{}),
	} {
		if _, err := plan.Compile(p); !errors.Is(err, plan.ErrUnsupported) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type foreignStmt struct{ ir.NopStmt }

func withStatement(s ir.Stmt) *ir.Policy {
	blocks := []*ir.Block{{Stmts: []ir.Stmt{s}}}
	return &ir.Policy{Static: &ir.Static{}, Plans: &ir.Plans{Plans: []*ir.Plan{{Name: "p", Blocks: blocks}}}}
}

// A result stays as it is while later evaluations use the machine that made it.
func TestResultsOutliveTheirEvaluation(t *testing.T) {
	p := prepared(t, kinds, "data.t")
	var results, texts = []ast.Value{}, []string{}
	for i := range 50 {
		input := ast.MustParseTerm(fmt.Sprintf(`{"n": %d, "list": [%d, "x"], "object": {"k": %d}}`, i, i, i)).Value
		v, err := p.Eval(t.Context(), input)
		if err != nil {
			t.Fatal(err)
		}
		results, texts = append(results, v), append(texts, v.String())
	}
	for i := range results {
		if got := results[i].String(); got != texts[i] {
			t.Fatalf("result %d changed:\n%s\n%s", i, texts[i], got)
		}
	}
}

// One Program and one input, many goroutines; for the race detector. The constants of the policy go into every result,
// and everything in a result is hashed, sorted and printed.
func TestConcurrentEvaluations(t *testing.T) {
	p, err := plan.Prepare(t.Context(), miniature(t), "data.decision.grant")
	if err != nil {
		t.Fatal(err)
	}
	shared := miniatureInput(t)
	want, err := p.Eval(t.Context(), shared)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for g := range 8 {
		group.Go(func() {
			for i := range 50 {
				input, same := shared, (g+i)%2 == 0
				if !same {
					input = ast.MustParseTerm(fmt.Sprintf(`{"measures": {"age_years": %d}}`, 10*g+i)).Value
				}
				got, err := p.Eval(context.Background(), input)
				if err != nil || same && (got.Compare(want) != 0 || got.String() != want.String() || got.Hash() != want.Hash()) {
					t.Errorf("goroutine %d: %v, %v", g, got, err)
					return
				}
			}
		})
	}
	group.Wait()
}

func TestCancellation(t *testing.T) {
	loops := map[string]string{
		"comprehensions": `x := count([1 | some a in r; some b in r; some c in r; (a * b) * c == -1])`,
		"functions":      `x := count([1 | some a in r; some b in r; f(a, b)])` + "\n" + `f(a, b) if { some c in r; (a * b) * c == -1 }`,
		"one builtin":    `x := count(numbers.range(1, 900000000))`,
	}
	for name, rule := range loops {
		t.Run(name, func(t *testing.T) {
			p := prepared(t, "package t\nimport rego.v1\nr := numbers.range(1, 1000)\n"+rule, "data.t.x")
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
			defer cancel()
			begin := time.Now()
			v, err := p.Eval(ctx, nil)
			if !topdown.IsCancel(err) || !errors.Is(err, context.DeadlineExceeded) || v != nil {
				t.Errorf("got %v, %v", v, err)
			}
			if took := time.Since(begin); took > time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

func TestDoneContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := prepared(t, "package t\nx := 1", "data.t.x").Eval(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestMisshapenInput(t *testing.T) {
	p := prepared(t, "package t\nx := 1", "data.t.x")
	if _, err := p.Eval(t.Context(), ast.MustParseRef("data.x")); err == nil {
		t.Error("a reference passes for an input")
	}
}

// Deep calls take more variables than a machine begins with.
func TestDeepCalls(t *testing.T) {
	var source strings.Builder
	source.WriteString("package t\nimport rego.v1\nf0(x) := x\n")
	for i := 1; i <= 300; i++ {
		fmt.Fprintf(&source, "f%d(x) := y if { a := [x, %d]; y := f%d(a[0] + 1) }\n", i, i, i-1)
	}
	p := prepared(t, source.String(), "data.t.f300(0)")
	if v, err := p.Eval(t.Context(), nil); err != nil || v.String() != "300" {
		t.Errorf("got %v, %v", v, err)
	}
}

func BenchmarkEval(b *testing.B) {
	oracle := plantest.NewOracle(b, miniature(b), "data.decision.grant")
	input := miniatureInput(b)
	inPlace := func(ctx context.Context, input ast.Value) (ast.Value, error) {
		v, err := oracle.Program.EvalValue(ctx, input)
		return ast.Boolean(v.Defined()), err
	}
	evaluators := []struct {
		name string
		eval plan.Evaluation
	}{{"topdown", oracle.Topdown}, {"plan", oracle.Program.Eval}, {"read in place", inPlace}}
	for _, e := range evaluators {
		b.Run(e.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if v, err := e.eval(b.Context(), input); v == nil || err != nil {
					b.Fatal(v, err)
				}
			}
		})
	}
}
