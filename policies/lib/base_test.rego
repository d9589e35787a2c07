# METADATA
# title: Measured requests that the tests start from, and how they are changed
# description: |
#   Every request here is granted, lawful or complete as it stands. A test changes what it is about and nothing else:
#   `but` for a fact of another value, `lacking` for one that is not known.
package lib.base_test

import rego.v2

import data.lib.calendar
import data.lib.settle
import data.lib.units

# --- How a request is changed -------------------------------------------------------------------------------------

but(request, changes) := object.union(request, changes)

lacking(request, path) := json.remove(request, [path])

# The request made so long before the departure of the line's initial point.
asked(request, ahead) := but(request, {"ns": {"request": {"made_at": departure - ahead}}})

# The passenger boards so long after the line's initial point.
boarding_later(request, later) := but(request, {"ns": {"trip": {"boarding_at": departure + later}}})

seats(request, counts) := but(request, {"facts": {"seats": counts}})

in_mode(request, mode) := but(request, {"facts": {"service": {"mode": mode}}})

of_category(request, category) := but(request, {"facts": {"beneficiary": {"category": category}}})

presenting(request, documents) := but(request, {"facts": {"beneficiary": {"documents": documents}}})

# --- What an article says of it -----------------------------------------------------------------------------------

letter := {"met": set(), "unmet": set(), "open": set()}

# The state of each requirement of an answer: 1 met, 0 unknown, -1 unmet.
said(article, answer) := settle.weigh(article, letter).says[answer]

scope(article) := settle.weigh(article, letter).scope

all_met(article, answer) if {
	count(said(article, answer)) > 0
	every state in said(article, answer) {
		state == 1
	}
}

# The requirement is unmet, and every other one is met.
only_unmet(article, answer, name) if {
	states := said(article, answer)
	states[name] == -1
	count([other | some other, state in states; state < 1]) == 1
}

# The unmet conditions that are told of a refused answer.
told_unmet(article, answer) := settle.reading({"articles": {"it": article}, "asked": [answer], "yields": {}, "combine": set()}, {}).told.it.unmet

# The names of the conditions whose state is known.
known(article) := object.keys(object.get(article, "where", {})) | object.keys(object.get(article, "when", {}))

# --- The law of a day ---------------------------------------------------------------------------------------------

law_of_2026 := {
	"days": {"as_of": calendar.day("2026-12-12")},
	"in_force": {
		"lei_10741_2003": true,
		"lei_12852_2013": true,
		"decreto_5934_2006": false,
		"decreto_8537_2015": true,
		"decreto_9921_2019": true,
		"resolucao_antt_1692_2006": true,
		"resolucao_antt_233_2003": true,
	},
	"wording": {"resolucao_antt_1692_2006": {"art2-1": "2015-12-09", "art2_par4": "2015-12-09", "art4_par3": "2015-12-09", "art6_par1u": "2019-10-31"}},
	"params": {"minimum_wage_cents": 162100},
}

law_of_2018 := {
	"days": {"as_of": calendar.day("2018-12-12")},
	"in_force": object.union(law_of_2026.in_force, {"decreto_5934_2006": true, "decreto_9921_2019": false}),
	"wording": {"resolucao_antt_1692_2006": {"art2-1": "2015-12-09", "art2_par4": "2015-12-09", "art4_par3": "2015-12-09", "art6_par1u": "2006-10-25"}},
	"params": {"minimum_wage_cents": 95400},
}

# Before the youth had a Decree, and before a refusal had to be documented.
law_of_2014 := {
	"days": {"as_of": calendar.day("2014-12-12")},
	"in_force": object.union(law_of_2018.in_force, {"decreto_8537_2015": false}),
	"wording": {"resolucao_antt_1692_2006": {"art2_par4": "2006-10-25", "art4_par3": "2006-10-25", "art6_par1u": "2006-10-25"}},
	"params": {"minimum_wage_cents": 72400},
}

# The same request under another law; its facts do not move.
under(request, law) := but(object.remove(request, {"wording"}), law)

