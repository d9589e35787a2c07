package portal

// columnsView is bars over weeks, drawn from the table beside them: the component chart.
type columnsView struct {
	Label         string // what it shows
	Width, Height int
	Base          int // where the bars stand
	Top           int // the count of the highest bar
	Bars          []columnPart
	Marks         []columnMark
}

// columnPart is a part of a bar, in the tone of its class: allow, deny, wait or fail.
type columnPart struct {
	Class      string
	X, Y, W, H int
}

// columnMark is a word below the bars.
type columnMark struct {
	X    int
	Text string
}

// columnShare is so many of something, in the tone of its class.
type columnShare struct {
	Class string
	N     int
}

// column is a bar with the word below it.
type column struct {
	Label string
	Parts []columnShare // from below
}

// The measures of the chart, in its own units.
const (
	columnWidth = 18
	columnStep  = 26
	columnTall  = 150
	columnRoom  = 22 // above the bars
	columnUnder = 26
	columnEdge  = 2
	columnEvery = 3 // columns from one word to the next
)

// columnsOf draws columns; nil where nothing is to be drawn.
func columnsOf(label string, columns []column) *columnsView {
	view := &columnsView{Label: label, Base: columnRoom + columnTall, Height: columnRoom + columnTall + columnUnder, Width: 2*columnEdge + columnStep*max(len(columns), 8)}
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
		x := columnEdge + i*columnStep
		if i%columnEvery == 0 {
			view.Marks = append(view.Marks, columnMark{x, c.Label})
		}
		view.stack(x, c.Parts)
	}
	return view
}

// stack puts the parts of a column on each other. What there is is seen, however little.
func (c *columnsView) stack(x int, parts []columnShare) {
	y, done := c.Base, 0
	for _, part := range parts {
		if part.N == 0 {
			continue
		}
		done += part.N
		top := min(c.Base-done*columnTall/c.Top, y-1)
		c.Bars = append(c.Bars, columnPart{part.Class, x, top, columnWidth, y - top})
		y = top
	}
}
