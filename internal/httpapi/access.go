package httpapi

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"time"

	"github.com/gin-gonic/gin"

	"deferido/internal/decision"
	"deferido/internal/identity"
	"deferido/internal/listen"
)

// everybody may do all: the access of an API that was given none.
type everybody struct{}

func (everybody) Identify(context.Context, string) (identity.Caller, error) {
	return identity.Caller{ID: string(identity.Local), Role: identity.Local}, nil
}

func (everybody) May(context.Context, identity.Caller, identity.Action, string) (identity.Verdict, error) {
	return identity.Verdict{Allowed: true}, nil
}

// identify finds out who calls a route that is not for all, and whether they come too often.
func (a *API) identify(c *gin.Context, x *exchange) *refusal {
	if x.route.action == "" {
		return nil
	}
	address := a.Proxies.Client(c.Request)
	if wait := a.failures(address.IsValid(), func() time.Duration { return a.Failures.Wait(address) }); wait > 0 {
		a.Metrics.RateLimited()
		return tooMany(wait)
	}
	caller, err := a.Access.Identify(c.Request.Context(), c.GetHeader("Authorization"))
	switch {
	case errors.Is(err, identity.ErrUnauthenticated):
		a.failures(address.IsValid() && !errors.Is(err, identity.ErrMissing), func() time.Duration { a.Failures.Add(address); return 0 })
		a.Metrics.Unauthorised()
		c.Header("WWW-Authenticate", `Bearer realm="deferido"`)
		r := refuse(kindUnauthenticated, "Envie uma chave de acesso válida: Authorization: Bearer dfd_….", "Send a valid API key: Authorization: Bearer dfd_….")
		r.cause = err
		return r
	case err != nil:
		return unavailable(err)
	}
	x.caller = caller
	x.note(slog.String("caller", caller.ID))
	if caller.Role == identity.Local && listen.Rebindable(c.Request.Host) {
		return refuse(kindHost, "Sem chaves o programa só atende por um endereço da máquina, como 127.0.0.1, e não por um nome de domínio.",
			"Without keys the program only answers to an address of the machine, such as 127.0.0.1, and not to a domain name.")
	}
	if a.Limits != nil && caller.Role != identity.Local {
		if wait, ok := a.Limits.Allow(caller.ID, 1); !ok {
			a.Metrics.RateLimited()
			return tooMany(wait)
		}
	}
	if x.route.named { // the handler names the carrier
		return nil
	}
	return a.may(c, x, "")
}

// failures asks something of the addresses with wrong keys, where they are counted.
func (a *API) failures(known bool, ask func() time.Duration) time.Duration {
	if a.Failures == nil || !known {
		return 0
	}
	return ask()
}

func tooMany(wait time.Duration) *refusal {
	r := refuse(kindTooMany, "Pedidos demais em pouco tempo. Espere o tempo que o cabeçalho Retry-After diz.",
		"Too many requests in a short time. Wait as long as the Retry-After header says.")
	r.retryAfter = int(math.Ceil(wait.Seconds()))
	return r
}

// may refuses what the caller may not do with what is a carrier's.
func (a *API) may(c *gin.Context, x *exchange, carrier string) *refusal {
	verdict, err := a.Access.May(c.Request.Context(), x.caller, x.route.action, carrier)
	if err != nil {
		return internal(err)
	}
	if verdict.Allowed {
		return nil
	}
	a.Metrics.Unauthorised()
	return &refusal{kind: kindForbidden, detail: verdict.Reason}
}

// carrier is the carrier on whose behalf the caller acts; empty for none.
func (a *API) carrier(x *exchange) string {
	if x.caller.Role == identity.Local {
		return a.Carrier
	}
	return x.caller.Carrier
}

// call is who asks for a decision.
func (a *API) call(x *exchange) decision.Call {
	return decision.Call{Caller: x.caller.ID, Carrier: a.carrier(x), RequestID: x.id}
}

func unavailable(err error) *refusal {
	r := refuse(kindUnavailable, "O registro não está disponível agora. Tente de novo.", "The journal is not available now. Try again.")
	r.cause = err
	return r
}
