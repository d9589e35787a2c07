package facts_test

import (
	"slices"
	"strings"
	"testing"

	"deferido/internal/facts"
)

func contains(s, part string) bool { return strings.Contains(s, part) }

func TestClock(t *testing.T) {
	s := load(t)
	r := parse(t, s, `{"request": {"made_at": "2026-12-12T23:30:00-05:00", "place": "x"}, "trip": {"line_departs_at": "2026-12-14T00:30:00-02:00"},
		"conduct": {"on": "2024-02-29"}, "report": {"period": "2026-Q3", "months": [{"month": "2024-02"}]},
		"beneficiary": {"documents": [{"kind": "outro", "valid_until_on": "2027-03-01"}]}}`)
	for pointer, want := range map[string]string{
		"/facts/request/made_at":                        "2026-12-12",
		"/facts/trip/line_departs_at":                   "2026-12-14",
		"/facts/trip/boarding_at":                       "2026-12-14",
		"/facts/conduct/on":                             "2024-02-29",
		"/facts/report/period":                          "2026-09-30",
		"/facts/report/months/0/month":                  "2024-02-29",
		"/facts/beneficiary/documents/0/valid_until_on": "2027-03-01",
	} {
		if got, ok := r.Clock(pointer); !ok || got != day(t, want) {
			t.Errorf("%s: got %v %v, want %s", pointer, got, ok, want)
		}
	}
	for _, pointer := range []string{
		"", "/", "facts", "/facts", "/facts/sale/at", "/facts/request", "/facts/request/place", "/facts/nothing", "/facts/trip/arrives_at",
		"/facts/beneficiary/documents/1/valid_until_on", "/facts/beneficiary/documents/00/valid_until_on", "/facts/conduct/on/x",
		"/facts/beneficiary/documents/-/valid_until_on", "/facts/beneficiary/documents/99999999999999999999/kind",
	} {
		if got, ok := r.Clock(pointer); ok {
			t.Errorf("%s: got %v", pointer, got)
		}
	}
	for period, want := range map[string]string{"2024-Q1": "2024-03-31", "2026-Q2": "2026-06-30", "2026-Q4": "2026-12-31", "9999-Q4": "9999-12-31"} {
		if got, ok := parse(t, s, `{"report": {"period": "`+period+`"}}`).Clock("/facts/report/period"); !ok || got != day(t, want) {
			t.Errorf("%s: got %v, want %s", period, got, want)
		}
	}
}

func TestOffset(t *testing.T) {
	s := load(t)
	r := parse(t, s, `{"request": {"made_at": "2026-12-12T23:30:00-05:00"}, "trip": {"line_departs_at": "2026-12-14T00:30:00+05:30"}, "conduct": {"on": "2024-02-29"}}`)
	for pointer, want := range map[string]int{"/facts/request/made_at": -5 * 3600, "/facts/trip/boarding_at": 5*3600 + 1800} {
		if got, ok := r.Offset(pointer); !ok || got != want {
			t.Errorf("%s: got %d %v, want %d", pointer, got, ok, want)
		}
	}
	for _, pointer := range []string{"/facts/conduct/on", "/facts/sale/at", "/facts/trip", "?"} {
		if got, ok := r.Offset(pointer); ok {
			t.Errorf("%s: got %d", pointer, got)
		}
	}
}

func TestTextAndHas(t *testing.T) {
	r := parse(t, load(t), `{"bookings": [{"destination": "Recife"}], "trip": {"distance_km": 3}}`)
	if _, ok := r.Text("/facts/trip/distance_km"); ok {
		t.Error("a number is no text")
	}
	for pointer, want := range map[string]bool{
		"/facts/bookings": true, "/facts/bookings/0": true, "/facts/bookings/1": false, "/facts/trip/distance_km": true, "/facts/sale": false,
	} {
		if got := r.Has(pointer); got != want {
			t.Errorf("%s: got %v", pointer, got)
		}
	}
}

func TestYears(t *testing.T) {
	s := load(t)
	r := parse(t, s, `{"beneficiary": {"birth_on": "1966-12-12"}, "request": {"made_at": "2026-12-12T00:00:00-03:00"}}`)
	kept, err := s.ParseKept(r.Keep())
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]*facts.Request{"as it was sent": r, "as it was kept": kept} {
		if years, known := r.Years("/facts/beneficiary/birth_on"); !known || years != 60 {
			t.Errorf("%s: got %d %v", name, years, known)
		}
		for _, pointer := range []string{"/facts/request/made_at", "/facts/trip/distance_km", "/facts/nothing", "x"} {
			if years, known := r.Years(pointer); known {
				t.Errorf("%s: %s: got %d", name, pointer, years)
			}
		}
	}
	if years, known := parse(t, s, `{"beneficiary": {"birth_on": "1966-12-12"}}`).Years("/facts/beneficiary/birth_on"); known {
		t.Errorf("to no day: got %d", years)
	}
}

func TestValue(t *testing.T) {
	s := load(t)
	for _, c := range []struct{ pointer, value, lang, want string }{
		{"/facts/beneficiary/documents/0/kind", "identidade_jovem", "en", "Identidade Jovem card"},
		{"/facts/request/benefit", "desconto", "pt-BR", "Desconto"},
		{"/facts/conduct/acts/3", "recusa_sem_documento", "pt-BR", "Recusou sem entregar documento"},
		{"/facts/request/benefit", "outro", "pt-BR", ""},
		{"/facts/trip/distance_km", "1", "pt-BR", ""},
		{"/facts/nothing", "x", "en", ""},
	} {
		if got := s.Value(c.pointer, c.value, c.lang); got != c.want {
			t.Errorf("%s %s: got %q, want %q", c.pointer, c.value, got, c.want)
		}
	}
}

