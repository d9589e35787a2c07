package norms.decreto_8537_2015.art_13_test

import rego.v2

import data.lib.base_test as base
import data.lib.units
import data.norms.decreto_8537_2015.art_13

# --- Âmbito -------------------------------------------------------------------------------------------------------

test_the_article_speaks_of_the_youth_only if {
	base.scope(art_13.grant) == 1 with input as base.youth
	base.scope(art_13.grant) == -1 with input as base.of_category(base.youth, "pessoa_idosa")
	base.scope(art_13.grant) == 0 with input as base.lacking(base.youth, "facts/beneficiary/category")
}

# --- Fatos que faltam ---------------------------------------------------------------------------------------------

# The facts without which a condition is unknown.
reads := {
	"young_person": {"facts/beneficiary/category"},
	"road": {"facts/service/mode"},
	"rail": {"facts/service/mode"},
	"waterway": {"facts/service/mode"},
	"initial_point": {"ns/trip/boarding_at", "ns/trip/line_departs_at"},
	"asked_in_time": {"ns/trip/line_departs_at", "ns/request/made_at"},
	"boards_on_the_way": {"ns/trip/boarding_at", "ns/trip/line_departs_at"},
	"outward_trip": {"facts/request/return_trip"},
	"interstate": {"facts/service/interstate"},
	"regular_road_line": {"facts/service/regular"},
	"regular_rail_line": {"facts/service/regular"},
	"regular_waterway_line": {"facts/service/regular"},
	"conventional_class": {"facts/service/class"},
	"seat_not_granted": {"facts/seats/free_granted"},
	"in_time": {"ns/trip/line_departs_at", "ns/request/made_at"},
	"seat_unsold": {"facts/seats/free_granted", "facts/seats/free_sold", "facts/seats/free_sold_before_deadline"},
	"discount_seat_not_granted": {"facts/seats/discount_granted"},
	"discount_seat_unsold": {"facts/seats/discount_granted", "facts/seats/discount_sold", "facts/seats/discount_sold_before_deadline"},
	"not_departed": {"ns/trip/boarding_at", "ns/request/made_at"},
	"own_channel": {"facts/request/channel"},
	"authorized_section": {"facts/trip/section_stop_authorized"},
	"return_on_sale": {"facts/request/return_on_sale"},
}

test_a_condition_is_unknown_without_any_of_its_facts if every name, facts in reads {
	every fact in facts {
		not name in base.known(art_13.grant) with input as base.lacking(base.youth, fact)
	}
}

test_every_condition_is_known_when_all_facts_are if {
	base.known(art_13.grant) == object.keys(reads) | {"free_seats_exhausted"} with input as base.youth
}

# --- Três horas ---------------------------------------------------------------------------------------------------

test_three_hours_exactly_are_in_time if art_13.grant.when.in_time with input as base.asked(base.youth, 3 * units.hour)

test_three_hours_less_one_nanosecond_are_late if art_13.grant.when.in_time == false with input as base.asked(base.youth, (3 * units.hour) - 1)

test_the_three_hours_count_to_the_initial_point_and_not_to_the_stop if {
	request := base.boarding_later(base.asked(base.youth, 2 * units.hour), 5 * units.hour)
	art_13.grant.when.in_time == false with input as request
}

test_the_three_hours_and_the_hours_ahead_are_told if {
	told := art_13.grant.values.in_time with input as base.youth
	told == {"minimum": {"duration": 3 * units.hour}, "ahead": {"duration": 7 * units.hour}}
}

test_an_earlier_request_cures if {
	cure := art_13.grant.remedies.in_time with input as base.youth
	cure == {"fact": "/facts/request/made_at", "to": "at_or_before", "value": {"at": base.departure - (3 * units.hour)}}
}

# --- Vagas --------------------------------------------------------------------------------------------------------

free_seats(granted, sold, sold_before) := base.seats(base.youth, {"free_granted": granted, "free_sold": sold, "free_sold_before_deadline": sold_before})

late := base.asked(base.youth, 2 * units.hour)

