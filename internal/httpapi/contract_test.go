package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"mime"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"deferido/fixtures"
	"deferido/internal/httpapi"
)

const documentURL = "https://deferido.example/openapi.json"

// openAPIText is the document as it is served.
func openAPIText(t testing.TB) []byte {
	t.Helper()
	w := httptest.NewRecorder()
	build(t, nil).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/openapi.json", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	return w.Body.Bytes()
}

// published is the document, and its schemas by JSON Pointer.
type published struct {
	document map[string]any
	compiler *jsonschema.Compiler
	mu       sync.Mutex
}

var (
	publishOnce sync.Once
	theDocument *published
)

func publishedBy(t testing.TB) *published {
	t.Helper()
	publishOnce.Do(func() {
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(openAPIText(t)))
		if err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		c.DefaultDraft(jsonschema.Draft2020)
		c.AssertFormat()
		if err := c.AddResource(documentURL, document); err != nil {
			t.Fatal(err)
		}
		theDocument = &published{document: document.(map[string]any), compiler: c}
	})
	if theDocument == nil {
		t.Fatal("the document could not be had")
	}
	return theDocument
}

// validate holds a text to the schema at a JSON Pointer of the document.
func (p *published) validate(t testing.TB, pointer string, text []byte) {
	t.Helper()
	p.mu.Lock()
	schema, err := p.compiler.Compile(documentURL + "#" + pointer)
	p.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%v: %.300s", err, text)
	}
	if err := schema.Validate(value); err != nil {
		t.Errorf("%s: %v\n%.1000s", pointer, err, text)
	}
}

func component(name string) string { return "/components/schemas/" + name }

// pathOf is the path of the document that a request's path is of; empty for none. What is written out goes before what is
// a parameter.
func (p *published) pathOf(path string) string {
	best := ""
	for candidate := range p.document["paths"].(map[string]any) {
		if pathLike(candidate).MatchString(path) && (best == "" || strings.Count(candidate, "{") < strings.Count(best, "{")) {
			best = candidate
		}
	}
	return best
}

// pathLike is what a path of the document takes; a URN may hold slashes.
func pathLike(path string) *regexp.Regexp {
	expression := strings.ReplaceAll(regexp.QuoteMeta(path), `\{urn\}`, ".*")
	return regexp.MustCompile("^" + regexp.MustCompile(`\\\{\w+\\\}`).ReplaceAllString(expression, "[^/]+") + "$")
}

// checkAnswer holds an answer to the document: its status and media type are declared, its body is of the schema.
func checkAnswer(t testing.TB, method, path string, status int, contentType string, body []byte) {
	t.Helper()
	p := publishedBy(t)
	media, _, _ := mime.ParseMediaType(contentType)
	if status >= 400 && media != "application/problem+json" {
		t.Errorf("status %d as %q", status, contentType)
	}
	route := p.pathOf(path)
	item, _ := p.document["paths"].(map[string]any)[route].(map[string]any)
	if method == http.MethodHead {
		method = http.MethodGet
	}
	operation, known := item[strings.ToLower(method)].(map[string]any)
	if !known { // an unknown address or method has no entry, only its problem has
		p.validate(t, component("Problem"), body)
		return
	}
	response, declared := operation["responses"].(map[string]any)[statusText(status)].(map[string]any)
	if !declared {
		t.Errorf("%s %s does not declare %d", method, route, status)
		return
	}
	if status == http.StatusNotModified {
		return
	}
	if _, declared := response["content"].(map[string]any)[media]; !declared {
		t.Errorf("%s %s declares no %s for %d", method, route, media, status)
		return
	}
	if media == "application/problem+json" {
		checkKind(t, method+" "+route, body, response["description"].(string))
	}
	pointer := "/paths/" + escape(route) + "/" + strings.ToLower(method) + "/responses/" + statusText(status) + "/content/" +
		escape(media) + "/schema"
	if media != "application/json" && media != "application/x-ndjson" && media != "application/problem+json" {
		return // a page or a file
	}
	for _, text := range documentsIn(media, body) {
		p.validate(t, pointer, text)
	}
}

