package civil_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"deferido/internal/civil"
)

func date(t *testing.T, text string) civil.Date {
	t.Helper()
	d, err := civil.ParseDate(text)
	if err != nil {
		t.Fatalf("ParseDate(%q): %v", text, err)
	}
	return d
}

func anyDate() *rapid.Generator[civil.Date] {
	low, high := civil.Date{}, civil.Date{}
	low, _ = civil.ParseDate("0001-01-01")
	high, _ = civil.ParseDate("9999-12-31")
	return rapid.Map(rapid.IntRange(low.Days(), high.Days()), func(n int) civil.Date {
		d, _ := civil.FromDays(n)
		return d
	})
}

func TestParseDateRefusesWhatIsNoDay(t *testing.T) {
	for text, want := range map[string]error{
		"2026-02-30":           civil.ErrCalendar,
		"2026-13-01":           civil.ErrCalendar,
		"2026-00-10":           civil.ErrCalendar,
		"2026-01-00":           civil.ErrCalendar,
		"2025-02-29":           civil.ErrCalendar,
		"1900-02-29":           civil.ErrCalendar,
		"0000-01-01":           civil.ErrCalendar,
		"":                     civil.ErrForm,
		"2026-1-01":            civil.ErrForm,
		"2026-01-01 ":          civil.ErrForm,
		" 2026-01-0":           civil.ErrForm,
		"20260101":             civil.ErrForm,
		"2026/01/01":           civil.ErrForm,
		"+026-01-01":           civil.ErrForm,
		"-026-01-01":           civil.ErrForm,
		"２026-01":              civil.ErrForm,
		"2026-01-01T00:00:00Z": civil.ErrForm,
	} {
		if d, err := civil.ParseDate(text); !errors.Is(err, want) || !d.IsZero() {
			t.Errorf("ParseDate(%q) = %v, %v; want %v", text, d, err, want)
		}
	}
}

func TestParseDateTakesLeapDays(t *testing.T) {
	for _, text := range []string{"2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31", "0004-02-29"} {
		if got := date(t, text).String(); got != text {
			t.Errorf("ParseDate(%q).String() = %q", text, got)
		}
	}
}

func TestDaysFromTheEpoch(t *testing.T) {
	for text, want := range map[string]int{
		"1970-01-01": 0, "1969-12-31": -1, "1970-03-01": 59, "2000-02-29": 11016, "2000-03-01": 11017,
		"0001-01-01": -719162, "9999-12-31": 2932896,
	} {
		if got := date(t, text).Days(); got != want {
			t.Errorf("%s is day %d, want %d", text, got, want)
		}
	}
}

func TestDaysOutsideTheCalendarAreRefused(t *testing.T) {
	const far = int(^uint(0) >> 1)
	for _, n := range []int{-719163, 2932897, far, -far} {
		if d, ok := civil.FromDays(n); ok {
			t.Errorf("FromDays(%d) = %v, want none", n, d)
		}
		if d, ok := date(t, "2026-01-01").AddDays(n); ok && (n == far || n == -far) {
			t.Errorf("AddDays(%d) = %v, want none", n, d)
		}
	}
	if _, ok := date(t, "9999-12-31").AddDays(1); ok {
		t.Error("the day after 9999-12-31 is not in the calendar")
	}
}

func TestYearsUntilIsCompletedYears(t *testing.T) {
	for _, c := range []struct {
		birth, on string
		want      int
	}{
		{"1958-03-14", "2018-03-13", 59},
		{"1958-03-14", "2018-03-14", 60},
		{"1960-02-29", "2020-02-28", 59},
		{"1960-02-29", "2020-02-29", 60},
		{"1960-02-29", "2021-02-28", 60},
		{"1960-02-29", "2021-03-01", 61},
		{"1958-03-14", "1958-03-14", 0},
		{"1958-03-14", "1958-03-13", -1},
		{"0001-01-01", "9999-12-31", 9998},
	} {
		if got := date(t, c.birth).YearsUntil(date(t, c.on)); got != c.want {
			t.Errorf("born %s, on %s: %d years, want %d", c.birth, c.on, got, c.want)
		}
	}
}

func TestDaysAgreeWithTheStandardLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDate().Draw(t, "date")
		want := time.Date(d.Year(), d.Month(), d.Day(), 0, 0, 0, 0, time.UTC)
		if got := int(want.Unix() / 86400); want.Unix()%86400 != 0 || got != d.Days() {
			t.Fatalf("%s is day %d, the standard library says %d", d, d.Days(), got)
		}
	})
}

func TestAddDaysAndDaysAreInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, n := anyDate().Draw(t, "date"), rapid.IntRange(-3_700_000, 3_700_000).Draw(t, "days")
		later, ok := d.AddDays(n)
		if !ok {
			return
		}
		if later.Days()-d.Days() != n {
			t.Fatalf("%s plus %d days is %s, which is %d days away", d, n, later, later.Days()-d.Days())
		}
		if back, ok := later.AddDays(-n); !ok || back != d {
			t.Fatalf("%s minus %d days is %s, not %s", later, n, back, d)
		}
		parsed, err := civil.ParseDate(later.String())
		if err != nil || parsed != later {
			t.Fatalf("%s reads back as %s, %v", later, parsed, err)
		}
	})
}

func TestDatesAreOrderedAsTheirDays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyDate().Draw(t, "a"), anyDate().Draw(t, "b")
		if a.Before(b) != (a.Days() < b.Days()) || a.After(b) != (a.Days() > b.Days()) || (a.Compare(b) == 0) != (a == b) {
			t.Fatalf("%s and %s are ordered otherwise than days %d and %d", a, b, a.Days(), b.Days())
		}
	})
}

func TestYearsUntilIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		birth, a := anyDate().Draw(t, "birth"), anyDate().Draw(t, "a")
		next, ok := a.AddDays(1)
		if !ok {
			return
		}
		step := birth.YearsUntil(next) - birth.YearsUntil(a)
		if step < 0 || step > 1 {
			t.Fatalf("born %s: %d years on %s, %d on %s", birth, birth.YearsUntil(a), a, birth.YearsUntil(next), next)
		}
	})
}

func TestDateIsTextInJSON(t *testing.T) {
	var d civil.Date
	if err := json.Unmarshal([]byte(`"2019-11-16"`), &d); err != nil || d.String() != "2019-11-16" {
		t.Fatalf("read %v, %v", d, err)
	}
	if out, err := json.Marshal(d); err != nil || string(out) != `"2019-11-16"` {
		t.Errorf("wrote %s, %v", out, err)
	}
	if err := json.Unmarshal([]byte(`"2019-02-30"`), &d); !errors.Is(err, civil.ErrCalendar) {
		t.Errorf("30 February read as %v, %v", d, err)
	}
	if _, err := json.Marshal(civil.Date{}); err == nil {
		t.Error("no day was written as a date")
	}
}
