package norms.decreto_9921_2019.art_39_test

import rego.v2

import data.lib.base_test as base
import data.lib.units
import data.norms.decreto_9921_2019.art_39

# --- Âmbito -------------------------------------------------------------------------------------------------------

test_the_article_speaks_of_elderly_people if base.scope(art_39.grant) == 1 with input as base.elderly

test_the_article_does_not_speak_of_the_youth if base.scope(art_39.grant) == -1 with input as base.of_category(base.elderly, "jovem_baixa_renda")

test_the_scope_is_open_while_the_category_is_unknown if base.scope(art_39.grant) == 0 with input as base.lacking(base.elderly, "facts/beneficiary/category")

# --- Fatos que faltam ---------------------------------------------------------------------------------------------

# The facts without which a condition is unknown.
reads := {
	"elderly_person": {"facts/beneficiary/category"},
	"road": {"facts/service/mode"},
	"rail": {"facts/service/mode"},
	"waterway": {"facts/service/mode"},
	"initial_point": {"ns/trip/boarding_at", "ns/trip/line_departs_at"},
	"asked_in_time": {"ns/trip/line_departs_at", "ns/request/made_at"},
	"boards_on_the_way": {"ns/trip/boarding_at", "ns/trip/line_departs_at"},
	"outward_trip": {"facts/request/return_trip"},
	"low_income": {"facts/beneficiary/monthly_income_cents"},
	"interstate": {"facts/service/interstate"},
	"regular_road_line": {"facts/service/regular"},
	"regular_rail_line": {"facts/service/regular"},
	"regular_waterway_line": {"facts/service/regular"},
	"conventional_class": {"facts/service/class"},
	"seat_not_granted": {"facts/seats/free_granted"},
	"in_time": {"ns/trip/line_departs_at", "ns/request/made_at"},
	"seat_unsold": {"facts/seats/free_granted", "facts/seats/free_sold", "facts/seats/free_sold_before_deadline"},
	"not_departed": {"ns/trip/boarding_at", "ns/request/made_at"},
	"own_channel": {"facts/request/channel"},
	"authorized_section": {"facts/trip/section_stop_authorized"},
	"return_on_sale": {"facts/request/return_on_sale"},
}

test_a_condition_is_unknown_without_any_of_its_facts if every name, facts in reads {
	every fact in facts {
		not name in base.known(art_39.grant) with input as base.lacking(base.elderly, fact)
	}
}

test_every_condition_is_known_when_all_facts_are if base.known(art_39.grant) == object.keys(reads) with input as base.elderly

# --- Renda --------------------------------------------------------------------------------------------------------

earning(cents) := base.but(base.elderly, {"facts": {"beneficiary": {"monthly_income_cents": cents}}})

test_two_minimum_wages_exactly_are_low_income if art_39.grant.when.low_income with input as earning(324200)

test_one_centavo_above_two_minimum_wages_is_not if art_39.grant.when.low_income == false with input as earning(324201)

test_the_income_limit_is_told if art_39.grant.values.low_income == {"limit": {"money": 324200}} with input as base.elderly

test_a_lower_income_cures if {
	cure := art_39.grant.remedies.low_income with input as base.elderly
	cure == {"fact": "/facts/beneficiary/monthly_income_cents", "to": "at_most", "value": 324200}
}

# --- Três horas ---------------------------------------------------------------------------------------------------

test_three_hours_exactly_are_in_time if art_39.grant.when.in_time with input as base.asked(base.elderly, 3 * units.hour)

test_three_hours_less_one_nanosecond_are_late if art_39.grant.when.in_time == false with input as base.asked(base.elderly, (3 * units.hour) - 1)

test_the_three_hours_count_to_the_initial_point_and_not_to_the_stop if {
	request := base.boarding_later(base.asked(base.elderly, 2 * units.hour), 5 * units.hour)
	art_39.grant.when.in_time == false with input as request
}

test_the_three_hours_and_the_hours_ahead_are_told if {
	told := art_39.grant.values.in_time with input as base.elderly
	told == {"minimum": {"duration": 3 * units.hour}, "ahead": {"duration": 7 * units.hour}}
}

test_an_earlier_request_cures if {
	cure := art_39.grant.remedies.in_time with input as base.elderly
	cure == {"fact": "/facts/request/made_at", "to": "at_or_before", "value": {"at": base.departure - (3 * units.hour)}}
}

