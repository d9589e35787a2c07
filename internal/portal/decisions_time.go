package portal

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"deferido/internal/civil"
)

// inZone is an instant in the zone of the portal's clock.
func (v *visit) inZone(t time.Time) time.Time { return t.In(v.portal.Now().Location()) }

// dayOf is the civil day of an instant in its own zone; the zero Date outside the calendar.
func dayOf(t time.Time) civil.Date {
	d, err := civil.New(t.Year(), t.Month(), t.Day())
	if err != nil {
		return civil.Date{}
	}
	return d
}

// The ways in which people write a day and an hour: day before month, as in Brazil; or the year first, as in addresses.
var (
	dayFirst  = regexp.MustCompile(`^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})$`)
	yearFirst = regexp.MustCompile(`^(\d{4})-(\d{1,2})-(\d{1,2})$`)
	together  = regexp.MustCompile(`^(\d{2})(\d{2})(\d{4}|\d{2})$`)
	hourOfDay = regexp.MustCompile(`^(\d{1,2})(?:[:hH.](\d{2})?)?(?:\s*(?:h|min))?$`)
	withHour  = regexp.MustCompile(`^(.*?)(?:T|,\s*|\s+)(?:às?\s+|as\s+|at\s+)?(\d{1,2}(?:[:hH.](?:\d{2})?)(?:\s*(?:h|min))?)$`)
)

// readDay reads a day as people write it: 12/12/2026, 12.12.26, 12122026, ontem, or as it stands in addresses. A year of two
// digits is one of this century.
func readDay(text string, today civil.Date) (civil.Date, bool) {
	text = strings.TrimSpace(text)
	switch strings.ToLower(text) {
	case "hoje", "today":
		return today, !today.IsZero()
	case "ontem", "yesterday":
		return today.AddDays(-1)
	}
	var day, month, year string
	if m := yearFirst.FindStringSubmatch(text); m != nil {
		year, month, day = m[1], m[2], m[3]
	} else if m := dayFirst.FindStringSubmatch(text); m != nil {
		day, month, year = m[1], m[2], m[3]
	} else if m := together.FindStringSubmatch(text); m != nil {
		day, month, year = m[1], m[2], m[3]
	} else {
		return civil.Date{}, false
	}
	if len(year) == 2 {
		year = "20" + year
	}
	d, err := civil.ParseDate(fmt.Sprintf("%s-%02s-%02s", year, month, day))
	return d, err == nil
}

// moment is a day, or a minute of it.
type moment struct {
	day    civil.Date
	minute int // of the day; −1 for the whole of it
}

// readMoment reads a day as readDay does, with or without an hour: 14h, 14h30, 14:30.
func readMoment(text string, today civil.Date) (moment, bool) {
	if day, ok := readDay(text, today); ok {
		return moment{day, -1}, true
	}
	m := withHour.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return moment{}, false
	}
	day, known := readDay(m[1], today)
	at := hourOfDay.FindStringSubmatch(m[2])
	if !known || at == nil {
		return moment{}, false
	}
	hour, err := strconv.Atoi(at[1])
	minute, err2 := strconv.Atoi("0" + at[2])
	if err != nil || err2 != nil || hour > 23 || minute > 59 {
		return moment{}, false
	}
	return moment{day, hour*60 + minute}, true
}

// String is the moment as it stands in addresses: 2026-12-12, or 2026-12-12T14:30.
func (m moment) String() string {
	if m.minute < 0 {
		return m.day.String()
	}
	return fmt.Sprintf("%sT%02d:%02d", m.day, m.minute/60, m.minute%60)
}

// words writes the moment for people.
func (w *words) momentOf(m moment) string {
	if m.minute < 0 {
		return w.day(m.day)
	}
	return fmt.Sprintf("%s, %02d:%02d", w.day(m.day), m.minute/60, m.minute%60)
}

// start is the first instant of the moment in a zone.
func (m moment) start(zone *time.Location) time.Time {
	return time.Date(m.day.Year(), m.day.Month(), m.day.Day(), 0, max(m.minute, 0), 0, 0, zone)
}

// end is the first instant after the moment in a zone: the next day, or the next minute.
func (m moment) end(zone *time.Location) time.Time {
	if m.minute < 0 {
		return m.start(zone).AddDate(0, 0, 1)
	}
	return m.start(zone).Add(time.Minute)
}

// dayAndMonth writes a day without its year: 14/12, or 14 Dec.
func (w *words) dayAndMonth(d civil.Date) string {
	if w.lang == english {
		return fmt.Sprintf("%d %s", d.Day(), d.Month().String()[:3])
	}
	return fmt.Sprintf("%02d/%02d", d.Day(), d.Month())
}
