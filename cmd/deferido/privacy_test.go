package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// Names, identity numbers, addresses, dates of birth and other free text reach no disk, log, trace, metric or error (LGPD).
// The program is run with a marker in every text that it can be sent, in good requests and in bad ones, by every way in; then
// every byte that it wrote is searched. A marker may stand in the answer to the request that brought it, where that repeats
// the text, and the place of a request in what is kept of it and made from that; nowhere else.
//
// Of PostgreSQL every column of every table is searched, and not the files of the server: it is not ours, and keeps what was
// deleted as long as it likes.
func TestNoPersonalDataIsWrittenAnywhere(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		w := newWatch(t, from)
		w.open(t)
		w.ask(t)
		w.askWrongly(t)
		w.askWithoutServer(t)
		w.read(t)
		w.folder(t, w.data, "the data folder, while serving")
		w.end(t)
		w.search(t)
	})
}

// watch is a program that is watched, with all that was sent to it and all that it wrote.
type watch struct {
	*markers
	leaves []leaf
	from   store.Source
	where  []string // arguments that name the store
	data   string
	tmp    string
	served served
	stdout io.Reader
	client *http.Client
	tokens map[string]string // by role

	mu    sync.Mutex
	wrote map[string][]byte // by place
	kept  []string          // places where the place of a request may stand
	ids   map[string]string // of decisions, by what was asked
	gone  int               // the marker of a place that was erased; -1 for none
}

func newWatch(t *testing.T, from store.Source) *watch {
	w := &watch{
		markers: &markers{}, leaves: leaves(t), from: from, where: on(t, from), tmp: t.TempDir(), client: clients(t),
		tokens: map[string]string{}, wrote: map[string][]byte{}, ids: map[string]string{}, gone: -1,
	}
	w.data = w.where[1]
	t.Setenv("TMPDIR", w.tmp) // of the programs
	return w
}

// open registers a carrier, makes keys and starts the server, with a collector of its traces.
func (w *watch) open(t *testing.T) {
	register := command(t, append([]string{"carrier", "put", "-"}, w.where...)...)
	register.Stdin = strings.NewReader(`{"id":"expresso","name":"Expresso Planalto","cnpj":"","address":"Rua A","complaints":"0800","terminals":[]}`)
	if out, err := register.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	w.tokens["admin"] = does(t, append([]string{"key", "create", "--role", "admin"}, w.where...)...)
	w.tokens["carrier"] = does(t, append([]string{"key", "create", "--role", "carrier", "--carrier", "expresso"}, w.where...)...)
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if unpacked, isPacked := gzip.NewReader(bytes.NewReader(body)); isPacked == nil {
			body, err = io.ReadAll(unpacked)
		}
		if err != nil {
			t.Errorf("a trace: %v", err)
		}
		w.add("the traces", append(body, fmt.Sprint(r.URL, r.Header)...))
	}))
	t.Cleanup(collector.Close)
	c, _, stdout, stderr := start(t, append([]string{
		"serve", "--listen", "127.0.0.1:0", "--log-level", "debug", "--traces-endpoint", collector.URL,
		"--journal-witness", filepath.Join(w.tmp, "witness"), "--journal-checkpoint", "1s",
	}, w.where...)...)
	line, err := stdout.ReadString('\n')
	address, ready := strings.CutPrefix(strings.TrimSpace(line), "deferido: listening on ")
	if err != nil || !ready {
		t.Fatalf("it said %q, %v: %s", line, err, stderr)
	}
	w.served, w.stdout = served{address, c.Process.Pid, c, stderr}, stdout
}

// add adds to what was written in a place.
func (w *watch) add(place string, text []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wrote[place] = append(append(w.wrote[place], text...), '\n')
}

// send sends a request as a carrier, with a marker in every header that is not ours to keep.
func (w *watch) send(t *testing.T, role, method, target, media string, body []byte, more ...string) response {
	t.Helper()
	headers := []string{"Authorization", "Bearer " + w.tokens[role], "Accept", "*/*"}
	if media != "" {
		headers = append(headers, "Content-Type", media)
	}
	for _, name := range []string{"User-Agent", "Referer", "Cookie", "Tracestate", "Baggage", "X-Forwarded-For", "X-Forwarded-Host", "From", "If-None-Match"} {
		headers = append(headers, name, w.word("header "+name))
	}
	return asks(t, w.client, method, w.served.address+target, body, append(headers, more...)...)
}

// ask asks all questions: alone, with an idempotency key and again, in a batch and in a stream.
func (w *watch) ask(t *testing.T) {
	for _, p := range w.requests(t, w.leaves, "single") {
		key := w.word("idempotency key of " + p.name)
		for range 2 {
			got := w.send(t, "carrier", http.MethodPost, "/v1/decisions", "application/json", p.body, "Idempotency-Key", key)
			if got.status != http.StatusOK {
				t.Fatalf("%s: %d %s", p.name, got.status, got.body)
			}
			w.direct(t, p, got.body)
			w.ids[p.name] = got.id()
		}
		got := w.send(t, "carrier", http.MethodPost, "/v1/decisions", "application/json", append(p.body, ' '), "Idempotency-Key", key)
		if got.status != http.StatusConflict {
			t.Errorf("another body under a key: %d", got.status)
		}
		w.direct(t, p, got.body)
	}
	batch := w.requests(t, w.leaves, "batch")
	got := w.send(t, "carrier", http.MethodPost, "/v1/decisions/batch", "application/json", slices.Concat([]byte(`{"items":[`), joined(batch, ","), []byte(`]}`)))
	var items struct{ Items []json.RawMessage }
	if err := json.Unmarshal(got.body, &items); err != nil || len(items.Items) != len(batch) {
		t.Fatalf("%v: %s", err, got.body)
	}
	for i, p := range batch {
		w.direct(t, p, items.Items[i])
	}
	stream := w.requests(t, w.leaves, "stream")
	got = w.send(t, "carrier", http.MethodPost, "/v1/decisions/batch", "application/x-ndjson", joined(stream, "\n"))
	lines := bytes.Split(bytes.TrimSpace(got.body), []byte("\n"))
	if len(lines) != len(stream)+1 {
		t.Fatalf("%s", got.body)
	}
	for i, p := range stream {
		w.direct(t, p, lines[i])
	}
}

