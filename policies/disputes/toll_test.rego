package disputes.toll_test

import rego.v2

import data.disputes.toll
import data.lib.base_test as base

test_the_dispute_touches_the_free_seat if {
	toll.fare.touches with input as base.fare
	not toll.fare.touches with input as base.half_fare
	not toll.fare.touches with input as base.of_category(base.fare, "jovem_baixa_renda")
}

test_an_article_speaks_only_before_the_courts if toll.fare.articles == {"disputes.toll": toll.fare.exemption} with input as base.fare

test_it_speaks_of_the_free_seat_of_the_elderly_in_every_mode if {
	every mode in {"rodoviario", "ferroviario", "aquaviario"} {
		base.scope(toll.fare.exemption) == 1 with input as base.in_mode(base.fare, mode)
	}
	base.scope(toll.fare.exemption) == -1 with input as base.half_fare
	base.scope(toll.fare.exemption) == -1 with input as base.of_category(base.fare, "jovem_baixa_renda")
	base.scope(toll.fare.exemption) == 0 with input as base.lacking(base.fare, "facts/beneficiary/category")
	base.scope(toll.fare.exemption) == 0 with input as base.lacking(base.fare, "facts/fare/benefit")
}

test_toll_and_terminal_are_exempt if toll.fare.exemption.gives == {"toll": "isento", "terminal": "isento"} with input as base.fare

test_nothing_is_charged if base.said(toll.fare.exemption, "fare") == {"toll": 1, "terminal": 1} with input as base.fare

test_one_centavo_of_either_is_too_much if {
	base.only_unmet(toll.fare.exemption, "fare", "toll") with input as base.charging(base.fare, {"toll_cents": 1})
	base.only_unmet(toll.fare.exemption, "fare", "terminal") with input as base.charging(base.fare, {"terminal_cents": 1})
}

test_amounts_not_asked_about_are_not_judged if {
	base.said(toll.fare.exemption, "fare") == {"terminal": 1} with input as base.lacking(base.fare, "facts/fare/toll_cents")
	base.said(toll.fare.exemption, "fare") == {"toll": 1} with input as base.lacking(base.fare, "facts/fare/terminal_cents")
	not "no_toll" in base.known(toll.fare.exemption) with input as base.lacking(base.fare, "facts/fare/toll_cents")
	not "no_terminal" in base.known(toll.fare.exemption) with input as base.lacking(base.fare, "facts/fare/terminal_cents")
}

test_charging_nothing_cures if {
	toll.fare.exemption.remedies == {
		"no_toll": {"fact": "/facts/fare/toll_cents", "to": "at_most", "value": 0},
		"no_terminal": {"fact": "/facts/fare/terminal_cents", "to": "at_most", "value": 0},
	} with input as base.fare
}