late_seats(granted, sold, sold_before) := base.seats(late, {"free_granted": granted, "free_sold": sold, "free_sold_before_deadline": sold_before})

test_one_seat_granted_leaves_one if art_13.grant.when.seat_not_granted with input as free_seats(1, 0, 0)

test_two_seats_granted_leave_none if art_13.grant.when.seat_not_granted == false with input as free_seats(2, 0, 0)

test_in_time_sold_seats_do_not_count if base.said(art_13.grant, "gratuidade").seat == 1 with input as free_seats(0, 2, 0)

test_in_time_the_count_of_sold_seats_need_not_be_known if {
	base.said(art_13.grant, "gratuidade").seat == 1 with input as base.lacking(base.youth, "facts/seats/free_sold")
}

test_late_request_still_gets_an_unsold_seat if base.said(art_13.grant, "gratuidade").seat == 1 with input as late_seats(1, 0, 0)

test_late_request_finds_both_seats_sold if base.said(art_13.grant, "gratuidade").seat == -1 with input as late_seats(0, 2, 0)

test_late_request_finds_one_granted_and_one_sold if base.said(art_13.grant, "gratuidade").seat == -1 with input as late_seats(1, 1, 0)

test_late_request_finds_both_seats_granted if base.said(art_13.grant, "gratuidade").seat == -1 with input as late_seats(2, 0, 0)

test_in_time_request_finds_both_seats_granted if base.said(art_13.grant, "gratuidade").seat == -1 with input as free_seats(2, 0, 0)

test_a_seat_sold_before_the_deadline_stays_due if base.said(art_13.grant, "gratuidade").seat == 1 with input as late_seats(1, 1, 1)

test_of_two_sold_one_before_the_deadline_stays_due if base.said(art_13.grant, "gratuidade").seat == 1 with input as late_seats(0, 2, 1)

test_late_with_both_granted_is_refused_whatever_was_sold if {
	base.said(art_13.grant, "gratuidade").seat == -1 with input as base.lacking(late_seats(2, 0, 0), "facts/seats/free_sold")
}

test_late_with_sold_seats_unknown_stays_open if {
	base.said(art_13.grant, "gratuidade").seat == 0 with input as base.lacking(late_seats(0, 0, 0), "facts/seats/free_sold")
}

# --- Vagas com desconto -------------------------------------------------------------------------------------------

discount_seats(granted, sold, sold_before) := base.seats(base.youth_discount, {"discount_granted": granted, "discount_sold": sold, "discount_sold_before_deadline": sold_before})

late_discount(granted, sold, sold_before) := base.asked(discount_seats(granted, sold, sold_before), 2 * units.hour)

test_one_discounted_seat_granted_leaves_one if base.all_met(art_13.grant, "desconto") with input as discount_seats(1, 0, 0)

test_the_fifth_applicant_finds_none if {
	base.only_unmet(art_13.grant, "desconto", "seat") with input as discount_seats(2, 0, 0)
	base.only_unmet(art_13.grant, "desconto", "seat") with input as late_discount(2, 0, 0)
}

test_late_with_both_discounted_seats_granted_is_refused_whatever_was_sold if {
	base.said(art_13.grant, "desconto").seat == -1 with input as base.lacking(late_discount(2, 0, 0), "facts/seats/discount_sold")
}

test_in_time_sold_discounted_seats_do_not_count if base.all_met(art_13.grant, "desconto") with input as discount_seats(0, 2, 0)

test_late_request_still_gets_an_unsold_discounted_seat if base.all_met(art_13.grant, "desconto") with input as late_discount(1, 0, 0)

test_late_request_finds_both_discounted_seats_sold if base.only_unmet(art_13.grant, "desconto", "seat") with input as late_discount(0, 2, 0)

test_late_request_finds_one_discounted_seat_granted_and_one_sold if base.only_unmet(art_13.grant, "desconto", "seat") with input as late_discount(1, 1, 0)

test_a_discounted_seat_sold_before_the_deadline_stays_due if base.all_met(art_13.grant, "desconto") with input as late_discount(1, 1, 1)

