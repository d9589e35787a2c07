package norms.lei_12852_2013.art_1_test

import rego.v2

import data.lib.base_test as base
import data.norms.lei_12852_2013.art_1

test_the_article_speaks_of_the_youth_only if {
	base.scope(art_1.grant) == 1 with input as base.youth
	base.scope(art_1.grant) == -1 with input as base.of_category(base.youth, "pessoa_idosa")
	base.scope(art_1.grant) == 0 with input as base.lacking(base.youth, "facts/beneficiary/category")
}

aged(years) := base.but(base.youth, {"years": {"beneficiary": {"birth_on": years}}})

test_both_benefits_ask_the_age if every answer in {"gratuidade", "desconto"} {
	base.said(art_1.grant, answer) == {"age": 1} with input as base.youth
}

test_on_the_fifteenth_birthday if base.all_met(art_1.grant, "gratuidade") with input as aged(15)

test_on_its_eve if {
	base.only_unmet(art_1.grant, "gratuidade", "age") with input as aged(14)
	art_1.grant.when.fifteen_years == false with input as aged(14)
}

test_on_the_eve_of_the_thirtieth_birthday if base.all_met(art_1.grant, "desconto") with input as aged(29)

test_on_the_thirtieth_birthday if {
	base.only_unmet(art_1.grant, "desconto", "age") with input as aged(30)
	art_1.grant.when.under_thirty == false with input as aged(30)
}

test_the_age_may_be_unknown if {
	request := base.lacking(base.youth, "years/beneficiary/birth_on")
	count({"fifteen_years", "under_thirty"} & base.known(art_1.grant)) == 0 with input as request
}

test_the_ages_are_told if {
	art_1.grant.values == {"fifteen_years": {"minimum": {"number": 15}}, "under_thirty": {"maximum": {"number": 29}}} with input as base.youth
}
