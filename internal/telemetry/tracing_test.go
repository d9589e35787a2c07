package telemetry_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"deferido/internal/telemetry"
)

// receiver is a collector that keeps what it is sent.
type receiver struct {
	*httptest.Server
	mu      sync.Mutex
	raw     []byte
	path    string
	service map[string]string
	spans   []*otlp.Span
}

func receive(t testing.TB) *receiver {
	r := &receiver{service: map[string]string{}}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, err := io.ReadAll(q.Body)
		sent := &collector.ExportTraceServiceRequest{}
		if err = errors.Join(err, proto.Unmarshal(body, sent)); err != nil {
			t.Errorf("the collector was sent: %v", err)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.raw, r.path = append(r.raw, body...), q.URL.Path
		for _, of := range sent.ResourceSpans {
			for _, a := range of.Resource.Attributes {
				r.service[a.Key] = a.Value.GetStringValue()
			}
			for _, scope := range of.ScopeSpans {
				r.spans = append(r.spans, scope.Spans...)
			}
		}
	}))
	t.Cleanup(r.Close)
	return r
}

func tracing(t testing.TB, endpoint string, ratio float64) *telemetry.Tracing {
	t.Helper()
	tracing, err := telemetry.StartTracing(t.Context(), telemetry.Options{Endpoint: endpoint, Version: "1.2.3", SampleRatio: ratio})
	if err != nil {
		t.Fatal(err)
	}
	return tracing
}

// delivered ends the traces and returns the spans by name.
func (r *receiver) delivered(t testing.TB, tracing *telemetry.Tracing) map[string]*otlp.Span {
	t.Helper()
	if err := tracing.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	spans := map[string]*otlp.Span{}
	for _, s := range r.spans {
		spans[s.Name] = s
	}
	return spans
}

// attributes are those of a span as text: "http.route=/x http.response.status_code=200".
func attributes(s *otlp.Span) string {
	var all []string
	for _, a := range s.GetAttributes() {
		if text := a.Value.GetStringValue(); text != "" {
			all = append(all, a.Key+"="+text)
		} else {
			all = append(all, fmt.Sprintf("%s=%d", a.Key, a.Value.GetIntValue()))
		}
	}
	return strings.Join(all, " ")
}

// odd is an error with a fact in its message.
type odd struct{}

func (odd) Error() string { return "PLANTED-error" }

func TestNothingThatWasSentIsExported(t *testing.T) {
	r := receive(t)
	traces := tracing(t, r.URL, 1)
	server := httptest.NewServer(traces.Middleware(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		telemetry.SetRoute(q.Context(), "/v1/decisions/{id}")
		_, end := traces.Span(q.Context(), "decide")
		body, err := io.ReadAll(q.Body)
		end(errors.Join(err, fmt.Errorf("deciding %s: %w", body, odd{})))
		w.Header().Set("X-Answer", "PLANTED-answer-header")
		http.Error(w, "PLANTED-answer", http.StatusBadGateway)
	})))
	defer server.Close()
	q, err := http.NewRequest("PLANTEDMETHOD", server.URL+"/v1/decisions/PLANTED-path?PLANTED-query=PLANTED-value#PLANTED", strings.NewReader("PLANTED-body"))
	if err != nil {
		t.Fatal(err)
	}
	q.Host = "PLANTED-host.example"
	for name, value := range map[string]string{
		"User-Agent": "PLANTED-agent", "Authorization": "Bearer PLANTED-key", "X-Request-ID": "PLANTED-id", "Cookie": "PLANTED=1",
		"X-Forwarded-For": "PLANTED-address", "Referer": "https://PLANTED.example", "Baggage": "planted=PLANTED-baggage",
		"Traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "Tracestate": "planted=PLANTED-state",
	} {
		q.Header.Set(name, value)
	}
	answer, err := server.Client().Do(q)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	server.Close()
	spans := r.delivered(t, traces)
	if bytes.Contains(bytes.ToUpper(r.raw), []byte("PLANTED")) || bytes.Contains(r.raw, []byte("127.0.0.1")) {
		t.Errorf("exported: %q", r.raw)
	}
	s, inner := spans["HTTP /v1/decisions/{id}"], spans["decide"]
	if s == nil || inner == nil || len(spans) != 2 {
		t.Fatalf("spans: %v", spans)
	}
	const wanted = "http.request.method=_OTHER http.route=/v1/decisions/{id} http.response.status_code=502 error.type=502"
	if got := attributes(s); got != wanted || s.Kind != otlp.Span_SPAN_KIND_SERVER {
		t.Errorf("%s %v, want %s", got, s.Kind, wanted)
	}
	if fmt.Sprintf("%x %x", s.TraceId, s.ParentSpanId) != "0af7651916cd43dd8448eb211c80319c b7ad6b7169203331" {
		t.Errorf("not under the trace that it came with: %x %x", s.TraceId, s.ParentSpanId)
	}
	if string(inner.ParentSpanId) != string(s.SpanId) || inner.Status.Code != otlp.Status_STATUS_CODE_ERROR || len(inner.Events) > 0 {
		t.Errorf("the span within: %v", inner)
	}
	if r.service["service.name"] != "deferido" || r.service["service.version"] != "1.2.3" || r.path != "/v1/traces" {
		t.Errorf("%v at %s", r.service, r.path)
	}
}