test_late_with_sold_discounted_seats_unknown_stays_open if {
	base.said(art_13.grant, "desconto").seat == 0 with input as base.lacking(late_discount(0, 0, 0), "facts/seats/discount_sold")
}

exhausted := object.get(art_13.grant.when, "free_seats_exhausted", "unknown")

test_while_a_free_seat_is_left_there_is_no_discount if {
	exhausted == false with input as free_seats(1, 0, 0)
	base.only_unmet(art_13.grant, "desconto", "beyond") with input as free_seats(1, 0, 0)
}

test_both_free_seats_granted_are_exhausted if exhausted == true with input as free_seats(2, 0, 0)

test_free_seats_lawfully_sold_are_exhausted if exhausted == true with input as late_seats(0, 2, 0)

test_free_seats_sold_in_time_of_the_request_are_not if exhausted == false with input as free_seats(0, 2, 0)

test_free_seats_sold_before_the_deadline_are_not if exhausted == false with input as late_seats(1, 1, 1)

test_whether_they_are_exhausted_may_be_unknown if {
	exhausted == "unknown" with input as base.lacking(late_seats(0, 0, 0), "facts/seats/free_sold")
	exhausted == "unknown" with input as base.lacking(base.youth, "facts/seats/free_granted")
}

asked_for := art_13.grant.asks.free_seats_exhausted

test_of_the_free_seats_only_what_can_still_decide_is_asked_for if {
	asked_for == set() with input as free_seats(1, 0, 0)
	asked_for == {"/facts/seats/free_granted"} with input as base.lacking(free_seats(1, 0, 0), "facts/seats/free_granted")
	asked_for == {"/facts/seats/free_granted", "/facts/seats/free_sold"} with input as base.lacking(late_seats(1, 0, 0), "facts/seats/free_sold")
	asked_for == {"/facts/trip/line_departs_at"} with input as base.lacking(free_seats(1, 1, 0), "ns/trip/line_departs_at")
}

# --- Partida, seções, canal, volta, serviço -----------------------------------------------------------------------

test_at_the_second_of_departure_a_request_is_still_heard if art_13.grant.when.not_departed with input as base.asked(base.youth, 0)

test_a_nanosecond_after_departure_it_is_not if art_13.grant.when.not_departed == false with input as base.asked(base.youth, -1)

test_boarding_at_the_initial_point_is_on_the_way if art_13.grant.where.boards_on_the_way with input as base.youth

test_departure_counts_at_the_boarding_point if {
	art_13.grant.when.not_departed with input as base.boarding_later(base.asked(base.youth, -1), units.hour)
}

test_in_time_departure_needs_no_more_facts if {
	base.said(art_13.grant, "gratuidade").departure == 1 with input as base.boarding_later(base.youth, units.hour)
}

test_the_same_deadline_counts_for_the_seat_and_for_the_departure if {
	art_13.grant.where.asked_in_time == true with input as base.asked(base.youth, 3 * units.hour)
	art_13.grant.where.asked_in_time == false with input as base.asked(base.youth, (3 * units.hour) - 1)
}

# The deadline does not refuse by itself: after departure the departure alone is what fails.
test_after_departure_the_departure_alone_is_told if every ahead in [-1, -90 * units.hour] {
	request := base.asked(base.youth, ahead)
	base.only_unmet(art_13.grant, "gratuidade", "departure") with input as request
	base.told_unmet(art_13.grant, "gratuidade") == {"not_departed"} with input as request
}

test_while_the_hour_of_the_request_is_unknown_the_departure_stays_open if {
	base.said(art_13.grant, "gratuidade").departure == 0 with input as base.lacking(base.youth, "ns/request/made_at")
}

test_in_time_for_a_boarding_before_the_initial_point_is_no_proof_of_a_request_before_departure if {
	art_13.grant.where.boards_on_the_way == false with input as base.boarding_later(base.youth, -1)
	base.said(art_13.grant, "gratuidade").departure == -1 with input as base.boarding_later(base.youth, -8 * units.hour)
}

test_earlier_than_departure_cures if {
	cure := art_13.grant.remedies.not_departed with input as base.boarding_later(base.youth, units.hour)
	cure == {"fact": "/facts/request/made_at", "to": "at_or_before", "value": {"at": base.departure + units.hour}}
}

