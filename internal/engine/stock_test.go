package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-policy-agent/opa/v1/ast"
	"pgregory.net/rapid"

	"deferido/internal/decision"
)

// generated is how many drawn inputs are put to the stock opa beside those of the cases.
const generated = 1000

// The stock opa, in bundle mode over the policies folder, gives the documents that the program computes.
func TestStockOPAGivesTheSameDocuments(t *testing.T) {
	inputs := map[string][]any{} // by question
	ours := map[string][]any{}
	add := func(r *decision.Request) {
		input := measured(t, r).(ast.Value)
		document, err := set.Document(context.Background(), r.Question, input)
		if err != nil {
			t.Fatal(err)
		}
		inputs[r.Question] = append(inputs[r.Question], plain(t, input))
		ours[r.Question] = append(ours[r.Question], plain(t, document.AST()))
	}
	for _, r := range decidable(t) {
		add(r)
	}
	draw := rapid.Custom(func(t *rapid.T) tree { return drawer{t, 8}.any() })
	for i := range generated {
		add(parse(t, draw.Example(i)))
	}
	theirs := evalStock(t, inputs)
	for question, documents := range ours {
		for i, document := range documents {
			if diff := cmp.Diff(document, theirs[question][i]); diff != "" {
				t.Fatalf("%s, input %d: ours against the stock opa's\n%s", question, i, diff)
			}
		}
	}
}

// measured is the input of a request.
func measured(t testing.TB, r *decision.Request) decision.Input {
	q, _ := set.Question(r.Question)
	day := r.AsOf
	if day.IsZero() {
		var given bool
		if day, given = r.Facts.Clock(q.Clock); !given {
			day = today(t)
		}
	}
	return set.Measure(r, day)
}

// plain is a value as JSON has it: sets are arrays in order.
func plain(t testing.TB, v ast.Value) any {
	t.Helper()
	value, err := ast.JSON(v)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return decoded(t, b)
}

func decoded(t testing.TB, b []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// evalStock has one run of the stock opa evaluate every input.
func evalStock(t testing.TB, inputs map[string][]any) map[string][]any {
	t.Helper()
	given, err := json.Marshal(inputs)
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for question := range inputs {
		parts = append(parts, `"`+question+`": [d | some i in input.`+question+`; d := data.decision.`+question+` with input as i]`)
	}
	slices.Sort(parts)
	opa := exec.Command("go", "tool", "opa", "eval", "--bundle", "policies", "--stdin-input", "--strict-builtin-errors",
		"--format", "raw", "{"+strings.Join(parts, ", ")+"}")
	opa.Dir = filepath.Join("..", "..")
	opa.Stdin = bytes.NewReader(given)
	var complaint bytes.Buffer
	opa.Stderr = &complaint
	out, err := opa.Output()
	if err != nil {
		t.Fatalf("opa eval: %v\n%s%.2000s", err, complaint.String(), out)
	}
	documents := map[string][]any{}
	for question, list := range decoded(t, out).(map[string]any) {
		documents[question] = list.([]any)
	}
	return documents
}
