package norms.decreto_8537_2015.art_21_test

import rego.v2

import data.lib.base_test as base
import data.norms.decreto_8537_2015.art_21

test_the_availability_of_seats_is_told_of_a_report if {
	base.scope(art_21.report) == 1 with input as base.report
	art_21.report.notes == {"always": {"seats_report": true}} with input as base.report
}