unauthorised := {"facts": {"trip": {"section_stop_authorized": false}}}

test_at_the_initial_point_no_authorisation_is_asked if {
	base.said(art_13.grant, "gratuidade").stop == 1 with input as base.but(base.youth, unauthorised)
}

test_at_an_authorised_section_stop if base.said(art_13.grant, "gratuidade").stop == 1 with input as base.boarding_later(base.youth, units.hour)

test_at_a_stop_that_is_not_authorised if {
	base.said(art_13.grant, "gratuidade").stop == -1 with input as base.but(base.boarding_later(base.youth, units.hour), unauthorised)
}

through(channel) := base.but(base.youth, {"facts": {"request": {"channel": channel}}})

test_the_carriers_counter_is_its_own if art_13.grant.when.own_channel with input as through("proprio")

test_the_carriers_website_is_its_own if art_13.grant.when.own_channel with input as through("proprio_virtual")

test_a_third_party_is_not if art_13.grant.when.own_channel == false with input as through("terceiro")

returning(on_sale) := base.but(base.youth, {"facts": {"request": {"return_trip": true, "return_on_sale": on_sale}}})

test_a_return_on_sale_is_due if base.said(art_13.grant, "gratuidade").return == 1 with input as returning(true)

test_a_return_not_yet_on_sale_is_not if base.said(art_13.grant, "gratuidade").return == -1 with input as returning(false)

test_an_outward_trip_asks_nothing_of_the_return if {
	base.said(art_13.grant, "gratuidade").return == 1 with input as base.but(base.youth, {"facts": {"request": {"return_on_sale": false}}})
}

executive(mode) := base.but(base.in_mode(base.youth, mode), {"facts": {"service": {"class": "executivo"}}})

charter(mode) := base.but(base.in_mode(base.youth, mode), {"facts": {"service": {"regular": false}}})

test_by_road_only_the_conventional_class if base.said(art_13.grant, "gratuidade").service == -1 with input as executive("rodoviario")

test_by_rail_any_class if base.said(art_13.grant, "gratuidade").service == 1 with input as executive("ferroviario")

test_by_water_any_class if base.said(art_13.grant, "gratuidade").service == 1 with input as executive("aquaviario")

test_charter_is_outside_in_every_mode if every mode in {"rodoviario", "ferroviario", "aquaviario"} {
	base.said(art_13.grant, "gratuidade").service == -1 with input as charter(mode)
}

test_an_unknown_mode_keeps_the_service_open if {
	base.said(art_13.grant, "gratuidade").service == 0 with input as base.lacking(base.youth, "facts/service/mode")
}

test_an_unknown_mode_cannot_save_a_charter if {
	base.said(art_13.grant, "gratuidade").service == -1 with input as base.lacking(charter("rodoviario"), "facts/service/mode")
}

test_other_cures if {
	cures := art_13.grant.remedies with input as base.youth
	cures.conventional_class == {"fact": "/facts/service/class", "to": "equal", "value": "convencional"}
	cures.own_channel == {"fact": "/facts/request/channel", "to": "equal", "value": "proprio"}
	cures.authorized_section == {"fact": "/facts/trip/section_stop_authorized", "to": "equal", "value": true}
	cures.return_on_sale == {"fact": "/facts/request/return_on_sale", "to": "equal", "value": true}
}

# --- Exigências ---------------------------------------------------------------------------------------------------

# One change each, which leaves one requirement unmet and the others met.
refusals := {
	"journey": base.but(base.youth, {"facts": {"service": {"interstate": false}}}),
	"service": charter("rodoviario"),
	"seat": free_seats(2, 0, 0),
	"counter": through("terceiro"),
	"stop": base.but(base.boarding_later(base.youth, units.hour), unauthorised),
	"departure": base.asked(base.youth, -1),
	"return": returning(false),
}

test_both_benefits_are_due_in_their_turn if {
	base.all_met(art_13.grant, "gratuidade") with input as base.youth
	base.all_met(art_13.grant, "desconto") with input as base.youth_discount
}

