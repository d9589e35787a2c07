package facts_test

import (
	"encoding/json"
	"errors"
	"math"
	"sync"
	"testing"

	"deferido/internal/facts"
)

func TestWithChangesOnlyWhatItSays(t *testing.T) {
	s, context := load(t), noLaw(t)
	r := parse(t, s, `{"request": {"made_at": "2026-12-12T21:00:00-03:00", "place": "Goiânia"}, "seats": {"free_sold": 1},
		"beneficiary": {"documents": [{"kind": "documento_com_foto", "original": false}]}, "trip": {"line_departs_at": "2026-12-12T22:00:00-03:00"}}`)
	before := s.Measure(r, context).String()
	for _, c := range []struct {
		change     facts.Change
		path, want string
	}{
		{facts.Change{Pointer: "/facts/request/made_at", Op: facts.OpSet, Value: "1970-01-01T00:00:01Z"}, "ns.request.made_at", "1000000000"},
		{facts.Change{Pointer: "/facts/request/channel", Op: facts.OpSet, Value: "terceiro"}, "facts.request.channel", `"terceiro"`},
		{facts.Change{Pointer: "/facts/request/return_trip", Op: facts.OpSet, Value: true}, "facts.request.return_trip", "true"},
		{facts.Change{Pointer: "/facts/seats/free_sold", Op: facts.OpSet, Value: 0}, "facts.seats.free_sold", "0"},
		{facts.Change{Pointer: "/facts/seats/free_sold", Op: facts.OpSet, Value: int64(2)}, "facts.seats.free_sold", "2"},
		{facts.Change{Pointer: "/facts/seats/free_sold", Op: facts.OpSet, Value: float64(2)}, "facts.seats.free_sold", "2"},
		{facts.Change{Pointer: "/facts/trip/distance_km", Op: facts.OpSet, Value: json.Number("500.0")}, "facts.trip.distance_km", "500"},
		{facts.Change{Pointer: "/facts/trip/boarding_at", Op: facts.OpSet, Value: "1970-01-01T00:00:00Z"}, "ns.trip.boarding_at", "0"},
		{facts.Change{Pointer: "/facts/service/mode", Op: facts.OpSet, Value: "rodoviario"}, "facts.service", `{"mode": "rodoviario"}`},
		{facts.Change{Pointer: "/facts/beneficiary/documents/0/original", Op: facts.OpSet, Value: true}, "facts.beneficiary.documents", `[{"kind": "documento_com_foto", "original": true}]`},
		{facts.Change{Pointer: "/facts/beneficiary/documents", Op: facts.OpAppend, Value: map[string]any{"kind": "contracheque", "original": true}},
			"facts.beneficiary.documents.1", `{"kind": "contracheque", "original": true}`},
		{facts.Change{Pointer: "/facts/beneficiary/documents", Op: facts.OpSet, Value: []any{}}, "facts.beneficiary.documents", "[]"},
		{facts.Change{Pointer: "/facts/bookings", Op: facts.OpAppend, Value: map[string]any{}}, "facts.bookings", "[{}]"},
		{facts.Change{Pointer: "/facts/conduct/acts", Op: facts.OpAppend, Value: "bilhete_irregular"}, "facts.conduct.acts", `["bilhete_irregular"]`},
	} {
		changed, err := r.With(c.change)
		if err != nil {
			t.Errorf("%+v: %v", c.change, err)
			continue
		}
		if got := at(t, s.Measure(changed, context), c.path); got != c.want {
			t.Errorf("%+v: got %s, want %s", c.change, got, c.want)
		}
		if place, _ := changed.Text("/facts/request/place"); place != "Goiânia" || changed.Question != "grant" {
			t.Errorf("%+v: lost something else", c.change)
		}
		if after := s.Measure(r, context).String(); after != before {
			t.Fatalf("%+v: the request itself changed: %s", c.change, after)
		}
	}
}

