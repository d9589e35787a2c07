package norms.lei_12852_2013.art_32_test

import rego.v2

import data.lib.base_test as base
import data.lib.units
import data.norms.lei_12852_2013.art_32

# --- Concessão ----------------------------------------------------------------------------------------------------

test_the_article_speaks_of_the_youth_only if {
	base.scope(art_32.grant) == 1 with input as base.youth
	base.scope(art_32.grant) == -1 with input as base.of_category(base.youth, "pessoa_idosa")
	base.scope(art_32.grant) == 0 with input as base.lacking(base.youth, "facts/beneficiary/category")
}

test_a_free_seat_is_left if base.said(art_32.grant, "gratuidade") == {"seat": 1} with input as base.seats(base.youth, {"free_granted": 1})

test_two_free_seats_granted_leave_none if base.said(art_32.grant, "gratuidade") == {"seat": -1} with input as base.youth_discount

test_the_free_seats_granted_may_be_unknown if {
	base.said(art_32.grant, "gratuidade") == {"seat": 0} with input as base.lacking(base.youth, "facts/seats/free_granted")
	base.said(art_32.grant, "desconto") == {"beyond": 0} with input as base.lacking(base.youth, "facts/seats/free_granted")
}

test_the_discount_begins_where_the_free_seats_end if {
	base.said(art_32.grant, "desconto") == {"beyond": 1} with input as base.youth_discount
	base.said(art_32.grant, "desconto") == {"beyond": -1} with input as base.seats(base.youth, {"free_granted": 1})
}

test_free_seats_lawfully_sold_are_exhausted if {
	sold := base.seats(base.youth, {"free_granted": 1, "free_sold": 1})
	base.said(art_32.grant, "desconto") == {"beyond": 1} with input as base.asked(sold, (3 * units.hour) - 1)
	base.said(art_32.grant, "desconto") == {"beyond": -1} with input as base.asked(sold, 3 * units.hour)
}

asked_for := art_32.grant.asks.free_seats_exhausted

test_of_the_free_seats_only_what_can_still_decide_is_asked_for if {
	late := base.asked(base.youth, 2 * units.hour)
	asked_for == set() with input as base.youth
	asked_for == {"/facts/seats/free_granted"} with input as base.lacking(base.youth, "facts/seats/free_granted")
	asked_for == {"/facts/seats/free_granted", "/facts/seats/free_sold"} with input as base.lacking(late, "facts/seats/free_sold")
	asked_for == {"/facts/trip/line_departs_at"} with input as base.lacking(base.seats(base.youth, {"free_granted": 1, "free_sold": 1}), "ns/trip/line_departs_at")
}

# --- Tarifa -------------------------------------------------------------------------------------------------------

fare := base.of_category(base.fare, "jovem_baixa_renda")

half_fare := base.of_category(base.half_fare, "jovem_baixa_renda")

test_the_fare_is_of_the_youth if {
	base.scope(art_32.fare) == 1 with input as fare
	base.scope(art_32.fare) == -1 with input as base.fare
	base.scope(art_32.fare) == 0 with input as base.lacking(fare, "facts/beneficiary/category")
}

test_the_free_seat_costs_nothing if {
	base.all_met(art_32.fare, "fare") with input as fare
	art_32.fare.gives == {"fare_max_cents": 0, "other_fees": "sem_fundamento"} with input as fare
}

test_one_centavo_for_a_free_seat_is_too_much if {
	base.only_unmet(art_32.fare, "fare", "fare") with input as base.charging(fare, {"charged_cents": 1})
}

test_the_free_seat_comes_before_the_discount_as_in_the_text if {
	ways := art_32.fare.requires.fare with input as fare
	ways == {
		"benefit": [{"free_seat"}, {"discount", "tariff_known"}],
		"fare": [{"free_seat", "no_fare"}, {"discount", "within_half"}],
		"fees": [{"free_seat", "no_fee_on_free_seat"}, {"discount", "no_fee_on_discount"}],
	}
}

test_half_the_tariff_is_rounded_down if {
	art_32.fare.gives == {"fare_max_cents": 4327, "other_fees": "sem_fundamento"} with input as half_fare
}

test_half_the_tariff_exactly_may_be_charged if base.all_met(art_32.fare, "fare") with input as half_fare

