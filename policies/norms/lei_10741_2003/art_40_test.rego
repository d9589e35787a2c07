package norms.lei_10741_2003.art_40_test

import rego.v2

import data.lib.base_test as base
import data.lib.units
import data.norms.lei_10741_2003.art_40

# --- Concessão ----------------------------------------------------------------------------------------------------

test_the_article_speaks_of_elderly_people_only if {
	base.scope(art_40.grant) == 1 with input as base.elderly
	base.scope(art_40.grant) == -1 with input as base.of_category(base.elderly, "jovem_baixa_renda")
	base.scope(art_40.grant) == 0 with input as base.lacking(base.elderly, "facts/beneficiary/category")
}

reads := {
	"elderly_person": {"facts/beneficiary/category"},
	"road": {"facts/service/mode"},
	"rail": {"facts/service/mode"},
	"waterway": {"facts/service/mode"},
	"initial_point": {"ns/trip/boarding_at", "ns/trip/line_departs_at"},
	"outward_trip": {"facts/request/return_trip"},
	"income_for_free_seat": {"facts/beneficiary/monthly_income_cents"},
	"income_for_discount": {"facts/beneficiary/monthly_income_cents"},
	"exceeds_free_seats": {"facts/seats/free_granted"},
	"interstate": {"facts/service/interstate"},
	"regular_line": {"facts/service/regular"},
	"other_seat": {"facts/seats/other_available"},
	"authorized_section": {"facts/trip/section_stop_authorized"},
	"not_departed": {"ns/trip/boarding_at", "ns/request/made_at"},
	"return_on_sale": {"facts/request/return_on_sale"},
}

test_a_condition_is_unknown_without_any_of_its_facts if every name, facts in reads {
	every fact in facts {
		not name in base.known(art_40.grant) with input as base.lacking(base.elderly_discount, fact)
	}
}

test_every_condition_is_known_when_all_facts_are if base.known(art_40.grant) == object.keys(reads) with input as base.elderly_discount

earning(request, cents) := base.but(request, {"facts": {"beneficiary": {"monthly_income_cents": cents}}})

test_two_minimum_wages_exactly_are_low_income if {
	base.all_met(art_40.grant, "gratuidade") with input as earning(base.elderly, 324200)
	base.all_met(art_40.grant, "desconto") with input as earning(base.elderly_discount, 324200)
}

test_one_centavo_above_two_minimum_wages_is_not if {
	base.only_unmet(art_40.grant, "gratuidade", "person") with input as earning(base.elderly, 324201)
	base.only_unmet(art_40.grant, "desconto", "person") with input as earning(base.elderly_discount, 324201)
}

test_the_free_seat_asks_nothing_else_of_the_law if {
	base.said(art_40.grant, "gratuidade") == {"person": 1} with input as base.elderly
}

# --- O desconto começa onde as vagas gratuitas acabam (IR-01) -----------------------------------------------------

laws := [base.law_of_2026, base.law_of_2018]

seated(law, ahead, counts) := base.under(base.asked(base.seats(base.elderly_discount, counts), ahead), law)

exceeds := object.get(art_40.grant.when, "exceeds_free_seats", "unknown")

test_with_both_free_seats_granted_the_discount_begins if every law in laws {
	exceeds == true with input as seated(law, 4 * units.hour, {"free_granted": 2})
}

test_with_one_free_seat_left_it_does_not if every law in laws {
	exceeds == false with input as seated(law, 4 * units.hour, {"free_granted": 1})
}

test_in_time_sold_seats_leave_the_free_seat_due if every law in laws {
	exceeds == false with input as seated(law, 3 * units.hour, {"free_granted": 0, "free_sold": 2})
}

test_late_seats_lawfully_sold_are_exhausted if every law in laws {
	exceeds == true with input as seated(law, (3 * units.hour) - 1, {"free_granted": 0, "free_sold": 2})
}

test_late_a_seat_sold_before_the_deadline_is_still_due if every law in laws {
	exceeds == false with input as seated(law, 2 * units.hour, {"free_granted": 0, "free_sold": 2, "free_sold_before_deadline": 1})
}

