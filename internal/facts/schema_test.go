package facts_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"deferido/internal/facts"
	"github.com/open-policy-agent/opa/v1/ast"
)

// compileWithSchema compiles a policy whose input.facts has the schema's type.
func compileWithSchema(t *testing.T, reference string) error {
	t.Helper()
	var schema any
	if err := json.Unmarshal(schemaSource(t), &schema); err != nil {
		t.Fatal(err)
	}
	set := ast.NewSchemaSet()
	set.Put(ast.MustParseRef("schema.facts"), schema)
	module, err := ast.ParseModuleWithOpts("probe.rego", `
# METADATA
# scope: package
# schemas:
#   - input.facts: schema.facts
package probe

answer := `+reference, ast.ParserOptions{ProcessAnnotation: true})
	if err != nil {
		t.Fatal(err)
	}
	c := ast.NewCompiler().WithSchemas(set).WithUseTypeCheckAnnotations(true)
	c.Compile(map[string]*ast.Module{"probe.rego": module})
	if c.Failed() {
		return c.Errors
	}
	return nil
}

func TestSchemaTypesThePolicies(t *testing.T) {
	for _, reference := range []string{
		"input.facts.trip.line_departs_at", "input.facts.trip.distance_km > 500", "input.facts.beneficiary.documents[_].kind",
		"input.facts.report.months[_].sections[_].paying", "input.facts.conduct.acts[_]", "input.facts.seats.free_sold + 1",
	} {
		if err := compileWithSchema(t, reference); err != nil {
			t.Errorf("%s: %v", reference, err)
		}
	}
	for _, reference := range []string{
		"input.facts.trip.line_depart_at", "input.facts.trips", "input.facts.beneficiary.documents[_].kinds",
		"input.facts.report.months[_].sections[_].payings", "input.facts.seats.free_sold.x",
	} {
		if err := compileWithSchema(t, reference); err == nil || !strings.Contains(err.Error(), "undefined ref") {
			t.Errorf("%s: got %v, want an undefined ref", reference, err)
		}
	}
}

// Every fact can be asked for in both languages; the sentences are sentences.
func TestEveryFactHasItsWords(t *testing.T) {
	s := load(t)
	var schema struct {
		Properties map[string]any
	}
	if err := json.Unmarshal(schemaSource(t), &schema); err != nil {
		t.Fatal(err)
	}
	asked := 0
	var walk func(pointer string, source map[string]any)
	walk = func(pointer string, source map[string]any) {
		if props, ok := source["properties"].(map[string]any); ok {
			for key, p := range props {
				walk(pointer+"/"+key, p.(map[string]any))
			}
			return
		}
		for _, lang := range []string{"pt-BR", "en"} {
			ask := s.Ask(pointer, lang)
			if !strings.HasSuffix(ask, ".") || len(s.Title(pointer, lang)) < 3 {
				t.Errorf("%s: %s: %q, %q", pointer, lang, s.Title(pointer, lang), ask)
			}
			if lang == "pt-BR" && !regexp.MustCompile(`^Informe `).MatchString(ask) {
				t.Errorf("%s: %q", pointer, ask)
			}
		}
		asked++
		named(t, s, pointer, source)
		if items, ok := source["items"].(map[string]any); ok && items["properties"] != nil {
			walk(pointer+"/7", items)
		}
	}
	for key, p := range schema.Properties {
		walk("/facts/"+key, p.(map[string]any))
	}
	if asked < 80 {
		t.Errorf("walked only %d facts", asked)
	}
	if got := s.Ask("/facts/nothing", "en"); got != "" {
		t.Errorf("got %q", got)
	}
}

// named holds that each value of an enum has a name in both languages.
func named(t *testing.T, s *facts.Schema, pointer string, source map[string]any) {
	t.Helper()
	if items, isList := source["items"].(map[string]any); isList {
		named(t, s, pointer+"/0", items)
		return
	}
	values, _ := source["enum"].([]any)
	for _, value := range values {
		for _, lang := range []string{"pt-BR", "en"} {
			if s.Value(pointer, value.(string), lang) == "" {
				t.Errorf("%s: %s has no name in %s", pointer, value, lang)
			}
		}
	}
}

