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
		var b bytes.Buffer
		for _, l := range s.Lines {
			if err := json.Compact(&b, l); err != nil {
				panic(err)
			}
			b.WriteByte('\n')
		}
		return b.String()
	}
	return s.Text
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

// checkSent holds what was sent to the schema of its route, where the answer found nothing wrong with it.
func checkSent(t *testing.T, s sent, answered []byte) {
	t.Helper()
	if s.Headers["X-Request-ID"] == "" {
		t.Error("an exchange has a request id, or its answer would differ each time")
	}
	if s.Method != http.MethodPost || bytes.Contains(answered, []byte("/problems/")) {
		return
	}
	operation := "/paths/" + escape(s.Target) + "/post/requestBody/content/" + escape(s.Headers["Content-Type"]) + "/schema"
	for _, text := range documentsIn(s.Headers["Content-Type"], []byte(s.text())) {
		publishedBy(t).validate(t, operation, text)
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
	checkSent(t, g.Request, body)
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
