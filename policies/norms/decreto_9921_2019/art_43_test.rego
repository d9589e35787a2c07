package norms.decreto_9921_2019.art_43_test

import rego.v2

import data.lib.base_test as base
import data.norms.decreto_9921_2019.art_43

test_the_article_speaks_of_elderly_people_only if {
	base.scope(art_43.boarding) == 1 with input as base.boarding
	base.scope(art_43.boarding) == -1 with input as base.of_category(base.boarding, "jovem_baixa_renda")
	base.scope(art_43.boarding) == 0 with input as base.lacking(base.boarding, "facts/beneficiary/category")
}

unidentified := {"facts": {"boarding": {"identified": false}}}

test_an_identified_holder_boards if base.said(art_43.boarding, "boarding") == {"identity": 1} with input as base.boarding

test_without_identification_nobody_does if base.said(art_43.boarding, "boarding") == {"identity": -1} with input as base.but(base.boarding, unidentified)

test_whether_identified_may_be_unknown if base.said(art_43.boarding, "boarding") == {"identity": 0} with input as base.lacking(base.boarding, "facts/boarding/identified")

test_identification_cures if {
	art_43.boarding.remedies == {"identified": {"fact": "/facts/boarding/identified", "to": "equal", "value": true}} with input as base.boarding
}
