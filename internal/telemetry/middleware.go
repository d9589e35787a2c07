package telemetry

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Middleware makes a span of every request, under the trace of its traceparent header (W3C Trace Context) where it has a
// valid one. The span holds the method, the pattern of the route as SetRoute gave it, and the status; nothing else of the
// request, and of its headers neither tracestate nor baggage, which are the sender's own text.
//
// It stands where otelhttp could, which would put the query, the user agent and the client's address on the span.
func (t *Tracing) Middleware(next http.Handler) http.Handler {
	if t == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := propagation.TraceContext{}.Extract(r.Context(), traceparent(r.Header.Get("Traceparent")))
		s := &serverSpan{method: knownMethod(r.Method)}
		ctx, s.Span = t.tracer.Start(ctx, s.name(), trace.WithSpanKind(trace.SpanKindServer),
			trace.WithAttributes(attribute.String("http.request.method", s.method)))
		if !s.IsRecording() {
			defer s.End()
			next.ServeHTTP(w, r.WithContext(ctx))
			return
		}
		answer, returned := &statusWriter{ResponseWriter: w}, false
		defer func() { s.end(answer, returned) }()
		next.ServeHTTP(answer, r.WithContext(context.WithValue(ctx, serverSpanKey{}, s)))
		returned = true
	})
}

// SetRoute tells the span of a request which route took it: its pattern ("/v1/decisions/{id}"), never its path. It does
// nothing where there is no such span, or once the request was answered.
func SetRoute(ctx context.Context, pattern string) {
	if s, ok := ctx.Value(serverSpanKey{}).(*serverSpan); ok && pattern != "" {
		s.SetName(s.name() + " " + pattern)
		s.SetAttributes(attribute.String("http.route", pattern))
	}
}

// traceparent is a carrier of one header alone.
type traceparent string

// Get is a propagation.TextMapCarrier's.
func (t traceparent) Get(key string) string {
	if key == "traceparent" {
		return string(t)
	}
	return ""
}

// Set is a propagation.TextMapCarrier's. Nothing is sent on.
func (traceparent) Set(string, string) {}

// Keys is a propagation.TextMapCarrier's.
func (traceparent) Keys() []string { return []string{"traceparent"} }

type serverSpanKey struct{}

// serverSpan is the span of a request.
type serverSpan struct {
	trace.Span
	method string
}

// name is the span's while its route is not known.
func (s *serverSpan) name() string {
	if s.method == otherMethod {
		return "HTTP"
	}
	return s.method
}

// end tells the status and ends the span. A handler that did not return panicked, if only to cut the connection; there is a
// status then only where it wrote one.
func (s *serverSpan) end(answer *statusWriter, returned bool) {
	status := answer.status
	if status == 0 && returned {
		status = http.StatusOK
	}
	if status != 0 {
		s.SetAttributes(attribute.Int("http.response.status_code", status))
	}
	switch {
	case !returned:
		fail(s, "aborted")
	case status >= http.StatusInternalServerError:
		fail(s, strconv.Itoa(status))
	}
	s.End()
}

// statusWriter remembers the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int // 0 until the header is written
}

// WriteHeader is an http.ResponseWriter's. Informational answers come before the one that counts; only 101 is itself that one.
func (w *statusWriter) WriteHeader(status int) {
	if w.status == 0 && (status >= 200 || status == http.StatusSwitchingProtocols) {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write is an http.ResponseWriter's.
func (w *statusWriter) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(b)
}

// Flush is an http.Flusher's. Gin flushes only a writer that is one, and asks no further.
func (w *statusWriter) Flush() {
	_ = w.FlushError() // an http.Flusher has no way to tell; the next write does
}

// FlushError is what an http.ResponseController flushes by.
func (w *statusWriter) FlushError() error {
	err := http.NewResponseController(w.ResponseWriter).Flush()
	if w.status == 0 && !errors.Is(err, http.ErrNotSupported) {
		w.status = http.StatusOK // the header goes with the first flush
	}
	return err
}

// Unwrap lets an http.ResponseController find what else the writer can do.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
