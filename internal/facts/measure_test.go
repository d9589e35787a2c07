package facts_test

import (
	"fmt"
	"math/big"
	"sync"
	"testing"
	"time"

	"deferido/internal/facts"
	"github.com/open-policy-agent/opa/v1/ast"
	"pgregory.net/rapid"
)

func noLaw(t testing.TB) *facts.Context {
	return facts.NewContext(facts.Law{AsOf: day(t, "2026-12-12")})
}

var measured = []struct{ facts, path, want string }{
	// Facts: as given, without private texts, with defaults.
	{`{}`, "facts", `{"request": {"channel": "proprio", "return_trip": false}, "seats": {"discount_sold_before_deadline": 0, "free_sold_before_deadline": 0}}`},
	{`{"request": {"channel": "terceiro"}}`, "facts.request", `{"channel": "terceiro", "return_trip": false}`},
	{`{"request": {"place": "Goiânia", "return_trip": true}}`, "facts.request", `{"channel": "proprio", "return_trip": true}`},
	{`{"trip": {"destination": "Recife"}}`, "facts.trip", `{}`},
	{`{"bookings": [{"destination": "Recife"}, {}]}`, "facts.bookings", `[{}, {}]`},
	{`{"bookings": []}`, "facts.bookings", `[]`},
	{`{}`, "facts.bookings", ``},
	{`{"trip": {"distance_km": 500.10}}`, "facts.trip.distance_km", `500.1`},
	{`{"trip": {"distance_km": 5e2}}`, "facts.trip.distance_km", `500`},
	{`{"trip": {"distance_km": -0.0}}`, "facts.trip.distance_km", `0`},
	{`{"trip": {"distance_km": 0.00100}}`, "facts.trip.distance_km", `0.001`},
	{`{"beneficiary": {"monthly_income_cents": -0}}`, "facts.beneficiary.monthly_income_cents", `0`},
	{`{"beneficiary": {"monthly_income_cents": 1000000000000}}`, "facts.beneficiary.monthly_income_cents", `1000000000000`},
	{`{"conduct": {"acts": ["bilhete_irregular", "bilhete_irregular"]}}`, "facts.conduct.acts", `["bilhete_irregular", "bilhete_irregular"]`},
	{`{"notice": {"points": [{"id": "guichê 1", "kind": "fisico"}]}}`, "facts.notice.points", `[{"kind": "fisico"}]`},
	{`{"boarding": {"ticket_document": "1", "presented_document": "2"}}`, "facts.boarding", `{}`},
	{`{"trip": {"line_departs_at": "2026-12-12T22:00:00-03:00"}}`, "facts.trip.boarding_at", `"2026-12-12T22:00:00-03:00"`},

	// Instants: exact, whatever the offset and the year.
	{`{"request": {"made_at": "1970-01-01T00:00:00Z"}}`, "ns.request.made_at", `0`},
	{`{"request": {"made_at": "1969-12-31T23:59:59.999999999Z"}}`, "ns.request.made_at", `-1`},
	{`{"request": {"made_at": "2026-12-12T22:00:00.5-03:00"}}`, "ns.request.made_at", `1797123600500000000`},
	{`{"request": {"made_at": "2026-12-12T22:00:00.000000001-03:00"}}`, "ns.request.made_at", `1797123600000000001`},
	{`{"request": {"made_at": "0001-01-01T00:00:00.000000001Z"}}`, "ns.request.made_at", `-62135596799999999999`},
	{`{"request": {"made_at": "9999-12-31T23:59:59.999999999Z"}}`, "ns.request.made_at", `253402300799999999999`},
	{`{"request": {"made_at": "2262-04-11T23:47:16.854775808Z"}}`, "ns.request.made_at", `9223372036854775808`},
	{`{"request": {"made_at": "1677-09-21T00:12:43.145224191Z"}}`, "ns.request.made_at", `-9223372036854775809`},
	{`{"trip": {"line_departs_at": "2026-12-12T22:00:00-03:00"}}`, "ns.trip", `{"boarding_at": 1797123600000000000, "line_departs_at": 1797123600000000000}`},
	{`{"trip": {"boarding_at": "2026-12-12T22:00:00-03:00"}}`, "ns.trip", `{"boarding_at": 1797123600000000000}`},
	{`{"trip": {"distance_km": 1}}`, "ns.trip", ``},
	{`{}`, "ns", `{}`},
	{`{"bookings": [{}, {"departs_at": "1970-01-01T00:00:01Z"}, {"destination": "x"}]}`, "ns.bookings", `[{}, {"departs_at": 1000000000}, {}]`},
	{`{"bookings": []}`, "ns.bookings", `[]`},

	// Civil dates: in the offset given.
	{`{"request": {"made_at": "1970-01-01T23:30:00-05:00"}}`, "days.request.made_at", `0`},
	{`{"request": {"made_at": "1970-01-02T00:30:00-02:00"}}`, "days.request.made_at", `1`},
	{`{"trip": {"line_departs_at": "1970-01-02T00:30:00Z"}}`, "days.trip.boarding_at", `1`},
	{`{"retention": {"disposal_on": "1969-12-31"}}`, "days.retention.disposal_on", `-1`},
	{`{"retention": {"disposal_on": "0001-01-01"}}`, "days.retention.disposal_on", `-719162`},
	{`{"beneficiary": {"birth_on": "1969-12-31"}}`, "days.beneficiary", ``}, // only the years are told
	{`{"beneficiary": {"birth_on": "1969-12-31"}}`, "facts.beneficiary", `{}`},
	{`{"beneficiary": {"birth_on": "1969-12-31"}}`, "civil.beneficiary", ``},
	{`{"retention": {"disposal_on": "9999-12-31"}}`, "days.retention.disposal_on", `2932896`},
	{`{"beneficiary": {"documents": [{"kind": "outro"}, {"kind": "outro", "valid_until_on": "1970-02-01"}]}}`, "days.beneficiary.documents", `[{}, {"valid_until_on": 31}]`},
	{`{}`, "days", `{"as_of": 20799}`},
	{`{"retention": {"trip_ended_on": "2024-02-29"}}`, "civil.retention.trip_ended_on", `{"day": 29, "month": 2, "year": 2024}`},
	{`{"request": {"made_at": "2024-02-29T10:00:00Z"}}`, "civil", `{}`},
	{`{"beneficiary": {"documents": [{"kind": "outro"}, {"kind": "outro", "valid_until_on": "1970-02-01"}]}}`, "civil.beneficiary.documents", `[{}, {"valid_until_on": {"day": 1, "month": 2, "year": 1970}}]`},

	// Quarters.
	{`{"report": {"period": "2026-Q3"}}`, "quarter", `{"months": ["2026-07", "2026-08", "2026-09"]}`},
	{`{"report": {"period": "9999-Q4"}}`, "quarter.months.2", `"9999-12"`},
	{`{}`, "quarter", ``},
}

