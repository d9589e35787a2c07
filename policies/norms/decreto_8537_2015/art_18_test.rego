package norms.decreto_8537_2015.art_18_test

import rego.v2

import data.lib.base_test as base
import data.norms.decreto_8537_2015.art_18

boarding := base.of_category(base.boarding, "jovem_baixa_renda")

test_the_article_speaks_of_the_youth_only if {
	base.scope(art_18.boarding) == 1 with input as boarding
	base.scope(art_18.boarding) == -1 with input as base.of_category(boarding, "pessoa_idosa")
	base.scope(art_18.boarding) == 0 with input as base.lacking(boarding, "facts/beneficiary/category")
}

unidentified := {"facts": {"boarding": {"identified": false}}}

test_an_identified_holder_boards if base.said(art_18.boarding, "boarding") == {"identity": 1} with input as boarding

test_without_identification_nobody_does if base.said(art_18.boarding, "boarding") == {"identity": -1} with input as base.but(boarding, unidentified)

test_whether_identified_may_be_unknown if base.said(art_18.boarding, "boarding") == {"identity": 0} with input as base.lacking(boarding, "facts/boarding/identified")

test_identification_cures if {
	art_18.boarding.remedies == {"identified": {"fact": "/facts/boarding/identified", "to": "equal", "value": true}} with input as boarding
}
