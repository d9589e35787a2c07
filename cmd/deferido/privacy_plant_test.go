package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"deferido/fixtures"
	"deferido/internal/facts"
	"deferido/policies"
)

// marker is a value that was sent in some field, and that nobody else sends.
type marker struct{ field, value string }

// markers are all that were sent, by their number.
type markers struct{ all []marker }

// text is the marker of a field, among characters that are escaped in JSON, in HTML, in CSV and in logs.
func (m *markers) text(field string) string { return m.add(field, "Ana <b>&\"' ;é "+textStem) }

// word is the marker of a field that takes no such characters.
func (m *markers) word(field string) string { return m.add(field, textStem) }

// number is the marker of a field that holds an identity number.
func (m *markers) number(field string) string { return m.add(field, numberStem) }

func (m *markers) add(field, stem string) string {
	value := fmt.Sprintf("%s%06d", stem, len(m.all))
	m.all = append(m.all, marker{field, value})
	return value
}

// of is the field of a marker.
func (m *markers) of(number int) string {
	if number < 0 || number >= len(m.all) {
		return "a field that cannot be told"
	}
	return m.all[number].field
}

func (m *markers) values() []string {
	values := make([]string, len(m.all))
	for i, one := range m.all {
		values[i] = one.value
	}
	return values
}

// leaf is a fact of the schema that is neither an object nor a list; "*" stands for the items of a list.
type leaf struct {
	pointer string
	free    bool // a text that may be anything
}

// placeFact is the one free text that is kept.
const placeFact = "/facts/request/place"

// leaves are those of schemas/facts.json. Which are free text is what the schema itself says, and what the program withholds.
func leaves(t *testing.T) (all []leaf) {
	t.Helper()
	source, err := fs.ReadFile(policies.FS, "schemas/facts.json")
	if err != nil {
		t.Fatal(err)
	}
	var root map[string]any
	if err := json.Unmarshal(source, &root); err != nil {
		t.Fatal(err)
	}
	var walk func(node map[string]any, pointer string)
	walk = func(node map[string]any, pointer string) {
		if ref, is := node["$ref"].(string); is {
			resolved := maps.Clone(root["$defs"].(map[string]any)[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any))
			maps.Copy(resolved, node)
			node = resolved
		}
		properties, _ := node["properties"].(map[string]any)
		items, _ := node["items"].(map[string]any)
		switch {
		case properties != nil:
			for key, below := range properties {
				walk(below.(map[string]any), pointer+"/"+key)
			}
		case items != nil:
			walk(items, pointer+"/*")
		default:
			free := node["type"] == "string" && node["enum"] == nil && node["format"] == nil && node["pattern"] == nil
			all = append(all, leaf{pointer, free})
		}
	}
	walk(root, "/facts")
	slices.SortFunc(all, func(a, b leaf) int { return strings.Compare(a.pointer, b.pointer) })
	checkWithheld(t, source, all)
	return all
}

// checkWithheld holds the free texts of the schema to those that the program knows as such.
func checkWithheld(t *testing.T, source []byte, all []leaf) {
	t.Helper()
	schema, err := facts.Load(source, []string{"grant"})
	if err != nil {
		t.Fatal(err)
	}
	free := []string{"/facts/beneficiary/birth_on"} // no text, and withheld all the same
	for _, l := range all {
		if l.free && l.pointer != placeFact {
			free = append(free, l.pointer)
		}
	}
	slices.Sort(free)
	if withheld := schema.Withheld(); !slices.Equal(free, withheld) || len(free) < 20 {
		t.Errorf("of the schema\n%v\nwithheld\n%v", free, withheld)
	}
}

// planted is a request, and the markers in it: those from first on, up to next.
type planted struct {
	name        string
	body        []byte
	first, next int
}

// requests are those of the fixtures, which ask all questions, with markers of their own in every free text.
func (m *markers) requests(t *testing.T, all []leaf, how string) (sent []planted) {
	t.Helper()
	names, err := fs.Glob(fixtures.FS, "requests/*.json")
	if err != nil || len(names) < 9 {
		t.Fatalf("%d requests: %v", len(names), err)
	}
	asked := map[any]bool{}
	for _, file := range names {
		text, err := fs.ReadFile(fixtures.FS, file)
		if err != nil {
			t.Fatal(err)
		}
		var request map[string]any
		if err := json.Unmarshal(text, &request); err != nil {
			t.Fatal(err)
		}
		asked[request["question"]] = true
		name := strings.TrimSuffix(strings.TrimPrefix(file, "requests/"), ".json")
		p := planted{name: how + " " + name, first: len(m.all)}
		m.plant(request, all, p.name)
		p.body, p.next = marshalled(t, request), len(m.all)
		sent = append(sent, p)
	}
	if len(asked) != 9 {
		t.Fatalf("asked are %v", asked)
	}
	return sent
}

