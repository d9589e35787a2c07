package norms.decreto_8537_2015.art_20_test

import rego.v2

import data.lib.base_test as base
import data.norms.decreto_8537_2015.art_20

point := {"id": "P", "kind": "fisico", "lei_12852_art_32": true, "decreto_8537": true}

showing(points) := object.union(base.law_of_2026, {"facts": {"notice": {"points": points}}})

test_every_point_shows_both_texts if {
	base.said(art_20.notice, "notice") == {"texts": 1} with input as base.notice
	count(art_20.notice.lists.absent) == 0 with input as base.notice
	count(art_20.notice.remedies.texts_displayed) == 0 with input as base.notice
}

lacking := [object.union(point, {"lei_12852_art_32": false}), object.union(point, {"decreto_8537": false}), object.remove(point, {"lei_12852_art_32"}), object.remove(point, {"decreto_8537"})]

test_a_point_that_lacks_either_text_is_named if every bad in lacking {
	base.said(art_20.notice, "notice") == {"texts": -1} with input as showing([point, bad])
	absent := art_20.notice.lists.absent with input as showing([point, bad])
	absent == {{"condition": "texts_displayed", "point": {"text_at": "/facts/notice/points/1/id"}}}
}

test_a_virtual_point_must_show_them_too if {
	base.said(art_20.notice, "notice") == {"texts": -1} with input as showing([{"id": "W", "kind": "virtual"}])
}

test_showing_each_absent_text_cures if {
	cures := art_20.notice.remedies.texts_displayed with input as showing([{"id": "W", "kind": "virtual"}])
	cures == [
		{"fact": "/facts/notice/points/0/lei_12852_art_32", "to": "equal", "value": true},
		{"fact": "/facts/notice/points/0/decreto_8537", "to": "equal", "value": true},
	]
}

test_without_points_of_sale_nothing_is_lacking if base.said(art_20.notice, "notice") == {"texts": 1} with input as showing([])

test_the_points_may_be_unknown if base.said(art_20.notice, "notice") == {"texts": 0} with input as base.lacking(base.notice, "facts/notice/points")

test_the_article_speaks_to_every_carrier if base.scope(art_20.notice) == 1 with input as base.notice
