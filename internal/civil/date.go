// Package civil has the calendar date that the law counts with: a day without an hour and without a time zone.
package civil

import (
	"cmp"
	"errors"
	"fmt"
	"time"
)

// Date is a day of the proleptic Gregorian calendar, from 0001-01-01 to 9999-12-31. Dates can be compared with ==.
// The zero Date is no day at all (IsZero); it is never the result of parsing.
type Date struct {
	year       int16
	month, day uint8
}

// ErrForm is wrapped by the error for a text that has not the form YYYY-MM-DD.
var ErrForm = errors.New("want a date in the form YYYY-MM-DD")

// ErrCalendar is wrapped by the error for a day that the calendar does not have, such as 30 February.
var ErrCalendar = errors.New("no such day in the calendar")

// New returns the day, or an error that wraps ErrCalendar when the calendar has no such day or the year is not
// one of 1 to 9999.
func New(year int, month time.Month, day int) (Date, error) {
	if year < 1 || year > 9999 || month < time.January || month > time.December || day < 1 || day > daysIn(year, month) {
		return Date{}, ErrCalendar
	}
	return Date{int16(year), uint8(month), uint8(day)}, nil
}

// ParseDate reads YYYY-MM-DD and nothing else: four, two and two ASCII digits. The error wraps ErrForm or ErrCalendar
// and does not repeat the text.
func ParseDate(text string) (Date, error) {
	if len(text) != len("YYYY-MM-DD") || text[4] != '-' || text[7] != '-' {
		return Date{}, ErrForm
	}
	year, okYear := digits(text[:4])
	month, okMonth := digits(text[5:7])
	day, okDay := digits(text[8:])
	if !okYear || !okMonth || !okDay {
		return Date{}, ErrForm
	}
	return New(year, time.Month(month), day)
}

func digits(text string) (int, bool) {
	n := 0
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// Year is the year, 1 to 9999.
func (d Date) Year() int { return int(d.year) }

// Month is the month of the year.
func (d Date) Month() time.Month { return time.Month(d.month) }

// Day is the day of the month, from 1.
func (d Date) Day() int { return int(d.day) }

// IsZero reports whether d is no day at all.
func (d Date) IsZero() bool { return d == Date{} }

// String is the date as YYYY-MM-DD.
func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.year, d.month, d.day) }

// Compare is negative when d is before other, positive when after, and 0 on the same day.
func (d Date) Compare(other Date) int {
	return cmp.Or(cmp.Compare(d.year, other.year), cmp.Compare(d.month, other.month), cmp.Compare(d.day, other.day))
}

// Before reports whether d is an earlier day than other.
func (d Date) Before(other Date) bool { return d.Compare(other) < 0 }

// After reports whether d is a later day than other.
func (d Date) After(other Date) bool { return d.Compare(other) > 0 }

// YearsUntil is the number of years completed from d to other, as age is counted (IR-05): a year completes on the same
// day of the same month, and one that began on 29 February completes on 1 March in common years. It is negative when
// other is before d.
func (d Date) YearsUntil(other Date) int {
	years := int(other.year) - int(d.year)
	if cmp.Or(cmp.Compare(other.month, d.month), cmp.Compare(other.day, d.day)) < 0 {
		years--
	}
	return years
}

// MarshalText writes YYYY-MM-DD. The zero Date has no text: it is an error.
func (d Date) MarshalText() ([]byte, error) {
	if d.IsZero() {
		return nil, ErrCalendar
	}
	return []byte(d.String()), nil
}

// UnmarshalText reads what ParseDate reads.
func (d *Date) UnmarshalText(text []byte) error {
	parsed, err := ParseDate(string(text))
	if err != nil {
		return err
	}
	*d = parsed
	return nil
}

func daysIn(year int, month time.Month) int {
	switch month {
	case time.February:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case time.April, time.June, time.September, time.November:
		return 30
	default:
		return 31
	}
}
