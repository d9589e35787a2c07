package norms.decreto_8537_2015.art_2_test

import rego.v2

import data.lib.base_test as base
import data.norms.decreto_8537_2015.art_2

test_the_article_speaks_of_the_youth_only if {
	base.scope(art_2.grant) == 1 with input as base.youth
	base.scope(art_2.grant) == -1 with input as base.of_category(base.youth, "pessoa_idosa")
	base.scope(art_2.grant) == 0 with input as base.lacking(base.youth, "facts/beneficiary/category")
}

test_who_is_a_low_income_youth_is_always_told if art_2.grant.notes == {"always": {"low_income_youth": true}} with input as base.youth
