package lib.units_test

import rego.v2

import data.lib.units

test_an_hour_is_sixty_minutes if units.hour == 60 * units.minute
