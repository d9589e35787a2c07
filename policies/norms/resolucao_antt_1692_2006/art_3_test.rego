package norms.resolucao_antt_1692_2006.art_3_test

import rego.v2

import data.lib.base_test as base
import data.lib.units
import data.norms.resolucao_antt_1692_2006.art_3

test_the_article_speaks_of_elderly_people_by_road_only if {
	base.scope(art_3.grant) == 1 with input as base.elderly_discount
	base.scope(art_3.grant) == -1 with input as base.of_category(base.elderly_discount, "jovem_baixa_renda")
	base.scope(art_3.grant) == -1 with input as base.in_mode(base.elderly_discount, "ferroviario")
	base.scope(art_3.grant) == 0 with input as base.lacking(base.elderly_discount, "facts/beneficiary/category")
	base.scope(art_3.grant) == 0 with input as base.lacking(base.elderly_discount, "facts/service/mode")
}

reads := {
	"elderly_person": {"facts/beneficiary/category"},
	"road": {"facts/service/mode"},
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
		not name in base.known(art_3.grant) with input as base.lacking(base.elderly_discount, fact)
	}
}

test_every_condition_is_known_when_all_facts_are if {
	base.known(art_3.grant) == object.keys(reads) | {"distance_unknown"} with input as base.elderly_discount
}

# --- Prazo de compra ----------------------------------------------------------------------------------------------

over(km, ahead) := base.asked(base.but(base.elderly_discount, {"facts": {"trip": {"distance_km": km}}}), ahead)

window := base.said(art_3.grant, "desconto").window

test_up_to_500_km_six_hours_exactly_are_in_time if window == 1 with input as over(430, 6 * units.hour)

test_up_to_500_km_one_second_more_is_too_early if window == -1 with input as over(430, (6 * units.hour) + 1000000000)

test_up_to_500_km_one_nanosecond_more_is_too_early if window == -1 with input as over(430, (6 * units.hour) + 1)

test_500_km_exactly_is_in_the_six_hours_band if window == -1 with input as over(500, 7 * units.hour)

test_a_little_over_500_km_is_in_the_twelve_hours_band if window == 1 with input as over(500.1, 7 * units.hour)

test_a_little_over_500_km_is_in_no_other_band if art_3.grant.where.up_to_500_km == false with input as over(500.1, 7 * units.hour)

test_above_500_km_twelve_hours_exactly_are_in_time if window == 1 with input as over(800, 12 * units.hour)

test_above_500_km_one_nanosecond_more_is_too_early if window == -1 with input as over(800, (12 * units.hour) + 1)

test_one_hour_before_is_late_enough if window == 1 with input as over(430, units.hour)

unmeasured(ahead) := base.lacking(over(430, ahead), "facts/trip/distance_km")

test_within_six_hours_no_distance_is_needed if window == 1 with input as unmeasured(6 * units.hour)

test_between_six_and_twelve_hours_the_distance_decides if window == 0 with input as unmeasured(7 * units.hour)

test_above_twelve_hours_no_distance_helps if window == -1 with input as unmeasured((12 * units.hour) + 1)

test_whether_the_distance_is_given_is_always_known if {
	art_3.grant.where.distance_unknown == false with input as base.elderly_discount
	art_3.grant.where.distance_unknown == false with input as over(0, units.hour)
	art_3.grant.where.distance_unknown == true with input as over(null, units.hour)
	every fact in {"facts/trip/distance_km", "facts/trip"} {
		art_3.grant.where.distance_unknown == true with input as base.lacking(base.elderly_discount, fact)
	}
}

test_the_shorter_window_speaks_only_while_the_distance_is_unknown if {
	base.told_unmet(art_3.grant, "desconto") == {"within_six_hours"} with input as over(430, (6 * units.hour) + 1)
	base.told_unmet(art_3.grant, "desconto") == {"within_six_hours"} with input as over(500, 20 * units.hour)
	base.told_unmet(art_3.grant, "desconto") == {"within_twelve_hours"} with input as over(800, (12 * units.hour) + 1)
	base.told_unmet(art_3.grant, "desconto") == {"within_six_hours", "within_twelve_hours", "within_the_shorter_window"} with input as unmeasured(20 * units.hour)
}

test_the_window_counts_to_the_boarding_point if {
	window == 1 with input as base.boarding_later(over(430, 4 * units.hour), 2 * units.hour)
	window == -1 with input as base.boarding_later(over(430, 4 * units.hour), 3 * units.hour)
}

test_each_band_has_its_own_way_so_that_its_own_provision_is_told if {
	ways := art_3.grant.requires.desconto.window with input as base.elderly_discount
	ways == [{"above_500_km", "within_twelve_hours"}, {"up_to_500_km", "within_six_hours"}, {"distance_unknown", "within_the_shorter_window"}]
}

test_each_condition_of_time_has_its_edge if {
	every name in {"within_six_hours", "within_the_shorter_window"} {
		art_3.grant.when[name] == true with input as over(430, 6 * units.hour)
		art_3.grant.when[name] == false with input as over(430, (6 * units.hour) + 1)
	}
	art_3.grant.when.within_twelve_hours == true with input as over(430, 12 * units.hour)
	art_3.grant.when.within_twelve_hours == false with input as over(430, (12 * units.hour) + 1)
}

