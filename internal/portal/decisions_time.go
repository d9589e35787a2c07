package portal

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"deferido/internal/civil"
)

// inZone is an instant in the zone of the portal's clock.
func (v *visit) inZone(t time.Time) time.Time { return t.In(v.portal.Now().Location()) }

// civilDay is the civil day of an instant in its own zone; the zero Date outside the calendar.
func civilDay(t time.Time) civil.Date {
	d, err := civil.New(t.Year(), t.Month(), t.Day())
	if err != nil {
		return civil.Date{}
	}
	return d
}

// moment is a day, or a minute of it.
type moment struct {
	day    civil.Date
	minute int // of the day; −1 for the whole of it
}

// withHour tells a day from the hour behind it.
var withHour = regexp.MustCompile(`^(.*?)(?:t|,\s*|\s+)(?:às?\s+|as\s+|at\s+)?(\d{1,2}\s*(?:h|hs|hrs)?|\d{1,2}\s*[:.h]\s*\d{2}\s*(?:m|min|h)?|\d{4}h?)$`)

// readMoment reads a day as people type it, with or without an hour: ontem, 12/12/2026 14h, 12122026 14:30.
func readMoment(text string, today civil.Date) (moment, bool) {
	if day, err := readDay(text, false, today); err == nil {
		return moment{day, -1}, true
	}
	parts := withHour.FindStringSubmatch(strings.ToLower(strings.TrimSpace(text)))
	if parts == nil {
		return moment{}, false
	}
	day, err := readDay(parts[1], false, today)
	at, err2 := readHour(parts[2])
	if err != nil || err2 != nil || !at.exists() || at.s != 0 || at.fraction != "" {
		return moment{}, false
	}
	return moment{day, at.h*60 + at.m}, true
}

// String is the moment as it stands in addresses: 2026-12-12, or 2026-12-12T14:30.
func (m moment) String() string {
	if m.minute < 0 {
		return m.day.String()
	}
	return fmt.Sprintf("%sT%02d:%02d", m.day, m.minute/60, m.minute%60)
}

// momentOf writes a moment for people.
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
