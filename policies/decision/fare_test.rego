package decision.fare_test

import rego.v2

import data.decision
import data.lib.base_test as base

result := decision.fare.text.result

by_the_courts := decision.fare.case_law.result

exempt := {"fare_max_cents": 0, "toll": "isento", "terminal": "isento", "meals": "devido", "other_fees": "sem_fundamento", "total_max_cents": 0}

due := object.union(exempt, {"toll": "devido", "terminal": "devido"})

test_a_free_seat_by_road_is_exempt if {
	decision.fare.text.outcome == "allow" with input as base.fare
	result == exempt with input as base.fare
	by_the_courts == exempt with input as base.fare
	decision.fare.disputes == {"toll": {}} with input as base.fare
}

test_off_the_road_the_letter_charges_and_the_courts_exempt if every mode in {"ferroviario", "aquaviario"} {
	result == due with input as base.in_mode(base.fare, mode)
	by_the_courts == exempt with input as base.in_mode(base.fare, mode)
}

test_under_the_older_wording_the_letter_charges_by_road_too if {
	result == due with input as base.under(base.fare, base.law_of_2018)
	by_the_courts == exempt with input as base.under(base.fare, base.law_of_2018)
}

# The last days of the older decree, when the new wording already exempted.
test_between_the_new_wording_and_the_new_decree_the_road_is_exempt if {
	wording := {"wording": {"resolucao_antt_1692_2006": {"art6_par1u": "2019-10-31"}}}
	result == exempt with input as base.but(base.under(base.fare, base.law_of_2018), wording)
}

test_while_the_mode_is_unknown_the_toll_hangs if {
	decision.fare.text.outcome == "incomplete" with input as base.lacking(base.fare, "facts/service/mode")
	decision.fare.case_law.outcome == "allow" with input as base.lacking(base.fare, "facts/service/mode")
}

test_while_the_mode_is_unknown_toll_terminal_and_total_are_not_told if {
	request := base.lacking(base.fare, "facts/service/mode")
	result == object.union(exempt, {"toll": null, "terminal": null, "total_max_cents": null}) with input as request
	by_the_courts == exempt with input as request
	decision.fare.disputes == {"toll": {}} with input as request
}

test_of_half_the_fare_all_is_known_though_the_mode_is_not if {
	result == object.union(due, {"fare_max_cents": 4327, "total_max_cents": ((4327 + 1250) + 380) + 2000}) with input as base.lacking(base.half_fare, "facts/service/mode")
}

test_while_the_benefit_is_unknown_toll_and_terminal_are_open_by_road if {
	request := base.lacking(base.fare, "facts/fare/benefit")
	open := object.union(exempt, {"fare_max_cents": null, "toll": null, "terminal": null, "total_max_cents": null})
	result == open with input as request
	by_the_courts == open with input as request
	decision.fare.disputes == {} with input as request
}

# Off the road only the courts exempt a free seat, and whether it is one is unknown.
test_while_the_benefit_is_unknown_the_toll_is_disputed_off_the_road if {
	request := base.lacking(base.in_mode(base.fare, "ferroviario"), "facts/fare/benefit")
	object.filter(result, {"toll", "terminal"}) == {"toll": "devido", "terminal": "devido"} with input as request
	object.filter(by_the_courts, {"toll", "terminal"}) == {"toll": null, "terminal": null} with input as request
	decision.fare.disputes == {"toll": {}} with input as request
}

whole := {"fare_max_cents": 100, "toll": "devido", "terminal": "isento", "meals": "devido"}

test_the_total_adds_what_is_due_and_given if {
	decision.fare_total(whole) == (100 + 1250) + 2000 with input as base.half_fare
	decision.fare_total(object.union(whole, {"meals": "isento"})) == 100 + 1250 with input as base.half_fare
	decision.fare_total(whole) == 100 with input as base.lacking(base.half_fare, "facts/fare")
}

test_there_is_no_total_while_any_part_is_open if {
	every part, _ in whole {
		decision.fare_total(object.remove(whole, {part})) == null with input as base.half_fare
	}
	decision.fare_total({}) == null with input as base.half_fare
}

test_of_the_toll_the_courts_say_nothing_of_the_youth if every mode in {"rodoviario", "ferroviario", "aquaviario"} {
	request := base.in_mode(base.of_category(base.fare, "jovem_baixa_renda"), mode)
	decision.fare.disputes == {} with input as request
	by_the_courts == result with input as request
}

told_of(request) := {note | some notes in reading.notes; some note in notes} if {
	reading := decision.fare.text with input as request
}

test_an_exempted_free_seat_is_told_of_its_meals_alone if every law in [base.law_of_2026, exempting_law_of_2018] {
	notes := told_of(base.under(base.fare, law))
	{"exempt", "meals_not_included"} - notes == set()
	not "not_included" in notes
}

exempting_law_of_2018 := object.union(base.law_of_2018, {"wording": {"resolucao_antt_1692_2006": {"art6_par1u": "2019-10-31"}}})

test_what_is_not_exempted_is_told_of_all_charges if every request in [base.half_fare, base.in_mode(base.fare, "aquaviario"), base.under(base.fare, base.law_of_2018)] {
	notes := told_of(request)
	"not_included" in notes
	count({"exempt", "meals_not_included"} & notes) == 0
}

