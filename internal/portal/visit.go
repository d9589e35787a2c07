package portal

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/identity"
	"deferido/internal/listen"
	"deferido/internal/telemetry"
)

// visit is a request under way: its language, who looks, and what is to be logged of it.
type visit struct {
	*gin.Context
	portal *Portal
	id     string // of the request
	lang   string
	Visitor
	ended    bool // a session came that is not good any more
	contrast string
	nonce    string // of the style that the editor adds
	began    time.Time
	pattern  string // of the address
	noted    []slog.Attr

	set *engine.Set // pinned for the whole visit
	seq int
}

// note adds something to the line in the log. It must not be a fact.
func (v *visit) note(attrs ...slog.Attr) { v.noted = append(v.noted, attrs...) }

// fragment tells whether a part of a page is asked for, to be put into one that is there.
func (v *visit) fragment() bool { return v.GetHeader("HX-Request") == "true" }

// ctx is the context of the request.
func (v *visit) ctx() context.Context { return v.Request.Context() }

// may refuses what the visitor may not do with what is a carrier's. Who has not signed in is asked to.
func (v *visit) may(action identity.Action, carrier string) error {
	if !v.SignedIn() {
		return &failure{status: http.StatusUnauthorized, key: "failure.sign_in"}
	}
	if v.portal.Access == nil {
		return nil
	}
	verdict, err := v.portal.Access.May(v.ctx(), v.Caller, action, carrier)
	if err != nil {
		return fmt.Errorf("asking who may: %w", err)
	}
	if verdict.Allowed {
		return nil
	}
	return &failure{status: http.StatusForbidden, key: "failure.forbidden", said: verdict.Reason}
}

// allowed tells whether the visitor may do something on their own carrier's behalf, to show or leave out what leads to it.
func (v *visit) allowed(action identity.Action) bool { return v.may(action, v.Caller.Carrier) == nil }

// carrier is the carrier on whose behalf the visitor acts; empty for none.
func (v *visit) carrier() string {
	if v.Role == identity.Local {
		return v.portal.Carrier
	}
	return v.Caller.Carrier
}

// call is who asks for a decision.
func (v *visit) call() decision.Call {
	return decision.Call{Caller: v.ID, Carrier: v.carrier(), RequestID: v.id}
}

// serve makes a Gin handler of a route.
func (p *Portal) serve(r *route) gin.HandlerFunc {
	return func(c *gin.Context) {
		v := p.begin(c, r)
		defer p.end(v)
		defer p.rescue(v)
		telemetry.SetRoute(c.Request.Context(), r.path)
		limit := r.large
		if limit == 0 {
			limit = maxForm
		}
		c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, limit)
		if !r.long {
			ctx, cancel := context.WithTimeout(c.Request.Context(), p.Limit)
			defer cancel()
			c.Request = c.Request.WithContext(ctx)
		}
		err := p.admit(v, r)
		if err == nil {
			err = r.handle(p, v)
		}
		if err != nil {
			p.fail(v, err)
		}
	}
}

func (p *Portal) begin(c *gin.Context, r *route) *visit {
	v := &visit{Context: c, portal: p, id: requestID(c.GetHeader("X-Request-ID")), nonce: rand.Text(), began: time.Now(), pattern: r.path}
	v.lang = languageOf(c.Request, p.Language)
	v.contrast = cookie(c.Request, contrastCookie)
	v.set, v.seq = p.Sets.Serving()
	control := http.NewResponseController(c.Writer) // a recorder in a test has no deadlines
	_ = control.SetReadDeadline(v.began.Add(15 * time.Second))
	_ = control.SetWriteDeadline(time.Time{})
	v.headers()
	return v
}

// requestID takes the request's own id where it is a UUID, and makes one otherwise.
func requestID(given string) string {
	if id, err := uuid.Parse(given); err == nil {
		return id.String()
	}
	return uuid.Must(uuid.NewV7()).String()
}

// admit finds out who looks, and whether they may.
func (p *Portal) admit(v *visit, r *route) error {
	if err := p.origins.Check(v.Request); err != nil {
		return &failure{status: http.StatusForbidden, key: "failure.origin", cause: err}
	}
	if lang := v.Query("lang"); v.Request.Method == http.MethodGet && lang != "" {
		if lang == portuguese || lang == english {
			v.remember(languageCookie, lang)
		}
		return v.redirect(withoutLanguage(v.Request.URL))
	}
	if err := p.identify(v); err != nil {
		return err
	}
	if r.action == "" {
		return nil
	}
	return v.may(r.action, v.Caller.Carrier)
}

// ErrNoSession is wrapped where a session is not good any more.
var ErrNoSession = errors.New("no such session")

// identify finds out who looks.
func (p *Portal) identify(v *visit) error {
	if p.Door == nil {
		v.Visitor = Visitor{Caller: identity.Caller{ID: string(identity.Local), Role: identity.Local}}
	} else {
		token := cookie(v.Request, SessionCookie)
		visitor, err := p.Door.Visitor(v.ctx(), token)
		if errors.Is(err, ErrNoSession) {
			v.ended, v.Visitor = true, Visitor{}
			return nil
		}
		if err != nil {
			return fmt.Errorf("asking who looks: %w", err)
		}
		v.Visitor = visitor
	}
	if v.Role == identity.Local && listen.Rebindable(v.Request.Host) {
		return &failure{status: http.StatusMisdirectedRequest, key: "failure.host"}
	}
	if v.SignedIn() {
		v.note(slog.String("caller", v.ID))
	}
	return nil
}

// redirect sends the browser to another address of the portal, which it then gets.
func (v *visit) redirect(to string) error {
	v.Redirect(http.StatusSeeOther, to)
	v.Writer.WriteHeaderNow()
	return nil
}

// form reads the form that was posted. Its error says what is wrong with it.
func (v *visit) form() (url.Values, error) {
	err := v.Request.ParseForm()
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		v.Header("Connection", "close")
		return nil, &failure{status: http.StatusRequestEntityTooLarge, key: "failure.too_large", args: []any{"limit", tooLarge.Limit >> 10}, cause: err}
	case err != nil:
		return nil, &failure{status: http.StatusBadRequest, key: "failure.form", cause: err}
	}
	return v.Request.PostForm, nil
}

// rescue turns a panic into the page of an internal error; where a page has begun it cuts the connection. What the panic says
// is not logged, for it might hold facts.
func (p *Portal) rescue(v *visit) {
	said := recover()
	if said == nil {
		return
	}
	if said == http.ErrAbortHandler {
		panic(said)
	}
	p.Log.Error("panic", slog.String("request", v.id), slog.String("stack", string(debug.Stack())))
	if v.Writer.Written() {
		panic(http.ErrAbortHandler)
	}
	p.fail(v, errors.New("a page panicked"))
}

// end logs the request: no body, no query and no path.
func (p *Portal) end(v *visit) {
	pattern := v.pattern
	if pattern == "" {
		pattern = "none"
	}
	attrs := append([]slog.Attr{
		slog.String("request", v.id), slog.String("method", v.Request.Method), slog.String("route", pattern),
		slog.Int("status", v.Writer.Status()), slog.Duration("took", time.Since(v.began)), slog.Int("bytes", max(v.Writer.Size(), 0)),
	}, v.noted...)
	level := slog.LevelInfo
	if v.Writer.Status() >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	p.Log.LogAttrs(context.WithoutCancel(v.ctx()), level, "page", attrs...)
}
