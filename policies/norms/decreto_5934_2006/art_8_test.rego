package norms.decreto_5934_2006.art_8_test

import rego.v2

import data.lib.base_test as base
import data.norms.decreto_5934_2006.art_8

test_the_article_speaks_of_elderly_people_only if {
	base.scope(art_8.fare) == 1 with input as base.fare
	base.scope(art_8.fare) == -1 with input as base.of_category(base.fare, "jovem_baixa_renda")
	base.scope(art_8.fare) == 0 with input as base.lacking(base.fare, "facts/beneficiary/category")
}

test_toll_terminal_and_meals_are_due_whatever_the_benefit if every request in {base.fare, base.half_fare} {
	art_8.fare.gives == {"toll": "devido", "terminal": "devido", "meals": "devido"} with input as request
}

test_the_resolution_exempts_the_free_seat_by_road_and_leaves_the_meals if {
	art_8.fare.notes == {"always": {"meals_not_included": true}} with input as base.fare
}

older := base.but(base.fare, {"wording": {"resolucao_antt_1692_2006": {"art6_par1u": "2006-10-25"}}})

not_exempted := {
	"half the fare": base.half_fare,
	"by rail": base.in_mode(base.fare, "ferroviario"),
	"by water": base.in_mode(base.fare, "aquaviario"),
	"an unknown mode": base.lacking(base.fare, "facts/service/mode"),
	"an unknown benefit": base.lacking(base.fare, "facts/fare/benefit"),
	"the older wording": older,
	"no wording in force": base.lacking(base.fare, "wording/resolucao_antt_1692_2006/art6_par1u"),
}

test_where_nothing_is_exempt_toll_terminal_and_meals_are_not_included if every request in not_exempted {
	art_8.fare.notes == {"always": {"not_included": true}} with input as request
}
