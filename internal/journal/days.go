package journal

import (
	"math"
	"time"

	"deferido/internal/civil"
)

// The days of tallies are those of Brasília's standard time, whatever the zones of the machine say of other times: a decision
// must be counted, and taken back, on the same day by every program that ever reads the store.
const (
	afterUTC   = 3 * 60 * 60 // seconds by which a day begins later than in UTC
	secondsDay = 24 * 60 * 60
	daysWeek   = 7
	// toMonday is from a Monday that is before all times of the store to 1970-01-01, which was a Thursday.
	toMonday = daysWeek*20_000 + 3
)

// dayOf is the day of a time, in days from 1970-01-01.
func dayOf(at int64) int64 {
	return floor(floor(at, int64(time.Second))-afterUTC, secondsDay)
}

func floor(n, by int64) int64 {
	q := n / by
	if n%by < 0 {
		q--
	}
	return q
}

// startOf is when a day begins; of one that begins before, or after, all times of the store, the first or the last of these.
func startOf(day int64) int64 {
	seconds := day*secondsDay + afterUTC
	switch {
	case seconds < math.MinInt64/int64(time.Second):
		return math.MinInt64
	case seconds > math.MaxInt64/int64(time.Second):
		return math.MaxInt64
	}
	return seconds * int64(time.Second)
}

// weekOf numbers the ISO week of a day, from toMonday on.
func weekOf(day int64) int64 { return (day + toMonday) / daysWeek }

// monday is the first day of a week. There is one: the times of the store are within the calendar.
func monday(week int64) civil.Date {
	date, _ := civil.FromDays(int(week*daysWeek - toMonday))
	return date
}

// span is a period, from a time up to another that is not in it, in whole days with what is left of others.
type span struct {
	from, until int64      // the first of the whole days, and the day after the last
	parts       [][2]int64 // of days: from a time up to another
}

// spanOf splits the period of a filter. Without a bound it is without end there.
func spanOf(from, to time.Time) span {
	s := span{from: math.MinInt64, until: math.MaxInt64}
	since, before := int64(math.MinInt64), int64(math.MaxInt64)
	if !from.IsZero() {
		since = nanoseconds(from)
	}
	if !to.IsZero() {
		before = nanoseconds(to)
	}
	if since > math.MinInt64 {
		if s.from = dayOf(since); startOf(s.from) < since {
			s.from++
		}
	}
	if before < math.MaxInt64 {
		s.until = dayOf(before)
	}
	if s.from > s.until { // all of it within a day
		if since < before {
			s.parts = append(s.parts, [2]int64{since, before})
		}
		return s
	}
	if since > math.MinInt64 && since < startOf(s.from) {
		s.parts = append(s.parts, [2]int64{since, startOf(s.from)})
	}
	if before < math.MaxInt64 && startOf(s.until) < before {
		s.parts = append(s.parts, [2]int64{startOf(s.until), before})
	}
	return s
}
