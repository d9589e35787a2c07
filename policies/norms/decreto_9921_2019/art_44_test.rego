package norms.decreto_9921_2019.art_44_test

import rego.v2

import data.lib.base_test as base
import data.norms.decreto_9921_2019.art_44

test_the_article_speaks_of_elderly_people_only if {
	base.scope(art_44.fare) == 1 with input as base.fare
	base.scope(art_44.fare) == -1 with input as base.of_category(base.fare, "jovem_baixa_renda")
	base.scope(art_44.fare) == 0 with input as base.lacking(base.fare, "facts/beneficiary/category")
}

test_toll_terminal_and_meals_are_due_whatever_the_benefit if every request in {base.fare, base.half_fare} {
	art_44.fare.gives == {"toll": "devido", "terminal": "devido", "meals": "devido"} with input as request
	art_44.fare.notes == {"always": {"not_included": true}} with input as request
}
