package impact

import (
	"time"

	"deferido/internal/decision"
)

// Scope says which decisions are decided again. The zero Scope is all of them.
type Scope struct {
	Question string     `json:"question,omitempty"`
	Carrier  string     `json:"carrier,omitempty"`
	From     *time.Time `json:"from,omitempty"`
	To       *time.Time `json:"to,omitempty"`
	Percent  int        `json:"percent,omitempty"` // of a hundred decisions
	Reasons  bool       `json:"reasons,omitempty"` // also tells answers that stay and rest on other provisions, which takes longer
	Grid     *GridDays  `json:"grid,omitempty"`    // also decides the cases on each day of a period
}

// GridDays is a period, both days in it.
type GridDays struct {
	First string `json:"first"`
	Last  string `json:"last"`
	Step  int    `json:"step,omitempty"` // days; 0 is 1
}

// Whole tells whether all decisions are decided again, and not a part of them.
func (s *Scope) Whole() bool {
	return s.Question == "" && s.Carrier == "" && s.From == nil && s.To == nil && (s.Percent == 0 || s.Percent >= 100)
}

// Filter takes the records of the scope.
func (s *Scope) Filter() decision.Filter {
	f := decision.Filter{Question: s.Question, Carrier: s.Carrier}
	if s.From != nil {
		f.From = *s.From
	}
	if s.To != nil {
		f.To = *s.To
	}
	return f
}

// Found is what a draft would change: of what was decided, of the cases, and on which days.
type Found struct {
	Decisions *Summary `json:"decisions"`
	Cases     *Summary `json:"cases"`
	Days      []Span   `json:"days,omitempty"`
}
