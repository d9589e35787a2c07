package journal

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
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
	facetRevision  = "revision" // of the policy set
	facetDispute   = "dispute"
	facetCarrier   = "carrier"
	facetProvision = "provision"
	facetSubject   = "subject"  // of an event
	facetMovement  = "movement" // carrier and month of the trip of an allowed grant
	facetClass     = "class"    // all that a decision is found by but its carrier and its provisions: see classOf
)

// later tells of a kind of facet that entries had none of before the backlog was there.
func later(kind string) bool {
	return kind == facetRevision || kind == facetDispute || kind == facetClass
}

// facetsOf are what a record is found by, each once. They follow from the content alone, so Verify can tell whether the
// index was altered.
func facetsOf(r *decision.Record) ([]facet, error) {
	f := r.Facets
	class := []facet{{facetKind, kindOf(r)}, {facetQuestion, r.Question}, {facetRevision, r.Revision}}
	if f.Outcome != "" {
		class = append(class, facet{facetOutcome, f.Outcome}, facet{facetContested, strconv.FormatBool(f.Contested)})
	}
	disputes, err := disputesOf(r)
	if err != nil {
		return nil, err
	}
	for _, id := range disputes {
		class = append(class, facet{facetDispute, id})
	}
	all := append(class, classOf(class))
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
	return all, nil
}

// found is the record of an entry, and what it is found by.
func (e *entry) found() (*decision.Record, []facet, error) {
	record, err := e.record()
	if err != nil {
		return nil, nil, err
	}
	facets, err := facetsOf(record)
	return record, facets, err
}

// disputesOf are the ids of the disputes that touch a decision, in order, each once.
func disputesOf(r *decision.Record) ([]string, error) {
	ids := slices.Clone(r.Facets.Disputes)
	if ids == nil && len(r.Answer) > 0 {
		var answer struct{ Disputes []struct{ ID string } }
		if err := json.Unmarshal(r.Answer, &answer); err != nil {
			return nil, fmt.Errorf("reading the disputes of %s: %w", r.ID, err)
		}
		for _, dispute := range answer.Disputes {
			ids = append(ids, dispute.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// classOf is the facet that says other facets at once, as the query of an address would.
func classOf(facets []facet) facet {
	values := url.Values{}
	for _, f := range facets {
		values.Add(f.kind, f.value)
	}
	return facet{facetClass, values.Encode()}
}

// members are the facets that a class says.
func (f facet) members() ([]facet, error) {
	values, err := url.ParseQuery(f.value)
	if err != nil {
		return nil, fmt.Errorf("reading the class %q: %w", f.value, err)
	}
	var all []facet
	for kind, of := range values {
		for _, value := range of {
			all = append(all, facet{kind, value})
		}
	}
	return all, nil
}

// movementOf is the facet of the passengers of a month; it is empty for those whose departure is not known.
func movementOf(carrier, month string) facet { return facet{facetMovement, carrier + " " + month} }