func TestReads(t *testing.T) {
	s := load(t)
	for _, c := range []struct{ path, want string }{
		{"facts trip distance_km", "/facts/trip/distance_km"},
		{"facts trip boarding_at", "/facts/trip/line_departs_at"},
		{"ns trip boarding_at", "/facts/trip/line_departs_at"},
		{"ns trip line_departs_at", "/facts/trip/line_departs_at"},
		{"days trip boarding_at", "/facts/trip/line_departs_at"},
		{"days request made_at", "/facts/request/made_at"},
		{"days as_of", ""},
		{"civil retention trip_ended_on", "/facts/retention/trip_ended_on"},
		{"civil retention trip_ended_on year", "/facts/retention/trip_ended_on"},
		{"years beneficiary birth_on", "/facts/beneficiary/birth_on /facts/request/made_at"},
		{"same boarding document", "/facts/boarding/presented_document /facts/boarding/ticket_document"},
		{"same bookings * destination", "/facts/bookings /facts/trip/destination"},
		{"quarter", "/facts/report/period"},
		{"quarter months", "/facts/report/period"},
		{"quarter months *", "/facts/report/period"},
		{"given", ""}, {"given ticket", ""}, {"given ticket seat_number", ""},
		{"facts request channel", ""}, {"facts request return_trip", ""}, {"facts seats free_sold_before_deadline", ""},
		{"facts request return_on_sale", "/facts/request/return_on_sale"},
		{"facts beneficiary documents", "/facts/beneficiary/documents"},
		{"facts beneficiary documents *", "/facts/beneficiary/documents"},
		{"facts beneficiary documents $0 kind", "/facts/beneficiary/documents"},
		{"days beneficiary documents 0 valid_until_on", "/facts/beneficiary/documents"},
		{"facts report months * sections * paying", "/facts/report/months"},
		{"facts conduct acts *", "/facts/conduct/acts"},
		{"ns bookings", "/facts/bookings"},
		{"facts sale", "/facts/sale/at /facts/sale/benefit"},
		{"ns trip", "/facts/trip/arrives_at /facts/trip/line_departs_at"},
		{"in_force decreto_9921_2019", ""}, {"wording a b", ""}, {"params minimum_wage_cents", ""},
	} {
		got, err := s.Reads(strings.Fields(c.path))
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %v %v, want %s", c.path, got, err, c.want)
		}
	}
}

// A misspelt or private path is an error: it would be undefined for ever.
func TestReadsRefusesWhatIsNeverThere(t *testing.T) {
	s := load(t)
	for _, path := range []string{
		"", "fact trip", "facts trips", "facts trip line_depart_at", "facts trip distance_km x", "facts trip destination", "facts request place",
		"facts bookings * destination", "facts report months * sections * section", "facts notice points * id", "facts ticket seat_number",
		"facts boarding ticket_document", "ns trip distance_km", "ns beneficiary birth_on", "ns service", "ns trip boarding_at x", "days trip distance_km",
		"days as_of x", "days as_off", "civil trip boarding_at", "civil retention trip_ended_on years", "civil retention trip_ended_on year x",
		"years beneficiary category", "years retention trip_ended_on", "same boarding ticket_document", "same boarding presented_document",
		"same trip destination", "same bookings * departs_at", "same bookings * destination x", "given trip", "given ticket kind", "given ticket x",
		"given ticket seat_number x", "quarter month", "quarter months * x", "facts beneficiary documents * kinds", "facts conduct acts * x",
		"seconds trip line_departs_at",
	} {
		if got, err := s.Reads(strings.Fields(path)); err == nil {
			t.Errorf("%s: got %v", path, got)
		}
	}
}

// Whatever Measure fills can be asked for by its path, so a load check by Reads never refuses a sound policy.
func TestReadsKnowsEveryMeasure(t *testing.T) {
	s := load(t)
	for _, c := range sharedCases(t) {
		r, err := s.Parse(c.Request)
		if err != nil {
			continue
		}
		for _, path := range leaves(s.Measure(r, noLaw(t)), nil) {
			if _, err := s.Reads(path); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
}

func TestAskAndTitle(t *testing.T) {
	s := load(t)
	for _, c := range []struct{ pointer, lang, ask, title string }{
		{"/facts/beneficiary/monthly_income_cents", "pt-BR", "Informe a renda mensal da própria pessoa, em centavos.", "Renda mensal"},
		{"/facts/beneficiary/monthly_income_cents", "en", "Enter the person's own monthly income, in centavos.", "Monthly income"},
		{"/facts/beneficiary/documents/0/valid_until_on", "pt-BR", "Informe a data de validade do documento (último dia em que vale).", "Validade do documento"},
		{"/facts/trip", "en", "", "Trip"},
		{"/facts/trip/nothing", "en", "", ""},
		{"trip", "en", "", ""},
	} {
		if ask, title := s.Ask(c.pointer, c.lang), s.Title(c.pointer, c.lang); ask != c.ask || title != c.title {
			t.Errorf("%s: got %q, %q", c.pointer, ask, title)
		}
	}
}

func TestReadsIsSorted(t *testing.T) {
	got, err := load(t).Reads([]string{"facts"})
	if err != nil || !slices.IsSorted(got) || len(got) < 40 || slices.Contains(got, "/facts/request/channel") {
		t.Errorf("got %v %v", got, err)
	}
}