func TestMeasures(t *testing.T) {
	s, context := load(t), noLaw(t)
	for _, c := range measured {
		if got := at(t, s.Measure(parse(t, s, c.facts), context), c.path); got != c.want {
			t.Errorf("%s: %s: got %s, want %s", c.facts, c.path, got, c.want)
		}
	}
}

func TestCompletedYears(t *testing.T) {
	s, context := load(t), noLaw(t)
	for _, c := range []struct{ birth, request, want string }{
		{"1966-12-12", "2026-12-12T00:00:00-03:00", "60"},
		{"1966-12-13", "2026-12-12T23:59:59-03:00", "59"},
		{"1966-12-13", "2026-12-13T02:00:00Z", "60"},      // the 13th where it was given
		{"1966-12-13", "2026-12-12T23:00:00-03:00", "59"}, // the same instant, given elsewhere
		{"1964-02-29", "2024-02-28T12:00:00-03:00", "59"},
		{"1964-02-29", "2024-02-29T12:00:00-03:00", "60"},
		{"1968-02-29", "2026-02-28T23:59:59-03:00", "57"},
		{"1968-02-29", "2026-03-01T00:00:00-03:00", "58"},
		{"2026-12-12", "2026-12-12T00:00:00-03:00", "0"},
	} {
		groups := fmt.Sprintf(`{"beneficiary": {"birth_on": %q}, "request": {"made_at": %q}}`, c.birth, c.request)
		if got := at(t, s.Measure(parse(t, s, groups), context), "years.beneficiary.birth_on"); got != c.want {
			t.Errorf("%s at %s: got %s, want %s", c.birth, c.request, got, c.want)
		}
	}
	for _, groups := range []string{`{"beneficiary": {"birth_on": "1966-12-12"}}`, `{"request": {"made_at": "2026-12-12T00:00:00Z"}}`} {
		if got := at(t, s.Measure(parse(t, s, groups), context), "years"); got != "{}" {
			t.Errorf("%s: got %s", groups, got)
		}
	}
}

