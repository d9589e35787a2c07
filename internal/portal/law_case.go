package portal

import (
	"net/http"
	"net/url"
	"slices"

	"deferido/internal/corpus"
	"deferido/internal/edition"
)

// lawCaseView is a case of the set in service, as its page shows it.
type lawCaseView struct {
	*edition.Case
	Facts      []fact
	Request    string // as JSON, where it cannot be read as facts
	Expected   []fact
	Obtained   string
	Provisions []link // that it names in what it expects
	FormURL    string // the counter's form, filled with the case's facts; empty where it asks no question that there is
}

// caseResult is how a case comes out, in a word or two.
func (w *words) caseResult(c *edition.Case) string {
	if d := c.Result.Decision; d != nil {
		return w.outcomeOf(c.Question, d.Outcome)
	}
	return w.text("law.case.refused", "status", c.Result.Status)
}

// expected is what a case says of its outcome; empty where it says nothing.
func (w *words) expected(c *edition.Case) string {
	switch {
	case c.Expect.Outcome != "":
		return w.outcomeOf(c.Question, c.Expect.Outcome)
	case c.Expect.Status != 0:
		return w.text("law.case.refused", "status", c.Expect.Status)
	}
	return ""
}

// lawCase answers GET /casos/{id}.
func (p *Portal) lawCase(v *visit) error {
	e, err := p.edition(v)
	if err != nil {
		return err
	}
	c, known := e.Case(v.Param("id"))
	if !known {
		return notFound("law.no_case", link{"/cobertura", v.t("law.coverage")}, link{"/normas", v.t("law.norms.title")})
	}
	view := &lawCaseView{Case: c, Facts: v.factsOf(c.Request), Expected: v.expectations(c.Question, &c.Expect), Obtained: raised(v.words().caseResult(c))}
	if d := c.Result.Decision; d != nil {
		view.Obtained = v.outcome(c.Question, d.Outcome)
	}
	if len(view.Facts) == 0 {
		view.Request = indented(c.Request)
	}
	for _, urn := range slices.Concat(c.Expect.Cites, c.Expect.Unmet, c.Expect.Duties) {
		if found, held := v.set.Corpus().ByURN(urn); held && !slices.ContainsFunc(view.Provisions, func(l link) bool { return l.Label == labelOf(found) }) {
			view.Provisions = append(view.Provisions, link{provisionURL(urn, caseDay(c)), labelOf(found)})
		}
	}
	if _, asked := v.set.Question(c.Question); asked {
		view.FormURL = addressOf(c.Question) + "?caso=" + url.QueryEscape(c.ID)
	}
	return v.render(http.StatusOK, page{
		Title: v.t("law.case.window", "title", c.Title), Section: "normas", Template: "law/case", Body: view, Narrow: true,
		Crumbs: []link{{"/normas", v.t("law.norms.title")}, {"/cobertura", v.t("law.coverage")}, {"", c.ID}},
	})
}

func labelOf(m corpus.Match) string {
	if m.Provision != nil {
		return m.Provision.Label
	}
	return m.Norm.Title
}

// caseDay is the day of the law that decided a case; empty where none did.
func caseDay(c *edition.Case) string {
	if c.Result.Decision == nil {
		return ""
	}
	return c.Result.Decision.Policy.AsOf
}
