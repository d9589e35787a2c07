package decision.retention_test

import rego.v2

import data.decision
import data.lib.base_test as base
import data.lib.calendar

answer := decision.retention.text

ended(date, civil) := {"days": {"retention": {"trip_ended_on": calendar.day(date)}}, "civil": {"retention": {"trip_ended_on": civil}}}

over_a_leap_day := base.but(base.retention, ended("2027-03-01", {"year": 2027, "month": 3, "day": 1}))

destroyed_on(request, date) := base.but(request, {"days": {"retention": {"disposal_on": calendar.day(date)}}})

test_the_day_after_a_year_the_copy_may_be_destroyed if {
	answer.outcome == "allow" with input as base.retention
	answer.result == {"keep_until_on": {"day": calendar.day("2027-01-10")}} with input as base.retention
	decision.retention.case_law.outcome == "allow" with input as base.retention
}

test_on_its_last_day_it_is_kept if answer.outcome == "deny" with input as destroyed_on(base.retention, "2027-01-10")

test_the_longer_term_prevails if {
	request := destroyed_on(over_a_leap_day, "2028-02-29")
	answer.outcome == "deny" with input as destroyed_on(over_a_leap_day, "2028-03-01")
	answer.outcome == "deny" with input as request
	answer.result == {"keep_until_on": {"day": calendar.day("2028-03-01")}} with input as request
	answer.outcome == "allow" with input as destroyed_on(over_a_leap_day, "2028-03-02")
}

test_under_the_older_decree_365_days_decide_by_road if {
	request := base.under(destroyed_on(over_a_leap_day, "2028-03-01"), base.law_of_2018)
	answer.outcome == "allow" with input as request
	answer.result == {"keep_until_on": {"day": calendar.day("2028-02-29")}} with input as request
}

test_off_the_road_no_held_text_of_the_older_decree_has_a_term if {
	request := base.under(base.in_mode(destroyed_on(base.retention, "2026-01-11"), "ferroviario"), base.law_of_2018)
	answer.outcome == "allow" with input as request
	answer.result == {"keep_until_on": null} with input as request
	answer.notes["lei_10741_2003.art_40"] == {"term_not_held"} with input as request
}

test_before_the_resolution_no_held_text_has_a_term_by_road if {
	request := base.but(base.under(destroyed_on(base.retention, "2026-01-11"), base.law_of_2014), {"in_force": {"decreto_9921_2019": false, "resolucao_antt_1692_2006": false}})
	answer.outcome == "allow" with input as request
	answer.result == {"keep_until_on": null} with input as request
	answer.notes["lei_10741_2003.art_40"] == {"term_not_held"} with input as request
}

test_of_the_youth_no_held_text_has_a_term if {
	request := base.of_category(destroyed_on(base.retention, "2026-01-11"), "jovem_baixa_renda")
	answer.outcome == "allow" with input as request
	answer.result == {"keep_until_on": null} with input as request
}

speaking := object.keys(decision.matters.retention.articles)

test_who_speaks_by_road if {
	articles := {"lei_10741_2003.art_40", "decreto_9921_2019.art_41", "resolucao_antt_1692_2006.art_5"}
	speaking == articles with input as base.retention
}

test_who_speaks_by_water if {
	articles := {"lei_10741_2003.art_40", "decreto_9921_2019.art_41"}
	speaking == articles with input as base.in_mode(base.retention, "aquaviario")
}

test_who_speaks_of_the_youth if {
	articles := {"lei_12852_2013.art_32"}
	speaking == articles with input as base.of_category(base.retention, "jovem_baixa_renda")
}

test_without_any_norm_in_force_nobody_speaks if speaking == set() with input as base.under_no_law(base.of_anyone(base.retention))

test_the_question_is_held_where_the_benefit_is_regulated if {
	decision.retention.held with input as base.retention
	not decision.retention.held with input as base.of_category(base.under(base.retention, base.law_of_2014), "jovem_baixa_renda")
}

test_what_is_unknown_can_turn_the_answer if {
	request := base.lacking(base.retention, "days/retention/disposal_on")
	suppose := {"/facts/retention/disposal_on": {"decreto_9921_2019.art_41": ["after_one_year"]}}
	decision.turning.retention == {"/facts/retention/disposal_on"} with input as base.but(request, {"reading": "text", "suppose": suppose})
}

test_the_tree_shows_every_article_that_speaks if {
	tree := decision.explanations.retention with input as base.but(base.retention, {"reading": "text"})
	object.keys(tree) == object.keys(decision.matters.retention.articles) with input as base.retention
}

test_the_courts_see_nothing_otherwise if {
	both := decision.retention with input as base.retention
	both.case_law == both.text
	both.disputes == {}
}

test_no_article_yields if decision.matters.retention.yields == {} with input as base.retention
