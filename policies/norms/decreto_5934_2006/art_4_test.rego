package norms.decreto_5934_2006.art_4_test

import rego.v2

import data.lib.base_test as base
import data.lib.units
import data.norms.decreto_5934_2006.art_4

test_the_article_speaks_of_elderly_people_only if {
	base.scope(art_4.grant) == 1 with input as base.elderly_discount
	base.scope(art_4.grant) == -1 with input as base.of_category(base.elderly_discount, "jovem_baixa_renda")
	base.scope(art_4.grant) == 0 with input as base.lacking(base.elderly_discount, "facts/beneficiary/category")
}

reads := {
	"elderly_person": {"facts/beneficiary/category"},
	"road": {"facts/service/mode"},
	"rail": {"facts/service/mode"},
	"waterway": {"facts/service/mode"},
	"above_500_km": {"facts/trip/distance_km"},
	"up_to_500_km": {"facts/trip/distance_km"},
	"low_income": {"facts/beneficiary/monthly_income_cents"},
	"conventional_class": {"facts/service/class"},
	"other_seat": {"facts/seats/other_available"},
	"within_twelve_hours": {"ns/trip/boarding_at", "ns/request/made_at"},
	"within_six_hours": {"ns/trip/boarding_at", "ns/request/made_at"},
	"within_the_shorter_window": {"ns/trip/boarding_at", "ns/request/made_at"},
}

test_a_condition_is_unknown_without_any_of_its_facts if every name, facts in reads {
	every fact in facts {
		not name in base.known(art_4.grant) with input as base.lacking(base.elderly_discount, fact)
	}
}

test_every_condition_is_known_when_all_facts_are if {
	base.known(art_4.grant) == object.keys(reads) | {"distance_unknown"} with input as base.elderly_discount
}

# --- Prazo de compra ----------------------------------------------------------------------------------------------

over(km, ahead) := base.asked(base.but(base.elderly_discount, {"facts": {"trip": {"distance_km": km}}}), ahead)

window := base.said(art_4.grant, "desconto").window

test_up_to_500_km_six_hours_exactly_are_in_time if window == 1 with input as over(430, 6 * units.hour)

test_up_to_500_km_one_second_more_is_too_early if window == -1 with input as over(430, (6 * units.hour) + 1000000000)

test_up_to_500_km_one_nanosecond_more_is_too_early if window == -1 with input as over(430, (6 * units.hour) + 1)

test_500_km_exactly_is_in_the_six_hours_band if window == -1 with input as over(500, 7 * units.hour)

test_a_little_over_500_km_is_in_the_twelve_hours_band if window == 1 with input as over(500.1, 7 * units.hour)

test_a_little_over_500_km_is_in_no_other_band if art_4.grant.where.up_to_500_km == false with input as over(500.1, 7 * units.hour)

test_above_500_km_twelve_hours_exactly_are_in_time if window == 1 with input as over(800, 12 * units.hour)

test_above_500_km_one_nanosecond_more_is_too_early if window == -1 with input as over(800, (12 * units.hour) + 1)

test_one_hour_before_is_late_enough if window == 1 with input as over(430, units.hour)

unmeasured(ahead) := base.lacking(over(430, ahead), "facts/trip/distance_km")

test_within_six_hours_no_distance_is_needed if window == 1 with input as unmeasured(6 * units.hour)

test_between_six_and_twelve_hours_the_distance_decides if window == 0 with input as unmeasured(7 * units.hour)

test_above_twelve_hours_no_distance_helps if window == -1 with input as unmeasured((12 * units.hour) + 1)

test_whether_the_distance_is_given_is_always_known if {
	art_4.grant.where.distance_unknown == false with input as base.elderly_discount
	art_4.grant.where.distance_unknown == false with input as over(0, units.hour)
	art_4.grant.where.distance_unknown == true with input as over(null, units.hour)
	every fact in {"facts/trip/distance_km", "facts/trip"} {
		art_4.grant.where.distance_unknown == true with input as base.lacking(base.elderly_discount, fact)
	}
}

test_the_shorter_window_speaks_only_while_the_distance_is_unknown if {
	base.told_unmet(art_4.grant, "desconto") == {"within_six_hours"} with input as over(430, (6 * units.hour) + 1)
	base.told_unmet(art_4.grant, "desconto") == {"within_six_hours"} with input as over(500, 20 * units.hour)
	base.told_unmet(art_4.grant, "desconto") == {"within_twelve_hours"} with input as over(800, (12 * units.hour) + 1)
	base.told_unmet(art_4.grant, "desconto") == {"within_six_hours", "within_twelve_hours", "within_the_shorter_window"} with input as unmeasured(20 * units.hour)
}

test_the_window_counts_to_the_boarding_point if {
	window == 1 with input as base.boarding_later(over(430, 4 * units.hour), 2 * units.hour)
	window == -1 with input as base.boarding_later(over(430, 4 * units.hour), 3 * units.hour)
}

