package httpapi

import (
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"deferido/internal/lifecycle"
)

// Revisions is the list of revisions.
type Revisions struct {
	Revisions []lifecycle.Revision `json:"revisions"`
}

func (a *API) listRevisions(c *gin.Context, x *exchange) *refusal {
	all, err := a.Lifecycle.Revisions(c.Request.Context())
	if err != nil {
		return refusedLife(err)
	}
	return a.answer(c, x, Revisions{all})
}

// RevisionFiles is a revision with its files.
type RevisionFiles struct {
	Revision string         `json:"revision"`
	Files    []RevisionFile `json:"files"`
}

// RevisionFile is a file of a revision.
type RevisionFile struct {
	Path string `json:"path"`
	Hash string `json:"hash"`
	Size int    `json:"size"` // bytes
}

func (a *API) getRevision(c *gin.Context, x *exchange) *refusal {
	tree, err := a.Lifecycle.Tree(c.Request.Context(), c.Param("id"))
	if err != nil {
		return refusedLife(err)
	}
	r := RevisionFiles{Revision: c.Param("id"), Files: []RevisionFile{}}
	err = fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(tree, name)
		r.Files = append(r.Files, RevisionFile{name, lifecycle.Hash(content), len(content)})
		return err
	})
	if err != nil {
		return internal(err)
	}
	return a.answer(c, x, r)
}

func (a *API) getRevisionFile(c *gin.Context, x *exchange) *refusal {
	tree, err := a.Lifecycle.Tree(c.Request.Context(), c.Param("id"))
	if err != nil {
		return refusedLife(err)
	}
	content, err := lifecycle.ReadFile(tree, strings.TrimPrefix(c.Param("path"), "/"))
	if err != nil {
		return refusedLife(err)
	}
	a.sendFile(c, x, content)
	return nil
}

// sendFile sends a file of a policy set, with the hash that a change of it names.
func (a *API) sendFile(c *gin.Context, x *exchange, content []byte) {
	c.Header("ETag", `"`+lifecycle.Hash(content)+`"`)
	a.send(c, x, http.StatusOK, mediaText+"; charset=utf-8", content)
}

func (a *API) diffRevisions(c *gin.Context, x *exchange) *refusal {
	difference, err := a.Lifecycle.Diff(c.Request.Context(), c.Param("id"), c.Param("other"))
	if err != nil {
		return refusedLife(err)
	}
	return a.answer(c, x, difference)
}

// Activations is the list of activations, and what is in service here.
type Activations struct {
	Activations lifecycle.Log   `json:"activations"` // oldest first
	State       lifecycle.State `json:"state"`
}

func (a *API) listActivations(c *gin.Context, x *exchange) *refusal {
	log, err := a.Lifecycle.Log(c.Request.Context())
	if err != nil {
		return refusedLife(err)
	}
	return a.answer(c, x, Activations{log, a.Lifecycle.State()})
}

// ToActivate asks for an activation, or for going back to a revision that was in service before.
type ToActivate struct {
	Revision string     `json:"revision"`
	FromAt   *time.Time `json:"from_at,omitempty"` // at once without it
	Rollback bool       `json:"rollback,omitempty"`
	Reason   string     `json:"reason"`
}

func (a *API) activate(c *gin.Context, x *exchange) *refusal {
	asked, refused := sent[ToActivate](a, c, x)
	if refused != nil {
		return refused
	}
	ctx := c.Request.Context()
	var made lifecycle.Activation
	var err error
	if asked.Rollback {
		second, refused := a.second(c, x)
		if refused != nil {
			return refused
		}
		made, err = a.Lifecycle.Rollback(ctx, actor(x), second, asked.Revision, asked.Reason)
	} else {
		var from time.Time
		if asked.FromAt != nil {
			from = *asked.FromAt
		}
		made, err = a.Lifecycle.Activate(ctx, actor(x), asked.Revision, from, asked.Reason)
	}
	if err != nil {
		return refusedLife(err)
	}
	return a.answer(c, x, made)
}

// second is the second person of a change that two make, by the header Second-Authorization; nobody where it is absent.
func (a *API) second(c *gin.Context, x *exchange) (lifecycle.Actor, *refusal) {
	header := c.GetHeader("Second-Authorization")
	if header == "" {
		return lifecycle.Actor{}, nil
	}
	caller, err := a.Access.Identify(c.Request.Context(), header)
	if err != nil {
		r := refuse(kindUnauthenticated, "A chave da segunda pessoa não vale.", "The second person's key is not valid.")
		r.cause = err
		return lifecycle.Actor{}, r
	}
	verdict, err := a.Access.May(c.Request.Context(), caller, x.route.action, "")
	if err != nil {
		return lifecycle.Actor{}, internal(err)
	}
	if !verdict.Allowed {
		return lifecycle.Actor{}, &refusal{kind: kindForbidden, detail: verdict.Reason}
	}
	return lifecycle.Actor{ID: caller.ID, Role: string(caller.Role)}, nil
}

// Because is why something is done.
type Because struct {
	Reason string `json:"reason"`
}

func (a *API) stopActivation(c *gin.Context, x *exchange) *refusal {
	asked, refused := sent[Because](a, c, x)
	if refused != nil {
		return refused
	}
	seq, err := strconv.Atoi(c.Param("seq"))
	if err != nil {
		seq = 0 // which no activation has
	}
	made, err := a.Lifecycle.Stop(c.Request.Context(), actor(x), seq, asked.Reason)
	if err != nil {
		return refusedLife(err)
	}
	return a.answer(c, x, made)
}

// Seals are signatures over provisions.
type Seals struct {
	Seals []lifecycle.Seal `json:"seals"`
}

func (a *API) listSeals(c *gin.Context, x *exchange) *refusal {
	all, err := a.Lifecycle.Seals(c.Request.Context())
	if err != nil {
		return refusedLife(err)
	}
	return a.answer(c, x, Seals{all})
}

// ToSign names a provision.
type ToSign struct {
	Provision string `json:"provision"` // URN
}

func (a *API) sign(c *gin.Context, x *exchange) *refusal {
	asked, refused := sent[ToSign](a, c, x)
	if refused != nil {
		return refused
	}
	seal, err := a.Lifecycle.Sign(c.Request.Context(), actor(x), asked.Provision)
	if err != nil {
		return refusedLife(err)
	}
	return a.answer(c, x, seal)
}
