package facts_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"deferido/internal/facts"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"
)

// stricter are the codes of what is refused here beyond JSON Schema: forms of numbers and instants, periods of the year
// zero, and rules between facts. Where they are the only codes, the oracle may accept.
var stricter = map[facts.Code]bool{
	facts.CodeInteger: true, facts.CodePrecision: true, facts.CodeFraction: true, facts.CodeOffset: true,
	facts.CodeLeapSecond: true, facts.CodeNoSuchDay: true, facts.CodePattern: true, facts.CodeDateTime: true,
	facts.CodeNotAfter: true, facts.CodeNotBefore: true, facts.CodeSum: true, facts.CodeAtMost: true,
}

func oracle(t testing.TB) *jsonschema.Schema {
	t.Helper()
	source, err := jsonschema.UnmarshalJSON(bytes.NewReader(schemaSource(t)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("facts.json", source); err != nil {
		t.Fatal(err)
	}
	return c.MustCompile("facts.json")
}

// offenders are where the oracle sees something wrong: the innermost causes.
func offenders(e *jsonschema.ValidationError) []string {
	if len(e.Causes) == 0 {
		p := ""
		for _, key := range e.InstanceLocation {
			p += "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
		}
		return []string{p}
	}
	var all []string
	for _, cause := range e.Causes {
		all = append(all, offenders(cause)...)
	}
	return all
}

// ours are the same places as seen here: an unknown or absent key is told at its parent there.
func ours(e *facts.Error, onlySure bool) []string {
	var all []string
	for _, v := range e.Violations {
		p := strings.TrimPrefix(v.Pointer, "/facts")
		if v.Code == facts.CodeUnknown || v.Code == facts.CodeRequired {
			p = p[:strings.LastIndexByte(p, '/')]
		}
		if !onlySure || !stricter[v.Code] {
			all = append(all, p)
		}
	}
	return all
}

// odd are values that tell one reading of a schema from another.
var odd = []string{
	`null`, `true`, `""`, `0`, `1`, `2`, `3`, `-1`, `1.0`, `1e0`, `1e400`, `-0`, `100000.5`, `1000000000001`, `[]`, `{}`, `[null]`, `[{}]`,
	`{"kind": "outro"}`, `"gratuidade"`, `"2026-02-30"`, `"2026-02-28"`, `"2026-12-12T22:00:00"`, `"2026-12-12T22:00:00-03:00"`,
	`"2026-12-12T22:00:00.5Z"`, `"2026-12-12t22:00:00z"`, `"2026-12-12T24:00:00Z"`, `"2016-12-31T23:59:60Z"`, `"2026-Q3"`, `"2026-07"`,
	`"` + strings.Repeat("ã", 200) + `"`, `"` + strings.Repeat("ã", 201) + `"`, `["bilhete_irregular", "x"]`,
}

var oddKeys = []string{"kind", "original", "x", "a/b", "m~n", "", "trip", "distance_km", "made_at", "birth_on", "month", "sections", "copies"}

// mutate changes one place of the tree, chosen by rapid, and returns the tree.
func mutate(t *rapid.T, v any) any {
	replace := func() any {
		var value any
		d := json.NewDecoder(strings.NewReader(rapid.SampledFrom(odd).Draw(t, "value")))
		d.UseNumber()
		if err := d.Decode(&value); err != nil {
			t.Fatal(err)
		}
		return value
	}
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		what := rapid.IntRange(0, 9).Draw(t, "what")
		switch {
		case what == 0 || len(keys) == 0:
			v[rapid.SampledFrom(oddKeys).Draw(t, "key")] = replace()
		case what == 1:
			delete(v, rapid.SampledFrom(keys).Draw(t, "key"))
		default:
			k := rapid.SampledFrom(keys).Draw(t, "key")
			v[k] = mutate(t, v[k])
		}
		return v
	case []any:
		if len(v) > 0 && rapid.IntRange(0, 9).Draw(t, "what") > 0 {
			i := rapid.IntRange(0, len(v)-1).Draw(t, "item")
			v[i] = mutate(t, v[i])
			return v
		}
		return append(v, replace())
	}
	return replace()
}

// Our reading of the schema is that of a validator that knows all of JSON Schema, places included.
func TestSchemaIsReadAsAnyValidatorWould(t *testing.T) {
	s, full, cases := load(t), oracle(t), sharedCases(t)
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom(cases).Draw(t, "case")
		var body struct{ Facts any }
		d := json.NewDecoder(bytes.NewReader(c.Request))
		d.UseNumber()
		if err := d.Decode(&body); err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 4).Draw(t, "mutations") {
			body.Facts = mutate(t, body.Facts)
		}
		sent, err := json.Marshal(body.Facts)
		if err != nil {
			t.Fatal(err)
		}
		compareWithOracle(t, s, full, sent, body.Facts)
	})
}

func compareWithOracle(t *rapid.T, s *facts.Schema, full *jsonschema.Schema, sent []byte, tree any) {
	_, err := s.Parse(request(string(sent)))
	var e *facts.Error
	if errors.As(err, &e) && e.Kind != facts.Invalid {
		t.Fatalf("%s: %v", sent, err)
	}
	var theirs []string
	var wrong *jsonschema.ValidationError
	if errors.As(full.Validate(tree), &wrong) {
		theirs = offenders(wrong)
	}
	var sure, all []string
	if e != nil {
		sure, all = ours(e, true), ours(e, false)
	}
	for _, p := range theirs {
		if !slices.Contains(all, p) {
			t.Fatalf("%s: only the oracle refuses %s", sent, p)
		}
	}
	for _, p := range sure {
		if !slices.Contains(theirs, p) {
			t.Fatalf("%s: the oracle accepts %s", sent, p)
		}
	}
}
