package decision.boarding_test

import rego.v2

import data.decision
import data.lib.base_test as base
import data.lib.units

answer := decision.boarding.text

limit := {"at": base.departure - (30 * units.minute), "as": "/facts/boarding/scheduled_at"}

late := base.arriving(base.boarding, (30 * units.minute) - 1)

test_thirty_minutes_exactly_board if {
	answer.outcome == "allow" with input as base.arriving(base.boarding, 30 * units.minute)
	answer.result == {"arrive_by_at": limit} with input as base.arriving(base.boarding, 30 * units.minute)
	decision.boarding.case_law.outcome == "allow" with input as base.arriving(base.boarding, 30 * units.minute)
}

test_a_nanosecond_later_the_benefit_is_lost if {
	answer.outcome == "deny" with input as late
	answer.outcome == "deny" with input as base.under(late, base.law_of_2018)
	answer.outcome == "deny" with input as base.in_mode(late, "ferroviario")
	answer.outcome == "deny" with input as base.of_category(late, "jovem_baixa_renda")
}

test_the_elderly_discount_has_no_such_limit if {
	request := base.but(late, {"facts": {"ticket": {"kind": "desconto"}}})
	answer.outcome == "allow" with input as request
	answer.result == {"arrive_by_at": null} with input as request
}

test_the_discount_of_the_youth_has_it if {
	request := base.of_category(base.but(late, {"facts": {"ticket": {"kind": "desconto"}}}), "jovem_baixa_renda")
	answer.outcome == "deny" with input as request
	answer.result == {"arrive_by_at": limit} with input as request
}

test_another_holder_or_an_unidentified_one_does_not_board if every law in [base.law_of_2026, base.law_of_2018] {
	every category in ["pessoa_idosa", "jovem_baixa_renda"] {
		request := base.under(base.of_category(base.boarding, category), law)
		answer.outcome == "allow" with input as request
		answer.outcome == "deny" with input as base.but(request, {"same": {"boarding": {"document": false}}})
		answer.outcome == "deny" with input as base.but(request, {"facts": {"boarding": {"identified": false}}})
	}
}

test_whether_identified_may_be_unknown if answer.outcome == "incomplete" with input as base.lacking(base.boarding, "facts/boarding/identified")

speaking := object.keys(decision.matters.boarding.articles)

test_who_speaks_by_road if {
	articles := {"lei_10741_2003.art_40", "decreto_9921_2019.art_39", "decreto_9921_2019.art_43", "resolucao_antt_1692_2006.art_2"}
	speaking == articles with input as base.boarding
}

test_who_spoke_by_rail_under_the_older_decree if {
	articles := {"lei_10741_2003.art_40", "decreto_5934_2006.art_3", "decreto_5934_2006.art_7"}
	speaking == articles with input as base.under(base.in_mode(base.boarding, "ferroviario"), base.law_of_2018)
}

test_who_speaks_of_the_youth if {
	articles := {"decreto_8537_2015.art_13", "decreto_8537_2015.art_18"}
	speaking == articles with input as base.of_category(base.boarding, "jovem_baixa_renda")
}

test_the_older_decree_never_spoke_of_the_youth if {
	articles := {"decreto_8537_2015.art_13", "decreto_8537_2015.art_18"}
	speaking == articles with input as base.under(base.of_category(base.boarding, "jovem_baixa_renda"), base.law_of_2018)
}

test_without_any_norm_in_force_nobody_speaks if speaking == set() with input as base.under_no_law(base.of_anyone(base.boarding))

test_the_question_is_held_where_the_benefit_is_regulated if {
	decision.boarding.held with input as base.boarding
	not decision.boarding.held with input as base.of_category(base.under(base.boarding, base.law_of_2014), "jovem_baixa_renda")
}

test_what_is_unknown_can_turn_the_answer if {
	request := base.lacking(base.boarding, "facts/boarding/identified")
	suppose := {"/facts/boarding/identified": {"decreto_9921_2019.art_43": ["identified"]}}
	decision.turning.boarding == {"/facts/boarding/identified"} with input as base.but(request, {"reading": "text", "suppose": suppose})
}

test_the_tree_shows_every_article_that_speaks if {
	tree := decision.explanations.boarding with input as base.but(base.boarding, {"reading": "text"})
	object.keys(tree) == object.keys(decision.matters.boarding.articles) with input as base.boarding
}

test_the_courts_see_nothing_otherwise if {
	both := decision.boarding with input as base.boarding
	both.case_law == both.text
	both.disputes == {}
}

test_no_article_yields_and_no_values_are_combined if {
	decision.matters.boarding.yields == {}
	count(decision.matters.boarding.combine) == 0
}
