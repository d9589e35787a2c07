package norms.resolucao_antt_1692_2006.art_1_test

import rego.v2

import data.lib.base_test as base
import data.norms.resolucao_antt_1692_2006.art_1

test_the_article_speaks_in_every_mode if every mode in {"rodoviario", "ferroviario", "aquaviario"} {
	base.scope(art_1.report) == 1 with input as base.in_mode(base.report, mode)
	base.all_met(art_1.report, "report") with input as base.in_mode(base.report, mode)
}

test_on_the_road_the_scope_is_told if art_1.report.notes.always == {"road_only": true} with input as base.report

test_off_the_road_no_report_is_asked_here if every mode in {"ferroviario", "aquaviario"} {
	art_1.report.notes.always == {"road_only": true, "not_asked_here": true} with input as base.in_mode(base.report, mode)
}

test_while_the_mode_is_unknown_nothing_is_warned if {
	not art_1.report.notes.always.not_asked_here with input as base.lacking(base.report, "facts/service/mode")
}
