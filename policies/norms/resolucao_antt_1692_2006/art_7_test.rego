package norms.resolucao_antt_1692_2006.art_7_test

import rego.v2

import data.lib.base_test as base
import data.norms.resolucao_antt_1692_2006.art_7

test_the_report_is_asked_on_the_road if {
	base.scope(art_7.report) == 1 with input as base.report
	base.scope(art_7.report) == -1 with input as base.in_mode(base.report, "ferroviario")
	base.scope(art_7.report) == 0 with input as base.lacking(base.report, "facts/service/mode")
}

reporting(months) := base.but(base.report, {"facts": {"report": {"months": months}}})

months(sections) := [{"month": "2026-07", "sections": sections}, {"month": "2026-08", "sections": [base.section]}, {"month": "2026-09", "sections": [base.section]}]

items := ["paying", "elderly_free", "elderly_discount", "disability_pass"]

test_a_complete_report if {
	base.said(art_7.report, "report") == {"months": 1, "paying": 1, "elderly_free": 1, "elderly_discount": 1, "disability_pass": 1} with input as base.report
	count(art_7.report.lists.absent) == 0 with input as base.report
}

test_nobody_carried_is_a_number_too if base.all_met(art_7.report, "report") with input as reporting(months([object.union(base.section, {item: 0 | some item in items})]))

test_the_numbers_of_the_youth_are_not_asked if base.all_met(art_7.report, "report") with input as reporting(months([object.union(base.section, {"youth_free": 2})]))

test_each_section_states_each_item if every item in items {
	request := reporting(months([base.section, object.remove(base.section, {item})]))
	base.only_unmet(art_7.report, "report", item) with input as request
	absent := art_7.report.lists.absent with input as request
	absent == {{"month": "2026-07", "section": {"text_at": "/facts/report/months/0/sections/1/section"}, "item": item, "condition": item}}
	cures := art_7.report.remedies[item] with input as request
	cures == [{"fact": sprintf("/facts/report/months/0/sections/1/%s", [item]), "to": "at_least", "value": 0}]
}

without_data := {
	"month": "2026-07", "section": null, "item": null, "condition": "every_month",
}

test_a_month_that_is_not_there if {
	request := reporting(array.slice(months([]), 1, 3))
	base.only_unmet(art_7.report, "report", "months") with input as request
	art_7.report.lists.absent == {without_data} with input as request
}

test_a_month_without_sections if every listed in [months([]), array.concat([{"month": "2026-07"}], array.slice(months([]), 1, 3))] {
	base.only_unmet(art_7.report, "report", "months") with input as reporting(listed)
	art_7.report.lists.absent == {without_data} with input as reporting(listed)
}

test_a_month_with_data_cures if {
	cures := art_7.report.remedies.every_month with input as reporting(months([]))
	cures == [{"fact": "/facts/report/months", "to": "include", "value": {"month": "2026-07", "sections": [{"section": "…", "paying": 0, "elderly_free": 0, "elderly_discount": 0, "disability_pass": 0}]}}]
}

test_months_of_another_quarter_do_not_count if {
	other := [{"month": "2026-10", "sections": [object.remove(base.section, {"paying"})]}]
	base.all_met(art_7.report, "report") with input as reporting(array.concat(months([base.section]), other))
}

test_no_month_at_all if {
	base.said(art_7.report, "report") == {"months": -1, "paying": 1, "elderly_free": 1, "elderly_discount": 1, "disability_pass": 1} with input as reporting([])
	absent := art_7.report.lists.absent with input as reporting([])
	absent == {object.union(without_data, {"month": month}) | some month in base.quarter}
	every item in items {
		art_7.report.when[item] == true with input as reporting([])
		art_7.report.remedies[item] == [] with input as reporting([])
	}
	art_7.report.when.every_month == false with input as reporting([])
}

test_the_months_may_be_unknown if {
	said := base.said(art_7.report, "report") with input as base.lacking(base.report, "facts/report/months")
	said == {"months": 0, "paying": 0, "elderly_free": 0, "elderly_discount": 0, "disability_pass": 0}
}

test_the_quarter_may_be_unknown if every item in items {
	base.said(art_7.report, "report")[item] == 0 with input as base.lacking(base.report, "quarter")
}

test_the_duty_to_report_is_told if art_7.report.notes == {"always": {"quarterly": true}} with input as base.report
