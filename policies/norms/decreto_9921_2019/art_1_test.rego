package norms.decreto_9921_2019.art_1_test

import rego.v2

import data.lib.base_test as base
import data.norms.decreto_9921_2019.art_1

test_the_article_speaks_of_elderly_people_by_road_only if {
	base.scope(art_1.fare) == 1 with input as base.fare
	base.scope(art_1.fare) == -1 with input as base.of_category(base.fare, "jovem_baixa_renda")
	base.scope(art_1.fare) == -1 with input as base.in_mode(base.fare, "ferroviario")
	base.scope(art_1.fare) == 0 with input as base.lacking(base.fare, "facts/beneficiary/category")
	base.scope(art_1.fare) == 0 with input as base.lacking(base.fare, "facts/service/mode")
}

test_the_consolidation_is_told_of_the_free_seat_only if {
	base.scope(art_1.fare) == -1 with input as base.half_fare
	base.scope(art_1.fare) == 0 with input as base.lacking(base.fare, "facts/fare/benefit")
	art_1.fare.notes == {"always": {"consolidation": true}} with input as base.fare
}