func joined(all []planted, separator string) []byte {
	var bodies [][]byte
	for _, p := range all {
		bodies = append(bodies, p.body)
	}
	return bytes.Join(bodies, []byte(separator))
}

// pointers are those of fields to correct, each at the beginning of its line or in brackets at the end.
var pointers = regexp.MustCompile(`(?m)^  /[^: ]*:|\(/[^ ]*\)$`)

// askWithoutServer has the command line decide, into the same records.
func (w *watch) askWithoutServer(t *testing.T) {
	for _, format := range []string{"json", "text"} {
		stream := w.requests(t, w.leaves, "command, "+format)
		bad := w.broken(t, w.leaves)
		lines := joined(slices.Concat(stream, bad), "\n")
		c := command(t, append([]string{"decide", "-", "--stream", "--format", format, "--carrier", "expresso"}, w.where...)...)
		var stdout, stderr bytes.Buffer
		c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(lines), &stdout, &stderr
		if err := c.Run(); c.ProcessState.ExitCode() != exitUsage {
			t.Errorf("status %d, %v: %s", c.ProcessState.ExitCode(), err, &stderr)
		}
		whole := planted{name: "the command", first: stream[0].first, next: bad[len(bad)-1].next}
		if format == "text" {
			// These are answers too: the problems, with the pointers of unknown keys.
			w.add("the errors of the command, as text", pointers.ReplaceAll(stderr.Bytes(), nil))
			continue
		}
		w.add("the errors of the command", stderr.Bytes())
		w.direct(t, whole, stdout.Bytes())
		single := w.broken(t, w.leaves)[0]
		c = command(t, append([]string{"decide", "-", "--format", format}, w.where...)...)
		c.Stdin = bytes.NewReader(single.body)
		out, _ := c.Output()
		w.direct(t, single, out)
	}
}

// read reads everything that there is to read, and has a decision erased.
func (w *watch) read(t *testing.T) {
	for name, id := range w.ids {
		for _, sub := range []string{"", "/explanation", "/receipt?policies=true", "/refusal.html", "/refusal.pdf", "/decision.html?lang=en", "/decision.pdf"} {
			got := w.send(t, "admin", http.MethodGet, "/v1/decisions/"+id+sub, "", nil)
			at := "GET /v1/decisions/{id}" + sub + " of " + name
			if sub != "" && sub != "/explanation" {
				w.kept = append(w.kept, at)
			}
			w.add(at, inflated(got.body))
		}
	}
	for _, target := range []string{"/v1/decisions?limit=200", "/metrics", "/v1/journal", "/openapi.json", "/v1/reports/2026-Q4?carrier=expresso", "/v1/reports/2026-Q4?carrier=expresso&format=csv", "/v1/carriers"} {
		got := w.send(t, "admin", http.MethodGet, target, "", nil)
		if got.status != http.StatusOK {
			t.Errorf("%s: %d %s", target, got.status, got.body)
		}
		w.add("GET "+target, got.body)
	}
	w.tickets(t)
	erased := w.requests(t, w.leaves, "erased")[0]
	got := w.send(t, "carrier", http.MethodPost, "/v1/decisions", "application/json", erased.body)
	for n := erased.first; n < erased.next; n++ {
		if strings.HasSuffix(w.of(n), placeFact) {
			w.gone = n
		}
	}
	if got := w.send(t, "admin", http.MethodDelete, "/v1/decisions/"+got.id(), "", nil); got.status != http.StatusOK || w.gone < 0 {
		t.Errorf("erasing: %d %s", got.status, got.body)
	}
}

// tickets prints tickets, with all fields and with some missing.
func (w *watch) tickets(t *testing.T) {
	for _, form := range []string{"html", "pdf"} {
		for _, lacks := range []string{"", "seat_number"} {
			p, fields := planted{name: "a ticket as " + form, first: len(w.all)}, map[string]string{}
			for _, l := range w.leaves {
				if field, is := strings.CutPrefix(l.pointer, "/facts/ticket/"); is && l.free && field != lacks {
					fields[field] = w.text("ticket field " + field)
				}
			}
			p.body, p.next = marshalled(t, fields), len(w.all)
			got := w.send(t, "carrier", http.MethodPost, "/v1/decisions/"+w.ids["single elderly-free-seat"]+"/ticket."+form, "application/json", p.body)
			if want := map[bool]int{true: http.StatusOK, false: http.StatusUnprocessableEntity}[lacks == ""]; got.status != want {
				t.Fatalf("a ticket without %q: %d %s", lacks, got.status, got.body)
			}
			if got.status == http.StatusOK && !inClear.Match(inflated(got.body)) { // else the search of documents finds nothing
				t.Errorf("a %s that none of its fields is found in", form)
			}
			if got.status != http.StatusOK {
				w.direct(t, p, got.body)
			}
		}
	}
}
