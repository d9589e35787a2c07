package telemetry

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// Span begins a span under that of the context, or a trace of its own where there is none, and returns the context to work
// under and what ends the span, which must be called once. The name is a constant of the program ("decide", "journal.append").
// Of an error only its type is kept: its message might hold a fact.
func (t *Tracing) Span(ctx context.Context, name string) (context.Context, func(err error)) {
	if t == nil {
		return ctx, func(error) {}
	}
	ctx, span := t.tracer.Start(ctx, name)
	return ctx, func(err error) {
		if err != nil {
			fail(span, typeOf(err))
		}
		span.End()
	}
}

// fail marks a span as failed. What is the type of an error, a status, or another word of the program's own.
func fail(span trace.Span, what string) {
	span.SetStatus(codes.Error, "")
	span.SetAttributes(attribute.String("error.type", what))
}

// typeOf names the type of an error, inside of those that only add words to it.
func typeOf(err error) string {
	for {
		name := fmt.Sprintf("%T", err)
		inner := errors.Unwrap(err)
		if inner == nil || !strings.HasPrefix(name, "*fmt.") {
			return name
		}
		err = inner
	}
}
