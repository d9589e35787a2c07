package report

import (
	"io"
	"iter"
)

// What the tests measure against.
const (
	MaxSection    = maxSection
	MaxPassengers = maxPassengers
	MaxFaults     = maxFaults
)

// Guarded and Unguarded are the two ways of a text through a cell of CSV.
var (
	Guarded   = Cell
	Unguarded = unguarded
)

// MostSections and MostBytes are what one request of a check holds.
var MostSections, MostBytes = checkLimits.sections, checkLimits.bytes

// Requests are the requests of a check within other limits.
func (r *Report) Requests(sections, bytes int) iter.Seq2[[]byte, error] {
	return r.requests(requestLimits{sections, bytes})
}

// WithCheckLimits runs f while checks are asked in requests of other limits.
func WithCheckLimits(sections, bytes int, f func()) {
	before := checkLimits
	defer func() { checkLimits = before }()
	checkLimits = requestLimits{sections, bytes}
	f()
}

// ParseCountsWithin is ParseCounts with other bounds.
func ParseCountsWithin(r io.Reader, bytes, rows int) ([]Count, error) {
	return parseCounts(r, Quarter{}, bounds{bytes, rows})
}

// Titles are the names of the columns of the movement in a language, by the fact they show.
func Titles(lang string) map[string]string {
	w := wordsOf(lang)
	titles := map[string]string{"month": w.month, "section": w.section}
	for i, column := range numberColumns {
		titles[column] = w.numbers[i]
	}
	return titles
}
