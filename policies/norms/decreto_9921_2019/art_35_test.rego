package norms.decreto_9921_2019.art_35_test

import rego.v2

import data.lib.base_test as base
import data.norms.decreto_9921_2019.art_35

test_the_article_speaks_of_elderly_people_only if {
	base.scope(art_35.grant) == 1 with input as base.elderly
	base.scope(art_35.grant) == -1 with input as base.of_category(base.elderly, "jovem_baixa_renda")
	base.scope(art_35.grant) == 0 with input as base.lacking(base.elderly, "facts/beneficiary/category")
}

test_it_is_told_of_a_discount_that_is_due if art_35.grant.notes == {"desconto": {"half_fare": true}} with input as base.elderly_discount
