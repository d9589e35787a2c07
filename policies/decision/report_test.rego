package decision.report_test

import rego.v2

import data.decision
import data.lib.base_test as base

answer := decision.report.text

test_a_complete_report if {
	answer.outcome == "allow" with input as base.report
	answer.result == {"absent": []} with input as base.report
	decision.report.case_law.outcome == "allow" with input as base.report
}

incomplete := base.but(base.report, {"facts": {"report": {"months": [
	{"month": "2026-07", "sections": [object.remove(base.section, {"paying"})]},
	{"month": "2026-08", "sections": [base.section]},
]}}})

absent(month, section, item, condition) := {
	"month": month, "section": section, "item": item,
	"urn": {"urn_of": {"article": "resolucao_antt_1692_2006.art_7", "condition": condition}},
}

test_a_report_that_lacks_a_number_and_a_month if {
	answer.outcome == "deny" with input as incomplete
	lacking := {entry | some entry in answer.result.absent} with input as incomplete
	lacking == {
		absent("2026-07", {"text_at": "/facts/report/months/0/sections/0/section"}, "paying", "paying"),
		absent("2026-09", null, null, "every_month"),
	}
}

test_a_report_without_any_month_lacks_the_months_and_no_item if {
	request := base.but(base.report, {"facts": {"report": {"months": []}}})
	answer.outcome == "deny" with input as request
	lacking := {entry | some entry in answer.result.absent} with input as request
	lacking == {absent(month, null, null, "every_month") | some month in base.quarter}
	answer.told["resolucao_antt_1692_2006.art_7"].unmet == {"every_month"} with input as request
	answer.failing == [{"answer": "report", "article": "resolucao_antt_1692_2006.art_7", "requirement": "months", "ways": [{"every_month"}]}] with input as request
}

test_months_that_are_unknown_leave_the_report_open if {
	answer.outcome == "incomplete" with input as base.lacking(base.report, "facts/report/months")
	answer.result == {"absent": []} with input as base.lacking(base.report, "facts/report/months")
}

test_off_the_road_nothing_is_asked if {
	answer.outcome == "allow" with input as base.in_mode(incomplete, "ferroviario")
	answer.result == {"absent": []} with input as base.in_mode(incomplete, "ferroviario")
	answer.notes["resolucao_antt_1692_2006.art_1"] == {"road_only", "not_asked_here"} with input as base.in_mode(incomplete, "ferroviario")
}

speaking := object.keys(decision.matters.report.articles)

test_who_speaks_by_road if {
	articles := {"resolucao_antt_1692_2006.art_1", "resolucao_antt_1692_2006.art_7", "decreto_8537_2015.art_16", "decreto_8537_2015.art_21"}
	speaking == articles with input as base.report
}

test_who_spoke_before_the_youth_had_a_decree if {
	articles := {"decreto_5934_2006.art_1", "resolucao_antt_1692_2006.art_1", "resolucao_antt_1692_2006.art_7"}
	speaking == articles with input as base.under(base.report, base.law_of_2014)
}

test_who_speaks_by_rail if {
	articles := {"resolucao_antt_1692_2006.art_1", "decreto_8537_2015.art_16", "decreto_8537_2015.art_21"}
	speaking == articles with input as base.in_mode(base.report, "ferroviario")
}

test_without_any_norm_in_force_nobody_speaks if speaking == set() with input as base.under_no_law(base.of_anyone(base.report))

test_the_question_is_held_once_a_benefit_is_regulated if {
	decision.report.held with input as base.report
	decision.report.held with input as base.under(base.report, base.law_of_2014)
	not decision.report.held with input as base.but(base.report, {"in_force": {"decreto_8537_2015": false, "decreto_9921_2019": false}})
}

test_before_the_resolution_nothing_is_asked if {
	request := base.but(base.under(base.report, base.law_of_2014), {"in_force": {"resolucao_antt_1692_2006": false}, "facts": {"report": {"months": []}}})
	answer.outcome == "allow" with input as request
	speaking == {"decreto_5934_2006.art_1"} with input as request
}

test_what_is_unknown_can_turn_the_answer if {
	request := base.lacking(base.report, "facts/report/months")
	suppose := {"/facts/report/months": {"resolucao_antt_1692_2006.art_7": ["every_month"]}}
	decision.turning.report == {"/facts/report/months"} with input as base.but(request, {"reading": "text", "suppose": suppose})
}

test_the_tree_shows_every_article_that_speaks if {
	tree := decision.explanations.report with input as base.but(base.report, {"reading": "text"})
	object.keys(tree) == object.keys(decision.matters.report.articles) with input as base.report
}

test_the_courts_see_nothing_otherwise if {
	both := decision.report with input as base.report
	both.case_law == both.text
	both.disputes == {}
}

test_no_article_yields_and_no_values_are_combined if {
	decision.matters.report.yields == {}
	count(decision.matters.report.combine) == 0
}