// checkKind holds the kind of a problem to those that a route declares for its status.
func checkKind(t testing.TB, operation string, body []byte, declared string) {
	t.Helper()
	kind := strings.TrimPrefix(problemIn(t, body).Type, httpapi.DefaultProblemBase)
	if !strings.Contains("; "+declared, "; "+kind+": ") {
		t.Errorf("%s does not declare %s, only %s", operation, kind, declared)
	}
}

func documentsIn(media string, body []byte) [][]byte {
	if media != "application/x-ndjson" {
		return [][]byte{body}
	}
	return bytes.Split(bytes.TrimSpace(body), []byte("\n"))
}

func statusText(status int) string {
	text, _ := json.Marshal(status)
	return string(text)
}

func escape(token string) string {
	token = strings.NewReplacer("~", "~0", "/", "~1").Replace(token)
	return strings.NewReplacer("{", "%7B", "}", "%7D").Replace(token)
}

func TestDocumentIsValidOpenAPI31(t *testing.T) {
	loader := openapi3.NewLoader()
	document, err := loader.LoadFromData(openAPIText(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := document.Validate(context.Background()); err != nil {
		t.Fatal(err)
	}
	if document.OpenAPI != "3.1.0" {
		t.Errorf("version %s", document.OpenAPI)
	}
}

// parameter is a parameter as Gin writes it.
var parameter = regexp.MustCompile(`[:*](\w+)`)

func TestEveryRouteIsInTheDocumentAndEveryOperationIsRouted(t *testing.T) {
	var routed, documented []string
	for _, r := range httpapi.Routed(build(t, nil).API) {
		if r.Method != http.MethodHead { // served with GET
			routed = append(routed, r.Method+" "+parameter.ReplaceAllString(r.Path, "{$1}"))
		}
	}
	for path, item := range publishedBy(t).document["paths"].(map[string]any) {
		for method := range item.(map[string]any) {
			documented = append(documented, strings.ToUpper(method)+" "+path)
		}
	}
	slices.Sort(routed)
	slices.Sort(documented)
	if !slices.Equal(routed, documented) {
		t.Errorf("routed\n%s\ndocumented\n%s", strings.Join(routed, "\n"), strings.Join(documented, "\n"))
	}
}

func TestEverySchemaCompiles(t *testing.T) {
	p := publishedBy(t)
	for name := range p.document["components"].(map[string]any)["schemas"].(map[string]any) {
		if _, err := p.compiler.Compile(documentURL + "#" + component(name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The envelope of a request is described here and read elsewhere: what is read is what the refusal of an unknown key says.
func TestRequestSchemaHasTheKeysThatAreRead(t *testing.T) {
	set, err := loadSet()
	if err != nil {
		t.Fatal(err)
	}
	_, refused := set.schema.Parse([]byte(`{"question": "grant", "facts": {}, "zz": 1}`))
	read := keysAccepted(t, refused)
	request := publishedBy(t).document["components"].(map[string]any)["schemas"].(map[string]any)["Request"].(map[string]any)
	var described []string
	for key := range request["properties"].(map[string]any) {
		described = append(described, key)
	}
	slices.Sort(read)
	slices.Sort(described)
	if !slices.Equal(read, described) {
		t.Errorf("read %v, described %v", read, described)
	}
}

func TestEveryExampleRequestIsValid(t *testing.T) {
	set, err := loadSet()
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(fixtures.FS, "requests/*.json")
	if err != nil || len(names) < 12 {
		t.Fatalf("%d examples: %v", len(names), err)
	}
	asked := map[string]bool{}
	for _, name := range names {
		text, err := fs.ReadFile(fixtures.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		publishedBy(t).validate(t, component("Request"), text)
		r, err := set.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		asked[r.Question] = true
	}
	for _, q := range questions {
		if !asked[q] {
			t.Errorf("no example asks %s", q)
		}
	}
}

// The schema in the document accepts what the program accepts, as far as a schema can say it.
func TestValidCasesAreValidByTheDocument(t *testing.T) {
	names, err := fs.Glob(fixtures.FS, "cases/*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d cases: %v", len(names), err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(fixtures.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		var c struct {
			Request json.RawMessage
			Expect  struct{ Status int }
		}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		if c.Expect.Status == 0 {
			publishedBy(t).validate(t, component("Request"), c.Request)
		}
	}
}