# --- Vagas --------------------------------------------------------------------------------------------------------

free_seats(granted, sold, sold_before) := base.seats(base.elderly, {"free_granted": granted, "free_sold": sold, "free_sold_before_deadline": sold_before})

late := base.asked(base.elderly, 2 * units.hour)

late_seats(granted, sold, sold_before) := base.seats(late, {"free_granted": granted, "free_sold": sold, "free_sold_before_deadline": sold_before})

test_one_seat_granted_leaves_one if art_39.grant.when.seat_not_granted with input as free_seats(1, 0, 0)

test_two_seats_granted_leave_none if art_39.grant.when.seat_not_granted == false with input as free_seats(2, 0, 0)

test_in_time_sold_seats_do_not_count if base.said(art_39.grant, "gratuidade").seat == 1 with input as free_seats(0, 2, 0)

test_in_time_the_count_of_sold_seats_need_not_be_known if {
	base.said(art_39.grant, "gratuidade").seat == 1 with input as base.lacking(base.elderly, "facts/seats/free_sold")
}

test_late_request_still_gets_an_unsold_seat if base.said(art_39.grant, "gratuidade").seat == 1 with input as late_seats(1, 0, 0)

test_late_request_finds_both_seats_sold if base.said(art_39.grant, "gratuidade").seat == -1 with input as late_seats(0, 2, 0)

test_late_request_finds_one_granted_and_one_sold if base.said(art_39.grant, "gratuidade").seat == -1 with input as late_seats(1, 1, 0)

test_late_request_finds_both_seats_granted if base.said(art_39.grant, "gratuidade").seat == -1 with input as late_seats(2, 0, 0)

test_in_time_request_finds_both_seats_granted if base.said(art_39.grant, "gratuidade").seat == -1 with input as free_seats(2, 0, 0)

test_a_seat_sold_before_the_deadline_stays_due if base.said(art_39.grant, "gratuidade").seat == 1 with input as late_seats(1, 1, 1)

test_of_two_sold_one_before_the_deadline_stays_due if base.said(art_39.grant, "gratuidade").seat == 1 with input as late_seats(0, 2, 1)

test_late_with_both_granted_is_refused_whatever_was_sold if {
	base.said(art_39.grant, "gratuidade").seat == -1 with input as base.lacking(late_seats(2, 0, 0), "facts/seats/free_sold")
}

test_late_with_sold_seats_unknown_stays_open if {
	base.said(art_39.grant, "gratuidade").seat == 0 with input as base.lacking(late_seats(0, 0, 0), "facts/seats/free_sold")
}

# --- Partida, seções, canal, volta, serviço -----------------------------------------------------------------------

test_at_the_second_of_departure_a_request_is_still_heard if art_39.grant.when.not_departed with input as base.asked(base.elderly, 0)

test_a_nanosecond_after_departure_it_is_not if art_39.grant.when.not_departed == false with input as base.asked(base.elderly, -1)

test_departure_counts_at_the_boarding_point if {
	art_39.grant.when.not_departed with input as base.boarding_later(base.asked(base.elderly, -1), units.hour)
}

test_in_time_departure_needs_no_more_facts if {
	base.said(art_39.grant, "gratuidade").departure == 1 with input as base.boarding_later(base.elderly, units.hour)
}

test_the_same_deadline_counts_for_the_seat_and_for_the_departure if {
	art_39.grant.where.asked_in_time == true with input as base.asked(base.elderly, 3 * units.hour)
	art_39.grant.where.asked_in_time == false with input as base.asked(base.elderly, (3 * units.hour) - 1)
}

# The deadline does not refuse by itself: after departure the departure alone is what fails.
test_after_departure_the_departure_alone_is_told if every ahead in [-1, -90 * units.hour] {
	request := base.asked(base.elderly, ahead)
	base.only_unmet(art_39.grant, "gratuidade", "departure") with input as request
	base.told_unmet(art_39.grant, "gratuidade") == {"not_departed"} with input as request
}

test_while_the_hour_of_the_request_is_unknown_the_departure_stays_open if {
	base.said(art_39.grant, "gratuidade").departure == 0 with input as base.lacking(base.elderly, "ns/request/made_at")
}

test_boarding_at_the_initial_point_is_on_the_way if art_39.grant.where.boards_on_the_way with input as base.elderly

