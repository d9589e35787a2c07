package norms.resolucao_antt_1692_2006.art_8_test

import rego.v2

import data.lib.base_test as base
import data.norms.resolucao_antt_1692_2006.art_8

test_the_article_speaks_of_elderly_people_by_road_only if {
	base.scope(art_8.fare) == 1 with input as base.half_fare
	base.scope(art_8.fare) == -1 with input as base.of_category(base.half_fare, "jovem_baixa_renda")
	base.scope(art_8.fare) == -1 with input as base.in_mode(base.half_fare, "ferroviario")
	base.scope(art_8.fare) == 0 with input as base.lacking(base.half_fare, "facts/beneficiary/category")
	base.scope(art_8.fare) == 0 with input as base.lacking(base.half_fare, "facts/service/mode")
}

test_the_impact_is_of_the_discount_only if {
	base.scope(art_8.fare) == -1 with input as base.fare
	base.scope(art_8.fare) == 0 with input as base.lacking(base.half_fare, "facts/fare/benefit")
	art_8.fare.notes == {"always": {"impact": true}} with input as base.half_fare
}
