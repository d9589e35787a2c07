package portal

// chartView is bars over weeks, drawn from the table beside them: the component chart.
type chartView struct {
	Label         string // what it shows
	Width, Height int
	Base          int // where the bars stand
	Top           int // the count of the highest bar
	Bars          []chartBar
	Marks         []chartMark
}

// chartBar is a part of a bar, in the tone of its class: allow, deny, wait or other.
type chartBar struct {
	Class      string
	X, Y, W, H int
}

// chartMark is a word below the bars.
type chartMark struct {
	X    int
	Text string
}

// chartPart is so many of something, in the tone of its class.
type chartPart struct {
	Class string
	N     int
}

// chartColumn is a bar with the word below it.
type chartColumn struct {
	Label string
	Parts []chartPart // from below
}

// The measures of the chart, in its own units.
const (
	chartBarWidth = 18
	chartStep     = 26
	chartTall     = 150
	chartRoom     = 22 // above the bars
	chartUnder    = 26
	chartEdge     = 2
	chartEvery    = 3 // columns from one word to the next
)

// chartOf draws columns; nil where nothing is to be drawn.
func chartOf(label string, columns []chartColumn) *chartView {
	view := &chartView{Label: label, Base: chartRoom + chartTall, Height: chartRoom + chartTall + chartUnder, Width: 2*chartEdge + chartStep*max(len(columns), 8)}
	for _, c := range columns {
		n := 0
		for _, part := range c.Parts {
			n += part.N
		}
		view.Top = max(view.Top, n)
	}
	if view.Top == 0 {
		return nil
	}
	for i, c := range columns {
		x := chartEdge + i*chartStep
		if i%chartEvery == 0 {
			view.Marks = append(view.Marks, chartMark{x, c.Label})
		}
		view.stack(x, c.Parts)
	}
	return view
}

// stack puts the parts of a column on each other. What there is is seen, however little.
func (c *chartView) stack(x int, parts []chartPart) {
	y, done := c.Base, 0
	for _, part := range parts {
		if part.N == 0 {
			continue
		}
		done += part.N
		top := min(c.Base-done*chartTall/c.Top, y-1)
		c.Bars = append(c.Bars, chartBar{part.Class, x, top, chartBarWidth, y - top})
		y = top
	}
}
