package telemetry

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Options are how traces are kept.
type Options struct {
	// Endpoint is the URL of an OTLP collector over HTTP, to which /v1/traces is added: "http://collector:4318". Its scheme
	// says whether TLS is used. Empty: no traces are kept.
	Endpoint string
	// ServiceName is the program in the traces; empty is "deferido".
	ServiceName string
	Version     string
	// SampleRatio is the share of requests that are traced, from 0 to 1. A request that comes with a trace is traced when its
	// sender traced it, whatever the ratio.
	SampleRatio float64
	// Log gets a line when traces could not be delivered; nil discards.
	Log *slog.Logger
}

// The bounds of the queue to the collector. What finds it full is dropped: no request waits for a trace.
const (
	queuedSpans    = 4096
	batchSpans     = 512
	batchEvery     = 5 * time.Second
	deliveryWithin = 10 * time.Second
)

// Tracing makes traces. It is safe for concurrent use, and a nil *Tracing makes none.
type Tracing struct {
	provider *sdktrace.TracerProvider
	tracer   trace.Tracer
}

// StartTracing starts to keep traces. The collector need not be there yet. Without an endpoint the result is nil, which is
// fit for use. The error tells what of the options is wrong; it repeats none of them.
//
// The variables of the environment that OpenTelemetry names (OTEL_EXPORTER_OTLP_HEADERS, OTEL_EXPORTER_OTLP_CERTIFICATE,
// OTEL_RESOURCE_ATTRIBUTES) complete the options.
func StartTracing(ctx context.Context, o Options) (*Tracing, error) {
	if o.Endpoint == "" {
		return nil, nil
	}
	endpoint, err := tracesURL(o.Endpoint)
	if err != nil {
		return nil, err
	}
	if !(o.SampleRatio >= 0 && o.SampleRatio <= 1) { // a NaN is neither
		return nil, errors.New("the share of requests that are traced must be from 0 to 1")
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.ServiceName == "" {
		o.ServiceName = "deferido"
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(endpoint))
	if err != nil {
		return nil, fmt.Errorf("starting the delivery of traces: %w", err)
	}
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(o.SampleRatio))),
		sdktrace.WithResource(resource.NewSchemaless(
			attribute.String("service.name", o.ServiceName), attribute.String("service.version", o.Version),
		)),
		sdktrace.WithBatcher(delivery{exporter, o.Log},
			sdktrace.WithMaxQueueSize(queuedSpans), sdktrace.WithMaxExportBatchSize(batchSpans),
			sdktrace.WithBatchTimeout(batchEvery), sdktrace.WithExportTimeout(deliveryWithin)),
	)
	return &Tracing{provider: provider, tracer: provider.Tracer("deferido")}, nil
}

// Shutdown delivers what is still queued, within the context, and ends. An error means that some of it may be lost.
func (t *Tracing) Shutdown(ctx context.Context) error {
	if t == nil {
		return nil
	}
	if err := t.provider.Shutdown(ctx); err != nil {
		return fmt.Errorf("ending the traces: %w", err)
	}
	return nil
}

// tracesURL is where spans are sent. A parsing error is not wrapped: it would repeat the URL, with a password that it may hold.
func tracesURL(endpoint string) (string, error) {
	u, err := url.Parse(endpoint)
	switch {
	case err != nil, u.Scheme != "http" && u.Scheme != "https", u.Hostname() == "":
		return "", errors.New("the endpoint of the traces must be an http or https URL")
	case u.User != nil, u.RawQuery != "", u.ForceQuery, u.Fragment != "":
		return "", errors.New("the endpoint of the traces must have no user, query or fragment")
	}
	const place = "/v1/traces"
	if strings.HasSuffix(u.Path, place) {
		return u.String(), nil
	}
	return u.JoinPath(place).String(), nil
}

// delivery is an exporter that logs its failures. The SDK would hand them to a handler of the whole process instead.
type delivery struct {
	sdktrace.SpanExporter
	log *slog.Logger
}

// ExportSpans is a sdktrace.SpanExporter's.
func (d delivery) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	if err := d.SpanExporter.ExportSpans(ctx, spans); err != nil {
		d.log.Warn("traces not delivered", slog.Int("spans", len(spans)), slog.String("cause", err.Error()))
	}
	return nil
}
