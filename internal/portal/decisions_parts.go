package portal

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"deferido/internal/decision"
)

// basisView is what the component basis shows: the provisions that bore on the answer, those that failed first. The rest of
// many that are met is folded.
type basisView struct {
	Items, Folded []basisItem
	FoldedKey     string // of what counts them
	Foreign       string // the language of the reasons where it is not the page's
}

type basisItem struct {
	cited
	Class    string // unmet, unknown, met, lead (what grants) or bears (what applies without being tested)
	Met      *bool
	Reason   string
	Quote    string // shown for what decides
	NotHeld  bool   // no text is held to be quoted
	Readings []link
	Warnings []string
}

// Provisions are folded where there are more than basisWhole; then basisMet of those that are met are shown.
const (
	basisWhole = 12
	basisMet   = 3
)

// bearing are the roles of provisions that bear on an answer without being tested.
var bearing = map[string]bool{"duty": true, "faculty": true, "penalty": true, "definition": true}

func (s *said) basis() basisView {
	v := basisView{Foreign: s.foreign, FoldedKey: "decisions.folded"}
	var met int
	for _, b := range s.LegalBasis {
		item := s.basisItem(b)
		quiet := item.Class == "met" || item.Class == "bears"
		if quiet {
			met++
		}
		if quiet && len(s.LegalBasis) > basisWhole && met > basisMet {
			v.Folded = append(v.Folded, item)
			if item.Class == "bears" {
				v.FoldedKey = "decisions.folded_mixed"
			}
			continue
		}
		v.Items = append(v.Items, item)
	}
	return v
}

func (s *said) basisItem(b decision.Basis) basisItem {
	item := basisItem{cited: cited{b.URN, b.Label, s.Policy.AsOf}, Met: b.Met, Reason: b.Reason, Warnings: s.warned(b.URN), NotHeld: b.Quote == nil}
	switch {
	case b.Met == nil:
		item.Class = "unknown"
	case !*b.Met:
		item.Class = "unmet"
	case s.Outcome == "allow" && grants(b):
		item.Class = "lead"
	case bearing[b.Role]:
		item.Class = "bears"
	default:
		item.Class = "met"
	}
	if b.Quote != nil && item.Class != "met" && item.Class != "bears" {
		item.Quote = *b.Quote
	}
	for name := range strings.SplitSeq(b.Reading, ", ") {
		if name != "" {
			item.Readings = append(item.Readings, link{"/leituras/" + url.PathEscape(name), name})
		}
	}
	return item
}

// todoView is what the component todo shows: what would change the answer, and what is to be done now.
type todoView struct {
	Lead    string // above the list; may be empty
	All     *link  // simulates all changes together; nil where there is one or none
	Items   []todoItem
	Foreign string // the language of what the items ask where it is not the page's
}

type todoItem struct {
	Big      string
	Ours     bool // Big is in the page's own words
	Text     string
	Cited    []cited
	Warnings []string
	Button   link // may be empty
	Main     bool // it is the button of the page
}

// todo is what would change an answer, and the duties that come with it.
func (s *said) todo() todoView {
	v := todoView{Foreign: s.foreign}
	switch s.Outcome {
	case "deny":
		s.remedies(&v)
	case "incomplete":
		s.missing(&v)
	}
	s.duties(&v)
	return v
}

func (s *said) here(page string) string { return "/decisoes/" + url.PathEscape(s.ID) + page }

// remedies are the changes that would turn a refusal, or that there is none; and what the same facts do give.
func (s *said) remedies(v *todoView) {
	if len(s.Remedies) == 0 || s.Curable != nil && !*s.Curable {
		v.Items = append(v.Items, todoItem{Big: s.words.text("decisions.todo.nothing"), Ours: true, Text: s.words.text("decisions.todo.nothing_why")})
	}
	if len(s.Remedies) > 1 {
		v.Lead = s.words.text("decisions.todo.together")
		v.All = &link{s.here("/simular?mudanca=todas"), s.words.text("decisions.todo.simulate_all")}
	}
	for i, r := range s.Remedies {
		v.Items = append(v.Items, todoItem{Big: r.Text, Cited: []cited{s.cite(r.URN)}, Button: link{s.here("/simular?mudanca=" + strconv.Itoa(i+1)), s.words.text("decisions.todo.simulate")}})
	}
	if also := s.benefits(s.Result["alternatives"]); also != "" {
		v.Items = append(v.Items, todoItem{Big: s.words.text("decisions.todo.also", "benefits", also), Ours: true, Text: s.words.text("decisions.todo.also_why")})
	}
}

