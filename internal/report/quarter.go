package report

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"deferido/internal/civil"
)

const monthsPerQuarter = 3

// Quarter is a quarter of a year. The zero Quarter is none.
type Quarter struct {
	year, number int // 1 to 9999, 1 to 4
}

// ErrQuarter is returned for a text that names no quarter.
var ErrQuarter = errors.New("want a quarter as YYYY-Q1 to YYYY-Q4")

// ParseQuarter reads "2026-Q3" and nothing else. The error is ErrQuarter.
func ParseQuarter(text string) (Quarter, error) {
	if len(text) != len("2026-Q3") || text[4:6] != "-Q" || text[6] < '1' || text[6] > '4' {
		return Quarter{}, ErrQuarter
	}
	year, err := strconv.ParseUint(text[:4], 10, 16)
	if err != nil || year == 0 {
		return Quarter{}, ErrQuarter
	}
	return Quarter{int(year), int(text[6] - '0')}, nil
}

// IsZero reports whether q is no quarter.
func (q Quarter) IsZero() bool { return q == Quarter{} }

// String is the quarter as "2026-Q3"; empty for none.
func (q Quarter) String() string {
	if q.IsZero() {
		return ""
	}
	return fmt.Sprintf("%04d-Q%d", q.year, q.number)
}

// MarshalText writes what ParseQuarter reads.
func (q Quarter) MarshalText() ([]byte, error) {
	if q.IsZero() {
		return nil, ErrQuarter
	}
	return []byte(q.String()), nil
}

// UnmarshalText reads what ParseQuarter reads.
func (q *Quarter) UnmarshalText(text []byte) error {
	parsed, err := ParseQuarter(string(text))
	if err != nil {
		return err
	}
	*q = parsed
	return nil
}

// Months are the months of the quarter in order, as "2026-07".
func (q Quarter) Months() [monthsPerQuarter]string {
	var months [monthsPerQuarter]string
	for i := range months {
		months[i] = fmt.Sprintf("%04d-%02d", q.year, (q.number-1)*monthsPerQuarter+i+1)
	}
	return months
}

// index is the place of a month in the quarter, -1 for any other month.
func (q Quarter) index(month string) int {
	months := q.Months()
	return slices.Index(months[:], month)
}

// isMonth reports whether a text is a month as "2026-07".
func isMonth(text string) bool {
	_, err := civil.ParseDate(text + "-01")
	return err == nil
}

// instant writes a moment as RFC 3339; nothing for none.
func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}