test_a_toll_where_it_is_exempt_is_refused_by_both_readings if {
	request := base.charging(base.fare, {"toll_cents": 1})
	decision.fare.text.outcome == "deny" with input as request
	decision.fare.case_law.outcome == "deny" with input as request
}

test_a_toll_where_it_is_due_is_refused_by_the_courts_alone if {
	request := base.charging(base.in_mode(base.fare, "ferroviario"), {"toll_cents": 1250})
	decision.fare.text.outcome == "allow" with input as request
	result.total_max_cents == 1250 with input as request
	decision.fare.case_law.outcome == "deny" with input as request
}

test_of_half_the_fare_all_charges_are_due if {
	decision.fare.text.outcome == "allow" with input as base.half_fare
	result == object.union(due, {"fare_max_cents": 4327, "total_max_cents": ((4327 + 1250) + 380) + 2000}) with input as base.half_fare
	by_the_courts == result with input as base.half_fare
	decision.fare.disputes == {"fees50": {}} with input as base.half_fare
}

test_amounts_not_given_are_not_added if {
	result.total_max_cents == (4327 + 380) + 2000 with input as base.lacking(base.half_fare, "facts/fare/toll_cents")
}

test_of_the_youth_all_charges_are_due if every request in [base.fare, base.half_fare] {
	young := base.of_category(request, "jovem_baixa_renda")
	decision.fare.text.outcome == "allow" with input as young
	object.filter(result, {"toll", "terminal", "meals"}) == {"toll": "devido", "terminal": "devido", "meals": "devido"} with input as young
}

test_without_the_tariff_nothing_is_known_of_the_total if {
	request := base.lacking(base.half_fare, "facts/fare/tariff_cents")
	decision.fare.text.outcome == "incomplete" with input as request
	result.fare_max_cents == null with input as request
	result.total_max_cents == null with input as request
}

test_without_the_category_nothing_is_known if {
	request := base.lacking(base.fare, "facts/beneficiary/category")
	result == {"fare_max_cents": null, "toll": null, "terminal": null, "meals": null, "other_fees": null, "total_max_cents": null} with input as request
}

speaking := object.keys(decision.matters.fare.articles)

test_who_speaks_of_a_free_seat_by_road if {
	speaking == {"lei_10741_2003.art_40", "decreto_9921_2019.art_1", "decreto_9921_2019.art_44", "resolucao_antt_1692_2006.art_6"} with input as base.fare
}

test_who_speaks_of_half_a_fare_by_road if {
	speaking == {"lei_10741_2003.art_40", "decreto_9921_2019.art_44", "resolucao_antt_1692_2006.art_3", "resolucao_antt_1692_2006.art_8"} with input as base.half_fare
}

test_who_spoke_of_it_under_the_older_decree if {
	request := base.under(base.half_fare, base.law_of_2018)
	speaking == {"lei_10741_2003.art_40", "decreto_5934_2006.art_4", "decreto_5934_2006.art_8", "resolucao_antt_1692_2006.art_3", "resolucao_antt_1692_2006.art_8"} with input as request
}

test_who_speaks_of_a_fare_of_the_youth if {
	articles := {"lei_12852_2013.art_32", "decreto_8537_2015.art_13", "decreto_8537_2015.art_17", "decreto_8537_2015.art_19"}
	speaking == articles with input as base.of_category(base.half_fare, "jovem_baixa_renda")
}

test_the_benefit_can_turn_the_answer if {
	request := base.lacking(base.fare, "facts/fare/benefit")
	suppose := {"/facts/fare/benefit": {
		"lei_10741_2003.art_40": ["free_seat", "discount"],
		"resolucao_antt_1692_2006.art_6": ["free_seat"],
		"resolucao_antt_1692_2006.art_3": ["discount"],
	}}
	decision.turning.fare == {"/facts/fare/benefit"} with input as base.but(request, {"reading": "text", "suppose": suppose})
}

test_the_tree_of_the_courts_shows_the_exemption if {
	tree := decision.explanations.fare with input as base.but(base.fare, {"reading": "case_law"})
	tree["disputes.toll"].scope == 1
	tree_of_the_letter := decision.explanations.fare with input as base.but(base.fare, {"reading": "text"})
	not tree_of_the_letter["disputes.toll"]
}

test_the_older_decree_never_spoke_of_the_youth if {
	articles := {"lei_12852_2013.art_32", "decreto_8537_2015.art_13", "decreto_8537_2015.art_17", "decreto_8537_2015.art_19"}
	speaking == articles with input as base.under(base.of_category(base.half_fare, "jovem_baixa_renda"), base.law_of_2018)
}

test_without_any_norm_in_force_nobody_speaks if speaking == set() with input as base.under_no_law(base.lacking(base.of_anyone(base.fare), "facts/fare/benefit"))

test_the_question_is_held_where_the_benefit_is_regulated if {
	decision.fare.held with input as base.fare
	not decision.fare.held with input as base.of_category(base.under(base.fare, base.law_of_2014), "jovem_baixa_renda")
}