test_the_modes_come_in_one_order_everywhere if {
	ways := art_4.grant.requires.desconto.service with input as base.elderly_discount
	ways == [{"road", "conventional_class"}, {"rail"}, {"waterway"}]
}

test_each_band_has_its_own_way_so_that_its_own_provision_is_told if {
	ways := art_4.grant.requires.desconto.window with input as base.elderly_discount
	ways == [{"above_500_km", "within_twelve_hours"}, {"up_to_500_km", "within_six_hours"}, {"distance_unknown", "within_the_shorter_window"}]
}

test_each_condition_of_time_has_its_edge if {
	every name in {"within_six_hours", "within_the_shorter_window"} {
		art_4.grant.when[name] == true with input as over(430, 6 * units.hour)
		art_4.grant.when[name] == false with input as over(430, (6 * units.hour) + 1)
	}
	art_4.grant.when.within_twelve_hours == true with input as over(430, 12 * units.hour)
	art_4.grant.when.within_twelve_hours == false with input as over(430, (12 * units.hour) + 1)
}

test_the_windows_are_told if {
	told := art_4.grant.values with input as base.elderly_discount
	told.within_twelve_hours == {"maximum": {"duration": 12 * units.hour}, "ahead": {"duration": 4 * units.hour}}
	told.within_six_hours == {"maximum": {"duration": 6 * units.hour}, "ahead": {"duration": 4 * units.hour}}
	told.within_the_shorter_window == {"maximum": {"duration": 6 * units.hour}, "ahead": {"duration": 4 * units.hour}}
}

test_a_later_purchase_cures if {
	cures := art_4.grant.remedies with input as base.elderly_discount
	not_before := {"within_twelve_hours": 12, "within_six_hours": 6, "within_the_shorter_window": 6}
	every name, hours in not_before {
		cures[name] == {"fact": "/facts/request/made_at", "to": "at_or_after", "value": {"at": base.departure - (hours * units.hour)}}
	}
}

# --- Pessoa, serviço, assento -------------------------------------------------------------------------------------

earning(cents) := base.but(base.elderly_discount, {"facts": {"beneficiary": {"monthly_income_cents": cents}}})

test_two_minimum_wages_exactly_are_low_income if art_4.grant.when.low_income with input as earning(324200)

test_one_centavo_above_two_minimum_wages_is_not if art_4.grant.when.low_income == false with input as earning(324201)

test_the_income_limit_is_told_and_cures if {
	art_4.grant.values.low_income == {"limit": {"money": 324200}} with input as base.elderly_discount
	cure := art_4.grant.remedies.low_income with input as base.elderly_discount
	cure == {"fact": "/facts/beneficiary/monthly_income_cents", "to": "at_most", "value": 324200}
}

other_seats(n) := base.seats(base.elderly_discount, {"other_available": n})

test_one_other_seat_is_enough if art_4.grant.when.other_seat with input as other_seats(1)

test_no_other_seat_is_left if art_4.grant.when.other_seat == false with input as other_seats(0)

executive := base.but(base.elderly_discount, {"facts": {"service": {"class": "executivo"}}})

test_the_conventional_class_cures if {
	cure := art_4.grant.remedies.conventional_class with input as executive
	cure == {"fact": "/facts/service/class", "to": "equal", "value": "convencional"}
}

refusals := {
	"person": earning(324201),
	"service": executive,
	"seat": other_seats(0),
	"window": over(430, 7 * units.hour),
}

test_the_discount_is_due if base.all_met(art_4.grant, "desconto") with input as base.elderly_discount

test_each_requirement_can_fail_alone if every name, request in refusals {
	base.only_unmet(art_4.grant, "desconto", name) with input as request
}

test_these_are_all_the_requirements if {
	object.keys(art_4.grant.requires.desconto) == object.keys(refusals) with input as base.elderly_discount
	object.keys(art_4.grant.requires) == {"desconto"} with input as base.elderly_discount
}

test_the_class_matters_on_the_road_only if every mode in {"ferroviario", "aquaviario"} {
	base.all_met(art_4.grant, "desconto") with input as base.in_mode(executive, mode)
}

test_an_unknown_mode_keeps_the_service_open if {
	base.said(art_4.grant, "desconto").service == 0 with input as base.lacking(base.elderly_discount, "facts/service/mode")
}

# --- Tarifa -------------------------------------------------------------------------------------------------------

test_the_half_fare_is_told_of_a_discount_only if {
	base.scope(art_4.fare) == 1 with input as base.half_fare
	base.scope(art_4.fare) == -1 with input as base.fare
	base.scope(art_4.fare) == -1 with input as base.of_category(base.half_fare, "jovem_baixa_renda")
	base.scope(art_4.fare) == 0 with input as base.lacking(base.half_fare, "facts/beneficiary/category")
	base.scope(art_4.fare) == 0 with input as base.lacking(base.half_fare, "facts/fare/benefit")
	art_4.fare.notes == {"always": {"half_fare": true}} with input as base.half_fare
}
