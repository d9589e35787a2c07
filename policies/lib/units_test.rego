package lib.units_test

import rego.v2

import data.lib.units

test_a_minute_is_sixty_thousand_million_nanoseconds if units.minute == 60 * 1000000000

test_an_hour_is_sixty_minutes if units.hour == 60 * units.minute
