package norms.decreto_8537_2015.art_15_test

import rego.v2

import data.lib.base_test as base
import data.lib.units
import data.norms.decreto_8537_2015.art_15

test_the_article_speaks_of_the_youth_only if {
	base.scope(art_15.grant) == 1 with input as base.youth
	base.scope(art_15.grant) == -1 with input as base.of_category(base.youth, "pessoa_idosa")
	base.scope(art_15.grant) == 0 with input as base.lacking(base.youth, "facts/beneficiary/category")
}

# The requested trip leaves at `departure` and takes eight hours. Another booking leaves so long after it, takes so many
# hours, and goes to the same destination or not.
booked(after, hours, same) := base.but(base.youth, {
	"facts": {"bookings": [{}]},
	"ns": {"bookings": [{"departs_at": base.departure + after, "arrives_at": (base.departure + after) + (hours * units.hour)}]},
	"days": {"bookings": [{"departs_at": base.departure_day + floor(after / day)}]},
	"same": {"bookings": [{"destination": same}]},
})

day := 24 * units.hour

# Leaves ten hours after the trip began, on the same civil day.
same_day(same) := base.but(booked(10 * units.hour, 2, same), {"days": {"bookings": [{"departs_at": base.departure_day}]}})

both := {"one_time_a_day", "no_overlap"}

found(request) := states if states := {name: state | some name in both; state := object.get(art_15.grant.when, name, "unknown")} with input as request

test_without_other_bookings if found(base.youth) == {"one_time_a_day": true, "no_overlap": true}

test_same_day_and_same_destination if found(same_day(true)) == {"one_time_a_day": false, "no_overlap": true}

test_same_day_and_another_destination if found(same_day(false)) == {"one_time_a_day": true, "no_overlap": true}

test_another_day_and_the_same_destination if found(booked(2 * day, 8, true)) == {"one_time_a_day": true, "no_overlap": true}

test_journeys_that_overlap_by_a_nanosecond if {
	found(booked((8 * units.hour) - 1, 8, false)) == {"one_time_a_day": true, "no_overlap": false}
	found(booked((-8 * units.hour) + 1, 8, false)) == {"one_time_a_day": true, "no_overlap": false}
}

test_one_journey_within_the_other if {
	found(booked(units.hour, 2, false)) == {"one_time_a_day": true, "no_overlap": false}
	found(booked(-1 * units.hour, 12, false)) == {"one_time_a_day": true, "no_overlap": false}
}

test_a_booking_that_begins_when_the_trip_ends_is_practicable if found(booked(8 * units.hour, 8, false)).no_overlap == true

test_a_trip_that_begins_when_a_booking_ends_is_practicable if found(booked(-8 * units.hour, 8, false)).no_overlap == true

test_the_last_of_several_bookings_decides if {
	second := booked(units.hour, 2, false)
	request := base.but(second, {
		"facts": {"bookings": [{}, {}]},
		"ns": {"bookings": array.concat(booked(2 * day, 8, true).ns.bookings, second.ns.bookings)},
		"days": {"bookings": array.concat(booked(2 * day, 8, true).days.bookings, second.days.bookings)},
		"same": {"bookings": [{"destination": true}, {"destination": false}]},
	})
	found(request) == {"one_time_a_day": true, "no_overlap": false}
}

# --- Fatos que faltam ---------------------------------------------------------------------------------------------

test_the_bookings_may_be_unknown if {
	request := base.lacking(base.youth, "facts/bookings")
	found(request) == {"one_time_a_day": "unknown", "no_overlap": "unknown"}
	every name in both {
		art_15.grant.asks[name] == {"/facts/bookings"} with input as request
	}
}

test_where_all_is_known_nothing_is_asked if every request in [base.youth, same_day(false), booked(2 * day, 8, true)] {
	every name in both {
		count(art_15.grant.asks[name]) == 0 with input as request
	}
}

test_the_destination_of_a_booking_of_the_day_may_be_unknown if {
	request := base.but(same_day(true), {"same": {"bookings": [{}]}})
	unnamed := json.remove(request, ["same/bookings/0/destination"])
	found(unnamed) == {"one_time_a_day": "unknown", "no_overlap": true}
	asks := art_15.grant.asks.one_time_a_day with input as unnamed
	asks == {"/facts/trip/line_departs_at", "/facts/trip/destination", "/facts/bookings/0/departs_at", "/facts/bookings/0/destination"}
}

test_the_destination_of_another_day_need_not_be_known if {
	found(json.remove(booked(2 * day, 8, true), ["same/bookings/0/destination"])).one_time_a_day == true
}

test_the_day_of_a_booking_elsewhere_need_not_be_known if {
	found(json.remove(booked(2 * day, 8, false), ["days/bookings/0/departs_at"])).one_time_a_day == true
}

test_the_arrival_may_be_unknown if {
	request := base.lacking(booked(units.hour, 2, false), "ns/trip/arrives_at")
	found(request).no_overlap == "unknown"
	asks := art_15.grant.asks.no_overlap with input as request
	asks == {"/facts/trip/line_departs_at", "/facts/trip/arrives_at", "/facts/bookings/0/departs_at", "/facts/bookings/0/arrives_at"}
}

test_after_a_booking_has_ended_the_trips_arrival_need_not_be_known if {
	found(base.lacking(booked(-9 * units.hour, 8, false), "ns/trip/arrives_at")).no_overlap == true
}

# --- Exigências ---------------------------------------------------------------------------------------------------

test_each_condition_can_refuse_both_benefits if {
	every answer in {"gratuidade", "desconto"} {
		base.said(art_15.grant, answer) == {"bookings": 1} with input as base.youth
		base.said(art_15.grant, answer) == {"bookings": -1} with input as same_day(true)
		base.said(art_15.grant, answer) == {"bookings": -1} with input as booked(units.hour, 2, false)
	}
}
