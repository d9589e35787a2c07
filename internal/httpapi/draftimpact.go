package httpapi

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"deferido/internal/impact"
	"deferido/internal/lifecycle"
)

// ImpactLine is a line of the answer to an impact: how far it is, an answer that comes out otherwise, or at the end what was
// found. Exactly one is there.
type ImpactLine struct {
	Progress *impact.Counts `json:"progress,omitempty"`
	Flip     *impact.Flip   `json:"flip,omitempty"`
	Summary  any            `json:"summary,omitempty"`
	Problem  *Problem       `json:"problem,omitempty"` // it broke off
}

// draftImpact answers POST /v1/drafts/{id}/impact, line by line. It ends when the client goes.
func (a *API) draftImpact(c *gin.Context, x *exchange) *refusal {
	asked, refused := sent[ImpactRequest](a, c, x)
	if refused != nil {
		return refused
	}
	if _, err := a.Lifecycle.Draft(c.Request.Context(), c.Param("id")); err != nil {
		return refusedLife(err)
	}
	c.Header("Content-Type", mediaNDJSON)
	c.Status(http.StatusOK)
	say := func(line ImpactLine) error {
		text, err := encode(line)
		if err != nil {
			return err
		}
		x.writeBy(a.Timeouts.Write)
		defer x.unhurried()
		if _, err := c.Writer.Write(text); err != nil {
			return err
		}
		return x.control.Flush()
	}
	measured, err := a.Lifecycle.Impact(c.Request.Context(), actor(x), c.Param("id"), impact.Scope(asked),
		func(f impact.Flip) error { return say(ImpactLine{Flip: &f}) }, func(n impact.Counts) { _ = say(ImpactLine{Progress: &n}) })
	var last ImpactLine
	if err == nil {
		last.Summary = measured.Found
	} else {
		r := refusedLife(err)
		x.refused = r
		last = ImpactLine{Problem: r.problem(a.ProblemBase, x.lang, x.instance(""))}
	}
	if err := say(last); err != nil {
		x.abandoned = true
	}
	return nil
}

// Reversals are the grants that a draft would refuse, as it stands and as far as it was measured, and why that is meant.
type Reversals struct {
	Fingerprint string               `json:"fingerprint"` // revision that the draft is
	Refuses     []lifecycle.Reversal `json:"refuses"`
}

func (a *API) listReversals(c *gin.Context, x *exchange) *refusal {
	revision, all, err := a.Lifecycle.Refuses(c.Request.Context(), c.Param("id"))
	if err != nil {
		return refusedLife(err)
	}
	return a.answer(c, x, Reversals{revision, all})
}

// ToJustify says why a draft is to refuse what was granted.
type ToJustify struct {
	Fingerprint    string                    `json:"fingerprint"` // of what was measured
	Justifications []lifecycle.Justification `json:"justifications"`
}

func (a *API) justifyDraft(c *gin.Context, x *exchange) *refusal {
	asked, refused := sent[ToJustify](a, c, x)
	if refused != nil {
		return refused
	}
	if err := a.Lifecycle.Justify(c.Request.Context(), actor(x), c.Param("id"), asked.Fingerprint, asked.Justifications...); err != nil {
		return refusedLife(err)
	}
	return a.listReversals(c, x)
}
