package disputes.channel_test

import rego.v2

import data.disputes.channel
import data.lib.base_test as base
import data.lib.calendar

on(date) := base.but(base.elderly, {"days": {"as_of": calendar.day(date)}, "facts": {"request": {"channel": "terceiro"}}})

articles := {"decreto_8537_2015.art_13", "decreto_9921_2019.art_39", "resolucao_antt_1692_2006.art_2"}

test_from_1_february_2024_any_point_of_sale_serves_by_road if {
	channel.grant.met == {id: {"own_channel"} | some id in articles} with input as on("2024-02-01")
	not channel.grant.open with input as on("2024-02-01")
}

test_the_day_before_it_did_not if {
	not channel.grant.met with input as on("2024-01-31")
	not channel.grant.open with input as base.lacking(on("2024-01-31"), "facts/service/mode")
}

test_off_the_road_it_does_not if every mode in {"ferroviario", "aquaviario"} {
	not channel.grant.met with input as base.in_mode(on("2024-02-01"), mode)
	not channel.grant.open with input as base.in_mode(on("2024-02-01"), mode)
}

test_while_the_mode_is_unknown_a_third_partys_channel_stays_open if every fact in {"facts/service/mode", "facts/service"} {
	channel.grant.open == {id: {"own_channel"} | some id in articles} with input as base.lacking(on("2024-02-01"), fact)
	not channel.grant.met with input as base.lacking(on("2024-02-01"), fact)
}

test_while_the_mode_is_unknown_the_carriers_own_channel_is_no_question if {
	channel.grant.open == {id: set() | some id in articles} with input as base.lacking(base.elderly, "facts/service/mode")
}
