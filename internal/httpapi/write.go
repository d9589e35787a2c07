package httpapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"
)

// encode writes a value as one line of JSON.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

// answer sends a value as the whole answer. It is encoded before anything is sent, so that an answer is whole or none.
func (a *API) answer(c *gin.Context, x *exchange, v any) *refusal {
	body, err := encode(v)
	if err != nil {
		return internal(err)
	}
	a.send(c, x, http.StatusOK, x.form.answers, body)
	return nil
}

// refuse sends a problem as the answer.
func (a *API) refuse(c *gin.Context, x *exchange, r *refusal) {
	x.refused = r
	f := r.kind.face()
	if after := cmp.Or(r.retryAfter, f.retryAfter); after > 0 {
		c.Header("Retry-After", strconv.Itoa(after))
	}
	h := c.Writer.Header()
	h.Set("Cache-Control", "no-store")
	h.Del("ETag")
	body, err := encode(r.problem(a.ProblemBase, x.lang, x.instance("")))
	if err != nil { // strings and numbers always encode
		panic(err)
	}
	a.send(c, x, f.status, mediaProblem, body)
}

func (a *API) send(c *gin.Context, x *exchange, status int, media string, body []byte) {
	x.writeBy(a.Timeouts.Write)
	c.Header("Content-Type", media)
	c.Header("Content-Length", strconv.Itoa(len(body)))
	c.Status(status)
	if _, err := c.Writer.Write(body); err != nil {
		x.abandoned = true
	}
}
