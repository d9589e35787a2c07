package portal

import (
	"net/url"

	"deferido/internal/decision"
)

// weeksView is the chart of decisions by week, drawn from the table beside it.
type weeksView struct {
	Rows   []weekRow
	Exact  bool
	Failed bool // they are evaluations that failed
	Chart  *columnsView
	Before int // weeks before those that are shown
}

type weekRow struct {
	Label                              string
	URL                                string // of the decisions of that week
	Allow, Deny, Incomplete, Fail, All int
}

// weeksShown is how many weeks are drawn.
const weeksShown = 26

// weeksOf draws the last weeks.
func (v *visit) weeksOf(weeks []decision.Week, exact bool, s *sought) *weeksView {
	if len(weeks) == 0 {
		return nil
	}
	view := &weeksView{Exact: exact, Failed: s.Failures}
	if over := len(weeks) - weeksShown; over > 0 {
		weeks, view.Before = weeks[over:], over
	}
	columns := make([]column, len(weeks))
	for i, w := range weeks { // granted below, refused on it, and what is open on top
		columns[i] = column{v.words().dayAndMonth(w.Monday), []columnShare{{"allow", w.Allow}, {"deny", w.Deny}, {"wait", w.Incomplete}, {"fail", w.Failed}}}
		view.Rows = append(view.Rows, weekRow{v.words().day(w.Monday), v.weekAddress(w, s), w.Allow, w.Deny, w.Incomplete, w.Failed, w.Total()})
	}
	view.Chart = columnsOf("", columns)
	return view
}

// weekAddress is the list of a week's decisions, of those that are looked for.
func (v *visit) weekAddress(w decision.Week, s *sought) string {
	sunday, ok := w.Monday.AddDays(6)
	if !ok {
		return ""
	}
	query := url.Values{}
	for name, values := range s.in {
		query[name] = values
	}
	query.Set("de", w.Monday.String())
	query.Set("ate", sunday.String())
	return listAddress("/decisoes", query)
}
