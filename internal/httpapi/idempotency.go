package httpapi

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"deferido/internal/decision"
)

// maxIdempotencyKey is the characters that an idempotency key may have.
const maxIdempotencyKey = 255

// once takes the idempotency key of a request, if it has one, until release is called. Where the request was decided before,
// the record of that is found.
func (a *API) once(c *gin.Context, x *exchange, body []byte) (once *decision.Once, found *decision.Record, release func(), refused *refusal) {
	release = func() {}
	keys := c.Request.Header.Values("Idempotency-Key")
	if len(keys) == 0 || a.Journal == nil {
		return nil, nil, release, nil
	}
	if len(keys) > 1 || !visible(keys[0]) {
		return nil, nil, release, refuse(kindKey, "Idempotency-Key: quer uma só chave, de 1 a 255 caracteres ASCII visíveis.",
			"Idempotency-Key: want one key, of 1 to 255 visible ASCII characters.")
	}
	once = a.Journal.Once(x.caller.ID, keys[0], body)
	found, held, err := a.Journal.Begin(c.Request.Context(), once)
	if err != nil {
		return nil, nil, release, refusedOnce(err)
	}
	if held != nil {
		release = held
	}
	return once, found, release, nil
}

func visible(key string) bool {
	for i := range len(key) {
		if key[i] < '!' || key[i] > '~' {
			return false
		}
	}
	return len(key) > 0 && len(key) <= maxIdempotencyKey
}

func refusedOnce(err error) *refusal {
	switch {
	case errors.Is(err, decision.ErrInFlight):
		return refuse(kindKeyInFlight, "Um pedido com esta chave de idempotência ainda está em andamento. Tente de novo.",
			"A request with this idempotency key is still under way. Try again.")
	case errors.Is(err, decision.ErrOtherRequest):
		return refuse(kindKeyReused, "Esta chave de idempotência foi usada com outro corpo. Para outro pedido use outra chave.",
			"This idempotency key was used with another body. Use another key for another request.")
	}
	return refusedPast(err)
}

// repeat answers a request that was decided before with the decision that was recorded then.
func (a *API) repeat(c *gin.Context, x *exchange, record *decision.Record, request *decision.Request) *refusal {
	c.Header("Idempotent-Replayed", "true")
	return a.sendRecorded(c, x, record, request)
}

// kept answers what Keep found about the one decision of a request: that it is recorded now, or was before.
func (a *API) kept(c *gin.Context, x *exchange, made *decision.Made, request *decision.Request, err error) *refusal {
	var before *decision.Repeated
	switch {
	case errors.As(err, &before):
		return a.repeat(c, x, before.Record, request)
	case errors.Is(err, decision.ErrInFlight), errors.Is(err, decision.ErrOtherRequest):
		return refusedOnce(err)
	case err != nil:
		return refusedBy(err)
	}
	text, err := made.Text()
	if err != nil {
		return internal(err)
	}
	a.send(c, x, http.StatusOK, x.form.answers, append(text[:len(text):len(text)], '\n'))
	return nil
}