test_each_requirement_can_fail_alone if every name, request in refusals {
	base.only_unmet(art_13.grant, "gratuidade", name) with input as request
}

# The discount asks the same of all but the seat, and that the free seats be exhausted.
test_each_requirement_of_the_discount_can_fail_alone if every name, request in object.remove(refusals, {"seat"}) {
	base.only_unmet(art_13.grant, "desconto", name) with input as base.seats(request, {"free_granted": 2})
}

test_a_late_request_before_departure_meets_every_requirement if base.all_met(art_13.grant, "gratuidade") with input as late

test_the_modes_come_in_one_order_everywhere if {
	ways := art_13.grant.requires.gratuidade.service with input as base.youth
	ways == [{"road", "regular_road_line", "conventional_class"}, {"rail", "regular_rail_line"}, {"waterway", "regular_waterway_line"}]
}

# Of two ways that hold, the first is told.
test_the_preferred_way_comes_first if {
	ways := art_13.grant.requires.gratuidade with input as base.youth
	ways.seat[0] == {"seat_not_granted", "in_time"}
	ways.departure == [{"asked_in_time", "boards_on_the_way"}, {"not_departed"}]
	ways.stop[0] == {"initial_point"}
	ways.return[0] == {"outward_trip"}
}

test_the_preferred_way_of_the_discount_comes_first if {
	art_13.grant.requires.desconto.seat[0] == {"discount_seat_not_granted", "in_time"} with input as base.youth
}

test_a_late_request_for_the_discount_before_departure_meets_every_requirement if {
	base.all_met(art_13.grant, "desconto") with input as late_discount(0, 0, 0)
}

test_these_are_all_the_requirements if {
	object.keys(art_13.grant.requires.gratuidade) == object.keys(refusals) with input as base.youth
	object.keys(art_13.grant.requires.desconto) == object.keys(refusals) | {"beyond"} with input as base.youth
	object.keys(art_13.grant.requires) == {"gratuidade", "desconto"} with input as base.youth
}

# --- O que se diz além --------------------------------------------------------------------------------------------

test_the_thirty_minutes_and_the_name_are_duties_of_both_benefits if {
	art_13.grant.notes.allow == {"thirty_minutes": true, "nominal": true} with input as base.youth
	art_13.grant.notes.allow == {"thirty_minutes": true, "nominal": true} with input as base.youth_discount
	not art_13.grant.notes.always.reserved_seats_sold with input as base.youth
}

test_late_they_bear_on_the_answer_too if {
	art_13.grant.notes.allow == {"thirty_minutes": true, "nominal": true, "thirty_minutes_after_the_deadline": true} with input as late
}

test_a_sold_seat_of_either_kind_shows_the_permission_to_sell if {
	art_13.grant.notes.always == {"reserved_seats_sold": true} with input as free_seats(0, 1, 0)
	art_13.grant.notes.always == {"reserved_seats_sold": true} with input as discount_seats(0, 1, 0)
	art_13.grant.notes.always == {"reserved_seats_sold": true} with input as base.lacking(free_seats(0, 1, 0), "facts/seats/discount_sold")
	not art_13.grant.notes.always.reserved_seats_sold with input as base.lacking(free_seats(0, 0, 0), "facts/seats/discount_sold")
}

test_the_thirty_minutes_are_told if {
	told := art_13.grant.values with input as base.boarding_later(base.youth, units.hour)
	told.thirty_minutes.advance == {"duration": 30 * units.minute}
	told.thirty_minutes.due_at == {"at": base.departure + (30 * units.minute), "as": "/facts/trip/boarding_at"}
	told.thirty_minutes_after_the_deadline == {"advance": {"duration": 30 * units.minute}}
}

# --- Venda de vaga reservada --------------------------------------------------------------------------------------

sale := base.of_category(base.sale, "jovem_baixa_renda")

discount_sale := base.but(sale, {"facts": {"sale": {"benefit": "desconto"}}})

