package norms.decreto_8537_2015.art_19_test

import rego.v2

import data.lib.base_test as base
import data.norms.decreto_8537_2015.art_19

test_the_article_speaks_of_the_youth_only if {
	base.scope(art_19.grant) == 1 with input as base.youth
	base.scope(art_19.grant) == -1 with input as base.of_category(base.youth, "pessoa_idosa")
	base.scope(art_19.grant) == 0 with input as base.lacking(base.youth, "facts/beneficiary/category")
}

aged(years) := base.but(base.youth, {"years": {"beneficiary": {"birth_on": years}}})

test_a_refused_youth_may_still_be_given_the_discount_on_other_seats if {
	art_19.grant.notes.deny == {"other_seats": true} with input as base.youth
	art_19.grant.notes.deny == {"other_seats": true} with input as aged(15)
	art_19.grant.notes.deny == {"other_seats": true} with input as aged(29)
}

test_the_class_of_service_does_not_matter_to_it if {
	art_19.grant.notes.deny == {"other_seats": true} with input as base.but(base.youth, {"facts": {"service": {"class": "leito"}}})
}

test_who_is_no_youth_is_not_told_of_it if every years in {14, 30} {
	not art_19.grant.notes.deny.other_seats with input as aged(years)
}

test_an_intrastate_journey_is_outside if {
	not art_19.grant.notes.deny.other_seats with input as base.but(base.youth, {"facts": {"service": {"interstate": false}}})
}

test_the_other_seats_of_this_vehicle_do_not_matter_to_it if every seats in {0, 1} {
	art_19.grant.notes.deny == {"other_seats": true} with input as base.seats(base.youth, {"other_available": seats})
}

test_after_departure_it_is_not_told if {
	art_19.grant.notes.deny == {"other_seats": true} with input as base.asked(base.youth, 0)
	not art_19.grant.notes.deny.other_seats with input as base.asked(base.youth, -1)
}

test_departure_counts_at_the_boarding_point if {
	art_19.grant.notes.deny == {"other_seats": true} with input as base.boarding_later(base.asked(base.youth, -1), 1)
	not art_19.grant.notes.deny.other_seats with input as base.boarding_later(base.asked(base.youth, -2), 1)
}

test_while_the_hours_are_unknown_it_is_told if every fact in {"ns/request/made_at", "ns/trip/boarding_at"} {
	art_19.grant.notes.deny == {"other_seats": true} with input as base.lacking(base.asked(base.youth, -1), fact)
}

test_it_is_no_ground_of_a_grant if not art_19.grant.requires with input as base.youth

fare := base.of_category(base.half_fare, "jovem_baixa_renda")

test_it_is_told_of_a_discounted_fare_only if {
	base.scope(art_19.fare) == 1 with input as fare
	base.scope(art_19.fare) == -1 with input as base.half_fare
	base.scope(art_19.fare) == 0 with input as base.lacking(fare, "facts/beneficiary/category")
	art_19.fare.notes.always == {"other_seats": true} with input as fare
	not art_19.fare.notes.always.other_seats with input as base.of_category(base.fare, "jovem_baixa_renda")
}
