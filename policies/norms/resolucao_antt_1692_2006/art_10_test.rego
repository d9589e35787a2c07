package norms.resolucao_antt_1692_2006.art_10_test

import rego.v2

import data.lib.base_test as base
import data.norms.resolucao_antt_1692_2006.art_10

test_other_sanctions_are_always_told if {
	base.scope(art_10.conduct) == 1 with input as base.conduct
	art_10.conduct.notes == {"always": {"other_sanctions": true}} with input as base.conduct
}
