package portal

import (
	"encoding/json"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"deferido/internal/engine"
)

// factPointer is a fact that a rule may read, as the editor completes it.
type factPointer struct {
	Label  string `json:"label"` // /facts/trip/distance_km
	Detail string `json:"detail,omitempty"`
}

// factNode is what of a schema the editor needs.
type factNode struct {
	Ref        string              `json:"$ref"`
	Title      string              `json:"title"`
	TitleEN    string              `json:"x-title-en"`
	Properties map[string]factNode `json:"properties"`
	Defs       map[string]factNode `json:"$defs"`
}

// factPointers are the facts that the schema of a tree has. A schema that cannot be read has none: the checks tell why.
func factPointers(tree fs.FS, lang string) []factPointer {
	source, err := fs.ReadFile(tree, engine.SchemaFile)
	if err != nil {
		return nil
	}
	var schema factNode
	if json.Unmarshal(source, &schema) != nil {
		return nil
	}
	var all []factPointer
	schema.walk("/facts", schema.Defs, lang, 0, func(p factPointer) { all = append(all, p) })
	return all
}

// maxFactDepth bounds a schema that refers to itself.
const maxFactDepth = 12

func (n factNode) walk(at string, defs map[string]factNode, lang string, depth int, take func(factPointer)) {
	if depth > maxFactDepth {
		return
	}
	if name, is := strings.CutPrefix(n.Ref, "#/$defs/"); is && n.Properties == nil {
		n.Properties = defs[name].Properties
	}
	for _, key := range slices.Sorted(maps.Keys(n.Properties)) {
		below := n.Properties[key]
		title := below.Title
		if lang == english && below.TitleEN != "" {
			title = below.TitleEN
		}
		take(factPointer{at + "/" + key, title})
		below.walk(at+"/"+key, defs, lang, depth+1, take)
	}
}

// draftPhrases are those of the editor, in English, and the keys of what they are in the page's language.
var draftPhrases = map[string]string{
	"Find": "find", "Replace": "replace", "next": "next", "previous": "previous", "all": "all", "match case": "match_case", "regexp": "regexp",
	"by word": "by_word", "replace": "replace_one", "replace all": "replace_all", "close": "close", "current match": "current", "on line": "on_line",
	"replaced match on line $": "replaced", "replaced $ matches": "replaced_all", "Go to line": "go_to_line", "go": "go",
	"Diagnostics": "diagnostics", "No diagnostics": "no_diagnostics", "Completions": "completions", "Control character": "control",
	"Selection deleted": "deleted", "$ unchanged lines": "unchanged",
}

// editorPhrases are the words of the editor in the page's language; nil where they are those that it brings.
func (v *visit) editorPhrases() map[string]string {
	if v.lang == english {
		return nil
	}
	said := map[string]string{}
	for phrase, key := range draftPhrases {
		said[phrase] = v.t("drafts.phrase." + key)
	}
	return said
}
