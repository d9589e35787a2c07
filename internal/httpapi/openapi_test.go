package httpapi_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"deferido/internal/httpapi"
)

// operations are those of the document, by their ids.
func operations(t *testing.T) map[string]map[string]any {
	t.Helper()
	all := map[string]map[string]any{}
	for _, item := range publishedBy(t).document["paths"].(map[string]any) {
		for _, o := range item.(map[string]any) {
			operation := o.(map[string]any)
			all[operation["operationId"].(string)] = operation
		}
	}
	return all
}

// declared are the kinds of problems that an operation declares, by status.
func declared(operation map[string]any) map[string]string {
	all := map[string]string{}
	for status, response := range operation["responses"].(map[string]any) {
		if status >= "400" {
			all[status] = "; " + response.(map[string]any)["description"].(string)
		}
	}
	return all
}

// What needs a key says so, that it may be left out while there is none, and how it is refused without; nothing else does.
func TestTheDocumentSaysWhatNeedsAKey(t *testing.T) {
	schemes := publishedBy(t).document["components"].(map[string]any)["securitySchemes"].(map[string]any)
	if key := schemes["key"].(map[string]any); len(schemes) != 1 || key["type"] != "http" || key["scheme"] != "bearer" {
		t.Errorf("%v", schemes)
	}
	documented := operations(t)
	for id, needed := range httpapi.Operations() {
		operation := documented[id]
		security, has := operation["security"]
		if has != needed || has && !reflect.DeepEqual(security, []any{map[string]any{"key": []any{}}, map[string]any{}}) {
			t.Errorf("%s: %v", id, security)
		}
		for status, kind := range map[string]string{"401": "unauthenticated", "403": "forbidden", "421": "foreign-host", "429": "too-many-requests", "503": "journal-unavailable"} {
			if id == "checkDocument" && kind == "journal-unavailable" { // which needs the journal and no key
				continue
			}
			if strings.Contains(declared(operation)[status], "; "+kind+": ") != needed {
				t.Errorf("%s: %s is declared: %v", id, kind, !needed)
			}
		}
		if retry := operation["responses"].(map[string]any)["429"]; needed && retry.(map[string]any)["headers"].(map[string]any)["Retry-After"] == nil {
			t.Errorf("%s: no Retry-After", id)
		}
	}
}

// Every type of problem that an operation declares is listed with both titles and its status.
func TestEveryProblemThatIsDeclaredIsListed(t *testing.T) {
	status := map[string]string{}
	for _, p := range publishedBy(t).document["x-problems"].([]any) {
		listed := p.(map[string]any)
		title := listed["title"].(map[string]any)
		if title["pt-BR"] == "" || title["en"] == "" || title["pt-BR"] == title["en"] {
			t.Errorf("%v", listed)
		}
		status[strings.TrimPrefix(listed["type"].(string), httpapi.DefaultProblemBase)] = listed["status"].(json.Number).String()
	}
	used := map[string]bool{"not-found": true} // of any address
	for id, operation := range operations(t) {
		for at, text := range declared(operation) {
			for _, one := range strings.Split(text, "; ")[1:] {
				kind, _, found := strings.Cut(one, ": ")
				if !found || status[kind] != at {
					t.Errorf("%s: %s with %s, listed with %q", id, kind, at, status[kind])
				}
				used[kind] = true
			}
		}
	}
	for kind := range status {
		if !used[kind] {
			t.Errorf("no operation declares %s", kind)
		}
	}
}

// What is said of an operation is said in both languages, and so of its parameters.
func TestTheDocumentIsInBothLanguages(t *testing.T) {
	for id, operation := range operations(t) {
		texts := [][2]any{{operation["summary"], operation["x-summary-en"]}, {operation["description"], operation["x-description-en"]}}
		for _, p := range operation["parameters"].([]any) {
			if parameter := p.(map[string]any); parameter["$ref"] == nil {
				texts = append(texts, [2]any{parameter["description"], parameter["x-description-en"]})
			}
		}
		for i, both := range texts {
			if (both[0] == nil) != (both[1] == nil) || both[0] != nil && both[0] == both[1] || i == 0 && both[0] == nil {
				t.Errorf("%s: %v", id, both)
			}
		}
	}
}