func TestEqualTexts(t *testing.T) {
	s, context := load(t), noLaw(t)
	for _, c := range []struct{ a, b, documents, destinations string }{
		{"123", "123", "true", "true"},
		{" 123\t", "123\u00a0", "true", "true"},
		{"123", "1234", "false", "false"},
		{"12 3", "123", "false", "false"},
		{"MG-1a", "mg-1A", "false", "true"},
		{"Vitória", "VITÓRIA", "false", "true"},
		{"Vit\u00f3ria", "Vito\u0301ria", "true", "true"}, // composed and decomposed
		{"Stra\u00dfe", "STRASSE", "false", "true"},
		{"Vitória", "Vitoria", "false", "false"},
		{"São  Paulo", "São Paulo", "false", "false"},
		{"", "", "", ""},
		{"  ", "123", "", ""},
		{"123", " \t", "", ""},
	} {
		groups := fmt.Sprintf(`{"boarding": {"ticket_document": %[1]q, "presented_document": %[2]q},
			"trip": {"destination": %[1]q}, "bookings": [{}, {"destination": %[2]q}]}`, c.a, c.b)
		input := s.Measure(parse(t, s, groups), context)
		if got := at(t, input, "same.boarding.document"); got != c.documents {
			t.Errorf("documents %q, %q: got %s, want %s", c.a, c.b, got, c.documents)
		}
		if got := at(t, input, "same.bookings.1.destination"); got != c.destinations {
			t.Errorf("destinations %q, %q: got %s, want %s", c.a, c.b, got, c.destinations)
		}
		if got := at(t, input, "same.bookings.0"); got != "{}" {
			t.Errorf("the list lost its alignment: %s", got)
		}
	}
	input := s.Measure(parse(t, s, `{"boarding": {"ticket_document": "1"}, "bookings": [{"destination": "x"}]}`), context)
	if got := at(t, input, "same"); got != `{"bookings": [{}]}` {
		t.Errorf("got %s", got)
	}
}

func TestGivenTicketItems(t *testing.T) {
	s, context := load(t), noLaw(t)
	for _, c := range []struct{ facts, item, want string }{
		{`{}`, "seat_number", "false"},
		{`{"ticket": {}}`, "seat_number", "false"},
		{`{"ticket": {"seat_number": ""}}`, "seat_number", "false"},
		{`{"ticket": {"seat_number": " \t\u00a0"}}`, "seat_number", "false"},
		{`{"ticket": {"seat_number": "03"}}`, "seat_number", "true"},
		{`{"ticket": {"seat_number": "03"}}`, "title", "false"},
		{`{"ticket": {"kind": "desconto"}}`, "kind", ""},
	} {
		if got := at(t, s.Measure(parse(t, s, c.facts), context), "given.ticket."+c.item); got != c.want {
			t.Errorf("%s: %s: got %q, want %q", c.facts, c.item, got, c.want)
		}
	}
}