test_in_time_for_a_boarding_before_the_initial_point_is_no_proof_of_a_request_before_departure if {
	art_39.grant.where.boards_on_the_way == false with input as base.boarding_later(base.elderly, -1)
	base.said(art_39.grant, "gratuidade").departure == -1 with input as base.boarding_later(base.elderly, -8 * units.hour)
}

test_earlier_than_departure_cures if {
	cure := art_39.grant.remedies.not_departed with input as base.boarding_later(base.elderly, units.hour)
	cure == {"fact": "/facts/request/made_at", "to": "at_or_before", "value": {"at": base.departure + units.hour}}
}

unauthorised := {"facts": {"trip": {"section_stop_authorized": false}}}

test_at_the_initial_point_no_authorisation_is_asked if {
	base.said(art_39.grant, "gratuidade").stop == 1 with input as base.but(base.elderly, unauthorised)
}

test_at_an_authorised_section_stop if base.said(art_39.grant, "gratuidade").stop == 1 with input as base.boarding_later(base.elderly, units.hour)

test_at_a_stop_that_is_not_authorised if {
	base.said(art_39.grant, "gratuidade").stop == -1 with input as base.but(base.boarding_later(base.elderly, units.hour), unauthorised)
}

through(channel) := base.but(base.elderly, {"facts": {"request": {"channel": channel}}})

test_the_carriers_counter_is_its_own if art_39.grant.when.own_channel with input as through("proprio")

test_the_carriers_website_is_its_own if art_39.grant.when.own_channel with input as through("proprio_virtual")

test_a_third_party_is_not if art_39.grant.when.own_channel == false with input as through("terceiro")

returning(on_sale) := base.but(base.elderly, {"facts": {"request": {"return_trip": true, "return_on_sale": on_sale}}})

test_a_return_on_sale_is_due if base.said(art_39.grant, "gratuidade").return == 1 with input as returning(true)

test_a_return_not_yet_on_sale_is_not if base.said(art_39.grant, "gratuidade").return == -1 with input as returning(false)

test_an_outward_trip_asks_nothing_of_the_return if {
	base.said(art_39.grant, "gratuidade").return == 1 with input as base.but(base.elderly, {"facts": {"request": {"return_on_sale": false}}})
}

executive(mode) := base.but(base.in_mode(base.elderly, mode), {"facts": {"service": {"class": "executivo"}}})

charter(mode) := base.but(base.in_mode(base.elderly, mode), {"facts": {"service": {"regular": false}}})

test_by_road_only_the_conventional_class if base.said(art_39.grant, "gratuidade").service == -1 with input as executive("rodoviario")

test_by_rail_any_class if base.said(art_39.grant, "gratuidade").service == 1 with input as executive("ferroviario")

test_by_water_any_class if base.said(art_39.grant, "gratuidade").service == 1 with input as executive("aquaviario")

test_charter_is_outside_in_every_mode if every mode in {"rodoviario", "ferroviario", "aquaviario"} {
	base.said(art_39.grant, "gratuidade").service == -1 with input as charter(mode)
}

test_an_unknown_mode_keeps_the_service_open if {
	base.said(art_39.grant, "gratuidade").service == 0 with input as base.lacking(base.elderly, "facts/service/mode")
}

test_an_unknown_mode_cannot_save_a_charter if {
	base.said(art_39.grant, "gratuidade").service == -1 with input as base.lacking(charter("rodoviario"), "facts/service/mode")
}

test_other_cures if {
	cures := art_39.grant.remedies with input as base.elderly
	cures.conventional_class == {"fact": "/facts/service/class", "to": "equal", "value": "convencional"}
	cures.own_channel == {"fact": "/facts/request/channel", "to": "equal", "value": "proprio"}
	cures.authorized_section == {"fact": "/facts/trip/section_stop_authorized", "to": "equal", "value": true}
	cures.return_on_sale == {"fact": "/facts/request/return_on_sale", "to": "equal", "value": true}
}

# --- Exigências ---------------------------------------------------------------------------------------------------

# One change each, which leaves one requirement unmet and the others met.
refusals := {
	"person": earning(324201),
	"journey": base.but(base.elderly, {"facts": {"service": {"interstate": false}}}),
	"service": charter("rodoviario"),
	"seat": free_seats(2, 0, 0),
	"counter": through("terceiro"),
	"stop": base.but(base.boarding_later(base.elderly, units.hour), unauthorised),
	"departure": base.asked(base.elderly, -1),
	"return": returning(false),
}

