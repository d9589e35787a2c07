package lib.calendar_test

import rego.v2

import data.lib.calendar

test_the_epoch_is_day_zero if calendar.day("1970-01-01") == 0

test_days_are_counted if calendar.day("2026-12-12") == 20799

# The days of the year that begins on a date.
length(year, month, day) := calendar.a_year_after(0, {"year": year, "month": month, "day": day})

test_a_common_year_has_365_days if {
	calendar.a_year_after(100, {"year": 2026, "month": 1, "day": 10}) == 465
	length(2025, 12, 31) == 365
}

test_a_year_over_a_leap_day_has_366 if {
	calendar.a_year_after(100, {"year": 2027, "month": 3, "day": 1}) == 466
	length(2027, 12, 31) == 366
	length(2028, 1, 1) == 366
}

test_a_year_that_ends_before_the_leap_day_has_365 if length(2027, 2, 28) == 365

test_a_year_that_begins_after_the_leap_day_has_365 if length(2028, 3, 1) == 365

test_from_29_february_to_1_march if {
	calendar.a_year_after(calendar.day("2028-02-29"), {"year": 2028, "month": 2, "day": 29}) == calendar.day("2029-03-01")
}

test_from_28_february_of_a_leap_year if {
	calendar.a_year_after(calendar.day("2028-02-28"), {"year": 2028, "month": 2, "day": 28}) == calendar.day("2029-02-28")
}

test_every_fourth_year_is_leap if {
	calendar.leap(2024)
	not calendar.leap(2025)
	not calendar.leap(2026)
}

test_of_the_centuries_every_fourth if {
	calendar.leap(2000)
	not calendar.leap(1900)
	not calendar.leap(2100)
}
