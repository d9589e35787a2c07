package httpapi

import (
	"errors"
	"log/slog"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"deferido/internal/decision"
	"deferido/internal/identity"
)

// refusedPast turns an error of finding what was decided into a refusal.
func refusedPast(err error) *refusal {
	var erased *decision.Erased
	var p *decision.Problem
	var r *refusal
	switch {
	case errors.As(err, &erased):
		r = refuse(kindErased, "O conteúdo da decisão foi apagado, a pedido da pessoa ou por ter vencido o prazo de guarda; que ela existiu continua registrado.",
			"The content of the decision was erased, on the person's request or because its time was over; that it was made stays on record.")
	case errors.Is(err, decision.ErrNoRecord):
		return noDecision()
	case errors.Is(err, decision.ErrNothing):
		r = refuse(kindNothing, "As políticas não puderam ser avaliadas; nada foi decidido.", "The policies could not be evaluated; nothing was decided.")
	case errors.Is(err, decision.ErrCursor):
		return badParameter("cursor", "Não é um cursor desta lista.", "Not a cursor of this list.")
	case errors.As(err, &p):
		return refusedBy(err)
	case errors.Is(err, decision.ErrUnavailable), errors.Is(err, identity.ErrUnavailable):
		return unavailable(err)
	default:
		return internal(err)
	}
	r.cause = err
	return r
}

func noDecision() *refusal {
	return refuse(kindNoDecision, "Não há decisão com esta identificação.", "There is no decision of this id.")
}

// recorded finds the decision that the path names, if the caller may see it. One that is another carrier's is not there.
func (a *API) recorded(c *gin.Context, x *exchange) (*decision.Record, *refusal) {
	id := c.Param("id")
	if a.Journal == nil || uuid.Validate(id) != nil {
		return nil, noDecision()
	}
	record, err := a.Journal.Get(c.Request.Context(), id)
	var erased *decision.Erased
	if err != nil && !errors.As(err, &erased) {
		return nil, refusedPast(err)
	}
	carrier := ""
	if record != nil {
		carrier = record.Carrier
	}
	if a.may(c, x, carrier) != nil {
		return nil, noDecision()
	}
	if err != nil {
		return nil, refusedPast(err)
	}
	return record, nil
}

// getDecision answers GET /v1/decisions/{id}: the decision as it was given.
func (a *API) getDecision(c *gin.Context, x *exchange) *refusal {
	if _, refused := x.query(c); refused != nil {
		return refused
	}
	record, refused := a.recorded(c, x)
	if refused != nil {
		return refused
	}
	return a.sendRecorded(c, x, record, nil)
}

// sendRecorded answers with a recorded decision, in the language that it was given in. The request is nil, or the same one
// sent again.
func (a *API) sendRecorded(c *gin.Context, x *exchange, record *decision.Record, request *decision.Request) *refusal {
	given, err := record.Given(request)
	if err != nil {
		return refusedPast(err)
	}
	text, err := given.Encode()
	if err != nil {
		return internal(err)
	}
	c.Header("Content-Language", record.Language)
	a.send(c, x, http.StatusOK, x.form.answers, append(text, '\n'))
	return nil
}

// getExplanation answers GET /v1/decisions/{id}/explanation.
func (a *API) getExplanation(c *gin.Context, x *exchange) *refusal {
	if _, refused := x.query(c); refused != nil {
		return refused
	}
	record, refused := a.recorded(c, x)
	if refused != nil {
		return refused
	}
	explained, err := a.Journal.Explain(c.Request.Context(), record, x.lang)
	if err != nil {
		return refusedPast(err)
	}
	return a.answer(c, x, explained)
}

// getReceipt answers GET /v1/decisions/{id}/receipt.
func (a *API) getReceipt(c *gin.Context, x *exchange) *refusal {
	query, refused := x.query(c)
	if refused != nil {
		return refused
	}
	policies, refused := flag(query, "policies")
	if refused != nil {
		return refused
	}
	record, refused := a.recorded(c, x)
	if refused != nil {
		return refused
	}
	text, err := a.Journal.Receipt(c.Request.Context(), record.ID, policies == "true")
	if err != nil {
		return refusedPast(err)
	}
	a.send(c, x, http.StatusOK, x.form.answers, text)
	return nil
}

// eraseDecision answers DELETE /v1/decisions/{id}.
func (a *API) eraseDecision(c *gin.Context, x *exchange) *refusal {
	if _, refused := x.query(c); refused != nil {
		return refused
	}
	record, refused := a.recorded(c, x)
	if refused != nil {
		return refused
	}
	if err := a.Journal.Erase(c.Request.Context(), record.ID, x.caller.ID); err != nil {
		return refusedPast(err)
	}
	x.note(slog.String("erased", record.ID))
	return a.answer(c, x, Erasure{record.ID})
}

// Erasure tells that the content of a decision was erased.
type Erasure struct {
	Erased string `json:"erased"` // id of the decision
}

// seals answers GET /v1/journal.
func (a *API) seals(c *gin.Context, x *exchange) *refusal {
	if _, refused := x.query(c); refused != nil {
		return refused
	}
	if a.Journal == nil {
		return refuse(kindNotFound, "Nada é registrado aqui.", "Nothing is recorded here.")
	}
	text, err := a.Journal.Seals(c.Request.Context())
	if err != nil {
		return refusedPast(err)
	}
	a.send(c, x, http.StatusOK, x.form.answers, text)
	return nil
}
