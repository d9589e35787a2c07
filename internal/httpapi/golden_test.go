package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deferido/internal/decision"
)

var update = flag.Bool("update", false, "write what was answered into ../../fixtures/http")

// golden is an exchange. A body is given as JSON, as text where it is none, or as lines.
type golden struct {
	Title    string `json:"title"`
	Request  sent   `json:"request"`
	Response sent   `json:"response"`
}

type sent struct {
	Method  string            `json:"method,omitempty"`
	Target  string            `json:"target,omitempty"`
	Status  int               `json:"status,omitempty"`
	Headers map[string]string `json:"headers"`
	Body    json.RawMessage   `json:"body,omitempty"`
	Text    string            `json:"text,omitempty"`
	Lines   []json.RawMessage `json:"lines,omitempty"`
}

func (s sent) text() string {
	switch {
	case s.Body != nil:
		return string(s.Body)
	case s.Lines != nil:
		return string(bytes.Join(raws(s.Lines), []byte("\n")))
	}
	return s.Text
}

func raws(lines []json.RawMessage) [][]byte {
	all := make([][]byte, len(lines))
	for i, l := range lines {
		all[i] = l
	}
	return all
}

// heldBefore answers as the contract's example does, and has no law of before 2006-10-19.
func heldBefore(ctx context.Context, a decision.Activation, r *decision.Request, lang string) (*decision.Decision, error) {
	if !r.AsOf.IsZero() && r.AsOf.String() < "2006-10-19" {
		return nil, &decision.Problem{Kind: decision.LawNotHeld, Detail: decision.Sentence{
			PT: "O acervo não tem o texto que regia a matéria em " + r.AsOf.String() + ": texto não disponível.",
			EN: "The text that governed the matter on " + r.AsOf.String() + " is not held.",
		}}
	}
	return allow(ctx, a, r, lang)
}

func TestExchangesAreAsWritten(t *testing.T) {
	names, err := filepath.Glob("../../fixtures/http/*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d exchanges: %v", len(names), err)
	}
	l := start(t, deciding(heldBefore))
	c := client(t, false)
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".json"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var g golden
			if err := json.Unmarshal(text, &g); err != nil {
				t.Fatal(err)
			}
			checkSent(t, g.Request)
			got := l.exchange(t, c, g)
			if *update {
				g.Response = got
				write(t, name, g)
				return
			}
			if want, answered := pretty(t, g.Response), pretty(t, got); want != answered {
				t.Errorf("want\n%s\ngot\n%s", want, answered)
			}
		})
	}
}

// checkSent holds the body of an exchange that is answered with 200 to the schema of its route.
func checkSent(t *testing.T, s sent) {
	t.Helper()
	switch {
	case s.Headers["X-Request-ID"] == "":
		t.Error("an exchange has a request id, or its answer would differ each time")
	case s.Target == "/v1/decisions/batch" && s.Body != nil && !strings.Contains(s.Headers["X-Request-ID"], "mixed"):
		publishedBy(t).validate(t, component("Batch"), s.Body)
	}
}

func (l *live) exchange(t *testing.T, c *http.Client, g golden) sent {
	t.Helper()
	r, err := http.NewRequest(g.Request.Method, "http://"+l.address+g.Request.Target, strings.NewReader(g.Request.text()))
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range g.Request.Headers {
		r.Header.Set(k, v)
	}
	response, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	checkAnswer(t, r.Method, r.URL.Path, response.StatusCode, response.Header.Get("Content-Type"), body)
	if g.Request.Target == "/v1/decisions" && response.StatusCode == http.StatusOK {
		publishedBy(t).validate(t, component("Request"), g.Request.Body)
	}
	got := sent{Status: response.StatusCode, Headers: map[string]string{}}
	for _, k := range []string{"Content-Type", "Content-Language", "Cache-Control", "ETag", "Allow", "Retry-After", "X-Request-ID"} {
		if v := response.Header.Get(k); v != "" {
			got.Headers[k] = v
		}
	}
	if response.Header.Get("Content-Type") != "application/x-ndjson" {
		got.Body = body
		return got
	}
	for _, line := range documentsIn("application/x-ndjson", body) {
		got.Lines = append(got.Lines, line)
	}
	return got
}

func pretty(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func write(t *testing.T, name string, g golden) {
	t.Helper()
	if err := os.WriteFile(name, []byte(pretty(t, g)), 0o644); err != nil {
		t.Fatal(err)
	}
}
