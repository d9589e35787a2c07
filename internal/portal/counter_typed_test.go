package portal

import (
	"errors"
	"testing"

	"deferido/internal/civil"
)

func mustDay(t *testing.T, text string) civil.Date {
	t.Helper()
	day, err := civil.ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return day
}

func TestReadDay(t *testing.T) {
	today := mustDay(t, "2026-12-12")
	for typed, want := range map[string]string{
		"14031958": "1958-03-14", "14/3/58": "1958-03-14", "14-03-1958": "1958-03-14", "14.3.1958": "1958-03-14", " 14 / 3 / 1958 ": "1958-03-14",
		"1958-03-14": "1958-03-14", "19580314": "1958-03-14", "140358": "1958-03-14", "14 de março de 1958": "1958-03-14", "14 MAR 58": "1958-03-14",
		"March 14, 1958": "1958-03-14", "12 December 1958": "1958-12-12", "1º/3/1958": "1958-03-01", "29/2/1960": "1960-02-29",
		"1/1/26": "2026-01-01", "1/1/27": "1927-01-01", "hoje": "2026-12-12", "Today": "2026-12-12", "amanhã": "2026-12-13", "ontem": "2026-12-11",
		"5/1": "2027-01-05", "0501": "2027-01-05", "30/11": "2026-11-30",
	} {
		if got, err := readDay(typed, true, today); err != nil || got.String() != want {
			t.Errorf("%q: got %v %v, want %s", typed, got, err, want)
		}
	}
	if got, err := readDay("1/1/58", false, today); err != nil || got.String() != "2058-01-01" {
		t.Errorf("what is no birth: got %v %v", got, err)
	}
	for _, typed := range []string{"31/02/1958", "00/01/1958", "1/13/1958", "29/2/1961", "31/2", "1/1/0000"} {
		if _, err := readDay(typed, true, today); !errors.Is(err, civil.ErrCalendar) {
			t.Errorf("%q: got %v, want no such day", typed, err)
		}
	}
	for _, typed := range []string{
		"", "x", "14", "143", "1431958", "14/3/958", "14/3/19580", "14//", "14/xx/1958", "14/3/1958/1", "14:3:1958", "-14/3/1958x", "14/3/-1958+", "123/1/1958", "٣/1/1958", "1958-3", "xx 14 3",
	} {
		if got, err := readDay(typed, true, today); !errors.Is(err, errUnread) {
			t.Errorf("%q: got %v %v, want it unread", typed, got, err)
		}
	}
}

func TestReadHour(t *testing.T) {
	for typed, want := range map[string][2]string{
		"22:00": {"22:00:00-03:00", "22:00"}, "22h": {"22:00:00-03:00", "22:00"}, "22 h": {"22:00:00-03:00", "22:00"}, "22h30": {"22:30:00-03:00", "22:30"},
		"22h30min": {"22:30:00-03:00", "22:30"}, "2200": {"22:00:00-03:00", "22:00"}, "930": {"09:30:00-03:00", "09:30"}, "9": {"09:00:00-03:00", "09:00"},
		"9h5": {"09:05:00-03:00", "09:05"}, "22.30": {"22:30:00-03:00", "22:30"}, "19:00:01": {"19:00:01-03:00", "19:00:01"}, "190001": {"19:00:01-03:00", "19:00:01"},
		"19:00:00,5": {"19:00:00.5-03:00", "19:00:00,5"}, "22:00 −04:00": {"22:00:00-04:00", "22:00 −04:00"}, "22h-4": {"22:00:00-04:00", "22:00 −04:00"},
		"22:00 (UTC-4)": {"22:00:00-04:00", "22:00 −04:00"}, "22:00-03:00": {"22:00:00-03:00", "22:00"}, "01:00Z": {"01:00:00Z", "01:00 UTC"}, "00:30:00+05:30": {"00:30:00+05:30", "00:30 +05:30"},
		"22 horas": {"22:00:00-03:00", "22:00"}, "00:00": {"00:00:00-03:00", "00:00"},
	} {
		at, err := readHour(typed)
		if err != nil || !at.exists() || at.text("-03:00") != want[0] || at.shown("-03:00") != want[1] {
			t.Errorf("%q: got %s %s %v, want %v", typed, at.text("-03:00"), at.shown("-03:00"), err, want)
		}
		if again, err := readHour(at.shown("-03:00")); err != nil || again.text("-03:00") != want[0] {
			t.Errorf("%q: what is shown is read as %s", typed, again.text("-03:00"))
		}
	}
	for _, typed := range []string{"24:00", "22:60", "25h", "2260", "22:00 -15:00", "22:00-03:75", "22-30"} {
		if at, err := readHour(typed); err != nil || at.exists() {
			t.Errorf("%q: got %v %v, want no such hour", typed, at, err)
		}
	}
	for _, typed := range []string{"", "x", "22:", ":30", "22:0x", "22000000", "h", "22:00:00:00", "agora", "-3", "22:00 pm"} {
		if at, err := readHour(typed); !errors.Is(err, errUnread) {
			t.Errorf("%q: got %v %v, want it unread", typed, at, err)
		}
	}
}

