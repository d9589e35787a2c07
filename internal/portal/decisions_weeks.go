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
	Bars   []bar
	Marks  []mark
	Width  int
	Height int
	Base   int // where the bars stand
	Top    int // the highest count that is drawn
	Before int // weeks before those that are shown
}

type weekRow struct {
	Label                              string
	URL                                string // of the decisions of that week
	Allow, Deny, Incomplete, Fail, All int
}

// bar is a part of a week's bar.
type bar struct {
	Class      string
	X, Y, W, H int
}

// mark is a word below the bars.
type mark struct {
	X    int
	Text string
}

// The measures of the chart, in its own units, and how many weeks it shows.
const (
	weeksShown  = 26
	barWidth    = 18
	barStep     = 24
	chartHeight = 140
	chartFoot   = 22
	chartSide   = 4
	markEvery   = 4 // weeks
)

// weeksOf draws the last weeks.
func (v *visit) weeksOf(weeks []decision.Week, exact bool, s *sought) *weeksView {
	if len(weeks) == 0 {
		return nil
	}
	view := &weeksView{Exact: exact, Failed: s.Failures, Height: chartHeight + chartFoot, Base: chartHeight}
	if over := len(weeks) - weeksShown; over > 0 {
		weeks, view.Before = weeks[over:], over
	}
	view.Width = 2*chartSide + barStep*max(len(weeks), 8)
	for _, w := range weeks {
		view.Top = max(view.Top, w.Total())
	}
	for i, w := range weeks {
		x := chartSide + i*barStep
		if i%markEvery == 0 {
			view.Marks = append(view.Marks, mark{x, v.words().dayAndMonth(w.Monday)})
		}
		view.Rows = append(view.Rows, weekRow{v.words().day(w.Monday), v.weekAddress(w, s), w.Allow, w.Deny, w.Incomplete, w.Failed, w.Total()})
		view.stack(x, w)
	}
	return view
}

// stack puts a week's bars on each other: granted below, refused on it, and what is open on top.
func (view *weeksView) stack(x int, w decision.Week) {
	y, done := view.Base, 0
	for _, part := range []struct {
		class string
		n     int
	}{{"allow", w.Allow}, {"deny", w.Deny}, {"wait", w.Incomplete}, {"fail", w.Failed}} {
		if part.n == 0 {
			continue
		}
		done += part.n
		top := view.Base - done*(chartHeight-10)/max(view.Top, 1)
		top = min(top, y-1) // what there is is seen
		view.Bars = append(view.Bars, bar{part.class, x, top, barWidth, y - top})
		y = top
	}
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
