package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"

	"deferido/internal/decision"
)

// benchmarked are twelve cases of all kinds: allowed, refused, incomplete and contested, of all questions.
var benchmarked = []string{
	"grant-elderly-in-time", "grant-elderly-late-sold", "grant-elderly-income-unknown", "grant-elderly-executive-class",
	"grant-discount-six-hours-exactly", "grant-youth-in-time", "grant-youth-fifth", "sale-after-deadline",
	"fare-discount-ceiling", "ticket-complete", "boarding-in-time", "report-complete",
}

// pipeline is the whole way from the bytes of a request to the bytes of its answer.
func pipeline(t testing.TB, request []byte) []byte {
	r, err := set.Parse(request)
	if err != nil {
		t.Fatal(err)
	}
	d, err := service.Decide(context.Background(), decision.Activation{Law: set, Seq: 1}, r, "pt-BR")
	if err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// requests are the bodies of the benchmarked cases.
func requests(t testing.TB) map[string][]byte {
	bodies := map[string][]byte{}
	for _, c := range cases(t) {
		if slices.Contains(benchmarked, c.ID) {
			var compact bytes.Buffer
			if err := json.Compact(&compact, c.Request); err != nil {
				t.Fatal(err)
			}
			bodies[c.ID] = compact.Bytes()
		}
	}
	if len(bodies) != len(benchmarked) {
		t.Fatalf("%d of %d cases found", len(bodies), len(benchmarked))
	}
	return bodies
}

// query is OPA's own prepared query for a question, and input what it reads.
func query(t testing.TB, request []byte) (rego.PreparedEvalQuery, ast.Value) {
	r, err := set.Parse(request)
	if err != nil {
		t.Fatal(err)
	}
	prepared, err := rego.New(rego.Query("data.decision."+r.Question), rego.Compiler(set.Compiler()), rego.StrictBuiltinErrors(true)).
		PrepareForEval(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return prepared, measured(t, r).(ast.Value)
}

// BenchmarkDecision measures, for each case, the whole pipeline beside OPA's evaluation of the same prepared query.
func BenchmarkDecision(b *testing.B) {
	for id, request := range requests(b) {
		b.Run(id+"/pipeline", func(b *testing.B) {
			b.ReportAllocs()
			var answer []byte
			for b.Loop() {
				answer = pipeline(b, request)
			}
			b.ReportMetric(float64(len(request)), "bytes-in")
			b.ReportMetric(float64(len(answer)), "bytes-out")
		})
		b.Run(id+"/opa", func(b *testing.B) {
			prepared, input := query(b, request)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := prepared.Eval(context.Background(), rego.EvalParsedInput(input)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The whole pipeline costs at most one and a half times OPA's evaluation of the query alone.
func TestPipelineCostsAtMostOneAndAHalfEvaluations(t *testing.T) {
	for id, request := range requests(t) {
		prepared, input := query(t, request)
		ours := fastest(func() { pipeline(t, request) })
		opa := fastest(func() {
			if _, err := prepared.Eval(context.Background(), rego.EvalParsedInput(input)); err != nil {
				t.Fatal(err)
			}
		})
		t.Logf("%-32s pipeline %8v, OPA's evaluation %8v, ratio %.2f", id, ours, opa, float64(ours)/float64(opa))
		if ours > opa+opa/2 {
			t.Errorf("%s: the pipeline takes %v, OPA's evaluation alone %v", id, ours, opa)
		}
	}
}

// fastest is the shortest of some runs: what it costs when nothing else is in the way.
func fastest(run func()) time.Duration {
	shortest := time.Duration(1<<63 - 1)
	for range 20 {
		began := time.Now()
		run()
		shortest = min(shortest, time.Since(began))
	}
	return shortest
}
