package portal

import (
	"slices"
	"strings"

	"deferido/internal/engine"
)

// formPart is a part of a form: facts that are asked for together.
type formPart struct {
	Key    string // of its title; empty: that of the group of its facts
	Folded bool   // it opens by itself where it holds something to answer
	Facts  []*factShape
}

// placed says where facts stand: the title of the part, whether it is folded, and the facts in the order in which people know
// them. Order and parts are ours; which facts a question asks for is the policy set's.
type placed struct {
	key    string
	folded bool
	facts  []string // pointers below /facts/
}

// The parts that several forms have.
var (
	partLine    = placed{"counter.part.line", true, []string{"service/mode", "service/interstate", "service/regular", "service/vehicle_class"}}
	partCounter = placed{"counter.part.counter", true, []string{"request/place", "request/channel"}}
)

// layouts are the orders of forms, by question. A fact that stands in none of them follows at the end, with its group.
var layouts = map[string][]placed{
	"grant": {
		{"counter.part.person", false, []string{"beneficiary/category", "beneficiary/birth_on", "beneficiary/monthly_income_cents"}},
		{"counter.part.trip", false, []string{"trip/line_departs_at", "service/class", "trip/distance_km"}},
		partLine,
		{"counter.part.request", true, []string{"request/made_at", "request/benefit", "trip/boarding_at", "trip/section_stop_authorized", "request/return_trip", "request/return_on_sale"}},
		{"counter.part.seats", false, []string{
			"seats/free_granted", "seats/free_sold", "seats/discount_granted", "seats/discount_sold", "seats/other_available",
		}},
		{"counter.part.sold_early", true, []string{"seats/free_sold_before_deadline", "seats/discount_sold_before_deadline"}},
		{"counter.part.documents", false, []string{"beneficiary/documents"}},
		{"counter.part.bookings", true, []string{"trip/arrives_at", "trip/destination", "bookings"}},
		partCounter,
	},
	"sale": {
		{"counter.part.sale", false, []string{"beneficiary/category", "sale/benefit", "sale/at", "trip/line_departs_at"}},
		{"counter.part.seats", false, []string{"seats/free_granted", "seats/free_sold", "seats/discount_granted", "seats/discount_sold"}},
		partLine, partCounter,
	},
	"fare": {
		{"counter.part.ticket_of", false, []string{"beneficiary/category", "fare/benefit", "fare/purchased_at"}},
		{"counter.part.charges", false, []string{
			"fare/tariff_cents", "fare/charged_cents", "fare/toll_cents", "fare/terminal_cents", "fare/meals_cents", "fare/other_fees_cents",
		}},
		partLine, partCounter,
	},
	"ticket": {
		{"counter.part.ticket_of", false, []string{"beneficiary/category", "ticket/kind", "ticket/issued_on", "ticket/copies", "ticket/passenger_copy_collected"}},
		{"counter.part.printed", false, []string{"ticket"}},
		partLine, partCounter,
	},
	"boarding": {
		{"counter.part.ticket_of", false, []string{"beneficiary/category", "ticket/kind"}},
		{"counter.part.arrival", false, []string{"boarding/scheduled_at", "boarding/arrived_at", "boarding/identified"}},
		{"counter.part.identity", false, []string{"boarding/ticket_document", "boarding/presented_document"}},
		partLine, partCounter,
	},
	"retention": {
		{"counter.part.copy", false, []string{"beneficiary/category", "retention/trip_ended_on", "retention/disposal_on"}},
		partLine, partCounter,
	},
	"report":  {{"counter.part.report", false, []string{"report/period", "report/months"}}, partLine, partCounter},
	"notice":  {{"counter.part.notice", false, []string{"notice/inspected_on", "notice/points"}}, partCounter},
	"conduct": {{"counter.part.conduct", false, []string{"conduct/on", "conduct/acts"}}, partLine, partCounter},
}

// partsOf are the parts of a question's form: the facts that its answer may depend on, and those that are kept with a decision.
func partsOf(set *engine.Set, question string) ([]formPart, error) {
	root, err := shapesOf(set)
	if err != nil {
		return nil, err
	}
	left := askedFor(root, set.Facts(question))
	var parts []formPart
	for _, place := range layouts[question] {
		part := formPart{Key: place.key, Folded: place.folded}
		for _, pointer := range place.facts {
			at := slices.IndexFunc(left, func(s *factShape) bool { return s.Pointer == "/facts/"+pointer })
			if at >= 0 {
				part.Facts = append(part.Facts, left[at])
				left = slices.Delete(left, at, at+1)
			}
		}
		if part.Facts != nil {
			parts = append(parts, part)
		}
	}
	for _, fact := range left { // of a set that asks for more than we know
		if last := len(parts) - 1; last >= 0 && parts[last].Key == "" && groupOf(parts[last].Facts[0]) == groupOf(fact) {
			parts[last].Facts = append(parts[last].Facts, fact)
			continue
		}
		parts = append(parts, formPart{Facts: []*factShape{fact}})
	}
	return parts, nil
}

// askedFor are the facts among pointers, in the order of the schema. A pointer to a group stands for all that is in it.
func askedFor(root *factShape, pointers []string) []*factShape {
	var asked []*factShape
	for _, group := range root.Inside {
		whole := slices.Contains(pointers, group.Pointer)
		if group.Kind != groupKind {
			if whole {
				asked = append(asked, group)
			}
			continue
		}
		for _, fact := range group.Inside {
			if whole || fact.Recorded || slices.Contains(pointers, fact.Pointer) && fact.Pointer != group.Pointer {
				asked = append(asked, fact)
			}
		}
	}
	return asked
}

// groupOf is the pointer of the group that a fact is in.
func groupOf(fact *factShape) string {
	group, _, _ := strings.Cut(strings.TrimPrefix(fact.Pointer, "/facts/"), "/")
	return "/facts/" + group
}
