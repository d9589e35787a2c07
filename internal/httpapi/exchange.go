package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"deferido/internal/identity"
	"deferido/internal/telemetry"
)

// exchange is a request under way and what is to be logged of it.
type exchange struct {
	id      string
	lang    string
	route   *route
	form    *form
	control *http.ResponseController
	began   time.Time
	caller  identity.Caller

	refused   *refusal
	noted     []slog.Attr
	abandoned bool // the client went, or did not take the answer
}

// note adds something to the request's line in the log. It must not be a fact.
func (x *exchange) note(attrs ...slog.Attr) { x.noted = append(x.noted, attrs...) }

// instance names the request in a problem; place is empty, or the item or line within it.
func (x *exchange) instance(place string) string { return "urn:deferido:request:" + x.id + place }

// serve makes a Gin handler of a route.
func (a *API) serve(r *route) gin.HandlerFunc {
	return func(c *gin.Context) {
		x := a.begin(c, r)
		defer a.end(c, x)
		defer a.rescue(c, x)
		telemetry.SetRoute(c.Request.Context(), r.path)
		refused := x.admit(c)
		if refused == nil {
			if refused = a.identify(c, x); refused != nil {
				x.unread(c)
			}
		}
		if refused == nil {
			if x.form.sends == "" && !r.long {
				defer x.within(c, a.Timeouts.Decision)()
			}
			refused = x.form.handle(a, c, x)
		}
		if refused != nil {
			a.refuse(c, x, refused)
		}
	}
}

func (a *API) begin(c *gin.Context, r *route) *exchange {
	x := &exchange{
		id: requestID(c.GetHeader("X-Request-ID")), lang: languageOf(c.GetHeader("Accept-Language"), a.Language),
		route: r, control: http.NewResponseController(c.Writer), began: time.Now(),
	}
	h := c.Writer.Header()
	h.Set("X-Request-ID", x.id)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Language", x.lang)
	h.Set("Vary", "Accept-Language, Accept")
	h.Set("Cache-Control", "no-store")
	// Deadlines of the request before on this connection would end this one.
	if c.Request.Body != http.NoBody { // reading on behind a request without one is how net/http sees a client go away
		x.readBy(a.Timeouts.Body)
	}
	x.unhurried()
	return x
}

// readBy and writeBy bound the time of reading and writing from now on. A recorder in a test has no deadlines.
func (x *exchange) readBy(d time.Duration)  { _ = x.control.SetReadDeadline(time.Now().Add(d)) }
func (x *exchange) writeBy(d time.Duration) { _ = x.control.SetWriteDeadline(time.Now().Add(d)) }

// unhurried takes the write deadline away. Over HTTP/2 one that passes ends the exchange even while nothing is written, so it
// stands only while something is.
func (x *exchange) unhurried() { _ = x.control.SetWriteDeadline(time.Time{}) }

// readAll tells that the whole body was read: a read deadline that passes later would look like a client that went away.
func (x *exchange) readAll() { _ = x.control.SetReadDeadline(time.Time{}) }

// within bounds what is done for the request from now on, until the function that it returns is called. Without that a store
// that takes a question and does not answer it would keep whoever asks for ever.
func (x *exchange) within(c *gin.Context, d time.Duration) context.CancelFunc {
	ctx, cancel := context.WithTimeout(c.Request.Context(), d)
	c.Request = c.Request.WithContext(ctx)
	return cancel
}

// admit finds the form of the route that the request has, or why there is none.
func (x *exchange) admit(c *gin.Context) *refusal {
	for i := range x.route.forms {
		f := &x.route.forms[i]
		if f.sends == "" || carries(c.GetHeader("Content-Type"), f.sends) {
			x.form = f
			break
		}
	}
	switch {
	case x.form == nil:
		x.unread(c)
		return refuse(kindMediaType, "O Content-Type deve ser "+x.sendable(" ou ")+", em UTF-8.",
			"The Content-Type must be "+x.sendable(" or ")+", in UTF-8.")
	case !x.route.open && !x.acceptable(c.Request.Header.Values("Accept")):
		x.unread(c)
		return refuse(kindNotAcceptable, "A resposta só existe como "+x.form.answers+".", "The answer only exists as "+x.form.answers+".")
	}
	if e := c.GetHeader("Content-Encoding"); x.form.sends != "" && e != "" && e != "identity" {
		x.unread(c)
		c.Header("Accept-Encoding", "identity")
		return refuse(kindEncoding, "O corpo deve vir sem compressão.", "The body must not be compressed.")
	}
	return nil
}

