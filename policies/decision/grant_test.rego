package decision.grant_test

import rego.v2

import data.decision
import data.lib.base_test as base

text := decision.grant.text

case_law := decision.grant.case_law

speaking := object.keys(decision.matters.grant.articles)

# --- Quem fala ----------------------------------------------------------------------------------------------------

of_the_decree := {sprintf("decreto_9921_2019.%s", [article]) | some article in ["art_2", "art_35", "art_39", "art_40", "art_42"]}

of_the_resolution := {sprintf("resolucao_antt_1692_2006.%s", [article]) | some article in ["art_2", "art_2_1", "art_3", "art_4", "art_5"]}

of_the_older_decree := {sprintf("decreto_5934_2006.%s", [article]) | some article in ["art_1", "art_2", "art_3", "art_4", "art_6"]}

of_the_youth := {
	"lei_12852_2013.art_1", "lei_12852_2013.art_32", "decreto_8537_2015.art_2", "decreto_8537_2015.art_13",
	"decreto_8537_2015.art_14", "decreto_8537_2015.art_15", "decreto_8537_2015.art_19",
}

off_road := {"decreto_9921_2019.art_40", "decreto_9921_2019.art_42"}

test_by_road_the_decree_and_the_resolution_speak if {
	speaking == ({"lei_10741_2003.art_40"} | of_the_resolution) | (of_the_decree - off_road) with input as base.elderly
}

test_by_rail_the_resolution_does_not if speaking == {"lei_10741_2003.art_40"} | of_the_decree with input as base.in_mode(base.elderly, "ferroviario")

test_before_16_november_2019_the_older_decree_speaks if {
	speaking == ({"lei_10741_2003.art_40"} | of_the_resolution) | of_the_older_decree with input as base.under(base.elderly, base.law_of_2018)
}

test_of_the_youth_its_own_articles_speak if speaking == of_the_youth with input as base.youth

test_the_older_decree_never_spoke_of_the_youth if speaking == of_the_youth with input as base.under(base.youth, base.law_of_2018)

test_while_category_and_mode_are_unknown_every_article_of_the_day_may_speak if {
	request := base.lacking(base.lacking(base.elderly, "facts/service/mode"), "facts/beneficiary/category")
	speaking == (({"lei_10741_2003.art_40"} | of_the_resolution) | of_the_decree) | of_the_youth with input as request
}

test_without_any_norm_in_force_nobody_speaks if {
	speaking == set() with input as base.under_no_law(base.of_anyone(base.elderly))
	decision.grant.held == false with input as base.under_no_law(base.elderly)
}

# --- O que se concede ---------------------------------------------------------------------------------------------

granted := {
	"a free seat by road": [base.elderly, "gratuidade"],
	"a free seat by rail": [base.in_mode(base.elderly, "ferroviario"), "gratuidade"],
	"a free seat by water": [base.in_mode(base.elderly, "aquaviario"), "gratuidade"],
	"a free seat under the older decree": [base.under(base.elderly, base.law_of_2018), "gratuidade"],
	"a free seat for a youth": [base.youth, "gratuidade"],
	"the discount, once the free seats are exhausted": [base.elderly_discount, "desconto"],
	"the discount by rail": [base.in_mode(base.elderly_discount, "ferroviario"), "desconto"],
	"the discount under the older decree": [base.under(base.elderly_discount, base.law_of_2018), "desconto"],
	"the discount for a youth": [base.youth_discount, "desconto"],
}

test_what_is_due_is_granted if every case in granted {
	[request, benefit] := case
	answer := decision.grant with input as request
	answer.held
	answer.text.outcome == "allow"
	answer.text.result == {"benefit": benefit, "alternatives": []}
	answer.case_law.outcome == "allow"
	answer.disputes == {}
}

asking(request, benefit) := base.but(request, {"facts": {"request": {"benefit": benefit}}})

test_only_the_benefit_asked_for_is_answered if {
	decision.matters.grant.asked == ["gratuidade", "desconto"] with input as base.elderly
	decision.matters.grant.asked == ["gratuidade"] with input as asking(base.elderly, "gratuidade")
	decision.matters.grant.asked == ["desconto"] with input as asking(base.elderly, "desconto")
}

test_a_refused_free_seat_names_the_discount_that_is_due if {
	answer := text with input as asking(base.elderly_discount, "gratuidade")
	answer.outcome == "deny"
	answer.result == {"benefit": null, "alternatives": ["desconto"]}
}

