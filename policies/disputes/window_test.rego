package disputes.window_test

import rego.v2

import data.disputes.window
import data.lib.base_test as base

test_a_court_sets_every_window_aside_in_both_articles_that_have_one if {
	windows := {"within_six_hours", "within_twelve_hours", "within_the_shorter_window"}
	window.grant == {"met": {"decreto_5934_2006.art_4": windows, "resolucao_antt_1692_2006.art_3": windows}} with input as base.elderly_discount
}
