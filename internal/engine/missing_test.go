package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"deferido/internal/decision"
)

// values are values of a fact on both sides of everything that the law asks of it. Facts that have a default, that are not
// asked when absent, or that only pick the day are not here.
var values = map[string][]any{
	"/facts/beneficiary/birth_on":             {"1940-01-01", "2010-01-01", "2000-01-01"},
	"/facts/beneficiary/monthly_income_cents": {0, 100000000},
	"/facts/beneficiary/documents": {[]any{}, []any{
		tree{"kind": "documento_com_foto", "original": true}, tree{"kind": "contracheque"},
		tree{"kind": "identidade_jovem", "valid_until_on": "2999-01-01"},
	}},
	"/facts/service/interstate":              {true, false},
	"/facts/service/regular":                 {true, false},
	"/facts/service/class":                   {"convencional", "executivo"},
	"/facts/trip/line_departs_at":            {"2004-01-01T00:00:00Z", "2999-01-01T00:00:00Z"},
	"/facts/trip/distance_km":                {100, 900},
	"/facts/trip/destination":                {"Vitória", "Recife", "Manaus"},
	"/facts/trip/section_stop_authorized":    {true, false},
	"/facts/seats/free_granted":              {0, 1, 2},
	"/facts/seats/free_sold":                 {0, 1, 2},
	"/facts/seats/discount_granted":          {0, 1, 2},
	"/facts/seats/discount_sold":             {0, 1, 2},
	"/facts/seats/other_available":           {0, 5},
	"/facts/request/return_on_sale":          {true, false},
	"/facts/bookings":                        {[]any{}},
	"/facts/sale/benefit":                    {"gratuidade", "desconto"},
	"/facts/ticket/kind":                     {"gratuidade", "desconto"},
	"/facts/ticket/copies":                   {1, 2},
	"/facts/ticket/passenger_copy_collected": {true, false},
	"/facts/boarding/identified":             {true, false},
	"/facts/boarding/arrived_at":             {"2000-01-01T00:00:00Z", "2999-01-01T00:00:00Z"},
	"/facts/retention/trip_ended_on":         {"2000-01-01", "2999-01-01"},
	"/facts/notice/points":                   {[]any{}, []any{tree{"id": "a"}}},
	"/facts/conduct/acts":                    {[]any{}, []any{"bilhete_irregular", "recusa_sem_documento"}},
	"/facts/report/months":                   {[]any{}, wholeQuarter},
}

var wholeQuarter = func() []any {
	var months []any
	for _, month := range []string{"2026-07", "2026-08", "2026-09"} {
		months = append(months, tree{"month": month, "sections": []any{tree{
			"section": "x", "paying": 1, "elderly_free": 1, "elderly_discount": 1, "disability_pass": 1,
		}}})
	}
	return months
}()

// summands are facts that count only together with another, in a sum or in a comparison: where the other is absent too,
// one alone may turn nothing.
var summands = []string{
	"/facts/seats/free_granted", "/facts/seats/free_sold", "/facts/seats/discount_granted", "/facts/seats/discount_sold",
	"/facts/boarding/ticket_document", "/facts/boarding/presented_document", "/facts/trip/destination", "/facts/trip/arrives_at",
	"/facts/trip/line_departs_at",
}

// groups are the groups of facts that each question uses.
var groups = map[string][]string{
	"grant": {"beneficiary", "service", "trip", "seats", "request", "bookings"}, "sale": {"sale", "trip", "seats"},
	"ticket": {"ticket"}, "boarding": {"boarding", "ticket"}, "retention": {"retention"}, "notice": {"notice"},
	"conduct": {"conduct"}, "report": {"report"},
}

// valuesOf are the values to try. A departure is tried around the request and at the boarding, an arrival soon after it.
func valuesOf(t failer, r *decision.Request, fact string) []any {
	shifted := func(pointer string, by ...time.Duration) []any {
		text, given := r.Facts.Text(pointer)
		if !given {
			return nil
		}
		at, err := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			t.Fatal(err)
		}
		var tried []any
		for _, d := range by {
			tried = append(tried, at.Add(d).Format(time.RFC3339Nano))
		}
		return tried
	}
	switch fact {
	case "/facts/trip/line_departs_at":
		return slices.Concat([]any{"2004-01-01T00:00:00Z", "2999-01-01T00:00:00Z"}, shifted("/facts/trip/boarding_at", 0),
			shifted("/facts/request/made_at", 2*time.Hour, 4*time.Hour))
	case "/facts/trip/arrives_at":
		return slices.Concat([]any{"2999-01-01T00:00:00Z"}, shifted("/facts/trip/line_departs_at", 0, time.Hour), shifted("/facts/trip/boarding_at", 0))
	}
	return values[fact]
}

