package httpapi

import (
	"strings"

	"github.com/gin-gonic/gin"

	"deferido/internal/lifecycle"
)

// Drafts is the list of drafts.
type Drafts struct {
	Drafts []*lifecycle.Draft `json:"drafts"`
}

func (a *API) listDrafts(c *gin.Context, x *exchange) *refusal {
	all, err := a.Lifecycle.Drafts(c.Request.Context())
	if err != nil {
		return refusedLife(err)
	}
	return a.answer(c, x, Drafts{all})
}

// ToDraft begins a draft.
type ToDraft struct {
	Base  string `json:"base,omitempty"` // revision; without it, the one in service
	Title string `json:"title"`
}

func (a *API) newDraft(c *gin.Context, x *exchange) *refusal {
	asked, refused := sent[ToDraft](a, c, x)
	if refused != nil {
		return refused
	}
	if asked.Base == "" {
		asked.Base = a.pin().set.Revision()
	}
	return a.answerDraft(c, x)(a.Lifecycle.NewDraft(c.Request.Context(), actor(x), asked.Base, asked.Title))
}

// answerDraft answers with what an operation on a draft returned.
func (a *API) answerDraft(c *gin.Context, x *exchange) func(*lifecycle.Draft, error) *refusal {
	return func(d *lifecycle.Draft, err error) *refusal {
		if err != nil {
			return refusedLife(err)
		}
		return a.answer(c, x, d)
	}
}

func (a *API) getDraft(c *gin.Context, x *exchange) *refusal {
	return a.answerDraft(c, x)(a.Lifecycle.Draft(c.Request.Context(), c.Param("id")))
}

func (a *API) abandonDraft(c *gin.Context, x *exchange) *refusal {
	ctx, id := c.Request.Context(), c.Param("id")
	if err := a.Lifecycle.Abandon(ctx, actor(x), id, ""); err != nil {
		return refusedLife(err)
	}
	return a.answerDraft(c, x)(a.Lifecycle.Draft(ctx, id))
}

func pathParam(c *gin.Context) string { return strings.TrimPrefix(c.Param("path"), "/") }

func (a *API) getDraftFile(c *gin.Context, x *exchange) *refusal {
	content, err := a.Lifecycle.File(c.Request.Context(), c.Param("id"), pathParam(c))
	if err != nil {
		return refusedLife(err)
	}
	a.sendFile(c, x, content)
	return nil
}

// base is the file that a change rests on, from the header If-Match; empty for a file that is to be new.
func base(c *gin.Context) string { return strings.Trim(c.GetHeader("If-Match"), `"`) }

func (a *API) putDraftFile(c *gin.Context, x *exchange) *refusal {
	body, refused := x.body(c, maxRequest+1, a.Timeouts.Body)
	if refused != nil {
		return refused
	}
	if body == nil {
		body = []byte{} // nil would delete the file
	}
	return a.answerDraft(c, x)(a.Lifecycle.Put(c.Request.Context(), actor(x), c.Param("id"), pathParam(c), body, base(c)))
}

func (a *API) deleteDraftFile(c *gin.Context, x *exchange) *refusal {
	return a.answerDraft(c, x)(a.Lifecycle.Put(c.Request.Context(), actor(x), c.Param("id"), pathParam(c), nil, base(c)))
}

func (a *API) checkDraft(c *gin.Context, x *exchange) *refusal {
	report, err := a.Lifecycle.Check(c.Request.Context(), c.Param("id"))
	if err != nil {
		return refusedLife(err)
	}
	return a.answer(c, x, report)
}

// Submission is a draft that was submitted, with the report of its checks.
type Submission struct {
	Draft  *lifecycle.Draft `json:"draft"`
	Report any              `json:"report"`
}

func (a *API) submitDraft(c *gin.Context, x *exchange) *refusal {
	d, report, err := a.Lifecycle.Submit(c.Request.Context(), actor(x), c.Param("id"))
	if err != nil {
		return refusedLife(err)
	}
	return a.answer(c, x, Submission{d, report})
}

// ToReview approves a submitted draft or returns it.
type ToReview struct {
	Verdict     string `json:"verdict"`     // approve or return
	Fingerprint string `json:"fingerprint"` // of what was seen
	Comment     string `json:"comment,omitempty"`
}

func (a *API) reviewDraft(c *gin.Context, x *exchange) *refusal {
	asked, refused := sent[ToReview](a, c, x)
	if refused != nil {
		return refused
	}
	return a.answerDraft(c, x)(a.Lifecycle.Review(c.Request.Context(), actor(x), c.Param("id"), asked.Fingerprint, asked.Verdict, asked.Comment))
}

// previewDraft answers POST /v1/drafts/{id}/decide: a decision by a draft, which serves nobody and is not recorded.
func (a *API) previewDraft(c *gin.Context, x *exchange) *refusal {
	body, refused := x.body(c, maxRequest, a.Timeouts.Body)
	if refused != nil {
		return refused
	}
	d, err := a.Lifecycle.Preview(c.Request.Context(), c.Param("id"), body, x.lang)
	if err != nil {
		if r := refusedBy(err); r.kind != kindInternal {
			return r
		}
		return refusedLife(err)
	}
	return a.answer(c, x, d)
}