test_a_refused_discount_names_the_free_seat_that_is_due if {
	answer := text with input as asking(base.youth, "desconto")
	answer.outcome == "deny"
	answer.result == {"benefit": null, "alternatives": ["gratuidade"]}
}

test_the_fifth_youth_is_refused_and_shown_the_faculty if {
	answer := text with input as base.seats(base.youth_discount, {"discount_granted": 2})
	answer.outcome == "deny"
	answer.answers == ["gratuidade", "desconto"]
	answer.notes["decreto_8537_2015.art_19"] == {"other_seats"}
	answer.notes["decreto_8537_2015.art_14"] == {"refusal_document"}
}

# --- O que se recusa, e o que fica em aberto ----------------------------------------------------------------------

served(changes) := base.but(base.elderly, {"facts": {"service": changes}})

refused := {
	"an income one centavo above": base.but(base.elderly, {"facts": {"beneficiary": {"monthly_income_cents": 324201}}}),
	"the eve of the sixtieth birthday": base.but(base.elderly, {"years": {"beneficiary": {"birth_on": 59}}}),
	"an intrastate journey": served({"interstate": false}),
	"a charter": served({"regular": false}),
	"a charter in an unknown mode": base.lacking(served({"regular": false}), "facts/service/mode"),
	"an intrastate journey in an unknown mode": base.lacking(served({"interstate": false}), "facts/service/mode"),
	"documents of no income": base.presenting(base.elderly, [{"kind": "documento_com_foto", "original": true}]),
	"a request after departure": base.asked(base.elderly, -1),
	"a stop that is not authorised": base.but(base.boarding_later(base.elderly, 1), {"facts": {"trip": {"section_stop_authorized": false}}}),
	"no seat of any kind": base.seats(base.elderly_discount, {"other_available": 0}),
}

test_each_is_refused_in_both_readings if every request in refused {
	text.outcome == "deny" with input as request
	case_law.outcome == "deny" with input as request
	text.result == {"benefit": null, "alternatives": []} with input as request
}

test_after_departure_the_deadline_is_no_ground_of_refusal if {
	every request in [base.elderly, base.in_mode(base.elderly, "ferroviario"), base.under(base.elderly, base.law_of_2018), base.youth] {
		answer := text with input as base.asked(asking(request, "gratuidade"), -1)
		answer.outcome == "deny"
		{name | some told in answer.told; some name in told.unmet} == {"not_departed"}
		{way | some failure in answer.failing; some way in failure.ways} == {{"not_departed"}}
	}
}

test_at_the_instant_of_departure_a_seat_is_still_granted if {
	text.result.benefit == "gratuidade" with input as base.asked(base.elderly, 0)
}

no_youth_seat := base.seats(base.youth_discount, {"discount_granted": 2})

faculty := text.notes["decreto_8537_2015.art_19"]

test_the_faculty_is_shown_until_the_bus_has_left if {
	faculty == {"other_seats"} with input as base.seats(no_youth_seat, {"other_available": 0})
	faculty == {"other_seats"} with input as base.asked(no_youth_seat, 0)
	not faculty == {"other_seats"} with input as base.asked(no_youth_seat, -1)
}

test_the_carrier_is_told_that_it_may_copy_the_documents if {
	"copies" in text.notes["resolucao_antt_1692_2006.art_4"] with input as base.elderly
	not "resolucao_antt_1692_2006.art_4" in object.keys(text.notes) with input as base.in_mode(base.elderly, "ferroviario")
}

unmeasured(ahead) := asking(base.lacking(base.asked(base.elderly_discount, ahead), "facts/trip/distance_km"), "desconto")

test_only_the_band_of_the_journey_is_told if every law in [base.law_of_2026, base.law_of_2018] {
	hour := 3600000000000
	answer := text with input as base.under(asking(early, "desconto"), law)
	{name | some told in answer.told; some name in told.unmet} == {"within_six_hours"}
	open := text with input as base.under(unmeasured(7 * hour), law)
	open.outcome == "incomplete"
	{name | some told in open.told; some name in told.unknown} == {"above_500_km"}
	granted_unmeasured := text with input as base.under(unmeasured(6 * hour), law)
	granted_unmeasured.outcome == "allow"
}

test_a_person_of_forty_is_refused_whatever_the_income if {
	request := base.but(base.lacking(base.elderly, "facts/beneficiary/monthly_income_cents"), {"years": {"beneficiary": {"birth_on": 40}}})
	text.outcome == "deny" with input as request
}

