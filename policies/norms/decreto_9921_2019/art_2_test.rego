package norms.decreto_9921_2019.art_2_test

import rego.v2

import data.lib.base_test as base
import data.norms.decreto_9921_2019.art_2

test_the_article_speaks_of_elderly_people_only if {
	base.scope(art_2.grant) == 1 with input as base.elderly
	base.scope(art_2.grant) == -1 with input as base.of_category(base.elderly, "jovem_baixa_renda")
	base.scope(art_2.grant) == 0 with input as base.lacking(base.elderly, "facts/beneficiary/category")
}

aged(years) := base.but(base.elderly, {"years": {"beneficiary": {"birth_on": years}}})

test_on_the_sixtieth_birthday if art_2.grant.when.sixty_years with input as aged(60)

test_on_the_eve_of_the_sixtieth_birthday if art_2.grant.when.sixty_years == false with input as aged(59)

test_the_age_is_told if art_2.grant.values == {"sixty_years": {"minimum": {"number": 60}}} with input as base.elderly

test_the_age_is_unknown_without_the_birth_date if {
	every answer in {"gratuidade", "desconto"} {
		base.said(art_2.grant, answer) == {"age": 0} with input as base.lacking(base.elderly, "years/beneficiary/birth_on")
	}
}

test_both_benefits_ask_the_age if every answer in {"gratuidade", "desconto"} {
	base.said(art_2.grant, answer) == {"age": 1} with input as base.elderly
	base.said(art_2.grant, answer) == {"age": -1} with input as aged(59)
}
