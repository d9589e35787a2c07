package revision

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"go.yaml.in/yaml/v3"
)

// lineOf is the line on which the value at a JSON Pointer stands in a JSON text, from 1. Where the text has no such value
// it is that of the nearest above it; where it is no JSON, 1.
func lineOf(source []byte, pointer string) int {
	decoder := jsontext.NewDecoder(bytes.NewReader(source))
	best, deepest := 1, -1
	for {
		if _, err := decoder.ReadToken(); err != nil {
			return best
		}
		at := string(decoder.StackPointer())
		if len(at) > deepest && (at == pointer || strings.HasPrefix(pointer, at+"/")) {
			best, deepest = 1+bytes.Count(source[:decoder.InputOffset()], []byte("\n")), len(at)
		}
		if deepest == len(pointer) {
			return best
		}
	}
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// pointerKey escapes a key for a JSON Pointer.
func pointerKey(key string) string { return pointerEscapes.Replace(key) }

// yamlLine is the line of the nth entry (from 0) of a list of a YAML file, named by its key, or by key and value of a
// field of the entry; 0 where there is none.
func yamlLine(source []byte, list string, is func(n int, entry *yaml.Node) bool) int {
	var document yaml.Node
	if yaml.Unmarshal(source, &document) != nil || len(document.Content) == 0 {
		return 0
	}
	root := document.Content[0]
	entries := root
	if list != "" {
		entries = valueOf(root, list)
	}
	if entries == nil {
		return 0
	}
	for n, entry := range entries.Content {
		if is(n, entry) {
			return entry.Line
		}
	}
	return 0
}

// provisionLine is the line of the entry of a provision in a norm.yaml.
func provisionLine(source []byte, fragment string) int {
	return yamlLine(source, "provisions", func(_ int, entry *yaml.Node) bool {
		field := valueOf(entry, "fragment")
		return field != nil && field.Value == fragment
	})
}

// nthLine is the line of the nth entry of a list, from 1.
func nthLine(source []byte, list string, n int) int {
	return yamlLine(source, list, func(i int, _ *yaml.Node) bool { return i == n-1 })
}
