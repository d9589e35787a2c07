package document

import (
	"strings"
)

// check is the code at the left, and beside it the address and the decision.
func (a *paper) check(c check) {
	const gap = 4.0
	size := 27.0
	if a.tight {
		size = 22
	}
	if len(c.dots) == 0 {
		a.text(body.bold(), side, width, "L", c.ID)
		return
	}
	x := side + size + gap
	lines := a.lines(body, a.right(x), c.Lead) + a.lines(body, a.right(x), c.URL) + a.lines(body.bold(), a.right(x), c.ID)
	a.need(max(size, float64(lines)*body.line()))
	y, page := a.GetY(), a.PageNo()
	a.dots(c.dots, side, y, size)
	a.text(body, x, a.right(x), "L", c.Lead)
	a.text(body, x, a.right(x), "L", c.URL)
	a.text(body.bold(), x, a.right(x), "L", c.ID)
	if a.PageNo() == page {
		a.SetY(max(a.GetY(), y+size))
	}
}

// dots draws a code: a bar for each run of dark dots.
func (a *paper) dots(dots [][]bool, x, y, size float64) {
	dot := size / float64(len(dots))
	for row, line := range dots {
		for from := 0; from < len(line); from++ {
			to := from
			for to < len(line) && line[to] {
				to++
			}
			if to > from {
				a.Rect(x+float64(from)*dot, y+float64(row)*dot, float64(to-from)*dot, dot, "F")
				from = to
			}
		}
	}
}

func (a *paper) signatures(names []string) {
	const above, gap = 11.0, 8.0
	w := (width - gap*float64(len(names)-1)) / float64(len(names))
	lines := 1
	for _, name := range names {
		lines = max(lines, a.lines(body, w, name))
	}
	a.need(above + 1 + float64(lines)*body.line())
	y := a.GetY() + above
	for i, name := range names {
		x := side + float64(i)*(w+gap)
		a.rule(0.3, x, x+w, y)
		a.SetY(y + 1)
		a.text(body, x, w, "L", name)
	}
}

// leaf is a copy: its name at the left, what it is for at the right, and its blocks. It goes to a page of its own where it
// does not fit below the one before, which was as high.
func (a *paper) leaf(l leaf) {
	if y := a.GetY(); y > top {
		if a.PageNo() > 1 || 2*(y-top)+cut > height {
			a.AddPage()
		} else {
			a.SetDashPattern([]float64{2, 2}, 0)
			a.rule(0.3, side, side+width, y+cut/2)
			a.SetDashPattern(nil, 0)
			a.SetY(y + cut)
		}
	}
	y, page := a.GetY(), a.PageNo()
	if mark := strings.ToUpper(l.Mark); mark != "" {
		w := min(width*0.6, a.width(loud, mark)+2*markPad)
		h := float64(a.lines(loud, w-2*markPad, mark)) * loud.line()
		a.text(loud, side+width-w+markPad, w-2*markPad, "C", mark)
		if a.PageNo() == page {
			a.SetLineWidth(0.9)
			a.Rect(side+width-w, y, w, h, "D")
		}
	}
	after := a.GetY()
	if a.PageNo() == page {
		a.SetY(y + 1)
	}
	a.text(titles[2], side, width*0.4-2, "L", l.Label)
	a.SetY(max(a.GetY(), after))
	a.before, a.tight = "", true
	for _, b := range l.Blocks {
		a.block(b)
	}
	a.tight = false
}

const (
	cut     = 10.0 // the room in which two copies are cut apart
	markPad = 3.0  // beside what a copy is for, within its box
)
