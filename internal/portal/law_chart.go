package portal

import (
	"strconv"
	"time"

	"deferido/internal/civil"
	"deferido/internal/edition"
)

// normsChart is the time line of the norms, drawn from the table below it.
type normsChart struct {
	Width, Height int
	Bars          []normBar
	Years         []normYear
	Day           int // where the day is, in units of the drawing; -1 where it is outside
	Foot          int // where the years stand
}

// normBar is the time in force of a norm.
type normBar struct {
	X, Y, Width, Height int
	Label               string
	LabelX, LabelY      int
	After               bool // the label stands behind the end of the bar's beginning, for lack of room before it
	Class               string
}

// normYear is a year of the scale.
type normYear struct {
	X    int
	Text string
}

// The measures of the chart, in units of the drawing.
const (
	normsWidth    = 1000
	normsRow      = 44
	normBarAt     = 22
	normBarHeight = 16
	yearsApart    = 4 // between two years that are written
)

// drawNorms draws the norms, from the year of the first to the year after the day or the last of them.
func drawNorms(norms []normRow, day civil.Date) normsChart {
	c := normsChart{Width: normsWidth, Height: len(norms)*normsRow + 28, Day: -1}
	if len(norms) == 0 {
		return c
	}
	first, last := norms[0].InForce.From.Date.Year(), lastYearDrawn(norms, day)
	for _, n := range norms {
		first = min(first, n.InForce.From.Date.Year())
	}
	span := dayAt(last+1, 1, 1) - dayAt(first, 1, 1)
	x := func(d civil.Date) int {
		return max(0, min(normsWidth, (d.Days()-dayAt(first, 1, 1))*normsWidth/span))
	}
	for i, n := range norms {
		end := normsWidth
		if n.InForce.Until != nil {
			end = x(n.InForce.Until.Date)
		}
		from := x(n.InForce.From.Date)
		bar := normBar{X: from, Y: i*normsRow + normBarAt, Width: max(end-from, 2), Height: normBarHeight, Label: n.Title, LabelX: from, LabelY: i*normsRow + normBarAt - 6}
		bar.After = from > normsWidth*2/3
		if bar.After {
			bar.LabelX = end - 8
		}
		if bar.Class = "past"; n.Standing == edition.InForce {
			bar.Class = "now"
		}
		c.Bars = append(c.Bars, bar)
	}
	for year := first; year <= last; year += yearsApart {
		c.Years = append(c.Years, normYear{(dayAt(year, 1, 1) - dayAt(first, 1, 1)) * normsWidth / span, strconv.Itoa(year)})
	}
	if year := day.Year(); year >= first && year <= last {
		c.Day = x(day)
	}
	c.Foot = len(norms)*normsRow + 22
	return c
}

// lastYearDrawn is the last year of the chart: that of the day, unless it lies far from all that is held, or today's.
func lastYearDrawn(norms []normRow, day civil.Date) int {
	last := 0
	for _, n := range norms {
		last = max(last, n.InForce.From.Date.Year())
		if n.InForce.Until != nil {
			last = max(last, n.InForce.Until.Date.Year())
		}
	}
	if day.Year() > last && day.Year() < last+30 {
		return day.Year()
	}
	return last + 1
}

func dayAt(year, month, day int) int {
	d, err := civil.New(year, time.Month(month), day)
	if err != nil { // outside the calendar: the years of norms are within it
		return 0
	}
	return d.Days()
}
