package norms.decreto_8537_2015.art_17_test

import rego.v2

import data.lib.base_test as base
import data.norms.decreto_8537_2015.art_17

fare := base.of_category(base.fare, "jovem_baixa_renda")

half_fare := base.of_category(base.half_fare, "jovem_baixa_renda")

test_the_article_speaks_of_the_youth_only if {
	base.scope(art_17.fare) == 1 with input as fare
	base.scope(art_17.fare) == -1 with input as base.of_category(fare, "pessoa_idosa")
	base.scope(art_17.fare) == 0 with input as base.lacking(fare, "facts/beneficiary/category")
}

test_toll_terminal_and_meals_are_due_whatever_the_benefit if every request in {fare, half_fare} {
	art_17.fare.gives == {"toll": "devido", "terminal": "devido", "meals": "devido"} with input as request
	art_17.fare.notes == {"always": {"not_included": true}} with input as request
}