test_the_windows_are_told if {
	told := art_3.grant.values with input as base.elderly_discount
	told.within_twelve_hours == {"maximum": {"duration": 12 * units.hour}, "ahead": {"duration": 4 * units.hour}}
	told.within_six_hours == {"maximum": {"duration": 6 * units.hour}, "ahead": {"duration": 4 * units.hour}}
	told.within_the_shorter_window == {"maximum": {"duration": 6 * units.hour}, "ahead": {"duration": 4 * units.hour}}
}

test_a_later_purchase_cures if {
	cures := art_3.grant.remedies with input as base.elderly_discount
	not_before := {"within_twelve_hours": 12, "within_six_hours": 6, "within_the_shorter_window": 6}
	every name, hours in not_before {
		cures[name] == {"fact": "/facts/request/made_at", "to": "at_or_after", "value": {"at": base.departure - (hours * units.hour)}}
	}
}

# --- Pessoa, serviço, assento -------------------------------------------------------------------------------------

earning(cents) := base.but(base.elderly_discount, {"facts": {"beneficiary": {"monthly_income_cents": cents}}})

test_two_minimum_wages_exactly_are_low_income if art_3.grant.when.low_income with input as earning(324200)

test_one_centavo_above_two_minimum_wages_is_not if art_3.grant.when.low_income == false with input as earning(324201)

test_the_income_limit_is_told_and_cures if {
	art_3.grant.values.low_income == {"limit": {"money": 324200}} with input as base.elderly_discount
	cure := art_3.grant.remedies.low_income with input as base.elderly_discount
	cure == {"fact": "/facts/beneficiary/monthly_income_cents", "to": "at_most", "value": 324200}
}

other_seats(n) := base.seats(base.elderly_discount, {"other_available": n})

test_one_other_seat_is_enough if art_3.grant.when.other_seat with input as other_seats(1)

test_no_other_seat_is_left if art_3.grant.when.other_seat == false with input as other_seats(0)

executive := base.but(base.elderly_discount, {"facts": {"service": {"class": "executivo"}}})

test_the_conventional_class_cures if {
	cure := art_3.grant.remedies.conventional_class with input as executive
	cure == {"fact": "/facts/service/class", "to": "equal", "value": "convencional"}
}

refusals := {
	"person": earning(324201),
	"service": executive,
	"seat": other_seats(0),
	"window": over(430, 7 * units.hour),
}

test_the_discount_is_due if base.all_met(art_3.grant, "desconto") with input as base.elderly_discount

test_each_requirement_can_fail_alone if every name, request in refusals {
	base.only_unmet(art_3.grant, "desconto", name) with input as request
}

test_these_are_all_the_requirements if {
	object.keys(art_3.grant.requires.desconto) == object.keys(refusals) with input as base.elderly_discount
	object.keys(art_3.grant.requires) == {"desconto"} with input as base.elderly_discount
}

# --- Tarifa -------------------------------------------------------------------------------------------------------

test_the_ceiling_is_of_the_discount_by_road_only if {
	base.scope(art_3.fare) == 1 with input as base.half_fare
	base.scope(art_3.fare) == -1 with input as base.fare
	base.scope(art_3.fare) == -1 with input as base.in_mode(base.half_fare, "aquaviario")
	base.scope(art_3.fare) == -1 with input as base.of_category(base.half_fare, "jovem_baixa_renda")
	every fact in {"facts/beneficiary/category", "facts/service/mode", "facts/fare/benefit"} {
		base.scope(art_3.fare) == 0 with input as base.lacking(base.half_fare, fact)
	}
}

test_half_of_the_tariff_is_rounded_down if {
	art_3.fare.gives == {"fare_max_cents": 4327} with input as base.half_fare
	art_3.fare.values == {"within_half": {"maximum": {"money": 4327}}} with input as base.half_fare
}

test_the_ceiling_exactly_may_be_charged if base.all_met(art_3.fare, "fare") with input as base.half_fare

test_one_centavo_above_the_ceiling_may_not if base.only_unmet(art_3.fare, "fare", "fare") with input as base.charging(base.half_fare, {"charged_cents": 4328})

test_a_fare_of_nothing_is_asked_about_too if base.said(art_3.fare, "fare") == {"fare": 1} with input as base.charging(base.half_fare, {"charged_cents": 0})

test_a_fare_that_is_not_asked_about_is_not_judged if {
	not art_3.fare.requires.fare.fare with input as base.lacking(base.half_fare, "facts/fare/charged_cents")
}

test_without_the_tariff_the_ceiling_is_unknown if {
	base.said(art_3.fare, "fare") == {"fare": 0} with input as base.lacking(base.half_fare, "facts/fare/tariff_cents")
	not art_3.fare.gives.fare_max_cents with input as base.lacking(base.half_fare, "facts/fare/tariff_cents")
}

test_a_lower_fare_cures if {
	art_3.fare.remedies == {"within_half": {"fact": "/facts/fare/charged_cents", "to": "at_most", "value": 4327}} with input as base.half_fare
}

test_the_base_is_the_table_of_tariffs if {
	art_3.fare.notes == {"always": {"half_fare": true, "tariff_table": true}} with input as base.half_fare
}