test_whether_seats_are_left_may_be_unknown if every law in laws {
	exceeds == "unknown" with input as base.lacking(seated(law, 2 * units.hour, {"free_granted": 0}), "facts/seats/free_sold")
}

test_a_free_seat_refused_for_its_channel_still_keeps_the_discount_away if {
	exceeds == false with input as base.but(seated(base.law_of_2026, 4 * units.hour, {"free_granted": 1}), {"facts": {"request": {"channel": "terceiro"}}})
}

test_under_neither_decree_no_text_says_when_the_free_seats_are_exhausted if {
	exceeds == "unknown" with input as base.under_no_law(base.elderly_discount)
	not art_40.grant.asks.exceeds_free_seats with input as base.under_no_law(base.elderly_discount)
}

asked_for := art_40.grant.asks.exceeds_free_seats

test_of_the_free_seats_only_what_can_still_decide_is_asked_for if every law in laws {
	in_time := seated(law, 4 * units.hour, {"free_granted": 1})
	late := seated(law, 2 * units.hour, {"free_granted": 1})
	asked_for == set() with input as in_time
	asked_for == {"/facts/seats/free_granted"} with input as base.lacking(base.lacking(in_time, "facts/seats/free_granted"), "facts/seats/free_sold")
	asked_for == {"/facts/seats/free_granted", "/facts/seats/free_sold"} with input as base.lacking(late, "facts/seats/free_sold")
	asked_for == {"/facts/trip/line_departs_at"} with input as base.lacking(base.but(in_time, {"facts": {"seats": {"free_sold": 1}}}), "ns/trip/line_departs_at")
}

# --- O que o desconto exige ---------------------------------------------------------------------------------------

other_seats(n) := base.seats(base.elderly_discount, {"other_available": n})

served(changes) := base.but(base.elderly_discount, {"facts": {"service": changes}})

later := base.boarding_later(base.elderly_discount, units.hour)

unauthorised := {"facts": {"trip": {"section_stop_authorized": false}}}

returning(on_sale) := base.but(base.elderly_discount, {"facts": {"request": {"return_trip": true, "return_on_sale": on_sale}}})

refusals := {
	"person": earning(base.elderly_discount, 324201),
	"beyond": base.seats(base.elderly_discount, {"free_granted": 1}),
	"journey": served({"interstate": false}),
	"service": served({"regular": false}),
	"seat": other_seats(0),
	"stop": base.but(later, unauthorised),
	"departure": base.asked(base.elderly_discount, -1),
	"return": returning(false),
}

test_the_discount_is_due if base.all_met(art_40.grant, "desconto") with input as base.elderly_discount

test_each_requirement_can_fail_alone if every name, request in refusals {
	base.only_unmet(art_40.grant, "desconto", name) with input as request
}

test_the_modes_come_in_one_order_everywhere if {
	ways := art_40.grant.requires.desconto.service with input as base.elderly_discount
	ways == [{"road", "regular_line"}, {"rail", "regular_line"}, {"waterway", "regular_line"}]
}

# Of two ways that hold, the first is told.
test_the_preferred_way_comes_first if {
	ways := art_40.grant.requires.desconto with input as base.elderly_discount
	ways.stop[0] == {"initial_point"}
	ways.return[0] == {"outward_trip"}
}

test_these_are_all_the_requirements if {
	object.keys(art_40.grant.requires.desconto) == object.keys(refusals) with input as base.elderly_discount
	object.keys(art_40.grant.requires) == {"gratuidade", "desconto"} with input as base.elderly_discount
}

test_a_regular_line_is_asked_in_every_mode if every mode in {"rodoviario", "ferroviario", "aquaviario"} {
	base.all_met(art_40.grant, "desconto") with input as served({"mode": mode})
	base.only_unmet(art_40.grant, "desconto", "service") with input as served({"mode": mode, "regular": false})
}

test_an_unknown_mode_keeps_the_service_open if {
	base.said(art_40.grant, "desconto").service == 0 with input as base.lacking(base.elderly_discount, "facts/service/mode")
}

test_one_other_seat_is_enough if base.all_met(art_40.grant, "desconto") with input as other_seats(1)

