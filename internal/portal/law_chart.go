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
	Years         []chartYear
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

// chartYear is a year of the scale.
type chartYear struct {
	X    int
	Text string
}

// The measures of the chart, in units of the drawing.
const (
	chartWidth = 1000
	chartRow   = 44
	chartBarAt = 22
	chartBarH  = 16
	yearsShown = 4 // between two years that are written
)

// normsChartOf draws the norms, from the year of the first to the year after the day or the last of them.
func normsChartOf(norms []normRow, day civil.Date) normsChart {
	c := normsChart{Width: chartWidth, Height: len(norms)*chartRow + 28, Day: -1}
	if len(norms) == 0 {
		return c
	}
	first, last := norms[0].InForce.From.Date.Year(), lastYear(norms, day)
	for _, n := range norms {
		first = min(first, n.InForce.From.Date.Year())
	}
	span := dayAt(last+1, 1, 1) - dayAt(first, 1, 1)
	x := func(d civil.Date) int {
		return max(0, min(chartWidth, (d.Days()-dayAt(first, 1, 1))*chartWidth/span))
	}
	for i, n := range norms {
		end := chartWidth
		if n.InForce.Until != nil {
			end = x(n.InForce.Until.Date)
		}
		from := x(n.InForce.From.Date)
		bar := normBar{X: from, Y: i*chartRow + chartBarAt, Width: max(end-from, 2), Height: chartBarH, Label: n.Title, LabelX: from, LabelY: i*chartRow + chartBarAt - 6}
		bar.After = from > chartWidth*2/3
		if bar.After {
			bar.LabelX = end - 8
		}
		if bar.Class = "past"; n.Standing == edition.InForce {
			bar.Class = "now"
		}
		c.Bars = append(c.Bars, bar)
	}
	for year := first; year <= last; year += yearsShown {
		c.Years = append(c.Years, chartYear{(dayAt(year, 1, 1) - dayAt(first, 1, 1)) * chartWidth / span, strconv.Itoa(year)})
	}
	if year := day.Year(); year >= first && year <= last {
		c.Day = x(day)
	}
	c.Foot = len(norms)*chartRow + 22
	return c
}

// lastYear is the last year of the chart: that of the day, unless it lies far from all that is held, or today's.
func lastYear(norms []normRow, day civil.Date) int {
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
