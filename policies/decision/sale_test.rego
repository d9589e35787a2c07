package decision.sale_test

import rego.v2

import data.decision
import data.lib.base_test as base
import data.lib.units

from := {"at": base.departure - (3 * units.hour), "as": "/facts/trip/line_departs_at"}

answer := decision.sale.text

test_after_the_deadline_an_ungranted_seat_may_be_sold if {
	answer.outcome == "allow" with input as base.sale
	answer.result == {"from_at": from} with input as base.sale
	decision.sale.case_law.outcome == "allow" with input as base.sale
}

test_at_the_deadline_it_may_not_yet if {
	answer.outcome == "deny" with input as base.sold(base.sale, 3 * units.hour)
	answer.result == {"from_at": from} with input as base.sold(base.sale, 3 * units.hour)
}

test_the_same_under_the_older_decree if {
	request := base.under(base.sale, base.law_of_2018)
	answer.outcome == "allow" with input as request
	answer.result == {"from_at": from} with input as request
	answer.outcome == "deny" with input as base.sold(request, 3 * units.hour)
}

test_nothing_is_left_to_sell if answer.outcome == "deny" with input as base.seats(base.sale, {"free_granted": 2})

test_the_elderly_discount_reserves_no_seat_and_may_be_sold_at_any_time if {
	request := base.sold(base.but(base.sale, {"facts": {"sale": {"benefit": "desconto"}}}), 90 * units.hour)
	answer.outcome == "allow" with input as request
	answer.result == {"from_at": null} with input as request
}

test_while_the_benefit_is_unknown_the_instant_is_told_all_the_same if {
	every law in [base.law_of_2026, base.law_of_2018] {
		request := base.under(base.lacking(base.sale, "facts/sale/benefit"), law)
		answer.outcome == "allow" with input as request
		answer.result == {"from_at": from} with input as request
		answer.outcome == "incomplete" with input as base.sold(request, 3 * units.hour)
		answer.result == {"from_at": from} with input as base.sold(request, 3 * units.hour)
	}
}

test_while_the_departure_is_unknown_there_is_no_instant_to_tell if {
	answer.result == {"from_at": null} with input as base.lacking(base.sale, "ns/trip/line_departs_at")
}

test_the_discounted_seats_of_the_youth_are_reserved if {
	request := base.of_category(base.but(base.sale, {"facts": {"sale": {"benefit": "desconto"}}}), "jovem_baixa_renda")
	answer.outcome == "allow" with input as request
	answer.outcome == "deny" with input as base.sold(request, 3 * units.hour)
}

speaking := object.keys(decision.matters.sale.articles)

test_who_speaks_by_road if {
	articles := {"lei_10741_2003.art_40", "decreto_9921_2019.art_39", "resolucao_antt_1692_2006.art_2"}
	speaking == articles with input as base.sale
}

test_who_speaks_by_rail if {
	articles := {"lei_10741_2003.art_40", "decreto_9921_2019.art_39"}
	speaking == articles with input as base.in_mode(base.sale, "ferroviario")
}

test_who_spoke_under_the_older_decree if {
	articles := {"lei_10741_2003.art_40", "decreto_5934_2006.art_3", "resolucao_antt_1692_2006.art_2"}
	speaking == articles with input as base.under(base.sale, base.law_of_2018)
}

test_who_speaks_of_the_seats_of_the_youth if {
	articles := {"decreto_8537_2015.art_13"}
	speaking == articles with input as base.of_category(base.sale, "jovem_baixa_renda")
}

test_the_older_decree_never_spoke_of_the_youth if {
	articles := {"decreto_8537_2015.art_13"}
	speaking == articles with input as base.under(base.of_category(base.sale, "jovem_baixa_renda"), base.law_of_2018)
}

test_without_any_norm_in_force_nobody_speaks if speaking == set() with input as base.under_no_law(base.of_anyone(base.sale))

test_the_question_is_held_where_the_benefit_is_regulated if {
	decision.sale.held with input as base.sale
	not decision.sale.held with input as base.of_category(base.under(base.sale, base.law_of_2014), "jovem_baixa_renda")
}

test_what_is_unknown_can_turn_the_answer if {
	request := base.lacking(base.sale, "ns/sale/at")
	suppose := {"/facts/sale/at": {"decreto_9921_2019.art_39": ["after_deadline"]}}
	decision.turning.sale == {"/facts/sale/at"} with input as base.but(request, {"reading": "text", "suppose": suppose})
}

test_the_tree_shows_every_article_that_speaks if {
	tree := decision.explanations.sale with input as base.but(base.sale, {"reading": "text"})
	object.keys(tree) == object.keys(decision.matters.sale.articles) with input as base.sale
}

test_the_courts_see_nothing_otherwise if {
	both := decision.sale with input as base.sale
	both.case_law == both.text
	both.disputes == {}
}

test_no_article_yields_and_no_values_are_combined if {
	decision.matters.sale.yields == {}
	count(decision.matters.sale.combine) == 0
}
