package httpapi

import (
	"errors"

	"github.com/gin-gonic/gin"

	"deferido/internal/decision"
	"deferido/internal/identity"
)

// CarrierList is the register of carriers.
type CarrierList struct {
	Carriers []decision.Carrier `json:"carriers"`
}

func (a *API) listCarriers(c *gin.Context, x *exchange) *refusal {
	if _, refused := x.query(c); refused != nil {
		return refused
	}
	list := CarrierList{Carriers: []decision.Carrier{}}
	if a.Carriers != nil {
		found, err := a.Carriers.List(c.Request.Context())
		if err != nil {
			return refusedCarrier(err)
		}
		list.Carriers = append(list.Carriers, found...)
	}
	return a.answer(c, x, list)
}

func (a *API) getCarrier(c *gin.Context, x *exchange) *refusal {
	if _, refused := x.query(c); refused != nil {
		return refused
	}
	if a.Carriers == nil {
		return noCarrier()
	}
	carrier, err := a.Carriers.Get(c.Request.Context(), c.Param("id"))
	if err != nil {
		return refusedCarrier(err)
	}
	return a.answer(c, x, carrier)
}

// putCarrier answers PUT /v1/carriers/{id}.
func (a *API) putCarrier(c *gin.Context, x *exchange) *refusal {
	if _, refused := x.query(c); refused != nil {
		return refused
	}
	body, refused := x.body(c, maxRequest, a.Timeouts.Body)
	if refused != nil {
		return refused
	}
	if a.Carriers == nil {
		return noCarrier()
	}
	given := decision.Carrier{ID: c.Param("id")}
	if err := decode(body, &given); err != nil {
		return refuse(kindCarrier, "O corpo deve ser o cadastro em JSON: veja Carrier em /openapi.json.", "The body must be the carrier in JSON: see Carrier in /openapi.json.")
	}
	if given.ID != c.Param("id") {
		r := refuse(kindCarrier, "O cadastro tem campos a corrigir.", "The carrier has fields to correct.")
		r.fields = []field{{"/id", sentence("Deve ser a identificação que está no endereço.", "Must be the id in the address.")}}
		return r
	}
	defer x.within(c, a.Timeouts.Decision)()
	kept, err := a.Carriers.Put(c.Request.Context(), given)
	if err != nil {
		return refusedCarrier(err)
	}
	return a.answer(c, x, kept)
}

// removeCarrier answers DELETE /v1/carriers/{id}.
func (a *API) removeCarrier(c *gin.Context, x *exchange) *refusal {
	if _, refused := x.query(c); refused != nil {
		return refused
	}
	if a.Carriers == nil {
		return noCarrier()
	}
	id := c.Param("id")
	if err := a.Carriers.Remove(c.Request.Context(), id); err != nil {
		return refusedCarrier(err)
	}
	return a.answer(c, x, Removal{id})
}

// Removal tells what was removed.
type Removal struct {
	Removed string `json:"removed"`
}

func noCarrier() *refusal {
	return refuse(kindNoCarrier, "Não há transportadora com esta identificação.", "There is no carrier of this id.")
}

func refusedCarrier(err error) *refusal {
	var invalid *identity.Invalid
	switch {
	case errors.As(err, &invalid):
		r := refuse(kindCarrier, "O cadastro tem campos a corrigir.", "The carrier has fields to correct.")
		for _, f := range invalid.Faults {
			r.fields = append(r.fields, field{f.Pointer, f.Detail})
		}
		return r
	case errors.Is(err, identity.ErrNoSuchCarrier):
		return noCarrier()
	case errors.Is(err, identity.ErrCarrierInUse):
		return refuse(kindCarrierInUse, "Há chaves em uso desta transportadora; revogue-as antes.", "Keys in use name this carrier; revoke them first.")
	}
	return unavailable(err)
}
