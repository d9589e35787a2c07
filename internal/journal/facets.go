package journal

import (
	"strconv"

	"deferido/internal/decision"
)

// facet is something that entries are found by.
type facet struct{ kind, value string }

// The kinds of facets.
const (
	facetKind      = "kind" // of the entry
	facetQuestion  = "question"
	facetOutcome   = "outcome"
	facetContested = "contested"
	facetCarrier   = "carrier"
	facetProvision = "provision"
	facetSubject   = "subject"  // of an event
	facetMovement  = "movement" // carrier and month of the trip of an allowed grant
)

// facetsOf are what a record is found by, each once. They follow from the content alone, so Verify can tell whether the
// index was altered.
func facetsOf(r *decision.Record) []facet {
	f := r.Facets
	all := []facet{{facetKind, kindOf(r)}, {facetQuestion, r.Question}}
	if f.Outcome != "" {
		all = append(all, facet{facetOutcome, f.Outcome}, facet{facetContested, strconv.FormatBool(f.Contested)})
	}
	if r.Carrier != "" {
		all = append(all, facet{facetCarrier, r.Carrier})
	}
	if f.Movement != nil {
		all = append(all, movementOf(r.Carrier, f.Movement.Month))
	}
	seen := make(map[string]bool, len(f.Provisions))
	for _, urn := range f.Provisions {
		if !seen[urn] {
			seen[urn] = true
			all = append(all, facet{facetProvision, urn})
		}
	}
	return all
}

// movementOf is the facet of the passengers of a month; it is empty for those whose departure is not known.
func movementOf(carrier, month string) facet { return facet{facetMovement, carrier + " " + month} }
