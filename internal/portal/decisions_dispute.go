package portal

import (
	"html/template"
	"strings"

	"deferido/internal/decision"
)

// disputeView is what the component dispute shows: what both readings answer, and which of them decides.
type disputeView struct {
	ID, Title string
	Decides   string // a sentence
	Sides     []disputeSide
	Court     string // with the case and the day
	Finality  string
	Grade     string
	Cited     template.HTML     // the provisions at issue
	Lang      template.HTMLAttr // of what is said of the court, where it is not the page's
}

type disputeSide struct {
	Reading string
	Decides bool
	Answer  template.HTML // its state, and the benefit
}

func (s *said) disputes() []disputeView {
	title := "decisions.dispute.touches"
	if s.Contested {
		title = "decisions.dispute.contested"
	}
	var views []disputeView
	for _, d := range s.Disputes {
		v := disputeView{
			ID: d.ID, Title: s.words.text(title), Decides: s.words.text("decisions.dispute.decides." + s.Readings.Decides), Finality: d.Finality, Grade: d.Grade,
			Court: s.courtOf(d), Lang: inLanguage(s.foreign), Sides: []disputeSide{s.side(decision.ReadingText, d.Text), s.side(decision.ReadingCaseLaw, d.CaseLaw)},
		}
		var at markup
		for _, urn := range d.URNs {
			at.raw(" · " + string(s.cite(urn).link(s.words.lang)))
		}
		v.Cited = at.html()
		views = append(views, v)
	}
	return views
}

// courtOf is the court, the case and the day of a dispute, in one line.
func (s *said) courtOf(d decision.DisputeView) string {
	date := ""
	if d.Date != nil {
		date = s.words.date(*d.Date)
	}
	var parts []string
	for _, part := range []string{d.Court, d.Case, date} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

func (s *said) side(reading string, side decision.Sided) disputeSide {
	var answer markup
	if mark, err := s.words.badge(answerState(s.Question, side.Outcome, nil)); err == nil { // an outcome has a state
		answer.raw(string(mark))
	}
	if benefit := s.benefits(side.Result["benefit"]); benefit != "" {
		answer.is(" · ", benefit, "")
	}
	return disputeSide{s.words.text("decisions.dispute." + reading), reading == s.Readings.Decides, answer.html()}
}
