package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"time"

	"github.com/gin-gonic/gin"

	"deferido/internal/decision"
	"deferido/internal/impact"
	"deferido/internal/lifecycle"
	"deferido/internal/revision"
)

// Lifecycle is the life of policy sets. Its errors are *lifecycle.Refused, *lifecycle.Conflict or those of a decision.
type Lifecycle interface {
	Revisions(ctx context.Context) ([]lifecycle.Revision, error)
	// Tree are the files of a revision.
	Tree(ctx context.Context, revision string) (fs.FS, error)
	// Diff is what differs between two revisions, law first.
	Diff(ctx context.Context, a, b string) (*revision.Difference, error)
	Log(ctx context.Context) (lifecycle.Log, error)
	Activate(ctx context.Context, who lifecycle.Actor, revision string, from time.Time, reason string) (lifecycle.Activation, error)
	Rollback(ctx context.Context, who, second lifecycle.Actor, revision, reason string) (lifecycle.Activation, error)
	Stop(ctx context.Context, who lifecycle.Actor, seq int, reason string) (lifecycle.Activation, error)
	// State is how far this server follows the log of activations.
	State() lifecycle.State

	Drafts(ctx context.Context) ([]*lifecycle.Draft, error)
	Draft(ctx context.Context, id string) (*lifecycle.Draft, error)
	NewDraft(ctx context.Context, who lifecycle.Actor, base, title string) (*lifecycle.Draft, error)
	File(ctx context.Context, id, path string) ([]byte, error)
	Put(ctx context.Context, who lifecycle.Actor, id, path string, content []byte, base string) (*lifecycle.Draft, error)
	Abandon(ctx context.Context, who lifecycle.Actor, id, reason string) error
	// Check checks a draft in a process of its own.
	Check(ctx context.Context, id string) (*revision.CheckReport, error)
	// Submit checks a draft and asks for its approval; where the checks find something, the draft stays as it is. Where it was not
	// measured what the draft would change of all that was decided, that is measured first.
	Submit(ctx context.Context, who lifecycle.Actor, id string) (*lifecycle.Draft, *revision.CheckReport, error)
	Review(ctx context.Context, who lifecycle.Actor, id, fingerprint, verdict, comment string) (*lifecycle.Draft, error)
	// Preview decides a request by a draft, and records nothing.
	Preview(ctx context.Context, id string, request []byte, lang string) (*decision.Decision, error)
	// Impact decides recorded decisions again by a draft, and keeps what it found.
	Impact(ctx context.Context, who lifecycle.Actor, id string, of impact.Scope, flip func(impact.Flip) error, progress func(impact.Counts)) (*impact.Measurement, error)
	// Refuses are the revision that a draft would be as it stands, and the grants that it would refuse; Justify says why.
	Refuses(ctx context.Context, id string) (revision string, all []lifecycle.Reversal, err error)
	Justify(ctx context.Context, who lifecycle.Actor, id, revision string, all ...lifecycle.Justification) error

	Sign(ctx context.Context, who lifecycle.Actor, urn string) (*lifecycle.Seal, error)
	Seals(ctx context.Context) ([]lifecycle.Seal, error)
}

// ImpactRequest says which decisions are decided again. Without anything, all.
type ImpactRequest impact.Scope

// Refusal is a change of the law that is not made, as an error of the Lifecycle says it.
func refusedLife(err error) *refusal {
	var refused *lifecycle.Refused
	var conflict *lifecycle.Conflict
	switch {
	case errors.As(err, &refused):
		return &refusal{kind: kind(refused.Kind), detail: refused.Detail}
	case errors.As(err, &conflict):
		r := refuse(kindConflict, "Outra pessoa mudou este arquivo desde que foi lido; theirs é o que está lá agora.",
			"Somebody else changed this file since it was read; theirs is what stands there now.")
		r.theirs = theirsOf(conflict)
		return r
	}
	return refusedPast(err)
}

// Theirs is a file as somebody else left it.
type Theirs struct {
	Path    string     `json:"path"`
	Hash    string     `json:"hash"` // empty where it is deleted
	Content *string    `json:"content"`
	By      string     `json:"by,omitempty"` // absent where it is as in the base
	At      *time.Time `json:"at,omitempty"`
}

func theirsOf(c *lifecycle.Conflict) *Theirs {
	t := &Theirs{Path: c.Path, By: c.By}
	if c.Theirs != nil {
		content := string(c.Theirs)
		t.Content, t.Hash = &content, lifecycle.Hash(c.Theirs)
	}
	if !c.At.IsZero() {
		t.At = &c.At
	}
	return t
}

func actor(x *exchange) lifecycle.Actor {
	return lifecycle.Actor{ID: x.caller.ID, Role: string(x.caller.Role)}
}

// living makes the handler of a route that needs the Lifecycle.
func living(handle handler) handler {
	return func(a *API, c *gin.Context, x *exchange) *refusal {
		if a.Lifecycle == nil {
			return refuse(kindNotFound, "Aqui as políticas não mudam: nada é registrado.", "The policies do not change here: nothing is recorded.")
		}
		return handle(a, c, x)
	}
}

// sent reads a body of a form of ours.
func sent[T any](a *API, c *gin.Context, x *exchange) (T, *refusal) {
	var into T
	body, refused := x.body(c, maxRequest, a.Timeouts.Body)
	if refused != nil {
		return into, refused
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&into); err != nil || d.More() {
		return into, refuse(kindBody, "O corpo deve ser um objeto JSON como o descrito em /openapi.json.", "The body must be a JSON object as described in /openapi.json.")
	}
	return into, nil
}