test_a_third_partys_channel_does_not_matter_to_the_discount if {
	base.all_met(art_40.grant, "desconto") with input as base.but(base.elderly_discount, {"facts": {"request": {"channel": "terceiro"}}})
}

test_neither_does_an_advance_of_less_than_three_hours if base.all_met(art_40.grant, "desconto") with input as base.asked(base.elderly_discount, units.minute)

test_at_the_second_of_departure_a_request_is_still_heard if base.all_met(art_40.grant, "desconto") with input as base.asked(base.elderly_discount, 0)

test_departure_counts_at_the_boarding_point if base.all_met(art_40.grant, "desconto") with input as base.asked(later, -1)

test_at_the_initial_point_no_authorisation_is_asked if {
	base.all_met(art_40.grant, "desconto") with input as base.but(base.elderly_discount, unauthorised)
}

test_at_an_authorised_section_stop if base.all_met(art_40.grant, "desconto") with input as later

test_a_return_on_sale_is_due if base.all_met(art_40.grant, "desconto") with input as returning(true)

test_an_outward_trip_asks_nothing_of_the_return if {
	base.all_met(art_40.grant, "desconto") with input as base.but(base.elderly_discount, {"facts": {"request": {"return_on_sale": false}}})
}

test_the_income_limit_is_told if {
	told := art_40.grant.values with input as base.elderly
	told == {"income_for_free_seat": {"limit": {"money": 324200}}, "income_for_discount": {"limit": {"money": 324200}}}
}

test_the_cures if {
	cures := art_40.grant.remedies with input as later
	low := {"fact": "/facts/beneficiary/monthly_income_cents", "to": "at_most", "value": 324200}
	cures == {
		"income_for_free_seat": low,
		"income_for_discount": low,
		"authorized_section": {"fact": "/facts/trip/section_stop_authorized", "to": "equal", "value": true},
		"not_departed": {"fact": "/facts/request/made_at", "to": "at_or_before", "value": {"at": base.departure + units.hour}},
		"return_on_sale": {"fact": "/facts/request/return_on_sale", "to": "equal", "value": true},
	}
}

# --- Venda --------------------------------------------------------------------------------------------------------

test_the_right_stands_behind_a_sale if {
	base.scope(art_40.sale) == 1 with input as base.sale
	base.scope(art_40.sale) == -1 with input as base.of_category(base.sale, "jovem_baixa_renda")
	base.scope(art_40.sale) == 0 with input as base.lacking(base.sale, "facts/beneficiary/category")
	base.said(art_40.sale, "sale") == {"right": 1} with input as base.sale
}

test_while_the_category_is_unknown_the_right_is_open if {
	base.said(art_40.sale, "sale") == {"right": 0} with input as base.lacking(base.sale, "facts/beneficiary/category")
	base.said(art_40.ticket, "ticket") == {"right": 0} with input as base.lacking(base.ticket, "facts/beneficiary/category")
	base.said(art_40.boarding, "boarding") == {"right": 0} with input as base.lacking(base.boarding, "facts/beneficiary/category")
	base.said(art_40.retention, "retention") == {"right": 0} with input as base.lacking(base.retention, "facts/beneficiary/category")
}

test_that_the_discount_reserves_no_seat_is_told_of_the_discount_only if {
	art_40.sale.notes.always == {"discount_reserves_none": true} with input as base.but(base.sale, {"facts": {"sale": {"benefit": "desconto"}}})
	not art_40.sale.notes.always.discount_reserves_none with input as base.sale
}

# --- Tarifa -------------------------------------------------------------------------------------------------------

test_the_fare_is_of_elderly_people if {
	base.scope(art_40.fare) == 1 with input as base.fare
	base.scope(art_40.fare) == -1 with input as base.of_category(base.fare, "jovem_baixa_renda")
	base.scope(art_40.fare) == 0 with input as base.lacking(base.fare, "facts/beneficiary/category")
}

test_the_free_seat_costs_nothing if {
	base.all_met(art_40.fare, "fare") with input as base.fare
	art_40.fare.gives == {"fare_max_cents": 0, "other_fees": "sem_fundamento"} with input as base.fare
}