func TestReadNumbers(t *testing.T) {
	for _, c := range []struct {
		read              func(text, lang string) (string, error)
		typed, lang, want string
	}{
		{readCents, "2.100,00", portuguese, "210000"}, {readCents, "2200", portuguese, "220000"}, {readCents, "R$ 2.100,5", portuguese, "210050"},
		{readCents, "2.100", portuguese, "210000"}, {readCents, "2,100", english, "210000"}, {readCents, "2,100.00", portuguese, "210000"}, {readCents, "2.100", english, "210000"},
		{readCents, "1.234.567,89", portuguese, "123456789"}, {readCents, "0,05", portuguese, "5"}, {readCents, "0", portuguese, "0"}, {readCents, "007", portuguese, "700"},
		{readCents, "2100,", portuguese, "210000"}, {readCents, "3242 reais", portuguese, "324200"}, {readCents, "R$\u00a03.242,00", portuguese, "324200"},
		{readDecimal, "430,5", portuguese, "430.5"}, {readDecimal, "430.5", portuguese, "430.5"}, {readDecimal, "430,50 km", portuguese, "430.5"}, {readDecimal, "1.200", portuguese, "1200"},
		{readDecimal, "1,200", english, "1200"}, {readDecimal, "500,125", portuguese, "500.125"}, {readDecimal, "500.125", english, "500.125"}, {readDecimal, "430", english, "430"},
		{readCount, "1.200", portuguese, "1200"}, {readCount, "20", english, "20"}, {readCount, "1 000", portuguese, "1000"},
	} {
		if got, err := c.read(c.typed, c.lang); err != nil || got != c.want {
			t.Errorf("%q (%s): got %q %v, want %q", c.typed, c.lang, got, err, c.want)
		}
	}
	for _, typed := range []string{"", "x", "-5", "2,1,0", "1.23.456", "12.34,5.6", "1e3", "2 mil", "0x1f", "٣", "10%"} {
		for name, read := range map[string]func(string, string) (string, error){"cents": readCents, "decimal": readDecimal, "count": readCount} {
			if got, err := read(typed, portuguese); !errors.Is(err, errUnread) {
				t.Errorf("%s %q: got %q %v, want it unread", name, typed, got, err)
			}
		}
	}
	for _, typed := range []string{"2,105.007,1", "2100,005", "1,2345"} {
		if got, err := readCents(typed, portuguese); !errors.Is(err, errUnread) {
			t.Errorf("cents %q: got %q, want it unread", typed, got)
		}
	}
	for cents, want := range map[string]string{"210000": "2.100,00", "5": "0,05", "123456789": "1.234.567,89", "0": "0,00", "99999": "999,99"} {
		if got := centsShown(cents, portuguese); got != want {
			t.Errorf("%s centavos are shown as %s, want %s", cents, got, want)
		}
	}
}

func TestReadPeriods(t *testing.T) {
	today := mustDay(t, "2026-12-12")
	for typed, want := range map[string]string{
		"07/2026": "2026-07", "7/26": "2026-07", "072026": "2026-07", "2026-07": "2026-07", "jul/2026": "2026-07", "julho de 2026": "2026-07", "July 2026": "2026-07",
	} {
		if got, err := readMonth(typed, today); err != nil || got != want {
			t.Errorf("%q: got %q %v", typed, got, err)
		}
	}
	for typed, want := range map[string]string{
		"2026-Q3": "2026-Q3", "3/2026": "2026-Q3", "3º trimestre de 2026": "2026-Q3", "Q3 2026": "2026-Q3", "3T2026": "2026-Q3", "3 tri 2026": "2026-Q3", "2026/T3": "2026-Q3", "3rd quarter of 2026": "2026-Q3",
	} {
		if got, err := readQuarter(typed); err != nil || got != want {
			t.Errorf("%q: got %q %v", typed, got, err)
		}
	}
	for _, typed := range []string{"", "13/2026", "0/2026", "2026", "7", "xx/2026", "7/8/2026", "5/202"} {
		if got, err := readMonth(typed, today); err == nil {
			t.Errorf("%q: got %q, want it unread", typed, got)
		}
	}
	for _, typed := range []string{"", "5/2026", "2026-Q5", "0/2026", "Q3", "2026"} {
		if got, err := readQuarter(typed); err == nil {
			t.Errorf("%q: got %q, want it unread", typed, got)
		}
	}
	for _, lang := range []string{portuguese, english} {
		for _, period := range []string{"2026-07", "2026-12"} {
			if got, err := readMonth(periodShown(period, lang), today); err != nil || got != period {
				t.Errorf("%s is shown as %q", period, periodShown(period, lang))
			}
		}
		if got, err := readQuarter(periodShown("2026-Q3", lang)); err != nil || got != "2026-Q3" {
			t.Errorf("2026-Q3 is shown as %q", periodShown("2026-Q3", lang))
		}
	}
}
