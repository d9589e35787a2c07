package portal

import (
	"net/http"
	"slices"

	"deferido/internal/identity"
)

// handler answers a visit, or says why it does not; then nothing has been written.
type handler func(p *Portal, v *visit) error

// route is an address of the portal.
type route struct {
	method string
	path   string          // as Gin writes it
	action identity.Action // what a visitor must be allowed to do, a carrier's person on their own carrier's behalf; empty: anybody may
	handle handler
	large  int64 // bytes that a form may have; 0 is maxForm
	long   bool  // it may take longer than a page: it bounds its own time
}

// maxForm is the bytes that a form may have.
const maxForm = 1 << 20

func get(path string, action identity.Action, handle handler) route {
	return route{method: http.MethodGet, path: path, action: action, handle: handle}
}

func post(path string, action identity.Action, handle handler) route {
	return route{method: http.MethodPost, path: path, action: action, handle: handle}
}

// routes are all there are.
func (p *Portal) routes() []route {
	all := slices.Concat(homeRoutes, counterRoutes, decisionRoutes, lawRoutes, ledgerRoutes, draftRoutes, accountRoutes, reportRoutes, publishRoutes)
	if p.Gallery {
		all = append(all, get("/sobre/componentes", "", (*Portal).gallery))
	}
	return all
}
