package portal

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"deferido/internal/civil"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/identity"
)

// supposed is what the address of a simulation supposes. No fact stands in it: a change is the number of a remedy.
type supposed struct {
	change   string     // the number of a remedy, from 1, or "todas"; empty for none
	day      civil.Date // of the law; zero for that of the decision
	revision string     // of the policies; empty for that of the decision
}

func (s supposed) none() bool { return s == supposed{} }

// allChanges names all remedies together.
const allChanges = "todas"

// simulationView is the page of a simulation: the answer as it was, and as it would be.
type simulationView struct {
	Here      string
	Supposes  []string // in words
	Before    answerBox
	After     *answerBox // nil where nothing is supposed, or it could not be decided
	Changed   basisView  // provisions whose state is another one
	Todo      todoView   // what would change the answer that would be given
	Untold    bool       // the answer as it was is told in another language
	Fault     string     // why nothing came out
	Day       field
	Revision  field
	Change    string
	Remedies  []link
	NowAtHand string // address under the policies in service; empty where they decided
}

// simulation answers GET /decisoes/{id}/simular: what would come out with a change, on another day, or under other policies.
// Nothing is recorded.
func (p *Portal) simulation(v *visit) error {
	record, err := v.recorded(identity.ReadDecision)
	if err != nil {
		return err
	}
	if record.Failure != "" {
		return decision.ErrNothing
	}
	given, lang, err := v.told(record)
	if err != nil {
		return err
	}
	view := &simulationView{Here: "/decisoes/" + url.PathEscape(record.ID)}
	status := http.StatusOK
	wanted, moved, fault := v.supposed(view, given)
	switch {
	case moved != "":
		return v.redirect(view.Here + "/simular?" + moved)
	case fault:
		status = http.StatusUnprocessableEntity
	}
	before := newSaid(v.words(), v.set, given, lang)
	view.Before = before.verdict(v.askedLine(record))
	view.Before.ID, view.Before.Minor, view.Untold = "antes", true, before.foreign != ""
	v.offers(view, record, before)
	if !fault && !wanted.none() {
		if status, err = v.suppose(view, record, given, wanted); err != nil {
			return err
		}
	}
	name := v.t("decisions.simulate.title")
	return v.render(status, page{
		Title: name + ": " + v.questionShort(record.Question), Template: "decisions/simulation", Body: view, Section: sectionDecisions,
		Crumbs: v.decisionCrumbs(record.ID, name), Error: fault,
	})
}

// supposed reads what is supposed. A day that is not written as in addresses is moved: the query to go to is returned.
func (v *visit) supposed(view *simulationView, given *decision.Decision) (wanted supposed, moved string, fault bool) {
	wanted.change, wanted.revision = v.Query("mudanca"), strings.TrimSpace(v.Query("revisao"))
	text := strings.TrimSpace(v.Query("em"))
	view.Day = field{ID: "em", Name: "em", Label: v.t("decisions.simulate.day"), Mode: "numeric", Size: 10, Value: text}
	view.Revision = field{ID: "revisao", Name: "revisao", Label: v.t("decisions.simulate.revision"), Size: 24, Value: wanted.revision}
	view.Change = wanted.change
	if n, err := strconv.Atoi(wanted.change); wanted.change != "" && wanted.change != allChanges && (err != nil || n < 1 || n > len(given.Remedies)) {
		view.Fault, fault = v.t("decisions.simulate.no_such_change"), true
	}
	if text != "" {
		day, err := readDay(text, false, v.portal.today())
		switch {
		case err != nil:
			view.Day.Fault, fault = v.t("decisions.simulate.no_day"), true
		case day.String() != text:
			query := v.Request.URL.Query()
			query.Set("em", day.String())
			return wanted, query.Encode(), false
		default:
			wanted.day, view.Day.Value = day, v.words().day(day)
		}
	}
	return wanted, "", fault
}

// offers are the simulations that the page leads to.
func (v *visit) offers(view *simulationView, record *decision.Record, s *said) {
	for i, r := range s.Remedies {
		view.Remedies = append(view.Remedies, link{s.here("/simular?mudanca=" + strconv.Itoa(i+1)), r.Text})
	}
	if len(s.Remedies) > 1 {
		view.Remedies = append(view.Remedies, link{s.here("/simular?mudanca=" + allChanges), v.t("decisions.todo.simulate_all")})
	}
	if serving := v.set.Revision(); serving != record.Revision {
		view.NowAtHand = s.here("/simular?" + url.Values{"revisao": {serving}}.Encode())
	}
}