func TestSeveralChangesAtOnce(t *testing.T) {
	s := load(t)
	r := parse(t, s, `{}`)
	document := func(kind string) facts.Change {
		return facts.Change{Pointer: "/facts/beneficiary/documents", Op: facts.OpAppend, Value: map[string]any{"kind": kind}}
	}
	changed, err := r.With(document("contracheque"), document("documento_com_foto"),
		facts.Change{Pointer: "/facts/beneficiary/documents/1/original", Op: facts.OpSet, Value: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := at(t, s.Measure(changed, noLaw(t)), "facts.beneficiary.documents"); got != `[{"kind": "contracheque"}, {"kind": "documento_com_foto", "original": true}]` {
		t.Errorf("got %s", got)
	}
	if same, err := r.With(); err != nil || s.Measure(same, noLaw(t)).String() != s.Measure(r, noLaw(t)).String() {
		t.Errorf("no change: %v", err)
	}
}

// A remedy may lead to what the schema refuses, alone or beside the other facts; then there is no such request.
func TestWithRefuses(t *testing.T) {
	s := load(t)
	r := parse(t, s, `{"beneficiary": {"birth_on": "1966-12-12"}, "request": {"made_at": "2026-12-12T21:00:00-03:00"}, "seats": {"free_granted": 1}, "trip": {"distance_km": 1}}`)
	for _, c := range []struct {
		change  facts.Change
		pointer string
		code    facts.Code
	}{
		{facts.Change{Pointer: "/facts/request/made_at", Op: facts.OpSet, Value: "1950-01-01T00:00:00Z"}, "/facts/beneficiary/birth_on", facts.CodeNotAfter},
		{facts.Change{Pointer: "/facts/seats/free_sold", Op: facts.OpSet, Value: 2}, "/facts/seats/free_sold", facts.CodeSum},
		{facts.Change{Pointer: "/facts/seats/free_sold", Op: facts.OpSet, Value: "2"}, "/facts/seats/free_sold", facts.CodeType},
		{facts.Change{Pointer: "/facts/seats/free_sold", Op: facts.OpSet, Value: 1.5}, "/facts/seats/free_sold", facts.CodeInteger},
		{facts.Change{Pointer: "/facts/beneficiary/documents", Op: facts.OpAppend, Value: map[string]any{"kinds": "outro"}}, "/facts/beneficiary/documents/0/kinds", facts.CodeUnknown},
		{facts.Change{Pointer: "/facts/trip/distance_km", Op: facts.OpAppend, Value: 1}, "/facts/trip/distance_km", facts.CodeNoPlace},
		{facts.Change{Pointer: "/facts/trip/boarding_at", Op: facts.OpAppend, Value: "x"}, "/facts/trip/boarding_at", facts.CodeType},
		{facts.Change{Pointer: "/facts/trip/nothing", Op: facts.OpSet, Value: 1}, "/facts/trip/nothing", facts.CodeNoPlace},
		{facts.Change{Pointer: "/facts/trip/distance_km/x", Op: facts.OpSet, Value: 1}, "/facts/trip/distance_km/x", facts.CodeNoPlace},
		{facts.Change{Pointer: "/facts/bookings/0/destination", Op: facts.OpSet, Value: "x"}, "/facts/bookings/0/destination", facts.CodeNoPlace},
		{facts.Change{Pointer: "/question", Op: facts.OpSet, Value: "x"}, "/question", facts.CodeEnum},
		{facts.Change{Pointer: "", Op: facts.OpSet, Value: 1}, "", facts.CodeNoPlace},
		{facts.Change{Pointer: "/facts/trip/distance_km", Op: "remove"}, "/facts/trip/distance_km", facts.CodeNoPlace},
	} {
		changed, err := r.With(c.change)
		var e *facts.Error
		if !errors.As(err, &e) || changed != nil || len(e.Violations) == 0 || e.Violations[0].Pointer != c.pointer || e.Violations[0].Code != c.code {
			t.Errorf("%+v: got %v", c.change, err)
		}
	}
	for _, value := range []any{nil, math.Inf(1), math.NaN(), json.Number("1 "), json.Number("x"), json.Number(""), "\xff", struct{}{}, []any{nil},
		map[string]any{"\xff": 1}, map[string]any{"kind": nil}} {
		if _, err := r.With(facts.Change{Pointer: "/facts/request/place", Op: facts.OpSet, Value: value}); err == nil {
			t.Errorf("%#v: accepted", value)
		}
	}
}

// Requests share what did not change, so changing one while measuring another must be safe.
func TestWithIsSafeBesideItself(t *testing.T) {
	s, context := load(t), noLaw(t)
	r := parse(t, s, `{"request": {"made_at": "2026-12-12T21:00:00-03:00"}, "bookings": [{"destination": "x"}], "trip": {"destination": "X"}}`)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				changed, err := r.With(facts.Change{Pointer: "/facts/trip/distance_km", Op: facts.OpSet, Value: 7})
				if err != nil || at(t, s.Measure(changed, context), "same.bookings.0.destination") != "true" {
					t.Error(err)
				}
				s.Measure(r, context)
			}
		})
	}
	all.Wait()
}