test_the_free_seat_is_due if base.all_met(art_39.grant, "gratuidade") with input as base.elderly

test_each_requirement_can_fail_alone if every name, request in refusals {
	base.only_unmet(art_39.grant, "gratuidade", name) with input as request
}

test_a_late_request_before_departure_meets_every_requirement if base.all_met(art_39.grant, "gratuidade") with input as late

test_the_modes_come_in_one_order_everywhere if {
	ways := art_39.grant.requires.gratuidade.service with input as base.elderly
	ways == [{"road", "regular_road_line", "conventional_class"}, {"rail", "regular_rail_line"}, {"waterway", "regular_waterway_line"}]
}

# Of two ways that hold, the first is told.
test_the_preferred_way_comes_first if {
	ways := art_39.grant.requires.gratuidade with input as base.elderly
	ways.seat[0] == {"seat_not_granted", "in_time"}
	ways.departure == [{"asked_in_time", "boards_on_the_way"}, {"not_departed"}]
	ways.stop[0] == {"initial_point"}
	ways.return[0] == {"outward_trip"}
}

test_the_discount_that_reserves_nothing_comes_first if {
	art_39.sale.requires.sale.time[0] == {"reserves_none"} with input as base.sale
	art_39.sale.requires.sale.seat[0] == {"reserves_none"} with input as base.sale
	art_39.boarding.requires.boarding.arrival[0] == {"discount_ticket"} with input as base.boarding
}

test_these_are_all_the_requirements if {
	object.keys(art_39.grant.requires.gratuidade) == object.keys(refusals) with input as base.elderly
	object.keys(art_39.grant.requires) == {"gratuidade"} with input as base.elderly
}

# --- O que se diz além --------------------------------------------------------------------------------------------

test_in_time_the_thirty_minutes_are_a_duty_of_the_free_seat if {
	art_39.grant.notes.gratuidade == {"thirty_minutes": true} with input as base.elderly
	not art_39.grant.notes.always.reserved_seats_sold with input as base.elderly
}

test_late_they_bear_on_the_answer_too if {
	notes := art_39.grant.notes.gratuidade with input as late
	notes == {"thirty_minutes": true, "thirty_minutes_after_the_deadline": true}
}

test_a_sold_seat_shows_the_permission_to_sell if {
	art_39.grant.notes.always == {"reserved_seats_sold": true} with input as free_seats(0, 1, 0)
}

test_the_thirty_minutes_are_told if {
	told := art_39.grant.values with input as base.boarding_later(base.elderly, units.hour)
	told.thirty_minutes.advance == {"duration": 30 * units.minute}
	told.thirty_minutes.due_at == {"at": base.departure + (30 * units.minute), "as": "/facts/trip/boarding_at"}
	told.thirty_minutes_after_the_deadline == {"advance": {"duration": 30 * units.minute}}
}

# --- Venda de vaga reservada --------------------------------------------------------------------------------------

test_the_sale_rule_is_of_elderly_seats if {
	base.scope(art_39.sale) == 1 with input as base.sale
	base.scope(art_39.sale) == -1 with input as base.of_category(base.sale, "jovem_baixa_renda")
	base.scope(art_39.sale) == 0 with input as base.lacking(base.sale, "facts/beneficiary/category")
}

sale_reads := {
	"elderly_person": {"facts/beneficiary/category"},
	"reserves_none": {"facts/sale/benefit"},
	"after_deadline": {"ns/sale/at", "ns/trip/line_departs_at"},
	"seat_left": {"facts/seats/free_granted", "facts/seats/free_sold"},
}

test_a_condition_of_sale_is_unknown_without_any_of_its_facts if every name, facts in sale_reads {
	every fact in facts {
		not name in base.known(art_39.sale) with input as base.lacking(base.sale, fact)
	}
}

test_every_condition_of_sale_is_known_when_all_facts_are if base.known(art_39.sale) == object.keys(sale_reads) with input as base.sale

test_at_three_hours_exactly_a_sale_is_too_early if base.only_unmet(art_39.sale, "sale", "time") with input as base.sold(base.sale, 3 * units.hour)

test_a_nanosecond_later_it_is_lawful if base.all_met(art_39.sale, "sale") with input as base.sold(base.sale, (3 * units.hour) - 1)

