package portal

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"deferido/internal/account"
	"deferido/internal/decision"
	"deferido/internal/identity"
	"deferido/internal/lifecycle"
)

// failure is why there is no page: the page says so in its place.
type failure struct {
	status int
	key    string            // its words: <key>.title and <key>.text
	args   []any             // of the text
	said   decision.Sentence // instead of the text; may be empty
	links  []link            // where to go instead
	cause  error             // for the log
}

// link is a way to somewhere.
type link struct{ URL, Label string }

func (f *failure) Error() string { return f.key }

func (f *failure) Unwrap() error { return f.cause }

func notFound(key string, links ...link) *failure {
	return &failure{status: http.StatusNotFound, key: key, links: links}
}

// badRequest is of an address or form that nobody got by following what a page shows.
func badRequest(key string, args ...any) *failure {
	return &failure{status: http.StatusBadRequest, key: key, args: args}
}

// fail writes the page of an error. Whoever has not signed in is sent to where they can, and then back.
func (p *Portal) fail(v *visit, err error) {
	f := failureOf(err)
	if f.cause != nil {
		v.note(slog.String("cause", logged(f.cause)))
	}
	if v.Writer.Written() {
		return
	}
	if f.status == http.StatusUnauthorized && v.Request.Method == http.MethodGet && !v.fragment() && p.Owns("/entrar") {
		if err := v.redirect("/entrar?" + url.Values{"volta": {v.Request.URL.RequestURI()}}.Encode()); err == nil {
			return
		}
	}
	if f.status == http.StatusServiceUnavailable {
		v.Header("Retry-After", "1")
	}
	text := f.said.In(v.lang)
	words := p.pages[v.lang].words
	if text == "" {
		text = words.text(f.key+".text", f.args...)
	}
	body := map[string]any{"Title": words.text(f.key + ".title"), "Text": text, "Links": f.links, "Request": v.id, "Status": f.status, "SignIn": f.status == http.StatusUnauthorized, "Ended": v.ended}
	if err := v.render(f.status, page{Title: words.text(f.key + ".title"), Narrow: true, Template: "shell/failure", Body: body}); err != nil {
		p.Log.Error("the page of an error", slog.String("request", v.id), slog.String("cause", err.Error()))
		v.String(http.StatusInternalServerError, "500 %s", v.id)
	}
}

// failureOf is the failure that an error of the services comes to.
func failureOf(err error) *failure {
	var f *failure
	var erased *decision.Erased
	var refused *lifecycle.Refused
	var conflict *lifecycle.Conflict
	var no *account.Refused
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &refused):
		return refusedLife(refused)
	case errors.As(err, &conflict):
		return &failure{status: http.StatusConflict, key: "failure.conflict", args: []any{"file", conflict.Path}}
	case errors.As(err, &no):
		return refusedAccount(no)
	case errors.As(err, &erased):
		return &failure{status: http.StatusGone, key: "failure.erased", cause: err}
	case errors.Is(err, decision.ErrNoRecord):
		return &failure{status: http.StatusNotFound, key: "failure.decision"}
	case errors.Is(err, decision.ErrNothing):
		return &failure{status: http.StatusUnprocessableEntity, key: "failure.nothing", cause: err}
	case errors.Is(err, decision.ErrCursor):
		return &failure{status: http.StatusBadRequest, key: "failure.cursor"}
	case errors.Is(err, context.DeadlineExceeded):
		return &failure{status: http.StatusServiceUnavailable, key: "failure.late", cause: err}
	case errors.Is(err, decision.ErrUnavailable), errors.Is(err, identity.ErrUnavailable):
		return &failure{status: http.StatusServiceUnavailable, key: "failure.unavailable", cause: err}
	}
	return failedDecision(err)
}

// refusedLife is why something about a draft, a revision or an activation is not done or not there.
func refusedLife(r *lifecycle.Refused) *failure {
	f := &failure{status: http.StatusConflict, key: "failure.refused", said: r.Detail}
	switch r.Kind {
	case lifecycle.NoDraft, lifecycle.NoRevision, lifecycle.NoFile, lifecycle.NoActivation, lifecycle.NoImpact, lifecycle.NoReversal, lifecycle.NoReading, lifecycle.NoRemark:
		f.status, f.key = http.StatusNotFound, "failure.nowhere"
	case lifecycle.BadPath, lifecycle.NoReason, lifecycle.InThePast, lifecycle.NotInForce, lifecycle.NotQuoted:
		f.status = http.StatusUnprocessableEntity
	case lifecycle.TooLarge:
		f.status = http.StatusRequestEntityTooLarge
	case lifecycle.OwnDraft, lifecycle.WrongRole, lifecycle.OneAlone:
		f.status = http.StatusForbidden
	}
	return f
}

// refusedAccount is why something about an account or a session is not done.
func refusedAccount(r *account.Refused) *failure {
	if r.Kind == account.Ended {
		return &failure{status: http.StatusUnauthorized, key: "failure.sign_in", said: r.Detail}
	}
	return &failure{status: http.StatusForbidden, key: "failure.refused", said: r.Detail, cause: r}
}

// failedDecision is what keeps a request from being decided.
func failedDecision(err error) *failure {
	var p *decision.Problem
	if !errors.As(err, &p) {
		return &failure{status: http.StatusInternalServerError, key: "failure.internal", cause: err}
	}
	status := http.StatusInternalServerError
	switch p.Kind {
	case decision.LawNotHeld:
		status = http.StatusUnprocessableEntity
	case decision.DeadlineReached, decision.NotRecorded:
		status = http.StatusServiceUnavailable
	}
	return &failure{status: status, key: "failure." + strings.ReplaceAll(string(p.Kind), "-", "_"), said: p.Detail, cause: err}
}

// logged is what the log says of an error: no value of a fact is in ours, but one of the engine says more than the log may.
func logged(err error) string {
	var safe interface{ LogSafe() string }
	if errors.As(err, &safe) {
		return safe.LogSafe()
	}
	return err.Error()
}
