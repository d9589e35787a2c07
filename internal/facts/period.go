package facts

import (
	"strconv"
	"time"

	"deferido/internal/civil"
)

const (
	monthsPerQuarter = 3
	lenMonth         = len("2026-07")
	lenQuarter       = len("2026-Q3")
)

// firstDay returns the first day of a month (2026-07) or a quarter (2026-Q3).
func firstDay(s, period string) (civil.Date, bool) {
	switch {
	case period == "month" && len(s) == lenMonth:
		day, err := civil.ParseDate(s + "-01")
		return day, err == nil
	case period == "quarter" && len(s) == lenQuarter && s[4:6] == "-Q" && s[6] >= '1' && s[6] <= '4':
		year, err := strconv.ParseUint(s[:4], 10, 16)
		if err != nil {
			return civil.Date{}, false
		}
		day, err := civil.New(int(year), time.Month(int(s[6]-'1')*monthsPerQuarter+1), 1)
		return day, err == nil
	}
	return civil.Date{}, false
}

// lastDay returns the last day of the month or quarter that begins on first.
func lastDay(first civil.Date, period string) civil.Date {
	year, month := first.Year(), first.Month()+1
	if period == "quarter" {
		month = first.Month() + monthsPerQuarter
	}
	if month > time.December {
		year, month = year+1, month-12
	}
	next, err := civil.New(year, month, 1)
	if err != nil { // the calendar ends with the period
		last, _ := civil.New(first.Year(), time.December, 31)
		return last
	}
	last, _ := next.AddDays(-1)
	return last
}

// monthsOf returns the months of the quarter that begins on first, as 2026-07.
func monthsOf(first civil.Date) [monthsPerQuarter]string {
	var months [monthsPerQuarter]string
	for i := range months {
		day, _ := civil.New(first.Year(), first.Month()+time.Month(i), 1)
		months[i] = day.String()[:lenMonth]
	}
	return months
}
