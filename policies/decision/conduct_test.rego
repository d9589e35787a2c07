package decision.conduct_test

import rego.v2

import data.decision
import data.lib.base_test as base

answer := decision.conduct.text

test_no_act_is_no_infraction if {
	answer.outcome == "allow" with input as base.conduct
	answer.result == {"infractions": []} with input as base.conduct
	decision.conduct.case_law.outcome == "allow" with input as base.conduct
}

infraction(article, condition, group, letter) := {
	"urn": {"urn_of": {"article": article, "condition": condition}},
	"group": group, "letter": letter,
	"text": {"text_of": {"article": article, "condition": condition}},
}

test_seats_that_are_not_made_available if {
	request := base.acting(base.conduct, ["nao_reservou_assentos"])
	answer.outcome == "deny" with input as request
	answer.result == {"infractions": [infraction("resolucao_antt_233_2003.art_1", "seats_reserved", "III", "m")]} with input as request
}

undocumented := base.acting(base.conduct, ["recusa_sem_documento"])

test_a_refusal_without_document_breaks_both_texts_by_road if {
	found := {entry | some entry in answer.result.infractions} with input as undocumented
	found == {
		infraction("decreto_8537_2015.art_14", "refusals_documented", null, null),
		infraction("resolucao_antt_1692_2006.art_2_1", "refusals_documented", null, null),
	}
}

test_off_the_road_it_breaks_the_decree_of_the_youth_alone if {
	request := base.in_mode(undocumented, "aquaviario")
	answer.result == {"infractions": [infraction("decreto_8537_2015.art_14", "refusals_documented", null, null)]} with input as request
}

test_off_the_road_no_held_text_has_infractions_of_the_elderly_law if {
	answer.notes["resolucao_antt_1692_2006.art_9"] == {"items"} with input as base.conduct
	answer.notes["resolucao_antt_1692_2006.art_9"] == {"items", "none_in_this_mode"} with input as base.in_mode(base.conduct, "aquaviario")
}

test_before_either_text_it_breaks_none if answer.outcome == "allow" with input as base.under(undocumented, base.law_of_2014)

test_other_sanctions_are_always_told if {
	answer.notes["resolucao_antt_1692_2006.art_10"] == {"other_sanctions"} with input as base.conduct
}

speaking := object.keys(decision.matters.conduct.articles)

test_who_speaks_by_road if {
	articles := {"decreto_8537_2015.art_14", "resolucao_antt_233_2003.art_1", "resolucao_antt_1692_2006.art_2_1", "resolucao_antt_1692_2006.art_9", "resolucao_antt_1692_2006.art_10"}
	speaking == articles with input as base.conduct
}

test_who_speaks_by_water if {
	articles := {"decreto_8537_2015.art_14", "resolucao_antt_1692_2006.art_9", "resolucao_antt_1692_2006.art_10"}
	speaking == articles with input as base.in_mode(base.conduct, "aquaviario")
}

test_who_spoke_under_the_older_decree if {
	articles := {"decreto_5934_2006.art_1", "resolucao_antt_233_2003.art_1", "resolucao_antt_1692_2006.art_2_1", "resolucao_antt_1692_2006.art_9", "resolucao_antt_1692_2006.art_10"}
	speaking == articles with input as base.under(base.conduct, base.law_of_2014)
}

test_without_any_norm_in_force_nobody_speaks if speaking == set() with input as base.under_no_law(base.of_anyone(base.conduct))

test_the_question_is_held_once_a_benefit_is_regulated if {
	decision.conduct.held with input as base.conduct
	decision.conduct.held with input as base.under(base.conduct, base.law_of_2014)
	not decision.conduct.held with input as base.but(base.conduct, {"in_force": {"decreto_8537_2015": false, "decreto_9921_2019": false}})
}

test_what_is_unknown_can_turn_the_answer if {
	request := base.lacking(base.conduct, "facts/conduct/acts")
	suppose := {"/facts/conduct/acts": {"resolucao_antt_233_2003.art_1": ["seats_reserved"]}}
	decision.turning.conduct == {"/facts/conduct/acts"} with input as base.but(request, {"reading": "text", "suppose": suppose})
}

test_the_tree_shows_every_article_that_speaks if {
	tree := decision.explanations.conduct with input as base.but(base.conduct, {"reading": "text"})
	object.keys(tree) == object.keys(decision.matters.conduct.articles) with input as base.conduct
}

test_the_courts_see_nothing_otherwise if {
	both := decision.conduct with input as base.conduct
	both.case_law == both.text
	both.disputes == {}
}

test_no_article_yields_and_no_values_are_combined if {
	decision.matters.conduct.yields == {}
	count(decision.matters.conduct.combine) == 0
}
