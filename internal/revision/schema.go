package revision

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/engine"
)

// everything is what a value may be of which the schema says nothing.
var everything = []string{"array", "boolean", "null", "number", "object", "string"}

// schema is the JSON Schema of the facts.
type schema struct{ root map[string]any }

func readSchema(source []byte) (*schema, error) {
	s := &schema{}
	if err := json.Unmarshal(source, &s.root); err != nil {
		return nil, fmt.Errorf("%s: %w", engine.SchemaFile, err)
	}
	return s, nil
}

// at is the schema of the value at a path, whose keys that are no strings are places in lists; nil where there is none.
func (s *schema) at(path []any) map[string]any {
	at := s.resolved(s.root)
	for _, step := range path {
		key, isKey := step.(string)
		next := at["items"]
		if isKey {
			properties, _ := at["properties"].(map[string]any)
			next = properties[key]
		}
		below, is := next.(map[string]any)
		if !is {
			return nil
		}
		at = s.resolved(below)
	}
	return at
}

// types are those that the schema allows at a path, sorted; nil where it has no such path.
func (s *schema) types(path ast.Ref) []string {
	steps := make([]any, len(path))
	for i, term := range path {
		if key, is := term.Value.(ast.String); is {
			steps[i] = string(key)
		}
	}
	at := s.at(steps)
	if at == nil {
		return nil
	}
	switch kind := at["type"].(type) {
	case string:
		return []string{strings.Replace(kind, "integer", "number", 1)}
	case []any:
		var all []string
		for _, one := range kind {
			all = append(all, strings.Replace(fmt.Sprint(one), "integer", "number", 1))
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	return everything
}

// resolved follows a local reference. What stands beside it is said too.
func (s *schema) resolved(at map[string]any) map[string]any {
	ref, is := at["$ref"].(string)
	if !is {
		return at
	}
	definitions, _ := s.root["$defs"].(map[string]any)
	target, is := definitions[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
	if !is {
		return at
	}
	whole := maps.Clone(target)
	maps.Copy(whole, at)
	return whole
}

// allowed are the values that the schema lists for a fact; none where it lists none.
func (c *check) allowed(pointer string) []any {
	var steps []any
	for key := range strings.SplitSeq(strings.TrimPrefix(pointer, "/facts/"), "/") {
		steps = append(steps, key)
	}
	values, _ := c.schema.at(steps)["enum"].([]any)
	return values
}
