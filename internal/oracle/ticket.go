package oracle

import (
	"fmt"
	"strings"
)

const (
	pCopies    = "/facts/ticket/copies"
	pCollected = "/facts/ticket/passenger_copy_collected"
)

// ticketItems are the ten items of Res. 1.692 art. 5, I to X, by the names of the facts that make each up.
var ticketItems = [][]string{
	{"carrier_name", "carrier_address", "carrier_cnpj", "issue_date"},
	{"title"},
	{"ticket_number", "copy_number"},
	{"origin", "destination"},
	{"line_prefix", "line_endpoints"},
	{"travel_date", "travel_time"},
	{"seat_number"},
	{"beneficiary_name"},
	{"beneficiary_document"},
	{"arrival_notice"},
}

// ticket answers whether the issued ticket carries all that it must. Where no held text rules its content (the elderly
// discount; the elderly free seat by rail and waterway) it is allowed.
func ticket(s situation) answer {
	if s.category == youth {
		return youthTicket(s)
	}
	nothing := answer{is: met, result: map[string]any{"absent": []any{}}, sure: []string{"absent"}}
	if !s.roadNorm() {
		if s.on.Before(from1692) {
			s.doubt("outcome", "an elderly ticket before the Resolution of 2006")
		}
		return nothing
	}
	ruled := elderlyTicket(s)
	kind := s.is(pKind, free)
	switch kind.is {
	case isTrue:
		return ruled
	case isFalse:
		return nothing
	}
	if ruled.is.is == isTrue {
		s.doubt("outcome", "kind of ticket unknown, and nothing lacks for either")
	}
	return answer{is: choose(kind, ruled.is, met), result: map[string]any{"absent": []any{}}}
}

func (s situation) written(item string) bool {
	text, _ := s.text("/facts/ticket/" + item)
	return strings.TrimSpace(text) != ""
}

func elderlyTicket(s situation) answer {
	article := res1692 + "!art5_cpt"
	absent := []any{}
	a := answer{sure: []string{"absent"}, cite: []string{article}}
	for i, names := range ticketItems {
		for _, name := range names {
			if !s.written(name) {
				item := fmt.Sprintf("%s_inc%d", article, i+1)
				absent, a.unmet = append(absent, item), append(a.unmet, item)
				break
			}
		}
	}
	copies := unknown(pCopies)
	if n, given := s.count(pCopies); given {
		copies = known(n >= ticketCopies)
	}
	collected := s.flag(pCollected)
	if copies.is == isFalse || collected.is == isTrue {
		a.unmet = append(a.unmet, article)
		s.doubt("result", "whether the caput stands among what is absent when only the copies fail")
	}
	if copies.is == isUnknown || collected.is == isUnknown {
		s.doubt("cites", "copies unknown")
	}
	a.is = all(known(len(absent) == 0), copies, not(collected))
	a.result = map[string]any{"absent": absent}
	return a
}

// youthTicket: Decreto 8.537 art. 13 par. 7, the ticket is nominal and says which benefit it is.
func youthTicket(s situation) answer {
	provision := dec8537 + "!art13_par7"
	a := answer{is: met, sure: []string{"absent"}, cite: []string{provision}}
	absent := []any{}
	if !s.written("beneficiary_name") || !s.written("benefit_reference") {
		absent = append(absent, provision)
		a.is, a.unmet = unmet, []string{provision}
	}
	a.result = map[string]any{"absent": absent}
	return a
}