// suppose decides what is supposed, and puts what came out beside what was decided.
func (v *visit) suppose(view *simulationView, record *decision.Record, given *decision.Decision, wanted supposed) (status int, err error) {
	view.Supposes = v.supposes(given, wanted)
	d, err := v.decideAgain(record, given, wanted)
	var problem *decision.Problem
	switch {
	case errors.Is(err, errNoRevision):
		view.Revision.Fault = v.t("decisions.simulate.no_revision")
		return http.StatusUnprocessableEntity, nil
	case errors.Is(err, errNoChange):
		view.Fault = v.t("decisions.simulate.no_change")
		return http.StatusUnprocessableEntity, nil
	case errors.As(err, &problem) && problem.Kind != decision.DeadlineReached:
		view.Fault = problem.Detail.In(v.lang)
		return http.StatusUnprocessableEntity, nil
	case err != nil:
		return 0, err
	}
	after := newSaid(v.words(), v.set, d, v.lang)
	verdict := after.verdict(v.t("decisions.simulate.would_be"))
	verdict.ID, verdict.Minor = "depois", true
	view.After = &verdict
	view.Changed = after.changedFrom(given)
	if d.Outcome == "incomplete" || d.Outcome == "deny" {
		view.Todo = after.wouldNeed()
	}
	return http.StatusOK, nil
}

// supposes says in words what is supposed.
func (v *visit) supposes(given *decision.Decision, wanted supposed) []string {
	var all []string
	for i, r := range given.Remedies {
		if wanted.change == allChanges || wanted.change == strconv.Itoa(i+1) {
			all = append(all, r.Text)
		}
	}
	if !wanted.day.IsZero() {
		all = append(all, v.t("decisions.simulate.on_day", "day", v.words().day(wanted.day)))
	}
	if wanted.revision != "" {
		all = append(all, v.t("decisions.simulate.under", "revision", short(wanted.revision)))
	}
	return all
}

// What keeps something from being supposed.
var (
	errNoRevision = errors.New("there is no such revision")
	errNoChange   = errors.New("the change cannot be made")
)

// decideAgain decides the facts of a record as supposed: by a record as it would be, so that nothing else is different.
func (v *visit) decideAgain(record *decision.Record, given *decision.Decision, wanted supposed) (*decision.Decision, error) {
	supposing := *record
	if wanted.revision != "" {
		supposing.Revision = wanted.revision
	}
	set, err := v.setOf(supposing.Revision)
	if err != nil {
		return nil, err
	}
	if supposing.Request, err = changed(set, record, given.Remedies, wanted.change); err != nil {
		return nil, err
	}
	return v.portal.Journal.Replay(v.ctx(), &supposing, decision.Replaying{Language: v.lang, AsOf: wanted.day})
}

// setOf is the policy set of a revision. Its error wraps errNoRevision where there is none.
func (v *visit) setOf(revision string) (*engine.Set, error) {
	if revision == v.set.Revision() {
		return v.set, nil
	}
	set, err := v.portal.Sets.Set(v.ctx(), revision)
	if err != nil && v.ctx().Err() == nil {
		return nil, errors.Join(errNoRevision, err)
	}
	return set, err
}

// changed is a kept request with one of the remedies made, or with all.
func changed(set *engine.Set, record *decision.Record, remedies []decision.Remedy, which string) ([]byte, error) {
	if which == "" {
		return record.Request, nil
	}
	var changes []decision.Change
	for i, r := range remedies {
		if which != allChanges && which != strconv.Itoa(i+1) {
			continue
		}
		change, possible := r.Change()
		if !possible {
			return nil, errNoChange
		}
		changes = append(changes, change)
	}
	request, err := set.ParseKept(record.Request)
	if err == nil {
		request, err = set.Change(request, changes)
	}
	if err != nil {
		return nil, errors.Join(errNoChange, err)
	}
	return set.Keep(request, nil), nil
}

// changedFrom are the provisions that stand otherwise than in another answer, those that are not in it too.
func (s *said) changedFrom(before *decision.Decision) basisView {
	states := map[string]string{}
	for _, b := range before.LegalBasis {
		states[b.URN] = tested(b.Met)
	}
	var items markup
	for _, b := range s.LegalBasis {
		if states[b.URN] != tested(b.Met) {
			s.provision(&items, b, s.bearingOf(b))
		}
	}
	return basisView{Items: items.html()}
}

// wouldNeed is what would still be missing, or be another refusal's way out. It leads nowhere: there is no such decision.
func (s *said) wouldNeed() todoView {
	v := todoView{}
	for _, r := range s.Remedies {
		v.Items = append(v.Items, todoItem{Big: r.Text, Cited: []cited{s.cite(r.URN)}})
	}
	for _, m := range s.Missing {
		v.Items = append(v.Items, todoItem{Big: m.Ask})
	}
	v.Lines = s.lines(v.Items)
	return v
}
