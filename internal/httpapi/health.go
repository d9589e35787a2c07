package httpapi

import (
	"errors"

	"github.com/gin-gonic/gin"
)

// Health is what the health endpoints answer when all is well.
type Health struct {
	Status string `json:"status"` // "ok"
}

// healthz answers GET /healthz: that the program answers at all.
func (a *API) healthz(c *gin.Context, x *exchange) *refusal { return a.answer(c, x, Health{"ok"}) }

var errDraining = errors.New("draining")

// readyz answers GET /readyz.
func (a *API) readyz(c *gin.Context, x *exchange) *refusal {
	err := a.Ready()
	if a.draining.Err() != nil {
		err = errDraining
	}
	if err == nil {
		return a.answer(c, x, Health{"ok"})
	}
	r := refuse(kindNotReady, "O programa não pode decidir agora.", "The program cannot decide now.")
	r.cause = err
	return r
}
