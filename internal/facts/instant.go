package facts

import (
	"errors"
	"math/big"
	"strconv"

	"deferido/internal/civil"
)

const (
	secondsPerDay  = 24 * 3600
	nanosPerSecond = 1_000_000_000
	maxOffset      = 14 * 3600
	// safeSeconds is how far from 1970 an int64 of nanoseconds is certain to reach.
	safeSeconds = 9_223_372_035
)

// instant is a point in time with the offset it was given in, or, of a date, only the day.
type instant struct {
	seconds int64      // since 1970-01-01 UTC, rounded down
	nanos   int32      // after seconds
	offset  int32      // seconds east of UTC
	day     civil.Date // the civil date in that offset
}

// compare is negative when a is before b, 0 at the same instant, whatever their offsets.
func (a instant) compare(b instant) int {
	if a.seconds != b.seconds {
		return sign(a.seconds < b.seconds)
	}
	if a.nanos != b.nanos {
		return sign(a.nanos < b.nanos)
	}
	return 0
}

func sign(less bool) int {
	if less {
		return -1
	}
	return 1
}

// nanoseconds is the decimal integer of nanoseconds since 1970-01-01 UTC, exact for every year.
func (a instant) nanoseconds() string {
	if a.seconds > -safeSeconds && a.seconds < safeSeconds {
		return strconv.FormatInt(a.seconds*nanosPerSecond+int64(a.nanos), 10)
	}
	n := big.NewInt(a.seconds)
	n.Mul(n, big.NewInt(nanosPerSecond))
	return n.Add(n, big.NewInt(int64(a.nanos))).String()
}

// parseInstant reads an RFC 3339 instant strictly: seconds and an offset are required, a fraction has 1 to 9 digits,
// the offset is within 14 hours, the second 60 is refused. The Code is empty when s is an instant.
func parseInstant(s string) (instant, Code) {
	if len(s) < len("2006-01-02T15:04:05") || s[10]|0x20 != 't' || s[13] != ':' || s[16] != ':' {
		return instant{}, CodeDateTime
	}
	day, err := civil.ParseDate(s[:10])
	switch {
	case errors.Is(err, civil.ErrCalendar):
		return instant{}, CodeNoSuchDay
	case err != nil:
		return instant{}, CodeDateTime
	}
	hour, minute, second := twoDigits(s[11:]), twoDigits(s[14:]), twoDigits(s[17:])
	if hour < 0 || minute < 0 || second < 0 {
		return instant{}, CodeDateTime
	}
	if second == 60 && hour < 24 && minute < 60 {
		return instant{}, CodeLeapSecond
	}
	if hour > 23 || minute > 59 || second > 59 {
		return instant{}, CodeNoSuchHour
	}
	nanos, rest, code := parseFraction(s[19:])
	if code != "" {
		return instant{}, code
	}
	offset, code := parseOffset(rest)
	if code != "" {
		return instant{}, code
	}
	local := int64(day.Days())*secondsPerDay + int64(hour*3600+minute*60+second)
	return instant{seconds: local - int64(offset), nanos: nanos, offset: offset, day: day}, ""
}

// parseFraction reads an optional ".123" and returns what follows it.
func parseFraction(s string) (nanos int32, rest string, code Code) {
	if s == "" || s[0] != '.' {
		return 0, s, ""
	}
	n := 1
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		if n <= 9 {
			nanos = nanos*10 + int32(s[n]-'0')
		}
		n++
	}
	switch {
	case n == 1:
		return 0, "", CodeDateTime
	case n > 10:
		return 0, "", CodeFraction
	}
	for i := n; i < 10; i++ {
		nanos *= 10
	}
	return nanos, s[n:], ""
}

// parseOffset reads Z or ±HH:MM to the end of s.
func parseOffset(s string) (int32, Code) {
	switch {
	case s == "":
		return 0, CodeNoOffset
	case s == "Z" || s == "z":
		return 0, ""
	case len(s) != len("+15:04") || s[0] != '+' && s[0] != '-' || s[3] != ':':
		return 0, CodeDateTime
	}
	hours, minutes := twoDigits(s[1:]), twoDigits(s[4:])
	if hours < 0 || minutes < 0 {
		return 0, CodeDateTime
	}
	offset := int32(hours*3600 + minutes*60)
	if minutes > 59 || offset > maxOffset {
		return 0, CodeOffset
	}
	if s[0] == '-' {
		offset = -offset
	}
	return offset, ""
}

// twoDigits reads the first two bytes of s, which has them; negative when they are not digits.
func twoDigits(s string) int {
	a, b := s[0]-'0', s[1]-'0'
	if a > 9 || b > 9 {
		return -1
	}
	return int(a)*10 + int(b)
}