// acceptable reports whether the client takes what the route may answer with.
func (x *exchange) acceptable(header []string) bool {
	return accepts(header, x.form.answers) || slices.ContainsFunc(x.route.others, func(media string) bool { return accepts(header, media) })
}

func (x *exchange) sendable(or string) string {
	all := ""
	for i, f := range x.route.forms {
		if i > 0 {
			all += or
		}
		all += f.sends
	}
	return all
}

// What of a refused body is read, for how long, and how long a pause may be: a client that still sends when its connection
// closes would lose the answer.
const (
	drained  = 32 << 20
	draining = 5 * time.Second
	pause    = 250 * time.Millisecond
)

// unread gets a body out of the way that is not wanted: as much as is bearable is read and dropped, and the connection then
// closed. Over HTTP/2, or where the client waits to be asked for the body, there is nothing to do.
func (x *exchange) unread(c *gin.Context) {
	if x.closes(c) && c.GetHeader("Expect") == "" {
		chunk := make([]byte, 64<<10)
		for read, until := 0, time.Now().Add(draining); read < drained && time.Now().Before(until); {
			x.readBy(pause)
			n, err := c.Request.Body.Read(chunk)
			if read += n; err != nil {
				return // whatever ends it, the refusal is answered
			}
		}
	}
}

// closes makes the server close an HTTP/1 connection whose body is not read, and reports whether it is one.
func (x *exchange) closes(c *gin.Context) bool {
	if c.Request.ProtoMajor != 1 || c.Request.ContentLength == 0 {
		return false
	}
	c.Header("Connection", "close")
	return true
}

// rescue turns a panic into a problem; where the answer has begun it cuts the connection, so that nobody takes half an
// answer for a whole one. What the panic says is logged only when it is the runtime's own: it might hold facts.
func (a *API) rescue(c *gin.Context, x *exchange) {
	v := recover()
	if v == nil {
		return
	}
	if v == http.ErrAbortHandler {
		x.abandoned = true
		panic(v)
	}
	a.logPanic(x, v)
	if c.Writer.Written() {
		x.abandoned = true
		panic(http.ErrAbortHandler)
	}
	a.refuse(c, x, internal(nil))
}

func (a *API) logPanic(x *exchange, v any) {
	a.Log.Error("panic", slog.String("request", x.id), slog.String("panic", panicText(v)), slog.String("stack", string(debug.Stack())))
}

func panicText(v any) string {
	err, isError := v.(error)
	if !isError {
		return "not an error"
	}
	if r, own := v.(runtime.Error); own {
		return r.Error()
	}
	return loggable(err)
}

// end logs the request: no body, no query and, where no route took it, no path.
func (a *API) end(c *gin.Context, x *exchange) {
	pattern, level := x.route.path, slog.LevelInfo
	if pattern == "" {
		pattern = "none"
	}
	attrs := []slog.Attr{
		slog.String("request", x.id), slog.String("method", method(c.Request.Method)), slog.String("route", pattern),
		slog.Int("status", c.Writer.Status()), slog.Duration("took", time.Since(x.began)), slog.Int("bytes", max(c.Writer.Size(), 0)),
	}
	if r := x.refused; r != nil {
		attrs = append(attrs, slog.String("problem", string(r.kind)))
		if cause := loggable(r.cause); cause != "" {
			attrs = append(attrs, slog.String("cause", cause))
		}
	}
	if x.abandoned {
		attrs = append(attrs, slog.Bool("abandoned", true))
	}
	if c.Writer.Status() >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	a.Metrics.Request(x.route.path, c.Request.Method, c.Writer.Status(), time.Since(x.began))
	a.Log.LogAttrs(c.Request.Context(), level, "request", append(attrs, x.noted...)...)
}

// method is a method as it may be logged: one that is not HTTP's is the sender's own text.
func method(m string) string {
	switch m {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodConnect, http.MethodOptions, http.MethodTrace:
		return m
	}
	return "other"
}

// requestID takes the sender's id of a request where it is fit to be logged, or makes one.
func requestID(sent string) string {
	if len(sent) > 0 && len(sent) <= 128 {
		fit := true
		for _, b := range []byte(sent) {
			fit = fit && (b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '.' || b == '_' || b == '-')
		}
		if fit {
			return sent
		}
	}
	return uuid.Must(uuid.NewV7()).String()
}