# The same request where no norm is in force.
under_no_law(request) := but(request, {"in_force": {norm: false | some norm, _ in law_of_2026.in_force}})

# The same request of which neither category nor mode is known: no article's scope fails by either.
of_anyone(request) := json.remove(request, ["facts/beneficiary/category", "facts/service/mode"])

# --- Concession ---------------------------------------------------------------------------------------------------

departure := time.parse_rfc3339_ns("2026-12-12T22:00:00-03:00")

departure_day := calendar.day("2026-12-12")

# A person of 68 asks for a free seat by road, seven hours ahead; one free seat is left.
elderly := object.union(law_of_2026, {
	"facts": {
		"beneficiary": {
			"category": "pessoa_idosa", "birth_on": "1958-03-14", "monthly_income_cents": 160000,
			"documents": [{"kind": "documento_com_foto", "original": true}, {"kind": "extrato_beneficio"}],
		},
		"service": {"mode": "rodoviario", "interstate": true, "regular": true, "class": "convencional", "vehicle_class": "convencional"},
		"trip": {"distance_km": 430, "section_stop_authorized": true},
		"seats": {
			"free_granted": 1, "free_sold": 0, "free_sold_before_deadline": 0,
			"discount_sold_before_deadline": 0, "other_available": 12,
		},
		"request": {"channel": "proprio", "return_trip": false, "return_on_sale": true},
	},
	"ns": {
		"trip": {"line_departs_at": departure, "boarding_at": departure},
		"request": {"made_at": departure - (7 * units.hour)},
	},
	"days": {
		"as_of": departure_day,
		"trip": {"line_departs_at": departure_day, "boarding_at": departure_day},
		"request": {"made_at": departure_day},
	},
	"years": {"beneficiary": {"birth_on": 68}},
})

# Both free seats are granted; the discount is asked for four hours ahead.
elderly_discount := asked(seats(elderly, {"free_granted": 2}), 4 * units.hour)

# A person of 20 asks for a free seat by road, seven hours ahead; two free seats and two with a discount are left.
youth := object.union(law_of_2026, {
	"facts": {
		"beneficiary": {
			"category": "jovem_baixa_renda", "birth_on": "2006-03-14",
			"documents": [{"kind": "documento_com_foto"}, {"kind": "identidade_jovem", "valid_until_on": "2027-01-31"}],
		},
		"service": elderly.facts.service,
		"trip": elderly.facts.trip,
		"seats": {
			"free_granted": 0, "free_sold": 0, "free_sold_before_deadline": 0,
			"discount_granted": 0, "discount_sold": 0, "discount_sold_before_deadline": 0,
		},
		"request": elderly.facts.request,
		"bookings": [],
	},
	"ns": {
		"trip": {"line_departs_at": departure, "boarding_at": departure, "arrives_at": departure + (8 * units.hour)},
		"request": elderly.ns.request,
	},
	"days": {
		"as_of": departure_day,
		"trip": {"line_departs_at": departure_day, "boarding_at": departure_day, "arrives_at": departure_day + 1},
		"request": {"made_at": departure_day},
		"beneficiary": {"birth_on": calendar.day("2006-03-14"), "documents": [{}, {"valid_until_on": calendar.day("2027-01-31")}]},
	},
	"years": {"beneficiary": {"birth_on": 20}},
})

youth_discount := seats(youth, {"free_granted": 2})

# --- The other questions ------------------------------------------------------------------------------------------

# A free seat of the elderly, not granted, sold to the public two hours before departure.
sale := object.union(law_of_2026, {
	"facts": {
		"beneficiary": {"category": "pessoa_idosa"},
		"service": {"mode": "rodoviario"},
		"seats": {"free_granted": 1, "free_sold": 0, "free_sold_before_deadline": 0, "discount_granted": 1, "discount_sold": 0, "discount_sold_before_deadline": 0},
		"sale": {"benefit": "gratuidade"},
	},
	"ns": {"trip": {"line_departs_at": departure, "boarding_at": departure}, "sale": {"at": departure - (2 * units.hour)}},
})