// The schemas of what is listed are of what is sent, with nothing optional that is always there.
func TestTheSchemasOfListsAndRecords(t *testing.T) {
	p := publishedBy(t)
	schemas := p.document["components"].(map[string]any)["schemas"].(map[string]any)
	for name, required := range map[string][]string{
		"CarrierList": {"carriers"}, "Carrier": {"address", "cnpj", "complaints", "id", "name", "terminals"}, "Terminal": {"address", "name"}, "Decisions": {"decisions", "next"},
		"Summary": {"as_of", "carrier", "contested", "decided_at", "id", "outcome", "question", "result", "revision", "unmet"}, "Explained": {"evaluation", "explanation", "id"},
		"Erasure": {"erased"}, "Removal": {"removed"}, "Imported": {"rows"},
	} {
		schema, there := schemas[name].(map[string]any)
		if !there {
			t.Errorf("no %s", name)
			continue
		}
		var got []string
		for _, field := range schema["required"].([]any) {
			got = append(got, field.(string))
		}
		slices.Sort(got)
		if !slices.Equal(got, required) || schema["additionalProperties"] != false {
			t.Errorf("%s requires %v, want %v", name, got, required)
		}
	}
	for pointer, valid := range map[string]string{"Decisions": `{"decisions":[],"next":null}`, "CarrierList": `{"carriers":[]}`, "Imported": `{"rows":2}`} {
		p.validate(t, component(pointer), []byte(valid))
	}
}

// The fields of a ticket are facts of the question about tickets, as the schema of the facts has them, and all of them.
func TestTheFieldsOfATicketAreFacts(t *testing.T) {
	schemas := publishedBy(t).document["components"].(map[string]any)["schemas"].(map[string]any)
	ticket := schemas["Facts"].(map[string]any)["properties"].(map[string]any)["ticket"].(map[string]any)["properties"].(map[string]any)
	fields := schemas["TicketFields"].(map[string]any)["properties"].(map[string]any)
	for name := range ticket {
		text := ticket[name].(map[string]any)["$ref"] == "#/components/schemas/Facts.private_text"
		if (fields[name] != nil) != text {
			t.Errorf("%s: a free text %v, a field of a ticket %v", name, text, fields[name] != nil)
		}
	}
	for name := range fields {
		if ticket[name] == nil {
			t.Errorf("%s is no fact", name)
		}
	}
}

// The bodies that are sent to the routes in the tests' table are such as the document describes.
func TestTheBodiesOfTheTableAreAsDescribed(t *testing.T) {
	h, _, all := guardedUses(t, nil)
	for _, u := range all {
		if u.media != "application/json" {
			continue
		}
		path, _, _ := strings.Cut(u.target, "?")
		pointer := "/paths/" + escape(publishedBy(t).pathOf(path)) + "/" + strings.ToLower(u.method) + "/requestBody/content/" + escape(u.media) + "/schema"
		body := []byte(u.body)
		if u.id == "putCarrier" { // which fills in what is left out
			body = h.send(t, http.MethodPut, u.target, u.media, u.body, as("admin")...).Body.Bytes()
		}
		publishedBy(t).validate(t, pointer, body)
	}
}

// The document is the same for whoever asks, and needs no key.
func TestTheDocumentNeedsNoKey(t *testing.T) {
	h, _ := guarded(t, nil)
	w := h.asIs(t, httptest.NewRequest(http.MethodGet, "/openapi.json", nil))
	if w.Code != http.StatusOK || !bytes.Contains(w.Body.Bytes(), []byte(`"operationId":"getReport"`)) {
		t.Errorf("%d", w.Code)
	}
}