func TestOfAnErrorItsTypeIsKept(t *testing.T) {
	r := receive(t)
	traces := tracing(t, r.URL+"/collect/", 1)
	for name, err := range map[string]error{
		"own":     fmt.Errorf("doing: %w", fmt.Errorf("more: %w", odd{})),
		"plain":   errors.New("doing"),
		"expired": context.DeadlineExceeded,
		"well":    nil,
	} {
		_, end := traces.Span(t.Context(), name)
		end(err)
	}
	spans := r.delivered(t, traces)
	for name, wanted := range map[string]string{
		"own": "error.type=telemetry_test.odd", "plain": "error.type=*errors.errorString", "expired": "error.type=context.deadlineExceededError", "well": "",
	} {
		if got := attributes(spans[name]); got != wanted {
			t.Errorf("%s: %q, want %q", name, got, wanted)
		}
	}
	if r.path != "/collect/v1/traces" {
		t.Errorf("sent to %s", r.path)
	}
}

func TestWhoIsTraced(t *testing.T) {
	const traced, untraced = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"
	for _, c := range []struct {
		ratio  float64
		parent string
		spans  int
	}{
		{0, "", 0}, {1, "", 20}, {0, traced, 20}, {1, untraced, 0}, {1, "00-planted", 20}, {0, "00-planted-01", 0},
	} {
		r := receive(t)
		traces := tracing(t, r.URL, c.ratio)
		h := traces.Middleware(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) {
			telemetry.SetRoute(q.Context(), "/")
			_, end := traces.Span(q.Context(), "decide")
			end(nil)
		}))
		for range 10 {
			q := httptest.NewRequest("GET", "/", nil)
			q.Header.Set("Traceparent", c.parent)
			h.ServeHTTP(httptest.NewRecorder(), q)
		}
		r.delivered(t, traces)
		if len(r.spans) != c.spans {
			t.Errorf("at %v, with the parent %q: %d spans, want %d", c.ratio, c.parent, len(r.spans), c.spans)
		}
	}
}

func TestWithoutAnEndpointThereAreNoTraces(t *testing.T) {
	traces := tracing(t, "", math.NaN())
	ctx, end := traces.Span(t.Context(), "decide")
	end(odd{})
	if ctx != t.Context() {
		t.Error("a span of nothing")
	}
	w := httptest.NewRecorder()
	traces.Middleware(http.HandlerFunc(func(got http.ResponseWriter, q *http.Request) {
		telemetry.SetRoute(q.Context(), "/")
		if got != http.ResponseWriter(w) {
			t.Error("a writer in between for nothing")
		}
	})).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if err := traces.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestOptionsThatAreWrong(t *testing.T) {
	for _, o := range []telemetry.Options{
		{Endpoint: "planted:4318"}, {Endpoint: "ftp://planted"}, {Endpoint: "http://"}, {Endpoint: "http://:4318"}, {Endpoint: "http://planted:port"},
		{Endpoint: "http://planted:planted@host"}, {Endpoint: "http://host?planted"}, {Endpoint: "http://host?"}, {Endpoint: "http://host#planted"},
		{Endpoint: "http://host", SampleRatio: -0.1}, {Endpoint: "http://host", SampleRatio: 1.1}, {Endpoint: "http://host", SampleRatio: math.NaN()},
	} {
		traces, err := telemetry.StartTracing(t.Context(), o)
		if err == nil || traces != nil || strings.Contains(err.Error(), "planted") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// A collector that does not answer delays no request, whatever the queue holds, and its failure is logged.
func TestACollectorThatIsAwayDelaysNobody(t *testing.T) {
	release := make(chan struct{})
	away := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		<-release
		w.WriteHeader(http.StatusBadRequest)
	}))
	defer away.Close()
	var logs bytes.Buffer
	traces, err := telemetry.StartTracing(t.Context(), telemetry.Options{
		Endpoint: away.URL, SampleRatio: 1, Log: slog.New(slog.NewTextHandler(&logs, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	for range 20_000 { // more than are queued
		_, end := traces.Span(context.Background(), "decide")
		end(nil)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("20000 spans took %s", took)
	}
	close(release)
	if err := traces.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
	if !strings.Contains(logs.String(), "traces not delivered") {
		t.Errorf("logged: %s", logs.String())
	}
}
