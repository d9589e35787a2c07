package disputes.class_test

import rego.v2

import data.disputes.class
import data.lib.base_test as base

test_the_courts_set_the_class_aside_in_every_article_that_asks_for_it if class.grant == {"met": {
	"decreto_5934_2006.art_3": {"conventional_class"},
	"decreto_5934_2006.art_4": {"conventional_class"},
	"decreto_9921_2019.art_39": {"conventional_class"},
	"resolucao_antt_1692_2006.art_2": {"conventional_class"},
	"resolucao_antt_1692_2006.art_3": {"conventional_class"},
}} with input as base.elderly
