package httpapi

import (
	"errors"
	"time"

	"github.com/gin-gonic/gin"

	"deferido/internal/lifecycle"
)

// Health is what the health endpoints answer when all is well.
type Health struct {
	// Status is "ok", or "behind" where the program answers, but not by the policy set that should be in service.
	Status string `json:"status"`
	// Activation is how far the program follows which set should be in service; absent where sets do not change.
	Activation *lifecycle.State `json:"activation,omitempty"`
}

// healthz answers GET /healthz: that the program answers at all.
func (a *API) healthz(c *gin.Context, x *exchange) *refusal {
	return a.answer(c, x, Health{Status: "ok"})
}

var errDraining = errors.New("draining")

// readyz answers GET /readyz.
func (a *API) readyz(c *gin.Context, x *exchange) *refusal {
	err := a.Ready()
	if a.draining.Err() != nil {
		err = errDraining
	}
	if err == nil {
		return a.answer(c, x, a.health())
	}
	r := refuse(kindNotReady, "O programa não pode decidir agora.", "The program cannot decide now.")
	r.cause = err
	return r
}

// health is how the program is, where it can decide: with the last good set, if need be.
func (a *API) health() Health {
	h := Health{Status: "ok"}
	if a.Lifecycle == nil {
		return h
	}
	state := a.Lifecycle.State()
	if state.Failed != "" { // anybody may ask, and the cause is for who runs the program
		state.Failed = "see the log"
	}
	if h.Activation = &state; state.Behind(time.Now()) {
		h.Status = "behind"
	}
	return h
}
