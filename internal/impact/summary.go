package impact

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"deferido/internal/decision"
	"deferido/internal/lifecycle"
)

// Counts are how far a run is.
type Counts struct {
	Replayed int `json:"replayed"`
	// Flipped come out otherwise; those that cannot be decided any more are among them.
	Flipped int `json:"flipped"`
	// Undecided could be decided before and cannot now: the set lacks the question or a fact, or no law of that day is held.
	Undecided int `json:"undecided"`
	// Resting are answers that stay and rest on other provisions than before; they are not flipped. Only Options.Reasons finds them.
	Resting int `json:"resting"`
}

// Flip is an answer that comes out otherwise.
type Flip struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Carrier  string `json:"carrier"` // empty for none
	Month    string `json:"month"`   // of the decision, "2026-12"
	// Provisions are those that were met before and are not now, or the other way round, by URN.
	Provisions []string            `json:"provisions"`
	Before     decision.Judgement  `json:"before"`
	After      *decision.Judgement `json:"after"` // null where it cannot be decided
	Problem    string              `json:"problem,omitempty"`
	// Why is the kind of the problem.
	Why string `json:"why,omitempty"`
	// Refuses is, of a grant that would be refused, the provision that refuses it, by URN; absent where nothing is unmet.
	Refuses string `json:"refuses,omitempty"`
	// Same tells that the answer stays and rests on other provisions.
	Same bool `json:"same,omitempty"`
}

// The changes that have names of their own.
const (
	Granted   = "deny → allow"
	Refused   = "allow → deny"
	Contested = "contested" // only whether the two readings differ is another
	Result    = "result"    // only the result is another
	Reason    = "reason"    // only the provisions are others
)

// Change names a flip: "deny → allow", or "result" where only the result is another.
func (f *Flip) Change() string {
	switch {
	case f.Same:
		return Reason
	case f.After == nil:
		return f.Before.Outcome + Undecided
	case f.After.Outcome != f.Before.Outcome:
		return f.Before.Outcome + " → " + f.After.Outcome
	case f.After.Contested != f.Before.Contested:
		return Contested
	}
	return Result
}

// Undecided ends the names of the changes from an answer to none.
const Undecided = " → undecided"

// The kinds of problems of what cannot be decided any more.
const (
	NoQuestion = "no-question" // the set does not answer that question
	NotHeld    = "law-not-held"
	Unreadable = "unreadable" // the kept request is not one of this set, or the policies failed
)

func whyNot(law decision.Law, question string, err error) string {
	var p *decision.Problem
	if _, known := law.Question(question); !known {
		return NoQuestion
	}
	if errors.As(err, &p) && p.Kind == decision.LawNotHeld {
		return NotHeld
	}
	return Unreadable
}

// Summary is what a run found. Its counts by … are of flips; of the provisions a flip may count for several.
type Summary struct {
	Counts
	Revision    string         `json:"revision"` // that was tried
	ByChange    map[string]int `json:"by_change"`
	ByQuestion  map[string]int `json:"by_question"`
	ByProvision map[string]int `json:"by_provision"`
	ByCarrier   map[string]int `json:"by_carrier"`
	ByMonth     map[string]int `json:"by_month"`
	ByProblem   map[string]int `json:"by_problem"` // of those that cannot be decided
	// Of are the decisions that were decided again, by question, carrier and month: what the flips are so many of.
	Of struct {
		Question map[string]int `json:"question"`
		Carrier  map[string]int `json:"carrier"`
		Month    map[string]int `json:"month"`
	} `json:"of"`
	Weeks []Week `json:"weeks"` // in order; those without a decision are left out
	// Refuses are the grants that would be refused, by question and by the provision that refuses them: those of most answers first.
	Refuses []lifecycle.Reversal `json:"refuses"`
	// First and Last are when the first and the last decision that was decided again was made; absent where none was.
	First time.Time     `json:"first,omitzero"`
	Last  time.Time     `json:"last,omitzero"`
	Took  time.Duration `json:"took_ns"`

	weeks   map[string]*Week
	refuses map[[2]string]int
}

// Week is a week of decisions.
type Week struct {
	Monday   string         `json:"monday"` // YYYY-MM-DD
	Replayed int            `json:"replayed"`
	ByChange map[string]int `json:"by_change"`
}

func newSummary(revision string) *Summary {
	s := &Summary{
		Revision: revision, ByChange: map[string]int{}, ByQuestion: map[string]int{}, ByProvision: map[string]int{}, ByCarrier: map[string]int{},
		ByMonth: map[string]int{}, ByProblem: map[string]int{}, weeks: map[string]*Week{}, refuses: map[[2]string]int{},
	}
	s.Of.Question, s.Of.Carrier, s.Of.Month = map[string]int{}, map[string]int{}, map[string]int{}
	return s
}

// add counts a decision; the flip is nil where the answer stays.
func (s *Summary) add(at time.Time, question, carrier string, f *Flip) {
	s.Replayed++
	s.Of.Question[question]++
	s.Of.Carrier[carrier]++
	s.Of.Month[at.Format("2006-01")]++
	if s.First.IsZero() || at.Before(s.First) {
		s.First = at
	}
	if at.After(s.Last) {
		s.Last = at
	}
	monday := at.AddDate(0, 0, -(int(at.Weekday())+6)%7).Format(time.DateOnly)
	week := s.weeks[monday]
	if week == nil {
		week = &Week{Monday: monday, ByChange: map[string]int{}}
		s.weeks[monday] = week
	}
	week.Replayed++
	if f == nil {
		return
	}
	week.ByChange[f.Change()]++
	s.ByChange[f.Change()]++
	if f.Same {
		s.Resting++
		return
	}
	s.Flipped++
	if f.After == nil {
		s.Undecided++
		s.ByProblem[f.Why]++
	}
	if f.Change() == Refused {
		s.refuses[[2]string{f.Question, f.Refuses}]++
	}
	s.ByQuestion[f.Question]++
	s.ByCarrier[f.Carrier]++
	s.ByMonth[f.Month]++
	for _, urn := range f.Provisions {
		s.ByProvision[urn]++
	}
}

// end puts in order what was counted.
func (s *Summary) end() {
	s.Weeks, s.Refuses = make([]Week, 0, len(s.weeks)), make([]lifecycle.Reversal, 0, len(s.refuses))
	for _, w := range s.weeks {
		s.Weeks = append(s.Weeks, *w)
	}
	slices.SortFunc(s.Weeks, func(a, b Week) int { return strings.Compare(a.Monday, b.Monday) })
	for of, n := range s.refuses {
		s.Refuses = append(s.Refuses, lifecycle.Reversal{Question: of[0], Provision: of[1], Answers: n})
	}
	slices.SortFunc(s.Refuses, func(a, b lifecycle.Reversal) int {
		return cmp.Or(cmp.Compare(b.Answers, a.Answers), strings.Compare(a.Question, b.Question), strings.Compare(a.Provision, b.Provision))
	})
}