test_one_centavo_above_half_may_not if base.only_unmet(art_32.fare, "fare", "fare") with input as base.charging(half_fare, {"charged_cents": 4328})

test_any_other_fee_has_no_ground if every request in {fare, half_fare} {
	base.only_unmet(art_32.fare, "fare", "fees") with input as base.charging(request, {"other_fees_cents": 1})
}

test_amounts_not_asked_about_are_not_judged if {
	base.said(art_32.fare, "fare") == {"benefit": 1, "fees": 1} with input as base.lacking(half_fare, "facts/fare/charged_cents")
	base.said(art_32.fare, "fare") == {"benefit": 1, "fare": 1} with input as base.lacking(half_fare, "facts/fare/other_fees_cents")
}

test_amounts_of_nothing_are_judged if {
	base.said(art_32.fare, "fare") == {"benefit": 1, "fees": 1, "fare": 1} with input as base.charging(half_fare, {"charged_cents": 0})
}

test_a_discount_needs_the_tariff if {
	request := base.lacking(half_fare, "facts/fare/tariff_cents")
	base.said(art_32.fare, "fare") == {"benefit": 0, "fees": 1, "fare": 0} with input as request
	not art_32.fare.gives.fare_max_cents with input as request
}

test_a_tariff_of_nothing_is_a_tariff if art_32.fare.when.tariff_known with input as base.charging(half_fare, {"tariff_cents": 0})

test_a_free_seat_needs_none if base.all_met(art_32.fare, "fare") with input as base.lacking(fare, "facts/fare/tariff_cents")

test_the_benefit_may_be_unknown if {
	request := base.lacking(fare, "facts/fare/benefit")
	base.said(art_32.fare, "fare") == {"benefit": 0, "fees": 0, "fare": 0} with input as request
	not art_32.fare.gives.fare_max_cents with input as request
	not art_32.fare.notes.always.free_of_charge with input as request
	not art_32.fare.notes.always.half_fare with input as request
}

test_each_condition_of_the_fare_is_unknown_without_its_fact if {
	reads := {
		"young_person": "facts/beneficiary/category", "free_seat": "facts/fare/benefit", "discount": "facts/fare/benefit",
		"no_fare": "facts/fare/charged_cents", "within_half": "facts/fare/charged_cents", "tariff_known": "facts/fare/tariff_cents",
		"no_fee_on_free_seat": "facts/fare/other_fees_cents", "no_fee_on_discount": "facts/fare/other_fees_cents",
	}
	every name, fact in reads {
		not name in base.known(art_32.fare) with input as base.lacking(half_fare, fact)
	}
	base.known(art_32.fare) == object.keys(reads) with input as half_fare
}

test_the_benefit_that_is_granted_is_told if {
	art_32.fare.notes.always == {"free_of_charge": true} with input as fare
	art_32.fare.notes.always == {"half_fare": true} with input as half_fare
}

test_the_ceilings_are_told_and_cure if {
	art_32.fare.values == {"no_fare": {"maximum": {"money": 0}}, "within_half": {"maximum": {"money": 4327}}} with input as half_fare
	cures := art_32.fare.remedies with input as half_fare
	cures == {
		"no_fare": {"fact": "/facts/fare/charged_cents", "to": "at_most", "value": 0},
		"within_half": {"fact": "/facts/fare/charged_cents", "to": "at_most", "value": 4327},
		"no_fee_on_free_seat": {"fact": "/facts/fare/other_fees_cents", "to": "at_most", "value": 0},
		"no_fee_on_discount": {"fact": "/facts/fare/other_fees_cents", "to": "at_most", "value": 0},
	}
}

# --- Arquivo ------------------------------------------------------------------------------------------------------

retention := base.of_category(base.retention, "jovem_baixa_renda")

test_while_the_category_is_unknown_the_right_to_the_copy_is_open if {
	base.said(art_32.retention, "retention") == {"right": 0} with input as base.lacking(retention, "facts/beneficiary/category")
}

test_no_held_text_has_a_term_for_the_copy_of_the_youth if {
	base.scope(art_32.retention) == 1 with input as retention
	base.scope(art_32.retention) == -1 with input as base.retention
	base.scope(art_32.retention) == 0 with input as base.lacking(retention, "facts/beneficiary/category")
	base.said(art_32.retention, "retention") == {"right": 1} with input as retention
	art_32.retention.notes == {"always": {"term_not_held": true}} with input as retention
}
