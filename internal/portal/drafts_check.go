package portal

import (
	"context"
	"io/fs"
	"net/http"
	"slices"

	"deferido/internal/revision"
)

// checkView is how far the checks of a draft are, and what they found: the template drafts/check shows it.
type checkView struct {
	*draftPage
	Poll     string // address at which it is looked at again; empty where nothing goes on
	Stage    string // that goes on, in words
	Done, Of int
	Broke    bool // they ended without a report
	Stages   []stageView
	Failed   []problem // on examples
	Others   []problem
	Law      int  // of the others
	Ran      bool // the examples could be tried
	Sound    bool
	Tests    int // that were run
	Cases    int
	May      bool // whoever looks may have it checked
	Only     string
	See      bool // the page leads to what was found
}

// All are all problems, what fails on examples first.
func (c *checkView) All() []problem { return slices.Concat(c.Failed, c.Others) }

// stageView is how one stage of the checks went.
type stageView struct {
	Name, Said string
	Class      string // allow, deny or wait
	Icon       string
}

// check starts the checks of a draft in the background, unless they are known or go on.
func (p *Portal) check(d *draftPage) {
	if d.Report != nil {
		return
	}
	id := d.Draft.ID
	p.checks.start(checkKey(d.Revision), p.Log, func(ctx context.Context, tell tell) (any, error) {
		return p.Desk.Check(ctx, id, func(at revision.Progress) { tell(at.Stage, at.Done, at.Of) })
	})
	d.look(p.checks.find(checkKey(d.Revision)))
}

// startCheck answers POST /mudancas/{n}/verificacao.
func (p *Portal) startCheck(v *visit) error {
	d, err := p.draftPage(v, "testes")
	if err != nil {
		return err
	}
	p.check(d)
	return v.redirect(draftURL(d.Draft.ID, "testes"))
}

// showCheck answers GET /mudancas/{n}/verificacao: the part of a page that tells how far the checks are, of the whole draft or of a
// file. Without htmx it is the page of the tests.
func (p *Portal) showCheck(v *visit) error {
	if !v.fragment() {
		return v.redirect(draftURL(v.Param("n"), "testes"))
	}
	d, err := p.draftPage(v, "testes")
	if err != nil {
		return err
	}
	view, _, err := p.checkView(v, d, v.Query("arquivo"))
	if err != nil {
		return err
	}
	if view.Poll == "" && view.Only == "" {
		v.Header("HX-Refresh", "true") // all of the page tells what was found; where a file is edited what was typed stays
	}
	return v.part(http.StatusOK, "drafts/checking", view)
}

// checkView looks at the checks of a draft; of one file where one is named. The tree is that of the draft.
func (p *Portal) checkView(v *visit, d *draftPage, only string) (*checkView, fs.FS, error) {
	tree, err := p.Desk.DraftTree(v.ctx(), d.Draft)
	if err != nil {
		return nil, nil, err
	}
	view := &checkView{draftPage: d, May: d.Edits, Only: only, Done: d.Check.Done, Of: max(d.Check.Of, len(revision.Stages))}
	if d.Check.Running() {
		query := []string{}
		if only != "" {
			query = []string{"arquivo", only}
		}
		view.Poll = draftURL(d.Draft.ID, "verificacao", query...)
		if d.Check.Stage != "" {
			view.Stage = v.t("drafts.stage." + d.Check.Stage)
		}
		return view, tree, nil
	}
	if d.Report == nil {
		view.Broke = d.Check.Err != nil
		return view, tree, nil
	}
	edit := func(file string) string { return draftURL(d.Draft.ID, "regra", "arquivo", file) }
	for _, one := range v.problems(d.Report, tree, edit, only) {
		if one.Test != "" || one.Case != "" {
			view.Failed = append(view.Failed, one)
		} else {
			view.Others = append(view.Others, one)
		}
	}
	view.Law, _, view.Ran = d.Findings()
	view.Sound = d.Report.Sound()
	for _, s := range d.Report.Stages {
		view.Stages = append(view.Stages, v.stage(s))
		switch s.Name {
		case revision.StageTests:
			view.Tests = s.Tried
		case revision.StageCases:
			view.Cases = s.Tried
		}
	}
	return view, tree, nil
}

// stage tells how a stage of the checks went.
func (v *visit) stage(s revision.StageReport) stageView {
	view := stageView{Name: v.t("drafts.stage." + s.Name)}
	switch {
	case s.Skipped != "":
		view.Class, view.Icon, view.Said = "wait", "question", v.t("drafts.said.skipped")
	case s.Findings > 0 && tries(s.Name):
		view.Class, view.Icon, view.Said = "deny", "cross", v.count("drafts.said.failed", s.Findings)
	case s.Findings > 0:
		view.Class, view.Icon, view.Said = "deny", "cross", v.count("drafts.said.problems", s.Findings)
	default:
		view.Class, view.Icon, view.Said = "allow", "tick", v.t("drafts.said.sound")
	}
	return view
}