// plant puts markers into a request, and a date of birth.
func (m *markers) plant(request map[string]any, all []leaf, name string) {
	request["explain"], request["reference"] = true, m.text(name+" /reference")
	given := request["facts"].(map[string]any)
	if given["report"] == nil {
		given["report"] = map[string]any{"months": []any{map[string]any{"month": "2026-07"}}}
	}
	for _, l := range all {
		if l.free {
			put(request, pathOf(l.pointer), l.pointer, func(pointer string) any {
				if strings.HasSuffix(pointer, "_document") {
					return m.number(name + " " + pointer)
				}
				return m.text(name + " " + pointer)
			})
		}
	}
	beneficiary, _ := given["beneficiary"].(map[string]any)
	category, known := beneficiary["category"].(string)
	if !known {
		category = "pessoa_idosa"
	}
	put(request, pathOf("/facts/beneficiary/birth_on"), "", func(string) any { return born[category] })
	// Equal texts are measured as equal, whatever their case.
	booking := given["bookings"].([]any)[0].(map[string]any)
	booking["destination"] = strings.ToUpper(given["trip"].(map[string]any)["destination"].(string))
}

func pathOf(pointer string) []string { return strings.Split(strings.TrimPrefix(pointer, "/"), "/") }

// put sets what a path leads to, in every item of a list, and makes what is not there on the way.
func put(node any, path []string, pointer string, value func(pointer string) any) any {
	if len(path) == 0 {
		return value(pointer)
	}
	if path[0] == "*" {
		list, _ := node.([]any)
		if len(list) == 0 {
			list = []any{nil}
		}
		for i := range list {
			list[i] = put(list[i], path[1:], pointer, value)
		}
		return list
	}
	object, _ := node.(map[string]any)
	if object == nil {
		object = map[string]any{}
	}
	object[path[0]] = put(object[path[0]], path[1:], pointer, value)
	return object
}

// marshalled is a value as JSON that escapes no more than it must.
func marshalled(t *testing.T, v any) []byte {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSpace(b.Bytes())
}

// brokenForms are bodies that are refused, by what is wrong with them, each with a place for a marker.
var brokenForms = [][2]string{
	{"no JSON", `%s`},
	{"no JSON within", `{"question":"grant","facts":{"trip":{"destination":"a"%s}}`},
	{"cut", `{"question":"grant","facts":{"ticket":{"beneficiary_name":"%s`},
	{"trailing", `{"question":"grant","facts":{}} %s`},
	{"escape", `{"question":"grant","facts":{"ticket":{"beneficiary_name":"\q%s"}}}`},
	{"latin-1", "{\"question\":\"grant\",\"facts\":{\"ticket\":{\"beneficiary_name\":\"\xe9%s\"}}}"},
	{"question", `{"question":"%s","facts":{}}`},
	{"as_of", `{"question":"grant","as_of":"%s","facts":{}}`},
	{"reference", `{"question":"grant","reference":{"a":"%s"},"facts":{}}`},
	{"duplicate value", `{"question":"grant","facts":{"trip":{"destination":"a","destination":"%s"}}}`},
	{"key", `{"question":"grant","%s":1,"facts":{}}`},
	{"duplicate key", `{"question":"grant","facts":{"trip":{"%[1]s":1,"%[1]s":2}}}`},
	{"too deep", `{"question":"grant","facts":` + strings.Repeat("[", 100) + `"%s"` + strings.Repeat("]", 100) + `}`},
	{"too large", `{"question":"grant","facts":{"ticket":{"title":"%s` + strings.Repeat("x", 1<<20) + `"}}}`},
	{"contradiction", `{"question":"grant","facts":{"trip":{"destination":"%s"},"seats":{"free_granted":2,"free_sold":2}}}`},
	{"law not held", `{"question":"grant","as_of":"1990-01-01","reference":"%[1]s","facts":{"beneficiary":{"category":"pessoa_idosa"},"trip":{"destination":"%[1]s"}}}`},
}

// broken are bodies that are no valid requests, with markers wherever one can stand.
func (m *markers) broken(t *testing.T, all []leaf) (sent []planted) {
	t.Helper()
	add := func(name string, body func() []byte) {
		p := planted{name: "invalid: " + name, first: len(m.all)}
		p.body, p.next = body(), len(m.all)
		sent = append(sent, p)
	}
	whole := func(name string, value func(l leaf) any) {
		add(name, func() []byte {
			request := map[string]any{"question": "grant", "facts": map[string]any{}}
			for _, l := range all {
				put(request, pathOf(l.pointer), l.pointer, func(string) any { return value(l) })
			}
			return marshalled(t, request)
		})
	}
	whole("no value of its kind", func(l leaf) any {
		if l.free {
			return []string{m.text("a list for " + l.pointer)}
		}
		return m.text("a text for " + l.pointer)
	})
	whole("too long", func(l leaf) any { return strings.Repeat(m.word("too long for "+l.pointer), 20) })
	add("unknown keys", func() []byte {
		request := map[string]any{"question": "grant", "facts": map[string]any{}}
		for _, l := range all {
			if path := pathOf(l.pointer); path[len(path)-1] != "*" {
				path[len(path)-1] = m.word("a key beside " + l.pointer)
				put(request, path, l.pointer, func(string) any { return m.text("the value of a key beside " + l.pointer) })
			}
		}
		return marshalled(t, request)
	})
	for _, form := range brokenForms {
		add(form[0], func() []byte { return fmt.Appendf(nil, form[1], m.word(form[0])) })
	}
	return sent
}
