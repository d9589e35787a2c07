package portal

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"deferido/internal/civil"
	"deferido/internal/decision"
)

// printers write numbers as each language does.
var printers = map[string]*message.Printer{
	portuguese: message.NewPrinter(language.BrazilianPortuguese), english: message.NewPrinter(language.English),
}

// number writes a whole number: 12.430, or 12,430.
func (w *words) number(n int) string { return printers[w.lang].Sprintf("%d", n) }

// money writes centavos: R$ 3.242,00, or R$ 3,242.00. The space does not break.
func (w *words) money(cents int64) string {
	sign, point := "", ","
	if cents < 0 {
		sign, cents = "−", -cents
	}
	if w.lang == english {
		point = "."
	}
	return printers[w.lang].Sprintf("%sR$\u00a0%d%s%02d", sign, cents/100, point, cents%100)
}

// day writes a day: 12/12/2026, or 12 December 2026. A zero day is nothing.
func (w *words) day(d civil.Date) string {
	if d.IsZero() {
		return ""
	}
	if w.lang == english {
		return fmt.Sprintf("%d %s %d", d.Day(), d.Month(), d.Year())
	}
	return fmt.Sprintf("%02d/%02d/%04d", d.Day(), d.Month(), d.Year())
}

// date writes a day that is given as YYYY-MM-DD; what is none stays as it is.
func (w *words) date(text string) string {
	d, err := civil.ParseDate(text)
	if err != nil {
		return text
	}
	return w.day(d)
}

// moment writes an instant in its own zone: "12/12/2026, 13:40 (UTC−3)".
func (w *words) moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return w.clock(t) + " (" + zone(t) + ")"
}

// clock writes an instant without its zone: "12/12/2026, 13:40".
func (w *words) clock(t time.Time) string {
	d, err := civil.New(t.Year(), t.Month(), t.Day())
	if err != nil {
		return t.Format(time.RFC3339)
	}
	return w.day(d) + ", " + t.Format("15:04")
}

// instant writes an instant that is given as RFC 3339, in its own zone, and a day that is given as YYYY-MM-DD; what is
// neither stays as it is.
func (w *words) instant(text string) string {
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return w.date(text)
	}
	if t.Second() == 0 && t.Nanosecond() == 0 {
		return w.moment(t)
	}
	minute := w.clock(t)
	return minute + t.Format(":05.999999999") + " (" + zone(t) + ")"
}

// zone names the offset of an instant: "UTC−3", "UTC+5:30".
func zone(t time.Time) string {
	_, offset := t.Zone()
	if offset == 0 {
		return "UTC"
	}
	sign := "+"
	if offset < 0 {
		sign, offset = "−", -offset
	}
	text := fmt.Sprintf("UTC%s%d", sign, offset/3600)
	if minutes := offset / 60 % 60; minutes != 0 {
		text += fmt.Sprintf(":%02d", minutes)
	}
	return text
}

// short is the first digits of a hash, enough to tell it from others: "sha256:4be1…90c7".
func short(hash string) string {
	name, digits, found := strings.Cut(hash, ":")
	if !found {
		name, digits = "", hash
	} else {
		name += ":"
	}
	if len(digits) <= 12 {
		return hash
	}
	return name + digits[:4] + "…" + digits[len(digits)-4:]
}

// say is a sentence in a language.
func (w *words) say(s decision.Sentence) string { return s.In(w.lang) }

// today is the civil day of the portal's clock.
func (p *Portal) today() civil.Date {
	now := p.Now()
	d, err := civil.New(now.Year(), now.Month(), now.Day())
	if err != nil { // a clock outside the calendar; there is no such day
		return civil.Date{}
	}
	return d
}
