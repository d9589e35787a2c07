package decision

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"deferido/internal/civil"
)

// In returns the sentence in a language: English for "en", Portuguese otherwise.
func (s Sentence) In(lang string) string {
	if lang == "en" {
		return s.EN
	}
	return s.PT
}

// fill puts named values into a sentence. It is false when the sentence names a value that is not there.
func (m *matter) fill(sentence string, values map[string]Value) (string, bool) {
	complete := true
	for {
		before, rest, found := strings.Cut(sentence, "{")
		if !found {
			return sentence, complete
		}
		name, after, closed := strings.Cut(rest, "}")
		if !closed {
			return sentence, complete
		}
		said, known := m.say(values[name])
		complete = complete && known
		sentence = before + said + after
	}
}

// say writes a value for people. An absent one is an ellipsis and false.
func (m *matter) say(v Value) (string, bool) {
	switch {
	case v.Money != nil:
		return m.money(*v.Money), true
	case v.Duration != nil:
		return duration(*v.Duration), *v.Duration >= 0
	case v.Number != nil:
		return *v.Number, true
	case v.At != nil:
		return m.instantInWords(*v.At)
	case v.Day != nil:
		day, ok := civil.FromDays(int(*v.Day))
		if !ok {
			return "…", false
		}
		return m.dateInWords(day), true
	}
	return "…", false
}

// money is R$ 3.242,00 in Portuguese and R$ 3,242.00 in English, from centavos.
func (m *matter) money(centavos int64) string {
	thousands, decimal := ".", ","
	if m.lang == "en" {
		thousands, decimal = ",", "."
	}
	digits := strconv.FormatInt(centavos/100, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + thousands + digits[i:]
	}
	return fmt.Sprintf("R$ %s%s%02d", digits, decimal, centavos%100)
}

// duration is "7 h", "2 h 59 min 59 s" or "30 min", from nanoseconds; what is less than a second is left out.
func duration(nanoseconds int64) string {
	seconds := nanoseconds / int64(time.Second)
	var parts []string
	for _, unit := range []struct {
		seconds int64
		name    string
	}{{3600, "h"}, {60, "min"}, {1, "s"}} {
		if n := seconds / unit.seconds; n > 0 {
			parts = append(parts, strconv.FormatInt(n, 10)+" "+unit.name)
			seconds %= unit.seconds
		}
	}
	if parts == nil {
		return "0 s"
	}
	return strings.Join(parts, " ")
}

// offset is the offset in which an instant is told: that of the fact it is about, else that of the question's clock, else
// that of now.
func (m *matter) offset(pointer string) int {
	for _, p := range []string{pointer, m.question.Clock} {
		if seconds, ok := m.request.Facts.Offset(p); ok {
			return seconds
		}
	}
	_, seconds := m.now.Zone()
	return seconds
}

// instant is the time of an instant, in its offset. It is false outside the years 0 to 9999.
func (m *matter) instant(at Instant) (time.Time, bool) {
	n, ok := new(big.Int).SetString(at.Nanoseconds, 10)
	if !ok {
		return time.Time{}, false
	}
	seconds, nanoseconds := new(big.Int).DivMod(n, big.NewInt(int64(time.Second)), new(big.Int))
	t := time.Unix(seconds.Int64(), nanoseconds.Int64()).In(time.FixedZone("", m.offset(at.As)))
	return t, seconds.IsInt64() && t.Year() >= 0 && t.Year() <= 9999
}

func (m *matter) instantInWords(at Instant) (string, bool) {
	t, ok := m.instant(at)
	if !ok {
		return "…", false
	}
	clock := t.Format("15:04")
	if t.Second() != 0 || t.Nanosecond() != 0 {
		clock = t.Format("15:04:05.999999999")
	}
	return m.dayInWords(t.Year(), t.Month(), t.Day()) + ", " + clock + " (" + t.Format("-07:00") + ")", true
}

func (m *matter) dateInWords(day civil.Date) string {
	return m.dayInWords(day.Year(), day.Month(), day.Day())
}

func (m *matter) dayInWords(year int, month time.Month, day int) string {
	if m.lang == "en" {
		return fmt.Sprintf("%d %s %d", day, month, year)
	}
	return fmt.Sprintf("%02d/%02d/%04d", day, month, year)
}

// reason is what was found, where it is known, and what the law asks.
func (m *matter) reason(r *Rule, values map[string]Value) string {
	asked, complete := m.fill(r.Reason.In(m.lang), values)
	if title := r.Title.In(m.lang); !complete && title != "" {
		asked = title + "."
	}
	if r.Found.PT == "" || m.lawOnly {
		return asked
	}
	found, complete := m.fill(r.Found.In(m.lang), values)
	if !complete {
		return asked
	}
	return found + " " + asked
}