test_an_unknown_fact_that_matters_leaves_the_answer_open if every fact in {
	"facts/beneficiary/category", "facts/beneficiary/monthly_income_cents", "facts/beneficiary/documents", "years/beneficiary/birth_on",
	"facts/service/mode", "facts/service/interstate", "facts/service/regular", "facts/service/class",
	"facts/seats/free_granted", "ns/request/made_at",
} {
	text.outcome == "incomplete" with input as asking(base.lacking(base.elderly, fact), "gratuidade")
}

test_without_proof_by_rail_a_text_not_held_is_only_warned_of if {
	answer := text with input as base.presenting(base.in_mode(base.elderly, "ferroviario"), [])
	answer.outcome == "allow"
	answer.notes["decreto_9921_2019.art_42"] == {"proof_not_held"}
}

test_proof_is_asked_by_rail_under_the_older_decree if {
	request := base.presenting(base.in_mode(base.elderly, "ferroviario"), [])
	text.outcome == "deny" with input as base.under(request, base.law_of_2018)
}

# --- As disputas --------------------------------------------------------------------------------------------------

executive := served({"class": "executivo"})

test_the_class_is_disputed if {
	answer := decision.grant with input as asking(executive, "gratuidade")
	answer.text.outcome == "deny"
	answer.case_law.outcome == "allow"
	answer.disputes == {"class": {"decreto_9921_2019.art_39": {"conventional_class"}, "resolucao_antt_1692_2006.art_2": {"conventional_class"}}}
}

test_the_class_is_disputed_for_the_discount_too if {
	answer := decision.grant with input as asking(base.but(base.elderly_discount, {"facts": {"service": {"class": "executivo"}}}), "desconto")
	answer.text.outcome == "deny"
	answer.case_law.outcome == "allow"
	answer.disputes == {"class": {"resolucao_antt_1692_2006.art_3": {"conventional_class"}}}
}

test_the_class_is_disputed_for_the_youth_too if {
	answer := decision.grant with input as base.but(base.youth, {"facts": {"service": {"class": "leito"}}})
	answer.text.outcome == "deny"
	answer.case_law.outcome == "allow"
	answer.disputes == {"class_youth": {"decreto_8537_2015.art_13": {"conventional_class"}}}
}

test_the_class_of_the_discounted_seats_of_the_youth_is_disputed_too if {
	answer := decision.grant with input as base.but(base.youth_discount, {"facts": {"service": {"class": "leito"}}})
	answer.text.outcome == "deny"
	answer.case_law.result.benefit == "desconto"
	object.keys(answer.disputes) == {"class_youth"}
}

test_an_unknown_class_of_the_youth_is_open_by_the_letter_and_no_question_before_the_judge if {
	answer := decision.grant with input as base.lacking(base.youth, "facts/service/class")
	answer.text.outcome == "incomplete"
	answer.case_law.outcome == "allow"
	object.keys(answer.disputes) == {"class_youth"}
}

test_off_the_road_the_class_is_not_disputed if every request in [base.youth, asking(base.elderly, "gratuidade")] {
	answer := decision.grant with input as base.in_mode(base.but(request, {"facts": {"service": {"class": "leito"}}}), "ferroviario")
	answer.text.outcome == "allow"
	answer.disputes == {}
}

early := base.asked(base.elderly_discount, 20 * 3600000000000)

test_the_window_of_the_discount_is_disputed if every law in [base.law_of_2026, base.law_of_2018] {
	answer := decision.grant with input as base.under(early, law)
	answer.text.outcome == "deny"
	answer.case_law.result.benefit == "desconto"
	object.keys(answer.disputes) == {"window"}
}

# The free seat is refused in both readings; only before the courts is the discount due in its place.
test_the_window_is_disputed_where_it_bears_on_the_alternative_alone if {
	answer := decision.grant with input as asking(early, "gratuidade")
	answer.text.outcome == "deny"
	answer.text.result == {"benefit": null, "alternatives": []}
	answer.case_law.outcome == "deny"
	answer.case_law.result == {"benefit": null, "alternatives": ["desconto"]}
	object.keys(answer.disputes) == {"window"}
	object.keys(answer.disputes.window) == {"resolucao_antt_1692_2006.art_3"}
	"within_six_hours" in answer.disputes.window["resolucao_antt_1692_2006.art_3"]
}

