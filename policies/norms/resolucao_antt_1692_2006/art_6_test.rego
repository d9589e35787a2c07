package norms.resolucao_antt_1692_2006.art_6_test

import rego.v2

import data.lib.base_test as base
import data.norms.resolucao_antt_1692_2006.art_6

test_the_article_speaks_of_elderly_people_by_road_only if {
	base.scope(art_6.fare) == 1 with input as base.fare
	base.scope(art_6.fare) == -1 with input as base.of_category(base.fare, "jovem_baixa_renda")
	base.scope(art_6.fare) == -1 with input as base.in_mode(base.fare, "ferroviario")
	base.scope(art_6.fare) == 0 with input as base.lacking(base.fare, "facts/beneficiary/category")
	base.scope(art_6.fare) == 0 with input as base.lacking(base.fare, "facts/service/mode")
}

test_the_exemption_is_of_the_free_seat_only if {
	base.scope(art_6.fare) == -1 with input as base.half_fare
	base.scope(art_6.fare) == 0 with input as base.lacking(base.fare, "facts/fare/benefit")
}

older := base.under(base.charging(base.fare, {"toll_cents": 1, "terminal_cents": 1}), base.law_of_2018)

test_the_wording_before_31_october_2019_exempts_nobody if {
	not art_6.fare.gives.toll with input as older
	not art_6.fare.gives.terminal with input as older
	not art_6.fare.requires.fare.toll with input as older
	not art_6.fare.requires.fare.terminal with input as older
	art_6.fare.notes.always == {"earlier_wording": true} with input as older
}

test_toll_and_terminal_are_exempt if {
	art_6.fare.gives == {"toll": "isento", "terminal": "isento"} with input as base.fare
	art_6.fare.notes == {"always": {"exempt": true}} with input as base.fare
}

test_nothing_is_charged if base.said(art_6.fare, "fare") == {"toll": 1, "terminal": 1} with input as base.fare

test_one_centavo_of_toll_is_too_much if base.only_unmet(art_6.fare, "fare", "toll") with input as base.charging(base.fare, {"toll_cents": 1})

test_one_centavo_of_terminal_fee_is_too_much if base.only_unmet(art_6.fare, "fare", "terminal") with input as base.charging(base.fare, {"terminal_cents": 1})

test_amounts_not_asked_about_are_not_judged if {
	base.said(art_6.fare, "fare") == {"terminal": 1} with input as base.lacking(base.fare, "facts/fare/toll_cents")
	base.said(art_6.fare, "fare") == {"toll": 1} with input as base.lacking(base.fare, "facts/fare/terminal_cents")
	not "no_toll" in base.known(art_6.fare) with input as base.lacking(base.fare, "facts/fare/toll_cents")
	not "no_terminal" in base.known(art_6.fare) with input as base.lacking(base.fare, "facts/fare/terminal_cents")
}

test_charging_nothing_cures if {
	art_6.fare.remedies == {
		"no_toll": {"fact": "/facts/fare/toll_cents", "to": "at_most", "value": 0},
		"no_terminal": {"fact": "/facts/fare/terminal_cents", "to": "at_most", "value": 0},
	} with input as base.fare
}