func TestContextGoesInVerbatim(t *testing.T) {
	s := load(t)
	context := facts.NewContext(facts.Law{
		AsOf:    day(t, "1970-01-11"),
		InForce: map[string]bool{"decreto_9921_2019": true, "decreto_5934_2006": false},
		Wording: map[string]map[string]string{"resolucao_antt_1692_2006": {"art6_par1u": "2019-10-31"}},
		Params:  map[string]int64{"minimum_wage_cents": 162100},
	})
	input := s.Measure(parse(t, s, `{}`), context)
	for path, want := range map[string]string{
		"days.as_of": "10",
		"in_force":   `{"decreto_5934_2006": false, "decreto_9921_2019": true}`,
		"wording":    `{"resolucao_antt_1692_2006": {"art6_par1u": "2019-10-31"}}`,
		"params":     `{"minimum_wage_cents": 162100}`,
	} {
		if got := at(t, input, path); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}

// The line from Rio Branco at 00:30 −05:00, asked for at 23:00 −03:00 the eve, leaves three and a half hours later.
func TestOffsetsDoNotMoveInstants(t *testing.T) {
	s := load(t)
	input := s.Measure(parse(t, s, `{"trip": {"line_departs_at": "2026-12-13T00:30:00-05:00"}, "request": {"made_at": "2026-12-12T23:00:00-03:00"}}`), noLaw(t))
	if got := between(t, input, "ns.request.made_at", "ns.trip.line_departs_at"); got != 3*time.Hour+30*time.Minute {
		t.Errorf("got %v", got)
	}
}

func between(t testing.TB, input ast.Value, from, to string) time.Duration {
	t.Helper()
	a, okA := new(big.Int).SetString(at(t, input, from), 10)
	b, okB := new(big.Int).SetString(at(t, input, to), 10)
	if !okA || !okB {
		t.Fatalf("no integers: %s, %s", at(t, input, from), at(t, input, to))
	}
	return time.Duration(b.Sub(b, a).Int64())
}

func anyInstant() *rapid.Generator[time.Time] {
	return rapid.Custom(func(t *rapid.T) time.Time {
		offset := 60 * rapid.IntRange(-14*60, 14*60).Draw(t, "offset minutes")
		seconds := rapid.Int64Range(-62135510400, 253402214399).Draw(t, "seconds") // a day inside the years 1 to 9999
		nanos := rapid.SampledFrom([]int64{0, 1, 5e8, 999999999, 120000000}).Draw(t, "nanoseconds")
		return time.Unix(seconds, nanos).In(time.FixedZone("", offset))
	})
}

// Nanoseconds, days and completed dates agree with the standard library for every instant in every offset.
func TestInstantsAgreeWithTheStandardLibrary(t *testing.T) {
	s, context := load(t), noLaw(t)
	rapid.Check(t, func(rt *rapid.T) {
		a, b := anyInstant().Draw(rt, "a"), anyInstant().Draw(rt, "b")
		r, err := s.Parse(request(fmt.Sprintf(`{"request": {"made_at": %q}, "boarding": {"arrived_at": %q}}`, a.Format(time.RFC3339Nano), b.Format(time.RFC3339Nano))))
		if err != nil {
			rt.Fatal(err)
		}
		input := s.Measure(r, context)
		want := new(big.Int).Mul(big.NewInt(b.Unix()-a.Unix()), big.NewInt(1e9))
		want.Add(want, big.NewInt(int64(b.Nanosecond()-a.Nanosecond())))
		from, _ := new(big.Int).SetString(at(t, input, "ns.request.made_at"), 10)
		to, _ := new(big.Int).SetString(at(t, input, "ns.boarding.arrived_at"), 10)
		if to.Sub(to, from).Cmp(want) != 0 {
			rt.Fatalf("got %s apart, want %s", to, want)
		}
		year, month, d := a.Date()
		days := time.Date(year, month, d, 0, 0, 0, 0, time.UTC).Unix() / 86400
		if rest := time.Date(year, month, d, 0, 0, 0, 0, time.UTC).Unix() % 86400; rest != 0 {
			rt.Fatal("no midnight")
		}
		if got := at(t, input, "days.request.made_at"); got != fmt.Sprint(days) {
			rt.Fatalf("got day %s, want %d", got, days)
		}
		_, offset := a.Zone()
		nanoseconds := new(big.Int).Mul(big.NewInt(a.Unix()), big.NewInt(int64(time.Second)))
		nanoseconds.Add(nanoseconds, big.NewInt(int64(a.Nanosecond())))
		if got := at(t, input, "ns.request.made_at"); got != nanoseconds.String() {
			rt.Fatalf("got %s, want %s nanoseconds", got, nanoseconds)
		}
		if got, ok := r.Offset("/facts/request/made_at"); !ok || got != offset {
			rt.Fatalf("got offset %d, want %d", got, offset)
		}
	})
}

// One context and one request serve many at once; measuring is the same every time.
func TestMeasureIsDeterministicAndShared(t *testing.T) {
	s, context := load(t), noLaw(t)
	for _, c := range sharedCases(t) {
		r, err := s.Parse(c.Request)
		if err != nil {
			continue
		}
		want := s.Measure(r, context).String()
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for range 20 {
					if got := s.Measure(r, context).String(); got != want {
						t.Errorf("%s: got %s, want %s", c.name, got, want)
						return
					}
				}
			})
		}
		all.Wait()
	}
}

// Nothing private is anywhere in the input.
func TestPrivateTextsStayOut(t *testing.T) {
	s := load(t)
	const secret = "segredo7391"
	groups := fmt.Sprintf(`{"trip": {"destination": %[1]q}, "request": {"place": %[1]q}, "bookings": [{"destination": %[1]q}],
		"ticket": {"beneficiary_name": %[1]q, "title": %[1]q}, "boarding": {"ticket_document": %[1]q, "presented_document": %[1]q},
		"report": {"months": [{"month": "2026-07", "sections": [{"section": %[1]q}]}]}, "notice": {"points": [{"id": %[1]q}]}}`, secret)
	r := parse(t, s, groups)
	if text := s.Measure(r, noLaw(t)).String(); contains(text, secret) {
		t.Errorf("a private text in %s", text)
	}
	for _, pointer := range []string{
		"/facts/trip/destination", "/facts/bookings/0/destination", "/facts/report/months/0/sections/0/section", "/facts/notice/points/0/id",
	} {
		if got, ok := r.Text(pointer); !ok || got != secret {
			t.Errorf("%s: got %q", pointer, got)
		}
	}
}
