package oracle

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"deferido/internal/civil"
)

// Pointers of the facts that more than one question reads.
const (
	pCategory   = "/facts/beneficiary/category"
	pBirth      = "/facts/beneficiary/birth_on"
	pIncome     = "/facts/beneficiary/monthly_income_cents"
	pDocuments  = "/facts/beneficiary/documents"
	pMode       = "/facts/service/mode"
	pInterstate = "/facts/service/interstate"
	pRegular    = "/facts/service/regular"
	pClass      = "/facts/service/class"
	pLine       = "/facts/trip/line_departs_at"
	pBoarding   = "/facts/trip/boarding_at"
	pArrives    = "/facts/trip/arrives_at"
	pDistance   = "/facts/trip/distance_km"
	pDest       = "/facts/trip/destination"
	pStop       = "/facts/trip/section_stop_authorized"
	pOther      = "/facts/seats/other_available"
	pMade       = "/facts/request/made_at"
	pBookings   = "/facts/bookings"
	pKind       = "/facts/ticket/kind"
)

// facts is a request, or an object inside it when at is not empty.
type facts struct {
	object map[string]any
	at     string // pointer of the object: what its members' pointers begin with
}

func (f facts) value(pointer string) (any, bool) {
	var here any = f.object
	for step := range strings.SplitSeq(strings.TrimPrefix(strings.TrimPrefix(pointer, f.at), "/"), "/") {
		object, ok := here.(map[string]any)
		if !ok {
			return nil, false
		}
		if here, ok = object[step]; !ok {
			return nil, false
		}
	}
	return here, true
}

func as[T any](f facts, pointer string) (T, bool) {
	value, ok := f.value(pointer)
	if !ok {
		var none T
		return none, false
	}
	typed, ok := value.(T)
	if !ok {
		panic(fmt.Sprintf("oracle: %s is a %T", pointer, value))
	}
	return typed, true
}

func (f facts) text(pointer string) (string, bool) { return as[string](f, pointer) }

// flag is a yes-or-no fact as a condition.
func (f facts) flag(pointer string) finding {
	value, ok := as[bool](f, pointer)
	if !ok {
		return unknown(pointer)
	}
	return known(value)
}

// is says whether the text is one of the wanted.
func (f facts) is(pointer string, wanted string) finding {
	value, ok := f.text(pointer)
	if !ok {
		return unknown(pointer)
	}
	return known(value == wanted)
}

func (f facts) number(pointer string) (float64, bool) {
	value, ok := f.value(pointer)
	if !ok {
		return 0, false
	}
	switch n := value.(type) {
	case float64:
		return n, true
	case int:
		return float64(n), true
	case int64:
		return float64(n), true
	case json.Number:
		if parsed, err := n.Float64(); err == nil {
			return parsed, true
		}
	}
	panic(fmt.Sprintf("oracle: %s is not a number: %T", pointer, value))
}

// count is a whole number: centavos, seats, copies.
func (f facts) count(pointer string) (int64, bool) {
	value, ok := f.number(pointer)
	return int64(value), ok
}

func (f facts) instant(pointer string) (time.Time, bool) {
	text, ok := f.text(pointer)
	if !ok {
		return time.Time{}, false
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		panic("oracle: " + pointer + " is no instant")
	}
	return at, true
}

func (f facts) date(pointer string) (civil.Date, bool) {
	text, ok := f.text(pointer)
	if !ok {
		return civil.Date{}, false
	}
	on, err := civil.ParseDate(text)
	if err != nil {
		panic("oracle: " + pointer + " is no date")
	}
	return on, true
}

// list is the members of an array, each an object with its own pointer.
func (f facts) list(pointer string) ([]facts, bool) {
	values, ok := as[[]any](f, pointer)
	if !ok {
		return nil, false
	}
	members := make([]facts, len(values))
	for i, value := range values {
		members[i] = facts{object: value.(map[string]any), at: fmt.Sprintf("%s/%d", pointer, i)}
	}
	return members, true
}

// dayOf is the civil date of an instant in the offset given with it.
func dayOf(at time.Time) civil.Date {
	on, err := civil.New(at.Year(), at.Month(), at.Day())
	if err != nil {
		panic("oracle: an instant outside the calendar")
	}
	return on
}

// notAfter compares two instants that may be absent: whether the first is not later than the second moved by shift.
func (f facts) notAfter(first, second string, shift time.Duration) finding {
	a, okA := f.instant(first)
	b, okB := f.instant(second)
	if okA && okB {
		return known(!a.After(b.Add(shift)))
	}
	var absent []string
	if !okA {
		absent = append(absent, first)
	}
	if !okB {
		absent = append(absent, second)
	}
	return unknown(absent...)
}
