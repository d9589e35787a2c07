package document

// block writes a block below what has been written.
func (a *paper) block(b block) {
	switch b := b.(type) {
	case heading:
		a.heading(b)
	case para:
		a.para(b)
	case verdict:
		a.verdict(b)
	case law:
		a.law(b)
	case list:
		a.list(b.Items, side)
	case pairs:
		a.pairs(b.Rows)
	case strip:
		a.strip(b.Cells)
	case check:
		a.space(2)
		a.check(b)
	case signatures:
		a.signatures(b.Lines)
	case leaf:
		a.leaf(b)
	}
	a.before = b.Kind()
}

func (a *paper) heading(h heading) {
	f := titles[h.Level]
	above, under := 3.0, 0.6
	if h.Level == 1 {
		above = 0
	}
	a.space(above)
	a.need(f.line() + 3*body.line()) // a heading does not stand alone at the foot of a page
	if h.Level == 2 {
		a.rule(0.5, side, side+width, a.GetY())
		a.SetY(a.GetY() + 1.4)
	}
	text := h.Text
	if h.Aside != "" {
		text += " (" + h.Aside + ")"
	}
	a.text(f, side, width, "L", text)
	a.space(under)
}

func (a *paper) para(p para) {
	f := body
	switch {
	case p.Lead:
		f = lead
		a.space(1)
		a.need(2 * f.line())
	case p.Small:
		f = small
	}
	a.text(f, side, width, "L", p.Text)
	a.space(0.8)
}

// verdict is a heavy box: the word, and the sentence beside it, or below it where it is long.
func (a *paper) verdict(v verdict) {
	const pad = 3.0
	x, w, h := side+pad, width-2*pad, loud.line()+2*pad-2
	beside := a.width(loud, v.Word) + 6
	fits := beside+a.width(body, v.Text) < w
	if !fits {
		h = float64(a.lines(loud, w, v.Word))*loud.line() + float64(a.lines(body, w, v.Text))*body.line() + 2*pad - 1
	}
	a.space(3)
	a.need(h)
	y, page := a.GetY(), a.PageNo()
	a.SetY(y + pad - 1)
	a.text(loud, x, w, "L", v.Word)
	if fits {
		a.SetY(a.GetY() - body.line() - 0.9) // on the same base line
		x, w = x+beside, w-beside
	}
	a.text(body, x, w, "L", v.Text)
	if a.PageNo() == page {
		a.SetLineWidth(0.9)
		a.Rect(side, y, width, h, "D")
		a.SetY(y + h)
	}
}

// law is the label and then the quote, in the letter of the law, beside a line.
func (a *paper) law(l law) {
	const in = side + 5
	words := l.Quote
	if words == "" {
		words = l.Silent
	}
	a.need(float64(a.lines(quoting, width-5, l.Label+" "+words)) * quoting.line())
	y, page := a.GetY(), a.PageNo()
	a.SetLeftMargin(in)
	a.SetX(in)
	h := quoting.line()
	if l.Label != "" {
		a.use(body.bold())
		a.Write(h, encoded(l.Label+": "))
	}
	a.use(quoting)
	if l.Quote == "" {
		a.use(body)
	}
	a.Write(h, encoded(words))
	a.Ln(h)
	a.SetLeftMargin(side)
	if a.PageNo() == page {
		a.SetLineWidth(1)
		a.Line(side+1.5, y+0.6, side+1.5, a.GetY()-0.2)
	}
	a.space(1)
}

func (a *paper) list(items []item, x float64) {
	const step = 5.0
	for _, i := range items {
		h := float64(a.lines(body, a.right(x+step), i.Text)) * body.line()
		for _, note := range i.Notes {
			h += float64(a.lines(small, a.right(x+step), note)) * small.line()
		}
		a.need(h)
		y, page := a.GetY(), a.PageNo()
		a.text(body, x+step, a.right(x+step), "L", i.Text)
		a.bullet(x, y, page)
		for _, note := range i.Notes {
			a.text(small, x+step, a.right(x+step), "L", note)
		}
		a.space(0.5)
		a.list(i.Items, x+step)
	}
}

// bullet is drawn, not written: it is no word of the text.
func (a *paper) bullet(x, y float64, page int) {
	if a.PageNo() == page {
		a.Circle(x+1.5, y+body.line()/2, 0.7, "F")
	}
}

func (a *paper) pairs(rows []pair) {
	const name = 44.0
	a.space(2)
	for _, r := range rows {
		n := max(a.lines(body, name-3, r.Name), a.lines(body.bold(), width-name, r.Value))
		h := float64(n) * body.line()
		if r.Blank() {
			h = max(h, blankLine)
		}
		a.need(h)
		y, page := a.GetY(), a.PageNo()
		a.text(body, side, name-3, "L", r.Name)
		after := a.GetY()
		if a.PageNo() == page {
			a.SetY(y)
		}
		if r.Blank() {
			a.rule(0.25, side+name, side+width, a.GetY()+blankLine-1.2)
			a.SetY(max(after, a.GetY()+blankLine))
			continue
		}
		a.text(body.bold(), side+name, width-name, "L", r.Value)
		if a.PageNo() == page {
			a.SetY(max(after, a.GetY()) + 0.6)
		}
	}
}

// blankLine is the height of a line on which somebody writes by hand.
const blankLine = 7.5

// strip is a ruled row of cells. One that a text makes too high to be a row becomes a table.
func (a *paper) strip(cells []pair) {
	const pad, most = 2.0, 4
	name, value := small, strong
	if a.tight {
		name, value = tiny, body.bold()
	}
	shares, high := 0.0, 1
	for _, c := range cells {
		shares += float64(c.Wide)
	}
	for _, c := range cells {
		high = max(high, a.lines(value, width*float64(c.Wide)/shares-2*pad, c.Value))
	}
	if high > most {
		a.pairs(cells)
		return
	}
	h := name.line() + float64(high)*value.line() + 1.4
	if a.before != (strip{}).Kind() {
		a.space(2)
	}
	a.need(h)
	x, y := side, a.GetY()
	a.SetLineWidth(0.4)
	for _, c := range cells {
		w := width * float64(c.Wide) / shares
		a.Rect(x, y, w, h, "D")
		a.SetY(y + 0.7)
		a.text(name, x+pad, w-2*pad, "L", c.Name)
		a.SetY(y + 0.7 + name.line())
		a.text(value, x+pad, w-2*pad, "L", c.Value)
		x += w
	}
	a.SetY(y + h)
}
