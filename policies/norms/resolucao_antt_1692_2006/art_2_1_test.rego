package norms.resolucao_antt_1692_2006.art_2_1_test

import rego.v2

import data.lib.base_test as base
import data.norms.resolucao_antt_1692_2006.art_2_1

test_the_article_speaks_of_elderly_people_by_road_only if {
	base.scope(art_2_1.grant) == 1 with input as base.elderly
	base.scope(art_2_1.grant) == -1 with input as base.of_category(base.elderly, "jovem_baixa_renda")
	base.scope(art_2_1.grant) == -1 with input as base.in_mode(base.elderly, "ferroviario")
	base.scope(art_2_1.grant) == 0 with input as base.lacking(base.elderly, "facts/beneficiary/category")
	base.scope(art_2_1.grant) == 0 with input as base.lacking(base.elderly, "facts/service/mode")
}

test_a_refusal_is_documented if art_2_1.grant.notes.deny == {"refusal_document": true} with input as base.elderly

test_before_9_december_2015_it_need_not_be if {
	not art_2_1.grant.notes.deny.refusal_document with input as base.under(base.elderly, base.law_of_2014)
}

test_conduct_is_judged_on_the_road if {
	base.scope(art_2_1.conduct) == 1 with input as base.conduct
	base.scope(art_2_1.conduct) == -1 with input as base.in_mode(base.conduct, "ferroviario")
	base.scope(art_2_1.conduct) == 0 with input as base.lacking(base.conduct, "facts/service/mode")
}

undocumented := base.acting(base.conduct, ["recusa_sem_documento"])

test_a_refusal_without_its_document_is_an_infraction_of_no_known_group if {
	base.said(art_2_1.conduct, "conduct") == {"refusal": -1} with input as undocumented
	art_2_1.conduct.lists.infractions == {{"condition": "refusals_documented", "group": null, "letter": null}} with input as undocumented
}

test_another_act_is_none_of_this_article if {
	base.said(art_2_1.conduct, "conduct") == {"refusal": 1} with input as base.acting(base.conduct, ["recusou_documento"])
	count(art_2_1.conduct.lists.infractions) == 0 with input as base.acting(base.conduct, ["recusou_documento"])
}

test_no_act_at_all if base.said(art_2_1.conduct, "conduct") == {"refusal": 1} with input as base.conduct

test_the_acts_may_be_unknown if base.said(art_2_1.conduct, "conduct") == {"refusal": 0} with input as base.lacking(base.conduct, "facts/conduct/acts")

test_before_9_december_2015_it_is_no_infraction if {
	request := base.under(undocumented, base.law_of_2014)
	not art_2_1.conduct.requires.conduct.refusal with input as request
	count(art_2_1.conduct.lists.infractions) == 0 with input as request
}
