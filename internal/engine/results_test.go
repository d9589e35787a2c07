package engine_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"deferido/internal/decision"
)

// resultSchemas are the schemas of the results, by question.
var resultSchemas = map[string]*jsonschema.Schema{}

// schemaOfResult is the schema of the result of a question.
func schemaOfResult(t failer, question string) *jsonschema.Schema {
	t.Helper()
	if s := resultSchemas[question]; s != nil {
		return s
	}
	source, err := jsonschema.UnmarshalJSON(bytes.NewReader(set.ResultsSchema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("results.json", source); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("results.json#/$defs/" + question)
	if err != nil {
		t.Fatalf("no schema of the result of %s: %v", question, err)
	}
	resultSchemas[question] = s
	return s
}

// fits holds that the result of an answer, and of each side of its disputes, is as the schema of its question has it.
func fits(t failer, question string, d *decision.Decision) {
	t.Helper()
	check := func(result map[string]any) {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(asJSON(t, result)))
		if err == nil {
			err = schemaOfResult(t, question).Validate(v)
		}
		if err != nil {
			t.Fatalf("the result of %s: %v\n%s", question, err, asJSON(t, result))
		}
	}
	check(d.Result)
	for _, dispute := range d.Disputes {
		check(dispute.Text.Result)
		check(dispute.CaseLaw.Result)
	}
}

// The cases answer every question with a result as its schema has it.
func TestResultsOfCases(t *testing.T) {
	asked := map[string]bool{}
	for _, r := range decidable(t) {
		if d := decide(t, set, r); d != nil {
			fits(t, r.Question, d)
			asked[r.Question] = true
		}
	}
	for _, q := range set.Questions() {
		if !asked[q.Name] {
			t.Errorf("no case asks %s", q.Name)
		}
	}
}

// Every answer has a result as the schema of its question has it.
func TestResultsOfRandomRequests(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := parse(t, drawer{t, 8}.any())
		if d := decide(t, set, r); d != nil {
			fits(t, r.Question, d)
		}
	})
}
