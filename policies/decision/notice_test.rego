package decision.notice_test

import rego.v2

import data.decision
import data.lib.base_test as base

answer := decision.notice.text

bare := base.but(base.notice, {"facts": {"notice": {"points": [{"id": "Sítio", "kind": "virtual", "decreto_8537": true}]}}})

test_every_point_shows_both_texts if {
	answer.outcome == "allow" with input as base.notice
	answer.result == {"absent": []} with input as base.notice
	decision.notice.case_law.outcome == "allow" with input as base.notice
}

test_a_point_without_a_text if {
	answer.outcome == "deny" with input as bare
	answer.result == {"absent": [{
		"point": {"text_at": "/facts/notice/points/0/id"},
		"urn": {"urn_of": {"article": "decreto_8537_2015.art_20", "condition": "texts_displayed"}},
	}]} with input as bare
}

speaking := object.keys(decision.matters.notice.articles)

test_who_speaks if {
	articles := {"decreto_8537_2015.art_20"}
	speaking == articles with input as base.notice
}

test_who_spoke_before if {
	articles := set()
	speaking == articles with input as base.under(base.notice, base.law_of_2014)
}

test_without_any_norm_in_force_nobody_speaks if speaking == set() with input as base.under_no_law(base.of_anyone(base.notice))

test_the_question_is_held_while_the_decree_is_in_force if {
	decision.notice.held with input as base.notice
	decision.notice.held == false with input as base.under(base.notice, base.law_of_2014)
}

test_what_is_unknown_can_turn_the_answer if {
	request := base.lacking(base.notice, "facts/notice/points")
	suppose := {"/facts/notice/points": {"decreto_8537_2015.art_20": ["texts_displayed"]}}
	decision.turning.notice == {"/facts/notice/points"} with input as base.but(request, {"reading": "text", "suppose": suppose})
}

test_the_tree_shows_every_article_that_speaks if {
	tree := decision.explanations.notice with input as base.but(base.notice, {"reading": "text"})
	object.keys(tree) == object.keys(decision.matters.notice.articles) with input as base.notice
}

test_the_courts_see_nothing_otherwise if {
	both := decision.notice with input as base.notice
	both.case_law == both.text
	both.disputes == {}
}

test_no_article_yields_and_no_values_are_combined if {
	decision.matters.notice.yields == {}
	count(decision.matters.notice.combine) == 0
}
