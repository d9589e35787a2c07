package norms.decreto_5934_2006.art_1_test

import rego.v2

import data.lib.base_test as base
import data.norms.decreto_5934_2006.art_1

test_the_article_speaks_of_elderly_people_only if {
	base.scope(art_1.grant) == 1 with input as base.elderly
	base.scope(art_1.grant) == -1 with input as base.of_category(base.elderly, "jovem_baixa_renda")
	base.scope(art_1.grant) == 0 with input as base.lacking(base.elderly, "facts/beneficiary/category")
}

test_the_three_modes_are_always_told if art_1.grant.notes == {"always": {"three_modes": true}} with input as base.elderly

test_of_reports_and_conduct_it_tells_the_modes_and_asks_nothing if {
	base.scope(art_1.report) == 1 with input as base.report
	base.said(art_1.report, "report") == {"scope": 1} with input as base.report
	art_1.report.notes == {"always": {"three_modes": true}} with input as base.report
	base.scope(art_1.conduct) == 1 with input as base.conduct
	base.said(art_1.conduct, "conduct") == {"scope": 1} with input as base.conduct
	art_1.conduct.notes == {"always": {"three_modes": true}} with input as base.conduct
}