test_no_seat_is_left_where_one_is_granted_and_one_sold if base.only_unmet(art_39.sale, "sale", "seat") with input as base.seats(base.sale, {"free_sold": 1})

test_no_seat_is_left_where_one_was_sold_before_the_deadline if {
	base.only_unmet(art_39.sale, "sale", "seat") with input as base.seats(base.sale, {"free_sold": 1, "free_sold_before_deadline": 1})
}

test_the_elderly_discount_reserves_no_seat if {
	request := base.but(base.seats(base.sold(base.sale, 9 * units.hour), {"free_granted": 2}), {"facts": {"sale": {"benefit": "desconto"}}})
	base.all_met(art_39.sale, "sale") with input as request
	not art_39.sale.gives.from_at with input as request
	not art_39.sale.notes.always.permission with input as request
}

test_the_instant_of_sale_is_given if {
	from := {"at": base.departure - (3 * units.hour), "as": "/facts/trip/line_departs_at"}
	art_39.sale.gives == {"from_at": from} with input as base.sale
	art_39.sale.values == {"after_deadline": {"from": from}} with input as base.sale
	art_39.sale.notes == {"always": {"permission": true}} with input as base.sale
}

test_a_later_sale_cures if {
	cures := art_39.sale.remedies with input as base.sale
	cures == {"after_deadline": {"fact": "/facts/sale/at", "to": "after", "value": {"at": base.departure - (3 * units.hour)}}}
}

# --- Embarque -----------------------------------------------------------------------------------------------------

test_the_boarding_rule_is_of_elderly_people if {
	base.scope(art_39.boarding) == 1 with input as base.boarding
	base.scope(art_39.boarding) == -1 with input as base.of_category(base.boarding, "jovem_baixa_renda")
	base.scope(art_39.boarding) == 0 with input as base.lacking(base.boarding, "facts/beneficiary/category")
}

boarding_reads := {
	"elderly_person": {"facts/beneficiary/category"},
	"discount_ticket": {"facts/ticket/kind"},
	"thirty_minutes": {"ns/boarding/arrived_at", "ns/boarding/scheduled_at"},
	"same_person": {"same/boarding/document"},
}

test_a_condition_of_boarding_is_unknown_without_any_of_its_facts if every name, facts in boarding_reads {
	every fact in facts {
		not name in base.known(art_39.boarding) with input as base.lacking(base.boarding, fact)
	}
}

test_every_condition_of_boarding_is_known_when_all_facts_are if base.known(art_39.boarding) == object.keys(boarding_reads) with input as base.boarding

test_thirty_minutes_exactly_board if base.all_met(art_39.boarding, "boarding") with input as base.arriving(base.boarding, 30 * units.minute)

test_thirty_minutes_less_one_nanosecond_lose_the_benefit if {
	base.only_unmet(art_39.boarding, "boarding", "arrival") with input as base.arriving(base.boarding, (30 * units.minute) - 1)
}

discount_ticket := base.but(base.boarding, {"facts": {"ticket": {"kind": "desconto"}}})

test_the_discounted_ticket_has_no_thirty_minutes if {
	base.all_met(art_39.boarding, "boarding") with input as base.arriving(discount_ticket, units.minute)
	not art_39.boarding.gives.arrive_by_at with input as discount_ticket
}

another_holder := {"same": {"boarding": {"document": false}}}

test_neither_ticket_is_transferable if every request in {base.boarding, discount_ticket} {
	base.only_unmet(art_39.boarding, "boarding", "holder") with input as base.but(request, another_holder)
}

test_the_last_moment_to_arrive_is_given if {
	limit := {"at": base.departure - (30 * units.minute), "as": "/facts/boarding/scheduled_at"}
	art_39.boarding.gives == {"arrive_by_at": limit} with input as base.boarding
	art_39.boarding.values == {"thirty_minutes": {"limit": limit}} with input as base.boarding
}

test_an_earlier_arrival_cures if {
	cures := art_39.boarding.remedies with input as base.boarding
	cures == {"thirty_minutes": {"fact": "/facts/boarding/arrived_at", "to": "at_or_before", "value": {"at": base.departure - (30 * units.minute)}}}
}

test_the_day_of_sale_is_told_while_the_benefit_is_unknown if {
	told := art_39.sale.gives with input as base.sale
	unknown := art_39.sale.gives with input as base.lacking(base.sale, "facts/sale/benefit")
	unknown == told
}
