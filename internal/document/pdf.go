package document

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"github.com/go-pdf/fpdf"
)

// Measures of the paper, in millimetres.
const (
	side, top, bottom = 18.0, 13.0, 16.0
	width             = 210 - 2*side
	height            = 297 - top - bottom
)

const millimetresPerPoint = 25.4 / 72

// face is a letter: family, style and size in points. The families are those that every reader has.
type face struct {
	family, style string
	size          float64
}

// line is the height of a line.
func (f face) line() float64 { return f.size * millimetresPerPoint * 1.22 }

func (f face) bold() face { return face{f.family, "B", f.size} }

var (
	body    = face{"Helvetica", "", 12}
	small   = face{"Helvetica", "", 10.5}
	foot    = face{"Helvetica", "", 10}
	tiny    = face{"Helvetica", "", 9}
	lead    = face{"Helvetica", "B", 15}
	strong  = face{"Helvetica", "B", 14}
	loud    = face{"Helvetica", "B", 20}
	quoting = face{"Times", "", 13}
	titles  = map[int]face{1: {"Helvetica", "B", 24}, 2: {"Helvetica", "B", 15}, 3: {"Helvetica", "B", 12.5}}
)

// paper is a document on its way to A4 pages.
type paper struct {
	*fpdf.Fpdf
	air    float64
	before string // the kind of the block above
	tight  bool   // half a page is to hold it all
}

// pdf is the page as PDF, with less air where that saves a page.
func (p *page) pdf() ([]byte, error) {
	a := p.laidOut(1)
	if a.PageCount() > 1 {
		if tighter := p.laidOut(0.4); tighter.PageCount() < a.PageCount() {
			a = tighter
		}
	}
	a.feet(p.ID)
	var out bytes.Buffer
	if err := a.Output(&out); err != nil {
		return nil, fmt.Errorf("laying out the pages: %w", err)
	}
	return out.Bytes(), nil
}

// laidOut is the page on paper, with as much of the air between blocks as is said.
func (p *page) laidOut(air float64) *paper {
	a := &paper{Fpdf: fpdf.New("P", "mm", "A4", ""), air: air}
	a.SetCatalogSort(true)
	at := p.at
	if at.IsZero() {
		at = time.Unix(0, 0) // else the file would be dated by the clock
	}
	a.SetCreationDate(at.UTC())
	a.SetModificationDate(at.UTC())
	a.SetTitle(printable(p.Title), true)
	a.SetSubject(printable(p.Subject), true)
	a.SetAuthor(printable(firstOf(p.author, "Deferido")), true)
	a.SetLang(p.Lang)
	a.SetMargins(side, top, side)
	a.SetAutoPageBreak(true, bottom)
	a.SetCellMargin(0)
	a.AddPage()
	for _, b := range p.Blocks {
		a.block(b)
	}
	return a
}

// feet writes at the foot of every page the decision, which page it is, and of how many.
func (a *paper) feet(id string) {
	a.SetAutoPageBreak(false, 0)
	pages := a.PageCount()
	for n := 1; n <= pages; n++ {
		a.SetPage(n)
		a.use(foot)
		a.SetXY(side, 297-bottom+5)
		a.CellFormat(width, foot.line(), encoded(id), "", 0, "L", false, 0, "")
		a.SetXY(side, 297-bottom+5)
		a.CellFormat(width, foot.line(), strconv.Itoa(n)+"/"+strconv.Itoa(pages), "", 0, "R", false, 0, "")
	}
}

func (a *paper) use(f face) { a.SetFont(f.family, f.style, f.size) }

// right is how much room there is from a place to the right margin.
func (a *paper) right(x float64) float64 { return side + width - x }

// text writes a text between a place and as far as it may go, and leaves the pen below it. Words that are wider are broken.
func (a *paper) text(f face, x, w float64, align, text string) {
	a.use(f)
	a.SetX(x)
	a.MultiCell(w, f.line(), encoded(text), "", align, false)
}

// lines is how many lines a text takes, at least one.
func (a *paper) lines(f face, w float64, text string) int {
	a.use(f)
	return max(1, len(a.SplitLines([]byte(encoded(text)), w)))
}

// width is how wide a text is on one line.
func (a *paper) width(f face, text string) float64 {
	a.use(f)
	return a.GetStringWidth(encoded(text))
}

// need begins a new page where less than so much is left of this one, unless nothing stands on it.
func (a *paper) need(h float64) {
	if a.GetY() > top && a.GetY()+h > top+height {
		a.AddPage()
	}
}

// space leaves room below what has been written, but not above the first thing of a page.
func (a *paper) space(h float64) {
	if a.GetY() > top {
		a.SetY(a.GetY() + h*a.air)
	}
}

// rule draws a line across.
func (a *paper) rule(thickness, x1, x2, y float64) {
	a.SetLineWidth(thickness)
	a.Line(x1, y, x2, y)
}
