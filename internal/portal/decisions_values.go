package portal

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"deferido/internal/civil"
	"deferido/internal/engine"
)

// value writes a value of a fact or of a result for people. What it is follows from its form and, for numbers, from its name,
// as the contract has it: money ends in _cents, a distance in _km.
func (w *words) value(name string, v any) string {
	switch v := v.(type) {
	case nil:
		return w.text("decisions.value_none")
	case bool:
		if v {
			return w.text("decisions.value_yes")
		}
		return w.text("decisions.value_no")
	case string:
		return w.textValue(v)
	case float64:
		return w.quantity(name, strconv.FormatFloat(v, 'f', -1, 64))
	}
	return w.quantity(name, fmt.Sprint(v))
}

// quantity writes a number that is given in decimal.
func (w *words) quantity(name, number string) string {
	if cents, err := strconv.ParseInt(number, 10, 64); err == nil && strings.HasSuffix(name, "_cents") {
		return w.money(cents)
	}
	if w.lang != english {
		number = strings.Replace(number, ".", ",", 1)
	}
	if strings.HasSuffix(name, "_km") {
		return number + "\u00a0km"
	}
	return number
}

// textValue writes an instant, a day, or the word for one of the values of a result; any other text as it is.
func (w *words) textValue(text string) string {
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return w.exact(t)
	}
	if d, err := civil.ParseDate(text); err == nil {
		return w.day(d)
	}
	if key := "decisions.value." + text; w.has(key) {
		return w.text(key)
	}
	return text
}

// exact writes an instant in its own zone, with its seconds where it has any: the law compares them.
func (w *words) exact(t time.Time) string {
	if t.Second() == 0 && t.Nanosecond() == 0 {
		return w.moment(t)
	}
	return w.day(civilDay(t)) + ", " + t.Format("15:04:05.999999999") + " (" + zone(t) + ")"
}

// factName is the name for people of a value of a fact, as it stands within a sentence; the value itself where the law in service
// has none.
func factName(set *engine.Set, lang, pointer, value string) string {
	name := set.Value(pointer, value, lang)
	if name == "" {
		return value
	}
	return lowered(name)
}

// benefitFact is the fact whose values are the benefits.
const benefitFact = "/facts/request/benefit"

// benefitsIn are the names of the benefits that a value of a result holds: one, or a list of them.
func benefitsIn(set *engine.Set, lang string, v any) []string {
	var names []string
	switch v := v.(type) {
	case string:
		names = append(names, factName(set, lang, benefitFact, v))
	case []any:
		for _, one := range v {
			names = append(names, benefitsIn(set, lang, one)...)
		}
	}
	return names
}

// lowered is a text whose first letter is small, to stand within a sentence.
func lowered(text string) string {
	runes := []rune(text)
	if len(runes) == 0 {
		return text
	}
	return strings.ToLower(string(runes[:1])) + string(runes[1:])
}

// raised is a text whose first letter is capital, to stand alone.
func raised(text string) string {
	runes := []rune(text)
	if len(runes) == 0 {
		return text
	}
	return strings.ToUpper(string(runes[:1])) + string(runes[1:])
}
