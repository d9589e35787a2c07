package disputes.fees50_test

import rego.v2

import data.disputes.fees50
import data.lib.base_test as base

test_the_dispute_touches_the_elderly_discount if fees50.fare == {"touches": true} with input as base.half_fare

test_it_touches_neither_the_free_seat_nor_the_youth if {
	not fees50.fare.touches with input as base.fare
	not fees50.fare.touches with input as base.of_category(base.half_fare, "jovem_baixa_renda")
}
