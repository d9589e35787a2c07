package decision.ticket_test

import rego.v2

import data.decision
import data.lib.base_test as base

answer := decision.ticket.text

absent(article, condition) := {"urn_of": {"article": article, "condition": condition}}

test_a_complete_ticket if {
	answer.outcome == "allow" with input as base.ticket
	answer.result == {"absent": []} with input as base.ticket
	decision.ticket.case_law.outcome == "allow" with input as base.ticket
}

test_a_ticket_without_its_seat if {
	answer.outcome == "deny" with input as base.not_printed(base.ticket, "seat_number")
	answer.result == {"absent": [absent("resolucao_antt_1692_2006.art_5", "item_7")]} with input as base.not_printed(base.ticket, "seat_number")
}

test_a_single_copy_is_no_absent_item if {
	answer.outcome == "deny" with input as base.but(base.ticket, {"facts": {"ticket": {"copies": 1}}})
	answer.result == {"absent": []} with input as base.but(base.ticket, {"facts": {"ticket": {"copies": 1}}})
}

bare(request) := base.but(request, {"given": {"ticket": {item: false | some item in base.items}}})

discounted := base.but(base.ticket, {"facts": {"ticket": {"kind": "desconto"}}})

test_where_no_held_text_rules_it_a_ticket_is_allowed_with_a_warning if every request in [discounted, base.in_mode(base.ticket, "aquaviario")] {
	answer.outcome == "allow" with input as bare(request)
	answer.notes["lei_10741_2003.art_40"] == {"content_not_held"} with input as bare(request)
}

young := base.of_category(base.ticket, "jovem_baixa_renda")

test_the_ticket_of_the_youth_says_its_name_and_benefit if {
	answer.outcome == "allow" with input as base.not_printed(young, "seat_number")
	answer.outcome == "deny" with input as base.not_printed(young, "benefit_reference")
	answer.result == {"absent": [absent("decreto_8537_2015.art_13", "says_the_benefit")]} with input as base.not_printed(young, "benefit_reference")
}

speaking := object.keys(decision.matters.ticket.articles)

test_who_speaks_of_a_free_ticket_by_road if {
	articles := {"lei_10741_2003.art_40", "resolucao_antt_1692_2006.art_5"}
	speaking == articles with input as base.ticket
}

test_who_speaks_of_a_free_ticket_by_water if {
	articles := {"lei_10741_2003.art_40", "decreto_9921_2019.art_41"}
	speaking == articles with input as base.in_mode(base.ticket, "aquaviario")
}

test_who_speaks_of_a_discounted_ticket if {
	articles := {"lei_10741_2003.art_40"}
	speaking == articles with input as discounted
}

test_who_speaks_of_a_ticket_of_the_youth if {
	articles := {"decreto_8537_2015.art_13", "decreto_8537_2015.art_16"}
	speaking == articles with input as young
}

test_without_any_norm_in_force_nobody_speaks if speaking == set() with input as base.under_no_law(base.lacking(base.of_anyone(base.ticket), "facts/ticket/kind"))

test_the_question_is_held_where_the_benefit_is_regulated if {
	decision.ticket.held with input as base.ticket
	not decision.ticket.held with input as base.of_category(base.under(base.ticket, base.law_of_2014), "jovem_baixa_renda")
}

test_what_is_unknown_can_turn_the_answer if {
	request := base.lacking(base.ticket, "facts/ticket/copies")
	suppose := {"/facts/ticket/copies": {"resolucao_antt_1692_2006.art_5": ["two_copies"]}}
	decision.turning.ticket == {"/facts/ticket/copies"} with input as base.but(request, {"reading": "text", "suppose": suppose})
}

test_the_tree_shows_every_article_that_speaks if {
	tree := decision.explanations.ticket with input as base.but(base.ticket, {"reading": "text"})
	object.keys(tree) == object.keys(decision.matters.ticket.articles) with input as base.ticket
}

test_the_courts_see_nothing_otherwise if {
	both := decision.ticket with input as base.ticket
	both.case_law == both.text
	both.disputes == {}
}

test_no_article_yields_and_no_values_are_combined if {
	decision.matters.ticket.yields == {}
	count(decision.matters.ticket.combine) == 0
}
