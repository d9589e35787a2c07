package telemetry_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"deferido/internal/telemetry"
)

func TestStatusOfASpan(t *testing.T) {
	r := receive(t)
	traces := tracing(t, r.URL, 1)
	h := traces.Middleware(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		telemetry.SetRoute(q.Context(), q.URL.Path)
		switch q.URL.Path {
		case "/written":
			_, _ = io.WriteString(w, "x")
			w.WriteHeader(http.StatusTeapot) // too late
		case "/early":
			w.WriteHeader(http.StatusEarlyHints)
			w.WriteHeader(http.StatusNotFound)
		case "/flushed":
			w.(http.Flusher).Flush()
		case "/cut":
			panic(http.ErrAbortHandler)
		case "/half":
			w.WriteHeader(http.StatusAccepted)
			panic(http.ErrAbortHandler)
		}
	}))
	server := httptest.NewServer(h)
	defer server.Close()
	for _, path := range []string{"/silent", "/written", "/early", "/flushed", "/cut", "/half"} {
		if answer, err := server.Client().Get(server.URL + path); err == nil {
			answer.Body.Close()
		}
	}
	server.Close()
	spans := r.delivered(t, traces)
	for path, wanted := range map[string]string{
		"/silent": "http.response.status_code=200", "/written": "http.response.status_code=200", "/early": "http.response.status_code=404",
		"/flushed": "http.response.status_code=200", "/cut": "error.type=aborted", "/half": "http.response.status_code=202 error.type=aborted",
	} {
		wanted = "http.request.method=GET http.route=" + path + " " + wanted
		if got := attributes(spans["GET "+path]); got != wanted {
			t.Errorf("%q, want %q", got, wanted)
		}
	}
}

// What a handler can do with a connection, it can do within a span: answer while it reads, flush, and set deadlines.
func TestTheConnectionIsWithinReach(t *testing.T) {
	r := receive(t)
	traces := tracing(t, r.URL, 1)
	server := httptest.NewServer(traces.Middleware(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		control := http.NewResponseController(w)
		if err := errors.Join(control.EnableFullDuplex(), control.SetWriteDeadline(time.Now().Add(time.Minute)), control.SetReadDeadline(time.Now().Add(time.Minute))); err != nil {
			t.Error(err)
		}
		b := make([]byte, 1)
		for {
			if _, err := q.Body.Read(b); err != nil {
				return
			}
			if _, err := w.Write(b); err != nil {
				t.Error(err)
			}
			if err := control.Flush(); err != nil {
				t.Error(err)
			}
		}
	})))
	defer server.Close()
	out, in := io.Pipe()
	defer in.Close()
	defer time.AfterFunc(10*time.Second, func() { in.Close() }).Stop() // ends what would wait for an answer that does not come
	sent := make(chan error, 1)
	go func() { _, err := in.Write([]byte("a")); sent <- err }()
	answer, err := server.Client().Post(server.URL, "text/plain", out)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	b := make([]byte, 1)
	if _, err := io.ReadFull(answer.Body, b); err != nil || string(b) != "a" || <-sent != nil {
		t.Errorf("%q %v", b, err)
	}
	in.Close()
	_, _ = io.Copy(io.Discard, answer.Body)
	server.Close()
	r.delivered(t, traces)
}

// unflushing is a writer that cannot flush.
type unflushing struct{ http.ResponseWriter }

func TestAWriterThatCannotFlushSaysSo(t *testing.T) {
	r := receive(t)
	traces := tracing(t, r.URL, 1)
	w := unflushing{httptest.NewRecorder()}
	traces.Middleware(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		if err := http.NewResponseController(w).Flush(); !errors.Is(err, http.ErrNotSupported) {
			t.Errorf("flushed: %v", err)
		}
		w.WriteHeader(http.StatusNotFound)
	})).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if got := attributes(r.delivered(t, traces)["GET"]); !strings.Contains(got, "=404") {
		t.Error(got)
	}
}