// outcomes are what a request is answered with each value of a fact that the other facts allow.
func outcomes(t failer, r *decision.Request, fact string) []string {
	var found []string
	for _, value := range valuesOf(t, r, fact) {
		changed, err := set.Change(r, []decision.Change{{Pointer: fact, Value: value}})
		if err != nil {
			continue // the other facts do not allow it
		}
		if got := turned(t, decide(t, set, changed)); !slices.Contains(found, got) {
			found = append(found, got)
		}
	}
	return found
}

// turned is what a missing fact turns: the outcome, and of a grant which benefit it is.
func turned(t failer, d *decision.Decision) string {
	if d != nil && d.Question == "grant" {
		return fmt.Sprint(d.Outcome, d.Result["benefit"])
	}
	return strings.Fields(answer(t, d))[0]
}

func known(r *decision.Request) bool {
	q, _ := set.Question(r.Question)
	return r.Facts.Has(q.Clock) && !slices.ContainsFunc(q.First, func(fact string) bool { return !r.Facts.Has(fact) })
}

// askable draws a request and answers it. The answer is nil where what is missing is decided otherwise: no law held, the
// facts that are asked first absent, or a fare, of which the ceilings are the answer.
func askable(t *rapid.T) (tree, *decision.Request, *decision.Decision) {
	request := drawer{t, 12}.any()
	r := parse(t, request)
	if !known(r) || r.Question == "fare" {
		return request, r, nil
	}
	return request, r, decide(t, set, r)
}

// With category, mode and clock known, each missing fact has two values that answer differently, and no absent fact that is
// not missing has.
func TestMissingIsWhatCanStillChangeTheAnswer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		request, r, d := askable(t)
		if d == nil {
			return
		}
		if (d.Outcome == "incomplete") != (len(d.Missing) > 0) {
			t.Fatalf("%s with %d facts missing\n%s", d.Outcome, len(d.Missing), same(t, d))
		}
		missing := map[string]bool{}
		var turn, idle []string
		for _, m := range d.Missing {
			missing[m.Fact] = true
			if m.Ask == "" || m.URN == "" {
				t.Fatalf("%s is asked for without a sentence or a provision", m.Fact)
			}
			if r.Facts.Has(m.Fact) {
				t.Fatalf("%s is missing though given", m.Fact)
			}
			if len(valuesOf(t, r, m.Fact)) > 1 && !slices.Contains(summands, m.Fact) {
				if len(outcomes(t, r, m.Fact)) > 1 {
					turn = append(turn, m.Fact)
				} else {
					idle = append(idle, m.Fact)
				}
			}
		}
		if len(turn) > 0 && len(idle) > 0 { // where none turns the answer alone, all are asked for
			t.Fatalf("%v are missing, and change nothing\n%s\n%s", idle, body(t, request), same(t, d))
		}
		for fact := range values {
			group := strings.Split(fact, "/")[2]
			if missing[fact] || r.Facts.Has(fact) || !slices.Contains(groups[r.Question], group) || inert(r, fact) {
				continue
			}
			if got := outcomes(t, r, fact); len(got) > 1 {
				t.Fatalf("%s is not missing, and changes the answer: %v\n%s\n%s", fact, got, body(t, request), same(t, d))
			}
		}
	})
}

// inert facts are those that a question's group holds and the question does not use.
func inert(r *decision.Request, fact string) bool {
	return r.Question == "boarding" && strings.HasPrefix(fact, "/facts/ticket/") && fact != "/facts/ticket/kind"
}

// An open answer is never a refusal that is already certain: the missing facts can be filled in without one.
func TestIncompleteHidesNoCertainDeny(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		request, r, d := askable(t)
		if d == nil {
			return
		}
		if d.Outcome == "incomplete" && !oneTerm(request) && !avoidable(t, r, d) {
			t.Fatalf("every completion refuses\n%s\n%s", body(t, request), same(t, d))
		}
	})
}

// oneTerm reports a sum of seats of which one term is given and the other absent. What the given one leaves possible is not
// looked at: a sum with an absent term is unknown, and no condition infers a fact from another.
func oneTerm(request tree) bool {
	seats, _ := request["facts"].(tree)["seats"].(tree)
	for _, kind := range []string{"free", "discount"} {
		if (seats[kind+"_granted"] == nil) != (seats[kind+"_sold"] == nil) {
			return true
		}
	}
	return false
}

// avoidable reports whether the missing facts can be filled in without a refusal.
func avoidable(t *rapid.T, r *decision.Request, d *decision.Decision) bool {
	if d.Outcome != "incomplete" {
		return d.Outcome == "allow"
	}
	next := d.Missing[0].Fact
	if valuesOf(t, r, next) == nil {
		return true // an element of a list, or a document: either way it can be made to fit
	}
	for _, value := range valuesOf(t, r, next) {
		changed, err := set.Change(r, []decision.Change{{Pointer: next, Value: value}})
		if err == nil && avoidable(t, changed, decide(t, set, changed)) {
			return true
		}
	}
	return false
}