test_the_sale_rule_is_of_the_seats_of_the_youth if {
	base.scope(art_13.sale) == 1 with input as sale
	base.scope(art_13.sale) == -1 with input as base.sale
	base.scope(art_13.sale) == 0 with input as base.lacking(sale, "facts/beneficiary/category")
}

test_the_seats_of_the_benefit_sold_come_before_those_of_either if {
	ways := art_13.sale.requires.sale.seat with input as sale
	ways == [{"free_seats", "free_seat_left"}, {"discounted_seats", "discount_seat_left"}, {"free_seat_left", "discount_seat_left"}]
}

sale_reads := {
	"young_person": {"facts/beneficiary/category"},
	"free_seats": {"facts/sale/benefit"},
	"discounted_seats": {"facts/sale/benefit"},
	"after_deadline": {"ns/sale/at", "ns/trip/line_departs_at"},
	"free_seat_left": {"facts/seats/free_granted", "facts/seats/free_sold"},
	"discount_seat_left": {"facts/seats/discount_granted", "facts/seats/discount_sold"},
}

test_a_condition_of_sale_is_unknown_without_any_of_its_facts if every name, facts in sale_reads {
	every fact in facts {
		not name in base.known(art_13.sale) with input as base.lacking(sale, fact)
	}
}

test_every_condition_of_sale_is_known_when_all_facts_are if base.known(art_13.sale) == object.keys(sale_reads) with input as sale

test_at_three_hours_exactly_a_sale_is_too_early if every request in {sale, discount_sale} {
	base.only_unmet(art_13.sale, "sale", "time") with input as base.sold(request, 3 * units.hour)
}

test_a_nanosecond_later_it_is_lawful if every request in {sale, discount_sale} {
	base.all_met(art_13.sale, "sale") with input as base.sold(request, (3 * units.hour) - 1)
}

test_each_kind_of_seat_is_counted_by_itself if {
	base.only_unmet(art_13.sale, "sale", "seat") with input as base.seats(sale, {"free_sold": 1})
	base.all_met(art_13.sale, "sale") with input as base.seats(discount_sale, {"free_sold": 1})
	base.only_unmet(art_13.sale, "sale", "seat") with input as base.seats(discount_sale, {"discount_sold": 1})
	base.all_met(art_13.sale, "sale") with input as base.seats(sale, {"discount_sold": 1})
}

test_a_seat_sold_before_the_deadline_is_not_sold_again if {
	base.only_unmet(art_13.sale, "sale", "seat") with input as base.seats(sale, {"free_sold": 1, "free_sold_before_deadline": 1})
	base.only_unmet(art_13.sale, "sale", "seat") with input as base.seats(discount_sale, {"discount_sold": 1, "discount_sold_before_deadline": 1})
}

either := base.lacking(sale, "facts/sale/benefit")

test_while_the_kind_is_unknown_a_seat_of_each_is_enough if {
	base.all_met(art_13.sale, "sale") with input as either
	base.said(art_13.sale, "sale").seat == 0 with input as base.seats(either, {"free_sold": 1})
	base.said(art_13.sale, "sale").seat == -1 with input as base.seats(either, {"free_sold": 1, "discount_sold": 1})
}

test_the_instant_of_sale_is_given if {
	from := {"at": base.departure - (3 * units.hour), "as": "/facts/trip/line_departs_at"}
	every request in {sale, discount_sale} {
		art_13.sale.gives == {"from_at": from} with input as request
		art_13.sale.values == {"after_deadline": {"from": from}} with input as request
		art_13.sale.notes == {"always": {"permission": true}} with input as request
	}
}

test_a_later_sale_cures if {
	cures := art_13.sale.remedies with input as sale
	cures == {"after_deadline": {"fact": "/facts/sale/at", "to": "after", "value": {"at": base.departure - (3 * units.hour)}}}
}

# --- Embarque -----------------------------------------------------------------------------------------------------

boarding := base.of_category(base.boarding, "jovem_baixa_renda")

discount_ticket := base.but(boarding, {"facts": {"ticket": {"kind": "desconto"}}})

test_the_boarding_rule_is_of_the_youth if {
	base.scope(art_13.boarding) == 1 with input as boarding
	base.scope(art_13.boarding) == -1 with input as base.boarding
	base.scope(art_13.boarding) == 0 with input as base.lacking(boarding, "facts/beneficiary/category")
}