sold(request, ahead) := but(request, {"ns": {"sale": {"at": departure - ahead}}})

# A free seat by road, for which nothing is charged.
fare := object.union(law_of_2026, {"facts": {
	"beneficiary": {"category": "pessoa_idosa"},
	"service": {"mode": "rodoviario"},
	"fare": {"benefit": "gratuidade", "tariff_cents": 8655, "charged_cents": 0, "toll_cents": 0, "terminal_cents": 0, "meals_cents": 0, "other_fees_cents": 0},
}})

charging(request, amounts) := but(request, {"facts": {"fare": amounts}})

# Half the tariff, with toll, terminal and a meal.
half_fare := charging(fare, {"benefit": "desconto", "charged_cents": 4327, "toll_cents": 1250, "terminal_cents": 380, "meals_cents": 2000})

# A complete ticket for a free seat by road.
ticket := object.union(law_of_2026, {
	"facts": {
		"beneficiary": {"category": "pessoa_idosa"},
		"service": {"mode": "rodoviario"},
		"ticket": {"kind": "gratuidade", "copies": 2, "passenger_copy_collected": false},
	},
	"given": {"ticket": {item: true | some item in items}},
})

items := [
	"carrier_name", "carrier_address", "carrier_cnpj", "issue_date", "title", "ticket_number", "copy_number", "origin",
	"destination", "line_prefix", "line_endpoints", "travel_date", "travel_time", "seat_number", "beneficiary_name",
	"beneficiary_document", "arrival_notice", "benefit_reference",
]

not_printed(request, item) := but(request, {"given": {"ticket": {item: false}}})

# The holder of a free ticket, identified, forty minutes before the scheduled departure.
boarding := object.union(law_of_2026, {
	"facts": {
		"beneficiary": {"category": "pessoa_idosa"},
		"service": {"mode": "rodoviario"},
		"ticket": {"kind": "gratuidade"},
		"boarding": {"identified": true},
	},
	"ns": {"boarding": {"scheduled_at": departure, "arrived_at": departure - (40 * units.minute)}},
	"same": {"boarding": {"document": true}},
})

arriving(request, ahead) := but(request, {"ns": {"boarding": {"arrived_at": departure - ahead}}})

# A trip that ended on 10 January 2026; the copy is destroyed on 11 January 2027.
retention := object.union(law_of_2026, {
	"facts": {"beneficiary": {"category": "pessoa_idosa"}, "service": {"mode": "rodoviario"}},
	"days": {"as_of": calendar.day("2027-01-11"), "retention": {"trip_ended_on": calendar.day("2026-01-10"), "disposal_on": calendar.day("2027-01-11")}},
	"civil": {"retention": {"trip_ended_on": {"year": 2026, "month": 1, "day": 10}}},
})

# A complete report of the third quarter.
report := object.union(law_of_2026, {
	"facts": {
		"service": {"mode": "rodoviario"},
		"report": {"period": "2026-Q3", "months": [{"month": month, "sections": [section]} | some month in quarter]},
	},
	"quarter": {"months": quarter},
})

quarter := ["2026-07", "2026-08", "2026-09"]

section := {"section": "A-B", "paying": 900, "elderly_free": 40, "elderly_discount": 12, "disability_pass": 3}

# Two points of sale, each with both texts.
notice := object.union(law_of_2026, {"facts": {"notice": {"points": [
	{"id": "Rodoviária", "kind": "fisico", "lei_12852_art_32": true, "decreto_8537": true},
	{"id": "Sítio", "kind": "virtual", "lei_12852_art_32": true, "decreto_8537": true},
]}}})

# An inspection that found no act against the law, by road.
conduct := object.union(law_of_2026, {"facts": {"service": {"mode": "rodoviario"}, "conduct": {"acts": []}}})

acting(request, acts) := but(request, {"facts": {"conduct": {"acts": acts}}})
