package httpapi

import (
	"context"
	"errors"
	"log/slog"

	"github.com/gin-gonic/gin"

	"deferido/internal/decision"
)

// decide answers POST /v1/decisions.
func (a *API) decide(c *gin.Context, x *exchange) *refusal {
	body, refused := x.body(c, maxRequest, a.timeouts.Body)
	if refused != nil {
		return refused
	}
	request, d, refused := a.one(c.Request.Context(), a.pin(), body, x.lang)
	if request != nil {
		x.note(slog.String("question", request.Question))
	}
	if refused != nil {
		return refused
	}
	x.note(slog.String("outcome", d.Outcome))
	return a.answer(c, x, d)
}

var errNoDecision = errors.New("the decider gave neither a decision nor an error")

// one decides the text of one request: a single one, an item or a line. The request is nil when it was not valid.
func (a *API) one(ctx context.Context, pin pinned, body []byte, lang string) (*decision.Request, *decision.Decision, *refusal) {
	request, err := pin.set.Parse(body)
	if err != nil {
		return nil, nil, refusedBy(err)
	}
	ctx, cancel := context.WithTimeout(ctx, a.timeouts.Decision)
	defer cancel()
	d, err := a.decider.Decide(ctx, decision.Activation{Law: pin.set, Seq: pin.seq}, request, lang)
	if err == nil && d == nil {
		err = errNoDecision
	}
	if err != nil {
		return request, nil, refusedBy(err)
	}
	return request, d, nil
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

// tell decides an item or a line. Whatever happens to it, even a panic, becomes its own answer.
func (a *API) tell(ctx context.Context, x *exchange, p place, body []byte) (t told) {
	defer func() {
		if v := recover(); v != nil {
			a.logPanic(x, v)
			t = a.tellRefusal(x, p, internal(nil), body)
		}
	}()
	request, d, refused := a.one(ctx, p.pin, body, x.lang)
	if refused == nil {
		text, err := encode(d)
		if err == nil {
			return told{text: text}
		}
		refused = internal(err)
	}
	if request != nil {
		refused.reference = request.Reference
	}
	return a.tellRefusal(x, p, refused, body)
}

func (a *API) tellRefusal(x *exchange, p place, r *refusal, body []byte) told {
	if r.reference == "" {
		r.reference = referenceOf(body)
	}
	if r.kind.face().status >= 500 {
		a.log.Error("not decided", slog.String("request", x.id), slog.String("place", p.fragment),
			slog.String("problem", string(r.kind)), slog.String("cause", loggable(r.cause)))
	}
	text, err := encode(r.problem(a.problemBase, x.lang, x.instance(p.fragment)))
	if err != nil { // strings and numbers always encode
		panic(err)
	}
	return told{text, true}
}
