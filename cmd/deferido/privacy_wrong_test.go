package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// askWrongly sends what cannot be answered: bad bodies by every way in, and bad addresses, queries, keys and methods.
func (w *watch) askWrongly(t *testing.T) {
	for _, p := range w.broken(t, w.leaves) {
		got := w.send(t, "carrier", http.MethodPost, "/v1/decisions", "application/json", p.body)
		if got.status < 400 || got.status >= 500 {
			t.Errorf("%s: %d %s", p.name, got.status, got.body)
		}
		w.direct(t, p, got.body)
		for media, body := range map[string][]byte{
			"application/json": slices.Concat([]byte(`{"items":[`), p.body, []byte(`]}`)), "application/x-ndjson": bytes.ReplaceAll(p.body, []byte("\n"), nil),
		} {
			w.direct(t, p, w.send(t, "carrier", http.MethodPost, "/v1/decisions/batch", media, body).body)
		}
		for _, other := range [][3]string{
			{http.MethodPost, "application/json", "/v1/decisions/" + w.ids["single elderly-free-seat"] + "/ticket.pdf"}, {http.MethodPut, "application/json", "/v1/carriers/novo"},
			{http.MethodPut, "text/csv", "/v1/reports/2026-Q3/counts?carrier=expresso"}, {http.MethodPut, "text/csv", "/v1/reports/2026-Q3/sections?carrier=expresso"},
		} {
			w.direct(t, p, w.send(t, "admin", other[0], other[2], other[1], p.body).body)
		}
	}
	w.askAround(t)
	w.garbage(t)
}

// askAround puts markers where addresses, queries, headers and methods are.
func (w *watch) askAround(t *testing.T) {
	for _, target := range []string{
		"/v1/decisions?question=%s", "/v1/decisions?cursor=%s", "/v1/decisions?provision=%s", "/v1/decisions?carrier=%s", "/v1/decisions?from=%s",
		"/v1/decisions/%s", "/v1/decisions/%s/receipt", "/check/%s?code=a", "/v1/provisions/%s", "/v1/ledger?norm=%s", "/v1/carriers/%s",
		"/v1/reports/%s", "/v1/reports/2026-Q3?carrier=%s", "/v1/reports/2026-Q3?carrier=expresso&mode=%s", "/%s", "/v1/norms?on=%s", "/healthz?a=%s",
		"/check/" + w.ids["single elderly-refusal"] + "?code=%s", "/v1/decisions/" + w.ids["single elderly-refusal"] + "/refusal.html?lang=%s",
	} {
		w.add("answers to wrong addresses", w.send(t, "admin", http.MethodGet, fmt.Sprintf(target, w.word("address "+target)), "", nil).body)
	}
	for name, header := range map[string]string{
		"a wrong key": "Authorization", "a wrong media type": "Content-Type", "a wrong Accept": "Accept", "a wrong encoding": "Content-Encoding",
		"an idempotency key too long": "Idempotency-Key", "a wrong language": "Accept-Language", "a wrong trace": "Traceparent",
	} {
		got := w.send(t, "carrier", http.MethodPost, "/v1/decisions", "application/json", []byte(`{"question":"grant","facts":{}}`), header, strings.Repeat(w.word(name), 20))
		w.add("answers to wrong headers", got.body)
	}
	w.add("answers to wrong methods", w.send(t, "carrier", w.word("method"), "/v1/decisions", "", nil).body)
}

// garbage is sent as no HTTP at all.
func (w *watch) garbage(t *testing.T) {
	for _, form := range []string{"%s\r\n\r\n", "GET /%s HTTP/9.9\r\n\r\n", "POST /v1/decisions HTTP/1.1\r\nHost: x\r\n%s\r\n\r\n", "GET / HTTP/1.1\r\nHost: %s.example\r\n\r\n"} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(w.served.address, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
		fmt.Fprintf(conn, form, w.word("no HTTP"))
		_ = conn.(*net.TCPConn).CloseWrite()
		answer, _ := io.ReadAll(conn) // whatever it is
		w.add("answers to what is no HTTP", answer)
		_ = conn.Close()
	}
}

// direct holds the answer to a request, one JSON value or several, to what it may repeat of it: the caller's reference, the
// names of sections and points in a result, and the names of unknown keys, as pointers. Whatever else is found counts as
// written where it must not be.
func (w *watch) direct(t *testing.T, p planted, answer []byte) {
	t.Helper()
	for d := json.NewDecoder(bytes.NewReader(answer)); ; {
		var value any
		err := d.Decode(&value)
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v: %.300s", p.name, err, answer)
		}
		object, _ := value.(map[string]any)
		repeatable := []string{"reference", "pointer"}
		if object["outcome"] != nil {
			repeatable = []string{"reference", "section", "point"}
		}
		w.add("answers to "+p.name, marshalled(t, p.without(value, "", repeatable)))
	}
}

// without is a JSON value without the markers of the request in the members that may repeat them.
func (p planted) without(v any, key string, repeatable []string) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = p.without(v[k], k, repeatable)
		}
	case []any:
		for i := range v {
			v[i] = p.without(v[i], key, repeatable)
		}
	case string:
		if slices.Contains(repeatable, key) {
			return inClear.ReplaceAllStringFunc(v, func(found string) string {
				if number, err := strconv.Atoi(found[len(found)-6:]); err == nil && number >= p.first && number < p.next {
					return "repeated"
				}
				return found
			})
		}
	}
	return v
}