test_the_window_is_not_disputed_where_no_discount_would_be_due_anyway if {
	answer := decision.grant with input as asking(base.seats(early, {"other_available": 0}), "gratuidade")
	answer.case_law.result == {"benefit": null, "alternatives": []}
	answer.disputes == {}
}

test_by_rail_there_is_no_window_to_dispute if {
	answer := decision.grant with input as base.in_mode(early, "ferroviario")
	answer.text.result.benefit == "desconto"
	answer.text.notes["decreto_9921_2019.art_40"] == {"window_not_held"}
	answer.disputes == {}
}

third_party(request) := base.but(request, {"facts": {"request": {"channel": "terceiro"}}})

test_the_channel_is_disputed_by_road if every request in [asking(base.elderly, "gratuidade"), base.youth, base.youth_discount] {
	answer := decision.grant with input as third_party(request)
	answer.text.outcome == "deny"
	answer.case_law.outcome == "allow"
	object.keys(answer.disputes) == {"channel"}
}

test_off_the_road_the_channel_is_not_disputed if {
	answer := decision.grant with input as third_party(base.in_mode(base.elderly, "ferroviario"))
	answer.text.outcome == "deny"
	answer.case_law.outcome == "deny"
	answer.disputes == {}
}

test_the_elderly_discount_may_be_bought_from_a_third_party if text.result.benefit == "desconto" with input as third_party(base.elderly_discount)

# --- O que ainda pode mudar a resposta, e a árvore ----------------------------------------------------------------

late := base.lacking(base.seats(base.asked(base.elderly, 2 * 3600000000000), {"free_granted": 0}), "facts/seats/free_sold")

suppose := {
	"/facts/seats/free_sold": {"decreto_9921_2019.art_39": ["seat_unsold"], "resolucao_antt_1692_2006.art_2": ["seat_unsold"]},
	"/facts/seats/discount_sold": {"decreto_8537_2015.art_13": ["discount_seat_unsold"]},
}

test_late_the_seats_sold_can_turn_the_answer if every reading in ["text", "case_law"] {
	decision.turning.grant == {"/facts/seats/free_sold"} with input as base.but(late, {"reading": reading, "suppose": suppose})
}

test_in_time_they_cannot if {
	decision.turning.grant == set() with input as base.but(base.elderly, {"reading": "text", "suppose": suppose})
}

test_the_tree_shows_every_article_that_speaks if {
	tree := decision.explanations.grant with input as base.but(base.elderly, {"reading": "text"})
	object.keys(tree) == speaking with input as base.elderly
	tree["decreto_9921_2019.art_39"].requirements.gratuidade.seat == {"state": 1, "ways": [
		{"state": 1, "conditions": {"seat_not_granted", "in_time"}},
		{"state": 1, "conditions": {"seat_not_granted", "seat_unsold"}},
	]}
}

# --- O exemplo de settle.md ---------------------------------------------------------------------------------------

both_sold := asking(base.seats(base.asked(base.elderly, 2 * 3600000000000), {"free_granted": 0, "free_sold": 2}), "gratuidade")

test_a_late_request_finds_both_seats_sold if {
	answer := text with input as both_sold
	answer.outcome == "deny"
	answer.result == {"benefit": null, "alternatives": ["desconto"]}
	answer.told["decreto_9921_2019.art_39"].unmet == {"in_time", "seat_unsold"}
	answer.told["resolucao_antt_1692_2006.art_2"].unmet == {"in_time", "seat_unsold"}
	answer.failing == [
		{"answer": "gratuidade", "article": "decreto_9921_2019.art_39", "requirement": "seat", "ways": [{"in_time"}, {"seat_unsold"}]},
		{"answer": "gratuidade", "article": "resolucao_antt_1692_2006.art_2", "requirement": "seat", "ways": [{"in_time"}, {"seat_unsold"}]},
	]
	answer.notes["resolucao_antt_1692_2006.art_2_1"] == {"refusal_document"}
}

test_late_with_one_unsold_the_seat_is_granted_and_the_deadline_no_fault if {
	answer := text with input as base.seats(both_sold, {"free_sold": 1})
	answer.result == {"benefit": "gratuidade", "alternatives": []}
	answer.told["decreto_9921_2019.art_39"].unmet == set()
	"thirty_minutes_after_the_deadline" in answer.notes["decreto_9921_2019.art_39"]
}
