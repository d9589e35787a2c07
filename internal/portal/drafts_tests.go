package portal

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"deferido/internal/lifecycle"
	"deferido/internal/revision"
)

// testDraft answers GET /mudancas/{n}/testes: what the checks found, what fails on examples first, and the cases.
func (p *Portal) testDraft(v *visit) error { return p.testsPage(v, nil, "", "") }

// caseRow is a case in the list.
type caseRow struct {
	ID, Title, Question string
	URL                 string
	Outcome             string // the state of what is expected; empty where the case expects something else
	Failed, Changed     bool
}

// testsPage is the page of the tests, with the form of a new case as it was sent.
func (p *Portal) testsPage(v *visit, faults map[string]string, id, like string) error {
	d, err := p.draftPage(v, "testes")
	if err != nil {
		return err
	}
	check, tree, err := p.checkView(v, d, "")
	if err != nil {
		return err
	}
	cases, _ := revision.ReadCases(tree) // those that cannot be read are problems that the checks find
	failed := map[string]bool{}
	for _, one := range check.Failed {
		failed[one.Case] = true
	}
	var first, rest []caseRow
	var options []option
	for i := range cases {
		c := &cases[i]
		row := caseRow{ID: c.ID, Title: c.Title, URL: caseURL(d, c.ID), Failed: failed[c.ID], Changed: changedIn(d.Draft, c.File) != nil}
		if row.Question = v.questionAsked(c.Request); c.Expect.Status == 0 || c.Expect.Status == http.StatusOK {
			row.Outcome = answerState(questionOf(c.Request), c.Expect.Outcome, nil)
		}
		if row.Failed || row.Changed {
			first = append(first, row)
		} else {
			rest = append(rest, row)
		}
		options = append(options, option{c.ID, c.ID + ": " + c.Title})
	}
	slices.SortStableFunc(first, func(a, b caseRow) int { return rank(b) - rank(a) })
	body := map[string]any{
		"Check": check, "First": first, "Rest": rest, "Errors": faultLinks(faults, "caso", "modelo"),
		"ID":   field{ID: "caso", Name: "caso", Label: v.t("drafts.case.id"), Hint: v.t("drafts.case.id_hint"), Value: id, Fault: faults["caso"], Required: true},
		"Like": field{ID: "modelo", Name: "modelo", Label: v.t("drafts.case.like"), Value: like, Fault: faults["modelo"], Options: options},
	}
	page := d.page(v, "testes", "drafts/tests", body)
	page.Error = len(faults) > 0
	status := http.StatusOK
	if page.Error {
		status = http.StatusUnprocessableEntity
	}
	return v.render(status, page)
}

// rank orders cases: those that fail first.
func rank(c caseRow) int {
	if c.Failed {
		return 1
	}
	return 0
}

// caseURL is the page of a case.
func caseURL(d *draftPage, id string) string { return draftURL(d.Draft.ID, "testes/"+id) }

// questionAsked names the question that a request asks; as it is written where it is none of the set's.
func (v *visit) questionAsked(request json.RawMessage) string {
	name := questionOf(request)
	if q, known := v.set.Question(name); known {
		return questionName(q, v.lang)
	}
	return name
}

// caseID is the form of the id of a case, which is the name of its file.
var caseID = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{1,79}$`)

// newCase answers POST /mudancas/{n}/testes: a case like another, to be edited.
func (p *Portal) newCase(v *visit) error {
	form, err := v.form()
	if err != nil {
		return err
	}
	d, err := p.draftPage(v, "testes")
	if err != nil {
		return err
	}
	tree, err := p.Desk.DraftTree(v.ctx(), d.Draft)
	if err != nil {
		return err
	}
	id, like := strings.TrimSpace(form.Get("caso")), form.Get("modelo")
	faults := map[string]string{}
	file := "cases/" + id + ".json"
	source, is := readText(tree, "cases/"+like+".json")
	if !is {
		faults["modelo"] = v.t("drafts.case.no_such")
	}
	if !caseID.MatchString(id) {
		faults["caso"] = v.t("drafts.case.bad_id")
	} else if _, there := readText(tree, file); there {
		faults["caso"] = v.t("drafts.case.there")
	}
	if len(faults) > 0 {
		return p.testsPage(v, faults, id, like)
	}
	content := bytes.Replace([]byte(source), []byte(`"id": "`+like+`"`), []byte(`"id": "`+id+`"`), 1)
	if _, err := p.Desk.Put(v.ctx(), v.Actor(), d.Draft.ID, file, content, ""); err != nil {
		return err
	}
	return v.redirect(draftURL(d.Draft.ID, "regra", "arquivo", file))
}

// readCase is a case of a tree; false where it cannot be read.
func readCase(tree fs.FS, id string) (*revision.Case, bool) {
	cases, _ := revision.ReadCases(tree)
	i := slices.IndexFunc(cases, func(c revision.Case) bool { return c.ID == id })
	if i < 0 {
		return nil, false
	}
	return &cases[i], true
}

// noCase is the page of a case that is not there, or that cannot be read.
func (p *Portal) noCase(v *visit, d *draftPage, tree fs.FS, id string) error {
	file := "cases/" + id + ".json"
	if _, is := readText(tree, file); is && lifecycle.CheckPath(file) == nil {
		return v.redirect(draftURL(d.Draft.ID, "regra", "arquivo", file)) // where its problems are told
	}
	return notFound("drafts.no_case", link{draftURL(d.Draft.ID, "testes"), v.t("drafts.page.testes")})
}
