package portal

import (
	"cmp"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"deferido/internal/decision"
)

// Portal is the portal, a handler. It is safe for concurrent use.
type Portal struct {
	Options
	assets  *assets
	pages   map[string]*pages // by language
	origins *http.CrossOriginProtection
	handler http.Handler
	owned   map[string]bool // the first steps of its addresses
	served  map[string]bool // the patterns of its addresses
	checks  *works          // of drafts
	impacts *works
	books   books

	editions *editions
	columns  written[columnsID]
	before   written[aroundID]
	after    written[aroundID]
}

// New makes the portal. Its error is one of what the program carries, never of what anybody sent.
func New(o Options) (*Portal, error) { return open(o, staticFiles) }

// open makes the portal with what its pages load.
func open(o Options, static fs.FS) (*Portal, error) {
	p := &Portal{Options: o, origins: http.NewCrossOriginProtection(), owned: map[string]bool{}, served: map[string]bool{}, checks: newWorks(), impacts: newWorks(), editions: newEditions()}
	p.Language = cmp.Or(p.Language, portuguese)
	p.Reading = cmp.Or(p.Reading, decision.ReadingText)
	p.Limit = cmp.Or(p.Limit, 10*time.Second)
	if p.Preview == nil {
		p.Preview = p.Decider
	}
	if p.Now == nil {
		p.Now = time.Now
	}
	if p.Log == nil {
		p.Log = slog.New(slog.DiscardHandler)
	}
	var err error
	if p.assets, err = readAssets(static); err != nil {
		return nil, fmt.Errorf("portal: %w", err)
	}
	if p.pages, err = parsePages(p.assets); err != nil {
		return nil, fmt.Errorf("portal: %w", err)
	}
	if p.handler, err = compressed(p.routed()); err != nil {
		return nil, fmt.Errorf("portal: %w", err)
	}
	return p, nil
}

// Close ends what goes on in the background. Pages are still answered.
func (p *Portal) Close() {
	p.checks.close()
	p.impacts.close()
}

// Full tells whether the portal carries the parts that `npm ci --prefix internal/portal` builds: htmx, the editor, the fonts.
func (p *Portal) Full() bool { return p.assets.full }

// Owns tells whether an address is one of the portal's, or below one.
func (p *Portal) Owns(path string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return p.owned[first]
}

// ServeHTTP answers a request.
func (p *Portal) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.handler.ServeHTTP(w, r) }

// routed makes the Gin engine of the routes.
func (p *Portal) routed() *gin.Engine {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	e.HandleMethodNotAllowed = true
	e.RedirectTrailingSlash = false
	e.ForwardedByClientIP = false
	e.UseRawPath = true
	e.UnescapePathValues = true
	own := func(method, pattern string, handle gin.HandlerFunc) {
		first, _, _ := strings.Cut(strings.TrimPrefix(pattern, "/"), "/")
		p.owned[first], p.served[pattern] = true, true
		e.Handle(method, pattern, handle)
		if method == http.MethodGet {
			e.Handle(http.MethodHead, pattern, handle)
		}
	}
	own(http.MethodGet, "/static/*file", p.asset)
	for _, r := range p.routes() {
		own(r.method, r.path, p.serve(&r))
	}
	e.NoRoute(p.serve(&route{handle: func(*Portal, *visit) error { return notFound("failure.nowhere") }}))
	e.NoMethod(p.serve(&route{handle: func(*Portal, *visit) error {
		return &failure{status: http.StatusMethodNotAllowed, key: "failure.method"}
	}}))
	return e
}
