package portal

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"deferido/internal/decision"
	"deferido/internal/facts"
	"deferido/internal/revision"
)

// caseView is a case with what it asks and expects, and what the draft answers.
type caseView struct {
	*draftPage
	ID, Title, Question string
	Request             string // as JSON, as it is in the case or was sent
	Facts               []fact
	Expected            []fact
	Failed              []problem
	Edit                string // address of its file in the editor
	Form                string // address of the form of its question, filled with it; empty where there is none
	Trial               work
	Poll                string
	Answer              *answered
	Fault               string // why there is no answer
	Tried               bool   // the request is another than that of the case
}

// answered is what a draft answers.
type answered struct {
	State   string // of the component state
	Result  []fact
	Basis   []answeredBasis
	Missing []string
}

// answeredBasis is a provision that bore on the answer.
type answeredBasis struct {
	Met                *bool
	URL, Label, Reason string
}

// trial is what came of a request that a draft was tried on.
type trial struct {
	request  []byte
	decision *decision.Decision
	err      error
}

// showCase answers GET /mudancas/{n}/testes/{caso}.
func (p *Portal) showCase(v *visit) error {
	view, err := p.caseView(v)
	if err != nil || view == nil {
		return err
	}
	if v.fragment() {
		return v.part(http.StatusOK, "drafts/trial", view)
	}
	return p.renderCase(v, view)
}

func (p *Portal) renderCase(v *visit, view *caseView) error {
	page := view.page(v, "testes", "drafts/case", map[string]any{"Case": view})
	page.Editor = true
	page.Crumbs[len(page.Crumbs)-1].URL = draftURL(view.Draft.ID, "testes")
	page.Crumbs = append(page.Crumbs, link{"", view.ID})
	return v.render(http.StatusOK, page)
}

// caseView reads a case of a draft. It is nil where something else was answered.
func (p *Portal) caseView(v *visit) (*caseView, error) {
	d, err := p.draftPage(v, "testes")
	if err != nil {
		return nil, err
	}
	check, tree, err := p.checkView(v, d, "cases/"+v.Param("caso")+".json")
	if err != nil {
		return nil, err
	}
	c, is := readCase(tree, v.Param("caso"))
	if !is {
		return nil, p.noCase(v, d, tree, v.Param("caso"))
	}
	view := &caseView{
		draftPage: d, ID: c.ID, Title: c.Title, Question: v.questionAsked(c.Request), Request: indented(c.Request), Expected: v.expectations(questionOf(c.Request), &c.Expect),
		Failed: check.Failed, Edit: draftURL(d.Draft.ID, "regra", "arquivo", c.File), Facts: v.factsOf(c.Request),
	}
	if serving, err := p.Sets.Tree(v.ctx(), v.set.Revision()); err != nil {
		return nil, err
	} else if _, is := readText(serving, c.File); is { // the form is filled from what is in service
		view.Form = addressOf(questionOf(c.Request)) + "?caso=" + c.ID
	}
	view.Trial = p.checks.find(trialKey(v, d, c.ID))
	if view.Trial.Running() {
		view.Poll = caseURL(d, c.ID)
	}
	if done, is := view.Trial.Result.(*trial); is {
		view.tell(v, done, c.Request)
	}
	return view, nil
}

// trialKey is the key of a trial: of a case by one visitor, under the draft as it stands.
func trialKey(v *visit, d *draftPage, id string) string {
	return "trial " + v.ID + " " + d.Draft.ID + " " + d.Revision + " " + id
}

// tryCase answers POST /mudancas/{n}/testes/{caso}: the draft decides a request in the background; nothing is recorded.
func (p *Portal) tryCase(v *visit) error {
	form, err := v.form()
	if err != nil {
		return err
	}
	view, err := p.caseView(v)
	if err != nil || view == nil {
		return err
	}
	request := []byte(cmp.Or(form.Get("pedido"), view.Request))
	id, lang := view.Draft.ID, v.lang
	p.checks.start(trialKey(v, view.draftPage, view.ID), p.Log, func(ctx context.Context, _ tell) (any, error) {
		made, err := p.Desk.Preview(ctx, id, request, lang)
		return &trial{request, made, err}, nil
	})
	return v.redirect(caseURL(view.draftPage, view.ID))
}

// tell shows what came of a trial.
func (view *caseView) tell(v *visit, t *trial, own json.RawMessage) {
	view.Tried = indented(t.request) != indented(own)
	view.Request = indented(t.request)
	var text *facts.Error
	switch refused := refusal(t.err); {
	case t.err == nil:
		view.Answer = v.answered(t.decision)
	case refused != nil:
		view.Fault = refused.Detail.In(v.lang)
	case errors.As(t.err, &text):
		said := []string{text.Message(v.lang)}
		for _, one := range text.Violations {
			said = append(said, one.Pointer+": "+one.Message(v.lang))
		}
		view.Fault = strings.Join(said, " ")
	default:
		var undecided *decision.Problem
		if view.Fault = v.t("drafts.case.undecided"); errors.As(t.err, &undecided) {
			view.Fault = undecided.Detail.In(v.lang)
		}
	}
}

