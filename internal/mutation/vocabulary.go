package mutation

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"deferido/internal/engine"
)

// enums are the lists of words of the schemas, in the order of the schemas.
type enums [][]string

// vocabulary reads every enum of the schemas of a tree.
func vocabulary(tree fs.FS) (enums, error) {
	var words enums
	for _, name := range []string{engine.SchemaFile, engine.ResultsFile} {
		content, err := fs.ReadFile(tree, name)
		if err != nil {
			return nil, fmt.Errorf("reading the schemas: %w", err)
		}
		var schema any
		if err := json.Unmarshal(content, &schema); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		words.collect(schema)
	}
	return words, nil
}

func (e *enums) collect(schema any) {
	switch s := schema.(type) {
	case []any:
		for _, part := range s {
			e.collect(part)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(s)) {
			list, _ := s[key].([]any)
			if key == "enum" && len(list) > 1 {
				e.add(list)
				continue
			}
			e.collect(s[key])
		}
	}
}

func (e *enums) add(list []any) {
	var words []string
	for _, word := range list {
		if text, ok := word.(string); ok {
			words = append(words, text)
		}
	}
	if len(words) > 1 {
		*e = append(*e, words)
	}
}

// other is another word of the first enum that has this one: the next in it.
func (e enums) other(word string) (string, bool) {
	for _, words := range e {
		if i := slices.Index(words, word); i >= 0 {
			return words[(i+1)%len(words)], true
		}
	}
	return "", false
}