test_thirty_minutes_exactly_board if every request in {boarding, discount_ticket} {
	base.all_met(art_13.boarding, "boarding") with input as base.arriving(request, 30 * units.minute)
}

test_thirty_minutes_less_one_nanosecond_lose_either_benefit if every request in {boarding, discount_ticket} {
	base.only_unmet(art_13.boarding, "boarding", "arrival") with input as base.arriving(request, (30 * units.minute) - 1)
}

test_neither_ticket_is_transferable if every request in {boarding, discount_ticket} {
	base.only_unmet(art_13.boarding, "boarding", "holder") with input as base.but(request, {"same": {"boarding": {"document": false}}})
}

test_arrival_and_holder_may_be_unknown if {
	every fact in {"ns/boarding/arrived_at", "ns/boarding/scheduled_at"} {
		base.said(art_13.boarding, "boarding") == {"arrival": 0, "holder": 1} with input as base.lacking(boarding, fact)
	}
	base.said(art_13.boarding, "boarding") == {"arrival": 1, "holder": 0} with input as base.lacking(boarding, "same/boarding/document")
}

test_the_last_moment_to_arrive_is_given if {
	limit := {"at": base.departure - (30 * units.minute), "as": "/facts/boarding/scheduled_at"}
	every request in {boarding, discount_ticket} {
		art_13.boarding.gives == {"arrive_by_at": limit} with input as request
		art_13.boarding.values == {"thirty_minutes": {"limit": limit}} with input as request
	}
}

test_an_earlier_arrival_cures if {
	cures := art_13.boarding.remedies with input as boarding
	cures == {"thirty_minutes": {"fact": "/facts/boarding/arrived_at", "to": "at_or_before", "value": {"at": base.departure - (30 * units.minute)}}}
}

# --- Bilhete ------------------------------------------------------------------------------------------------------

ticket := base.of_category(base.ticket, "jovem_baixa_renda")

test_the_ticket_rule_is_of_the_youth if {
	base.scope(art_13.ticket) == 1 with input as ticket
	base.scope(art_13.ticket) == -1 with input as base.ticket
	base.scope(art_13.ticket) == 0 with input as base.lacking(ticket, "facts/beneficiary/category")
}

test_a_ticket_with_name_and_benefit if {
	base.said(art_13.ticket, "ticket") == {"holder": 1, "benefit": 1} with input as ticket
	count(art_13.ticket.lists.absent) == 0 with input as ticket
}

# The part that is not printed, and the requirement that fails for it.
unprinted := {"beneficiary_name": "holder", "benefit_reference": "benefit"}

test_each_must_be_printed if every part, requirement in unprinted {
	base.only_unmet(art_13.ticket, "ticket", requirement) with input as base.not_printed(ticket, part)
	art_13.ticket.lists.absent == {{"condition": "says_the_benefit"}} with input as base.not_printed(ticket, part)
}

test_printing_them_cures if {
	cures := art_13.ticket.remedies with input as ticket
	cures == {
		"names_the_holder": {"fact": "/facts/ticket/beneficiary_name", "to": "present"},
		"says_the_benefit": {"fact": "/facts/ticket/benefit_reference", "to": "present"},
	}
}

test_what_is_printed_may_be_unknown if base.said(art_13.ticket, "ticket") == {"holder": 0, "benefit": 0} with input as base.lacking(ticket, "given")

# --- Tarifa -------------------------------------------------------------------------------------------------------

fare := base.of_category(base.fare, "jovem_baixa_renda")

test_the_benefits_are_told_of_a_fare if {
	base.scope(art_13.fare) == 1 with input as fare
	base.scope(art_13.fare) == -1 with input as base.fare
	base.scope(art_13.fare) == 0 with input as base.lacking(fare, "facts/beneficiary/category")
	art_13.fare.notes.always == {"benefits": true} with input as fare
	not art_13.fare.notes.always.benefits with input as base.lacking(fare, "facts/fare/benefit")
}
