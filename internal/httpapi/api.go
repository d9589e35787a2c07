package httpapi

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/gin-gonic/gin"
)

// API is the HTTP interface, a handler. It is safe for concurrent use.
type API struct {
	Options
	examples map[string]any
	parallel int // items of a batch, or lines of a stream, that are decided at a time

	routes   []route
	owned    map[string]bool // the first steps of its addresses
	engine   *gin.Engine
	document atomic.Pointer[published]
	draining context.Context // done once streams are to end
	drain    context.CancelFunc
}

// New makes the API.
func New(o Options) *API {
	a := &API{Options: o, parallel: runtime.GOMAXPROCS(0), examples: examplesIn(o.Examples), routes: routes, owned: map[string]bool{}}
	a.Language = cmp.Or(a.Language, portuguese)
	a.ProblemBase = cmp.Or(a.ProblemBase, DefaultProblemBase)
	a.Timeouts = a.Timeouts.orDefaults()
	if a.Ready == nil {
		a.Ready = func() error { return nil }
	}
	if a.Log == nil {
		a.Log = slog.New(slog.DiscardHandler)
	}
	if a.Access == nil {
		a.Access = everybody{}
	}
	a.draining, a.drain = context.WithCancel(context.Background())
	a.engine = a.routed()
	return a
}

// ServeHTTP answers a request.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.engine.ServeHTTP(w, r) }

// Owns tells whether an address is one of the API's, or below one.
func (a *API) Owns(path string) bool { return a.owned[firstStep(path)] }

func firstStep(path string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return first
}

// Drain tells streams to end after the line that they are at, and readyz that the program is not in service. Requests that
// still come are answered.
func (a *API) Drain() { a.drain() }

// routed makes the Gin engine of the route table.
func (a *API) routed() *gin.Engine {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	e.HandleMethodNotAllowed = true
	e.RedirectTrailingSlash = false // a wrong address is a 404 that says so, not a redirect that drops a body
	e.ForwardedByClientIP = false
	for i := range a.routes {
		r := &a.routes[i]
		a.owned[firstStep(r.path)] = true
		e.Handle(r.method, r.pattern(), a.serve(r))
		if r.method == http.MethodGet {
			e.Handle(http.MethodHead, r.pattern(), a.serve(r))
		}
	}
	e.NoRoute(a.serve(&nowhere))
	e.NoMethod(a.serve(&otherMethod))
	return e
}

// pinned is the set that serves a request, an item or a line.
type pinned struct {
	set Set
	seq int
}

// pinFor is the set that serves a request, which may demand an activation at least as new as one (min_activation). It waits
// for that as long as a decision may take.
func (a *API) pinFor(c *gin.Context) (pinned, *refusal) {
	text, demanded := c.GetQuery("min_activation")
	if !demanded {
		return a.pin(), nil
	}
	seq, err := strconv.Atoi(text)
	if err != nil || seq < 1 {
		return pinned{}, badParameter("min_activation", "Quer o número de uma ativação.", "Want the number of an activation.")
	}
	ctx, cancel := context.WithTimeout(c.Request.Context(), a.Timeouts.Decision)
	defer cancel()
	set, at, err := a.Sets.Await(ctx, seq)
	if err != nil {
		r := refuse(kindBehind, "Esta ativação ainda não está em vigor aqui. Tente de novo.", "That activation is not in service here yet. Try again.")
		r.cause = err
		return pinned{}, r
	}
	return pinned{set, at}, nil
}

func (a *API) pin() pinned {
	set, seq := a.Sets.Active()
	return pinned{set, seq}
}
