package norms.decreto_5934_2006.art_2_test

import rego.v2

import data.lib.base_test as base
import data.norms.decreto_5934_2006.art_2

test_the_article_speaks_of_elderly_people_only if {
	base.scope(art_2.grant) == 1 with input as base.elderly
	base.scope(art_2.grant) == -1 with input as base.of_category(base.elderly, "jovem_baixa_renda")
	base.scope(art_2.grant) == 0 with input as base.lacking(base.elderly, "facts/beneficiary/category")
}

aged(years) := base.but(base.elderly, {"years": {"beneficiary": {"birth_on": years}}})

test_on_the_sixtieth_birthday if art_2.grant.when.sixty_years with input as aged(60)

test_on_the_eve_of_the_sixtieth_birthday if art_2.grant.when.sixty_years == false with input as aged(59)

test_the_age_is_told if art_2.grant.values == {"sixty_years": {"minimum": {"number": 60}}} with input as base.elderly

intrastate := base.but(base.elderly, {"facts": {"service": {"interstate": false}}})

test_a_condition_is_unknown_without_its_fact if {
	not "elderly_person" in base.known(art_2.grant) with input as base.lacking(base.elderly, "facts/beneficiary/category")
	not "sixty_years" in base.known(art_2.grant) with input as base.lacking(base.elderly, "years/beneficiary/birth_on")
	not "interstate" in base.known(art_2.grant) with input as base.lacking(base.elderly, "facts/service/interstate")
}

test_the_free_seat_asks_age_and_an_interstate_journey if {
	base.said(art_2.grant, "gratuidade") == {"age": 1, "journey": 1} with input as base.elderly
	base.said(art_2.grant, "gratuidade") == {"age": -1, "journey": 1} with input as aged(59)
	base.said(art_2.grant, "gratuidade") == {"age": 1, "journey": -1} with input as intrastate
}

test_the_discount_asks_age_here if {
	base.said(art_2.grant, "desconto") == {"age": 1} with input as intrastate
	base.said(art_2.grant, "desconto") == {"age": -1} with input as aged(59)
}