// A keyword that is not understood could be one that keeps something out, so it is no schema.
func TestLoadRefusesWhatItDoesNotUnderstand(t *testing.T) {
	words := `"title": "T", "x-title-en": "T", "x-ask": {"pt-BR": "I.", "en": "E."}`
	fact := func(more string) string {
		return `{"type": "object", "additionalProperties": false, "properties": {"g": {"type": "object", "title": "G",
			"x-title-en": "G", "additionalProperties": false, "properties": {"f": {` + words + `, ` + more + `},
			"n": {"type": "integer", ` + words + `}}}}}`
	}
	if _, err := facts.Load([]byte(fact(`"type": "string"`)), questions); err != nil {
		t.Fatal(err)
	}
	for name, source := range map[string]string{
		"not JSON":               `{`,
		"a key twice":            `{"type": "object", "type": "object"}`,
		"no object":              `{"type": "string"}`,
		"open object":            `{"type": "object", "properties": {}}`,
		"unknown keyword":        fact(`"type": "string", "minLength": 1`),
		"misspelt own keyword":   fact(`"type": "string", "x-privte": true`),
		"no type":                fact(`"maxLength": 3`),
		"several types":          fact(`"type": ["string", "null"]`),
		"keyword of other type":  fact(`"type": "string", "minimum": 1`),
		"keyword beside ref":     `{"type": "object", "additionalProperties": false, "$defs": {"d": {"type": "string"}}, "properties": {"f": {` + words + `, "$ref": "#/$defs/d", "maxLength": 3}}}`,
		"recursive ref":          `{"type": "object", "additionalProperties": false, "$defs": {"d": {"type": "array", "items": {"$ref": "#/$defs/d"}}}, "properties": {"f": {` + words + `, "$ref": "#/$defs/d"}}}`,
		"foreign ref":            fact(`"$ref": "https://example.org/x"`),
		"unknown format":         fact(`"type": "string", "format": "email"`),
		"bad pattern":            fact(`"type": "string", "pattern": "("`),
		"bad default":            fact(`"type": "string", "enum": ["a"], "default": "b"`),
		"private number":         fact(`"type": "integer", "x-private": true`),
		"private instant":        fact(`"type": "string", "format": "date-time", "x-private": true`),
		"other fact missing":     fact(`"type": "integer", "x-at-most": "1/m"`),
		"other fact of another":  fact(`"type": "string", "x-at-most": "1/n"`),
		"sum without a maximum":  fact(`"type": "integer", "x-sum-with": "1/n"`),
		"years of an instant":    fact(`"type": "string", "format": "date-time", "x-years-to": "1/f"`),
		"default of other type":  fact(`"type": "string", "x-default-from": "/facts/g/n"`),
		"same without a name":    fact(`"type": "string", "x-same": {"as": "1/f"}`),
		"values without a name":  fact(`"type": "string", "enum": ["a", "b"], "x-values": {"a": {"pt-BR": "A", "en": "A"}}`),
		"names of no value":      fact(`"type": "string", "enum": ["a"], "x-values": {"a": {"pt-BR": "A", "en": "A"}, "b": {"pt-BR": "B", "en": "B"}}`),
		"names of no enum":       fact(`"type": "string", "x-values": {"a": {"pt-BR": "A", "en": "A"}}`),
		"name in one language":   fact(`"type": "string", "enum": ["a"], "x-values": {"a": {"pt-BR": "A"}}`),
		"list without items":     fact(`"type": "array"`),
		"required but not there": `{"type": "object", "additionalProperties": false, "required": ["z"], "properties": {}}`,
		"fact without words":     `{"type": "object", "additionalProperties": false, "properties": {"f": {"type": "string"}}}`,
		"other dialect":          `{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "additionalProperties": false}`,
	} {
		if _, err := facts.Load([]byte(source), questions); err == nil {
			t.Errorf("%s: loaded", name)
		}
	}
}