test_one_centavo_for_a_free_seat_is_too_much if {
	base.only_unmet(art_40.fare, "fare", "fare") with input as base.charging(base.fare, {"charged_cents": 1})
}

test_the_free_seat_comes_before_the_discount_as_in_the_text if {
	ways := art_40.fare.requires.fare with input as base.fare
	ways == {
		"benefit": [{"free_seat"}, {"discount", "tariff_known"}],
		"fare": [{"free_seat", "no_fare"}, {"discount", "within_half"}],
		"fees": [{"free_seat", "no_fee_on_free_seat"}, {"discount", "no_fee_on_discount"}],
	}
}

test_half_the_tariff_is_rounded_down if {
	art_40.fare.gives == {"fare_max_cents": 4327, "other_fees": "sem_fundamento"} with input as base.half_fare
}

test_half_the_tariff_exactly_may_be_charged if base.all_met(art_40.fare, "fare") with input as base.half_fare

test_one_centavo_above_half_may_not if base.only_unmet(art_40.fare, "fare", "fare") with input as base.charging(base.half_fare, {"charged_cents": 4328})

test_any_other_fee_has_no_ground if every request in {base.fare, base.half_fare} {
	base.only_unmet(art_40.fare, "fare", "fees") with input as base.charging(request, {"other_fees_cents": 1})
}

test_amounts_not_asked_about_are_not_judged if {
	base.said(art_40.fare, "fare") == {"benefit": 1, "fees": 1} with input as base.lacking(base.half_fare, "facts/fare/charged_cents")
	base.said(art_40.fare, "fare") == {"benefit": 1, "fare": 1} with input as base.lacking(base.half_fare, "facts/fare/other_fees_cents")
}

test_amounts_of_nothing_are_judged if {
	base.said(art_40.fare, "fare") == {"benefit": 1, "fees": 1, "fare": 1} with input as base.charging(base.half_fare, {"charged_cents": 0})
}

test_a_discount_needs_the_tariff if {
	request := base.lacking(base.half_fare, "facts/fare/tariff_cents")
	base.said(art_40.fare, "fare") == {"benefit": 0, "fees": 1, "fare": 0} with input as request
	not art_40.fare.gives.fare_max_cents with input as request
}

test_a_tariff_of_nothing_is_a_tariff if art_40.fare.when.tariff_known with input as base.charging(base.half_fare, {"tariff_cents": 0})

test_a_free_seat_needs_none if base.all_met(art_40.fare, "fare") with input as base.lacking(base.fare, "facts/fare/tariff_cents")

test_the_benefit_may_be_unknown if {
	request := base.lacking(base.fare, "facts/fare/benefit")
	base.said(art_40.fare, "fare") == {"benefit": 0, "fees": 0, "fare": 0} with input as request
	not art_40.fare.gives.fare_max_cents with input as request
	not art_40.fare.notes.always.free_of_charge with input as request
	not art_40.fare.notes.always.half_fare with input as request
}

test_each_condition_of_the_fare_is_unknown_without_its_fact if {
	reads := {
		"elderly_person": "facts/beneficiary/category", "free_seat": "facts/fare/benefit", "discount": "facts/fare/benefit",
		"no_fare": "facts/fare/charged_cents", "within_half": "facts/fare/charged_cents", "tariff_known": "facts/fare/tariff_cents",
		"no_fee_on_free_seat": "facts/fare/other_fees_cents", "no_fee_on_discount": "facts/fare/other_fees_cents",
	}
	every name, fact in reads {
		not name in base.known(art_40.fare) with input as base.lacking(base.half_fare, fact)
	}
	base.known(art_40.fare) == object.keys(reads) with input as base.half_fare
}

test_the_benefit_that_is_granted_is_told if {
	art_40.fare.notes.always == {"free_of_charge": true} with input as base.fare
	art_40.fare.notes.always == {"half_fare": true} with input as base.half_fare
}

