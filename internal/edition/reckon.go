package edition

import (
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/civil"
)

// call is a term that reckons.
func (w *wording) call(call ast.Call, b bindings) (operand, bool) {
	name := call[0].String()
	switch {
	case name == "floor" && len(call) == 2:
		return w.floor(call[1], b)
	case name == calendarDay && len(call) == 2:
		return w.dayNumber(b.bound(call[1]))
	case name == calendarYearAfter && len(call) == 3:
		return w.yearAfter(call[1], call[2], b)
	case len(call) != 3:
		return operand{}, false
	}
	x, okX := w.operand(call[1], b)
	y, okY := w.operand(call[2], b)
	if !okX || !okY {
		return operand{}, false
	}
	switch name {
	case "plus":
		return added(x, y)
	case "minus":
		return less(x, y)
	case "mul":
		return times(x, y)
	}
	return operand{}, false
}

// The functions of the library whose meaning has words.
const (
	calendarDay       = "data.lib.calendar.day"
	calendarYearAfter = "data.lib.calendar.a_year_after"
	settleFails       = "data.lib.settle.fails"
)

// dayNumber is a day that a policy names.
func (w *wording) dayNumber(t *ast.Term) (operand, bool) {
	date, isText := t.Value.(ast.String)
	d, err := civil.ParseDate(string(date))
	if !isText || err != nil {
		return operand{}, false
	}
	n := int64(d.Days())
	return operand{phrase: Day(d), unit: unitDay, worth: &n, compact: true}, true
}

// yearAfter is the same day a year later. The function takes the day in two forms, which must be of one fact.
func (w *wording) yearAfter(number, form *ast.Term, b bindings) (operand, bool) {
	a, isRef := b.bound(number).Value.(ast.Ref)
	c, isRefToo := b.bound(form).Value.(ast.Ref)
	if !isRef || !isRefToo || !strings.HasPrefix(a.String(), "input.days.") ||
		strings.TrimPrefix(a.String(), "input.days.") != strings.TrimPrefix(c.String(), "input.civil.") {
		return operand{}, false
	}
	x, ok := w.operand(number, b)
	if !ok || x.unit != unitDay {
		return operand{}, false
	}
	return operand{phrase: joined(x.phrase, both(" + "), limit("1\u00a0ano", "1\u00a0year")), unit: unitDay}, true
}

// floor is a half, or another part, rounded down.
func (w *wording) floor(t *ast.Term, b bindings) (operand, bool) {
	quotient, isCall := b.bound(t).Value.(ast.Call)
	if !isCall || len(quotient) != 3 || quotient[0].String() != "div" {
		return operand{}, false
	}
	x, okX := w.operand(quotient[1], b)
	y, okY := w.operand(quotient[2], b)
	if !okX || !okY || x.unit != unitMoney || y.unit != unitBare || y.worth == nil {
		return operand{}, false
	}
	return operand{phrase: joined(x.bracketed(), both(" ÷ "), y.phrase, say(", centavo inteiro, para baixo", ", whole centavo, rounded down")), unit: unitMoney}, true
}

// bracketed is an operand as part of a larger one.
func (o operand) bracketed() Phrase {
	if o.compact {
		return o.phrase
	}
	return joined(both("("), o.phrase, both(")"))
}

// sums tells of two units in which the sum is, and in which the second is to be taken.
var sums = map[[2]unit][2]unit{
	{unitBare, unitBare}: {unitBare, unitBare}, {unitCount, unitCount}: {unitCount, unitCount}, {unitCount, unitBare}: {unitCount, unitCount}, {unitMoney, unitMoney}: {unitMoney, unitMoney},
	{unitInstant, unitBare}: {unitInstant, unitDuration}, {unitInstant, unitDuration}: {unitInstant, unitDuration},
	{unitDuration, unitBare}: {unitDuration, unitDuration}, {unitDuration, unitDuration}: {unitDuration, unitDuration},
	{unitDay, unitBare}: {unitDay, unitDays}, {unitDay, unitDays}: {unitDay, unitDays},
}

func added(x, y operand) (operand, bool) {
	return combined(x, y, " + ", func(a, b int64) int64 { return a + b })
}

func less(x, y operand) (operand, bool) {
	if x.unit == unitInstant && y.unit == unitInstant {
		return operand{phrase: joined(x.bracketed(), both(" − "), y.bracketed()), unit: unitDuration}, true
	}
	return combined(x, y, " − ", func(a, b int64) int64 { return a - b })
}

func combined(x, y operand, sign string, reckon func(a, b int64) int64) (operand, bool) {
	units, ok := sums[[2]unit{x.unit, y.unit}]
	if !ok {
		return operand{}, false
	}
	if x.worth != nil && y.worth != nil { // a number that the article composes: it stands as what it comes to
		n := reckon(*x.worth, *y.worth)
		return operand{unit: unitBare, worth: &n, phrase: number(n), compact: true}.withUnit(units[0])
	}
	if y, ok = y.withUnit(units[1]); !ok {
		return operand{}, false
	}
	return operand{phrase: joined(x.phrase, both(sign), y.bracketed()), unit: units[0]}, true
}

// times is a multiple. Of an amount of money both factors are told, and what they come to.
func times(x, y operand) (operand, bool) {
	if x.worth == nil || y.worth == nil || x.unit != unitBare && y.unit != unitBare {
		return operand{}, false
	}
	n, u := *x.worth**y.worth, x.unit
	if u == unitBare {
		u = y.unit
	}
	whole, ok := operand{unit: unitBare, worth: &n, phrase: number(n), compact: true}.withUnit(u)
	if u == unitMoney && ok {
		whole.phrase = joined(x.phrase, both(" × "), y.phrase, both(" = "), whole.phrase)
		whole.compact = false
	}
	return whole, ok
}