func (v *visit) answered(d *decision.Decision) *answered {
	a := &answered{State: outcomeState(d)}
	for _, key := range slices.Sorted(maps.Keys(d.Result)) {
		a.Result = append(a.Result, fact{Name: v.resultName(key), Value: v.factValue("/"+key, d.Result[key])})
	}
	for _, b := range d.LegalBasis {
		a.Basis = append(a.Basis, answeredBasis{b.Met, provisionURL(b.URN, ""), b.Label, b.Reason})
	}
	for _, m := range d.Missing {
		a.Missing = append(a.Missing, m.Ask)
	}
	return a
}

// expectations are what a case about a question expects, in words.
func (v *visit) expectations(question string, e *revision.Expectation) []fact {
	var all []fact
	say := func(key, value string) {
		if value != "" {
			all = append(all, fact{Name: v.expected("/expect/" + key), Value: value})
		}
	}
	if e.Status != 0 {
		say("status", strconv.Itoa(e.Status))
	}
	say("problem", e.Problem)
	if e.Outcome != "" {
		say("outcome", v.outcome(question, e.Outcome))
	}
	if e.CaseLaw != "" {
		say("case_law", v.outcome(question, e.CaseLaw))
	}
	if e.Contested != nil {
		say("contested", v.t("drafts.yes_no."+strconv.FormatBool(*e.Contested)))
	}
	for _, key := range slices.Sorted(maps.Keys(e.Result)) {
		say("result/"+key, v.factValue("/"+key, e.Result[key]))
	}
	for _, list := range []struct {
		key  string
		urns []string
	}{{"cites", e.Cites}, {"not_cites", e.NotCites}, {"unmet", e.Unmet}, {"duties", e.Duties}, {"not_duties", e.NotDuties}} {
		for _, urn := range list.urns {
			say(list.key, v.provisionLabel(urn))
		}
	}
	if e.Missing != nil {
		for _, pointer := range *e.Missing {
			say("missing", cmp.Or(v.set.Title(pointer, v.lang), pointer))
		}
	}
	return all
}

// outcome is an outcome of a question in words; one that is none stays as it is.
func (v *visit) outcome(question, name string) string {
	if s, known := states[answerState(question, name, nil)]; known {
		return v.t(s.Key)
	}
	return name
}

// provisionLabel names a provision; one that the set does not have stays as it is.
func (v *visit) provisionLabel(urn string) string {
	if found, known := v.set.Corpus().ByURN(urn); known && found.Provision != nil {
		return found.Provision.Label
	}
	return urn
}

// factsOf are the facts of a request by their names, in the order of their pointers.
func (v *visit) factsOf(request json.RawMessage) []fact {
	var asked struct {
		Facts map[string]any `json:"facts"`
		AsOf  string         `json:"as_of"`
	}
	if json.Unmarshal(request, &asked) != nil {
		return nil // the request is shown as it is written
	}
	var all []fact
	if asked.AsOf != "" {
		all = append(all, fact{Name: v.t("law.case.as_of"), Value: v.words().date(asked.AsOf)})
	}
	var walk func(at string, value any)
	walk = func(at string, value any) {
		switch value := value.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(value)) {
				walk(at+"/"+key, value[key])
			}
		case []any:
			for i, one := range value {
				walk(fmt.Sprintf("%s/%d", at, i), one)
			}
		default:
			all = append(all, fact{Name: cmp.Or(v.set.Title(at, v.lang), at), Value: v.factValue(at, value)})
		}
	}
	walk("/facts", map[string]any(asked.Facts))
	return all
}

// factValue is the value of a fact as people write it.
func (v *visit) factValue(pointer string, value any) string {
	switch value := value.(type) {
	case bool:
		return v.t("drafts.yes_no." + strconv.FormatBool(value))
	case float64:
		if strings.HasSuffix(pointer, "_cents") && value == float64(int64(value)) {
			return v.words().money(int64(value))
		}
	case string:
		return cmp.Or(v.set.Value(pointer, value, v.lang), v.words().instant(value))
	}
	return compact(value)
}

// indented is a JSON text as people read it; what is none stays as it is.
func indented(text []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, bytes.TrimSpace(text), "", " ") != nil {
		return string(text)
	}
	return b.String()
}

// compact is a value as JSON; a text without its quotes.
func compact(value any) string {
	if text, is := value.(string); is {
		return text
	}
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(text)
}
