package httpapi

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/gin-gonic/gin"

	"deferido/internal/decision"
)

// decide answers POST /v1/decisions.
func (a *API) decide(c *gin.Context, x *exchange) *refusal {
	body, refused := x.body(c, maxRequest, a.Timeouts.Body)
	if refused != nil {
		return refused
	}
	pin, refused := a.pinFor(c)
	if refused != nil {
		return refused
	}
	request, err := pin.set.Parse(body)
	if err != nil {
		return refusedBy(err)
	}
	x.note(slog.String("question", request.Question))
	defer x.within(c, a.Timeouts.Decision)()
	once, before, release, refused := a.once(c, x, body)
	if refused != nil {
		return refused
	}
	defer release()
	if before != nil {
		return a.repeat(c, x, before, request)
	}
	request.Call = a.call(x)
	request.Call.Once = once
	ctx, began := c.Request.Context(), time.Now()
	made, refused := a.make(ctx, pin, request, x.lang)
	if refused != nil {
		return refused
	}
	x.note(slog.String("outcome", made.Decision.Outcome))
	err = a.keep(ctx, made)
	a.measure(request.Question, made, time.Since(began), err)
	return a.kept(c, x, made, request, err)
}

var errNoDecision = errors.New("the decider gave neither a decision nor an error")

// make decides a request and keeps nothing.
func (a *API) make(ctx context.Context, pin pinned, request *decision.Request, lang string) (*decision.Made, *refusal) {
	ctx, end := a.Tracing.Span(ctx, "decide")
	made, err := a.Decider.Make(ctx, decision.Activation{Law: pin.set, Seq: pin.seq}, request, lang)
	if err == nil && (made == nil || made.Decision == nil) {
		err = errNoDecision
	}
	end(err)
	if err != nil {
		a.measure(request.Question, nil, 0, err)
		return nil, refusedBy(err)
	}
	return made, nil
}

// keep keeps decisions together.
func (a *API) keep(ctx context.Context, made ...*decision.Made) error {
	ctx, end := a.Tracing.Span(ctx, "journal.append")
	err := a.Decider.Keep(ctx, made...)
	end(err)
	return err
}

// measure counts a decision, or why there is none. One that was recorded before is not counted again.
func (a *API) measure(question string, made *decision.Made, took time.Duration, err error) {
	var p *decision.Problem
	var before *decision.Repeated
	switch {
	case errors.As(err, &before):
	case errors.As(err, &p):
		a.Metrics.Failed(question, p.Kind)
	case err != nil:
		a.Metrics.Failed(question, decision.EvaluationError)
	default:
		a.Metrics.Decided(made.Decision, took)
	}
}

// place is where an item or line stands in its request.
type place struct {
	fragment string // of a problem's instance: "#/items/3"
	pin      pinned
}

// told is an item's or a line's answer as it is sent, with a line feed at its end.
type told struct {
	text    []byte
	refused bool
}

// item is an item of a batch, or a line of a stream, on its way to its answer: made and to be kept, or refused.
type item struct {
	place
	body    []byte
	request *decision.Request // nil where the body is no request
	made    *decision.Made    // nil where it is refused
	refused *refusal
	began   time.Time
}

// prepare decides an item or a line and keeps nothing. Whatever happens to it, even a panic, becomes its own answer.
func (a *API) prepare(ctx context.Context, x *exchange, p place, body []byte) (i *item) {
	i = &item{place: p, body: body, began: time.Now()}
	defer func() {
		if v := recover(); v != nil {
			a.logPanic(x, v)
			i.made, i.refused = nil, internal(nil)
		}
	}()
	request, err := p.pin.set.Parse(body)
	if err != nil {
		i.refused = refusedBy(err)
		return i
	}
	request.Call, i.request = a.call(x), request
	ctx, cancel := context.WithTimeout(ctx, a.Timeouts.Decision)
	defer cancel()
	i.made, i.refused = a.make(ctx, p.pin, request, x.lang)
	return i
}

// tell is the answer to an item or a line; err is what keeping it came to.
func (a *API) tell(x *exchange, i *item, err error) told {
	if i.made != nil {
		a.measure(i.request.Question, i.made, time.Since(i.began), err)
		text, failed := i.made.Text()
		switch {
		case err != nil:
			i.refused = refusedBy(err)
		case failed != nil:
			i.refused = internal(failed)
		default:
			return told{text: append(text[:len(text):len(text)], '\n')}
		}
	}
	if i.request != nil {
		i.refused.reference = i.request.Reference
	}
	return a.tellRefusal(x, i.place, i.refused, i.body)
}

func (a *API) tellRefusal(x *exchange, p place, r *refusal, body []byte) told {
	if r.reference == "" {
		r.reference = referenceOf(body)
	}
	if r.kind.face().status >= 500 {
		a.Log.Error("not decided", slog.String("request", x.id), slog.String("place", p.fragment),
			slog.String("problem", string(r.kind)), slog.String("cause", loggable(r.cause)))
	}
	text, err := encode(r.problem(a.ProblemBase, x.lang, x.instance(p.fragment)))
	if err != nil { // strings and numbers always encode
		panic(err)
	}
	return told{text, true}
}
