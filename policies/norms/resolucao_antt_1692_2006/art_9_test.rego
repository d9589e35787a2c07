package norms.resolucao_antt_1692_2006.art_9_test

import rego.v2

import data.lib.base_test as base
import data.norms.resolucao_antt_1692_2006.art_9

test_the_items_are_always_told if {
	base.scope(art_9.conduct) == 1 with input as base.conduct
	base.said(art_9.conduct, "conduct") == {"read": 1} with input as base.conduct
	art_9.conduct.notes == {"always": {"items": true}} with input as base.conduct
}

test_off_the_road_no_held_text_has_infractions if every mode in {"ferroviario", "aquaviario"} {
	art_9.conduct.notes == {"always": {"items": true, "none_in_this_mode": true}} with input as base.in_mode(base.conduct, mode)
}

test_while_the_mode_is_unknown_that_is_not_told if every fact in {"facts/service/mode", "facts/service"} {
	art_9.conduct.notes == {"always": {"items": true}} with input as base.lacking(base.conduct, fact)
}
