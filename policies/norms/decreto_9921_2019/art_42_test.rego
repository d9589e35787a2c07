package norms.decreto_9921_2019.art_42_test

import rego.v2

import data.lib.base_test as base
import data.norms.decreto_9921_2019.art_42

test_on_the_road_it_says_nothing if {
	base.scope(art_42.grant) == -1 with input as base.elderly
	base.scope(art_42.grant) == 0 with input as base.lacking(base.elderly, "facts/service/mode")
}

test_by_rail_and_water_it_warns_elderly_people if every mode in {"ferroviario", "aquaviario"} {
	base.scope(art_42.grant) == 1 with input as base.in_mode(base.elderly, mode)
	base.scope(art_42.grant) == -1 with input as base.in_mode(base.youth, mode)
	base.scope(art_42.grant) == 0 with input as base.lacking(base.in_mode(base.elderly, mode), "facts/beneficiary/category")
	art_42.grant.notes == {"always": {"proof_not_held": true}} with input as base.in_mode(base.elderly, mode)
}