test_the_ceilings_are_told_and_cure if {
	art_40.fare.values == {"no_fare": {"maximum": {"money": 0}}, "within_half": {"maximum": {"money": 4327}}} with input as base.half_fare
	cures := art_40.fare.remedies with input as base.half_fare
	cures == {
		"no_fare": {"fact": "/facts/fare/charged_cents", "to": "at_most", "value": 0},
		"within_half": {"fact": "/facts/fare/charged_cents", "to": "at_most", "value": 4327},
		"no_fee_on_free_seat": {"fact": "/facts/fare/other_fees_cents", "to": "at_most", "value": 0},
		"no_fee_on_discount": {"fact": "/facts/fare/other_fees_cents", "to": "at_most", "value": 0},
	}
}

# --- Bilhete e arquivo --------------------------------------------------------------------------------------------

test_the_right_stands_behind_a_ticket if {
	base.scope(art_40.ticket) == 1 with input as base.ticket
	base.scope(art_40.ticket) == -1 with input as base.of_category(base.ticket, "jovem_baixa_renda")
	base.scope(art_40.ticket) == 0 with input as base.lacking(base.ticket, "facts/beneficiary/category")
	base.said(art_40.ticket, "ticket") == {"right": 1} with input as base.ticket
}

test_a_free_ticket_by_road_has_its_content_ruled if not art_40.ticket.notes.always.content_not_held with input as base.ticket

test_no_held_text_rules_a_discounted_ticket if {
	art_40.ticket.notes.always == {"content_not_held": true} with input as base.but(base.ticket, {"facts": {"ticket": {"kind": "desconto"}}})
}

test_no_held_text_rules_a_ticket_off_the_road if every mode in {"ferroviario", "aquaviario"} {
	art_40.ticket.notes.always == {"content_not_held": true} with input as base.in_mode(base.ticket, mode)
}

without_the_resolution := [
	{"in_force": object.union(base.law_of_2014.in_force, {"resolucao_antt_1692_2006": false})},
	{"in_force": object.remove(base.law_of_2014.in_force, {"resolucao_antt_1692_2006"})},
]

under_none(request, law) := object.union(object.remove(request, {"in_force"}), law)

test_before_the_resolution_no_held_text_rules_a_free_ticket_by_road if every law in without_the_resolution {
	art_40.ticket.notes.always == {"content_not_held": true} with input as under_none(base.ticket, law)
}

test_while_kind_and_mode_are_unknown_no_text_is_missed if every fact in {"facts/ticket/kind", "facts/service/mode"} {
	not art_40.ticket.notes.always.content_not_held with input as base.lacking(base.ticket, fact)
}

test_the_right_stands_behind_the_kept_copy if {
	base.scope(art_40.retention) == 1 with input as base.retention
	base.scope(art_40.retention) == -1 with input as base.of_category(base.retention, "jovem_baixa_renda")
	base.scope(art_40.retention) == 0 with input as base.lacking(base.retention, "facts/beneficiary/category")
	base.said(art_40.retention, "retention") == {"right": 1} with input as base.retention
}

test_off_the_road_no_held_text_of_the_older_decree_has_a_term if every mode in {"ferroviario", "aquaviario"} {
	request := base.in_mode(base.retention, mode)
	art_40.retention.notes.always == {"term_not_held": true} with input as base.under(request, base.law_of_2018)
	not art_40.retention.notes.always.term_not_held with input as request
}

test_before_the_resolution_no_held_text_has_a_term_in_any_mode if every law in without_the_resolution {
	every mode in {"rodoviario", "ferroviario", "aquaviario"} {
		art_40.retention.notes.always == {"term_not_held": true} with input as under_none(base.in_mode(base.retention, mode), law)
	}
	art_40.retention.notes.always == {"term_not_held": true} with input as under_none(base.lacking(base.retention, "facts/service/mode"), law)
}

test_on_the_road_there_is_a_term if not art_40.retention.notes.always.term_not_held with input as base.under(base.retention, base.law_of_2018)

test_the_right_stands_behind_boarding if {
	base.scope(art_40.boarding) == 1 with input as base.boarding
	base.scope(art_40.boarding) == -1 with input as base.of_category(base.boarding, "jovem_baixa_renda")
	base.scope(art_40.boarding) == 0 with input as base.lacking(base.boarding, "facts/beneficiary/category")
	base.said(art_40.boarding, "boarding") == {"right": 1} with input as base.boarding
}