// missing are the facts that can still change an open answer; the form takes them, with all that was given before.
func (s *said) missing(v *todoView) {
	for i, m := range s.Missing {
		item := todoItem{Big: m.Ask}
		if m.URN != "" {
			item.Cited = []cited{s.cite(m.URN)}
		}
		if i == 0 {
			item.Button, item.Main = link{s.again(), s.words.text("decisions.todo.complete")}, true
		}
		v.Items = append(v.Items, item)
	}
}

// again is the form of the question with what was given; no fact stands in its address.
func (s *said) again() string {
	return "/consultar/" + url.PathEscape(s.Question) + "?" + url.Values{"decisao": {s.ID}}.Encode()
}

// duties are what is to be done now that the answer is given. The carrier's first one of a grant has the paper that it takes.
func (s *said) duties(v *todoView) {
	paper := s.paper()
	places := map[string]int{} // of what is asked, which several provisions may ask alike
	for _, duty := range s.Duties {
		key := duty.On + duty.Text
		if place, said := places[key]; said {
			v.Items[place].Cited = append(v.Items[place].Cited, s.cite(duty.URN))
			v.Items[place].Warnings = append(v.Items[place].Warnings, s.warned(duty.URN)...)
			continue
		}
		places[key] = len(v.Items)
		item := s.duty(duty)
		if duty.On == "transportadora" && paper.URL != "" {
			item.Button, item.Main, paper = paper, true, link{}
		}
		v.Items = append(v.Items, item)
	}
	if paper.URL != "" {
		v.Items = append(v.Items, todoItem{Big: s.words.text("decisions.todo.paper." + s.Outcome), Ours: true, Button: paper})
	}
}

func (s *said) duty(d decision.Duty) todoItem {
	item := todoItem{Big: d.Text, Text: s.words.text("decisions.on." + d.On), Cited: []cited{s.cite(d.URN)}, Warnings: s.warned(d.URN)}
	if d.DueAt == nil {
		return item
	}
	if due, err := time.Parse(time.RFC3339Nano, *d.DueAt); err == nil {
		item.Text += " · " + s.words.text("decisions.todo.due", "when", s.words.exact(due))
	}
	return item
}

// paper is the document that the answer to a request for a benefit is handed over with: empty for other questions.
func (s *said) paper() link {
	switch {
	case s.Question != questionGrant:
	case s.Outcome == "deny":
		return link{s.here("/recusa"), s.words.text("decisions.todo.refusal")}
	case s.Outcome == "allow":
		return link{s.here("/bilhete"), s.words.text("decisions.todo.ticket")}
	}
	return link{}
}

// questionGrant is the question whose answers are handed to a passenger on paper.
const questionGrant = "grant"

// disputeView is what the component dispute shows: what both readings answer, and which of them decides.
type disputeView struct {
	ID        string
	Contested bool
	Decides   string // text or case_law
	Sides     []disputeSide
	Court     string
	Case      string
	Date      string
	Finality  string
	Grade     string
	Cited     []cited
	Lang      string // of what is said of the court, where it is not the page's
}

type disputeSide struct {
	Reading string // text or case_law
	State   string
	Benefit string
}

func (s *said) disputes() []disputeView {
	var views []disputeView
	for _, d := range s.Disputes {
		v := disputeView{
			ID: d.ID, Contested: s.Contested, Decides: s.Readings.Decides, Court: d.Court, Case: d.Case, Finality: d.Finality, Grade: d.Grade, Lang: s.foreign,
			Sides: []disputeSide{s.side(decision.ReadingText, d.Text), s.side(decision.ReadingCaseLaw, d.CaseLaw)},
		}
		if d.Date != nil {
			v.Date = s.words.date(*d.Date)
		}
		for _, urn := range d.URNs {
			v.Cited = append(v.Cited, s.cite(urn))
		}
		views = append(views, v)
	}
	return views
}

func (s *said) side(reading string, side decision.Sided) disputeSide {
	return disputeSide{reading, side.Outcome, s.benefits(side.Result["benefit"])}
}
