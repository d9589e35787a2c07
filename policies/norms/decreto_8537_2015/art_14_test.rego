package norms.decreto_8537_2015.art_14_test

import rego.v2

import data.lib.base_test as base
import data.norms.decreto_8537_2015.art_14

test_the_article_speaks_of_the_youth_only if {
	base.scope(art_14.grant) == 1 with input as base.youth
	base.scope(art_14.grant) == -1 with input as base.of_category(base.youth, "pessoa_idosa")
	base.scope(art_14.grant) == 0 with input as base.lacking(base.youth, "facts/beneficiary/category")
}

photo := {"kind": "documento_com_foto"}

card := {"kind": "identidade_jovem"}

# The photo document and a card valid through the day.
valid_until(day) := base.but(base.youth, {"days": {"beneficiary": {"documents": [{}, {"valid_until_on": day}]}}})

presenting(documents) := base.but(base.presenting(base.youth, documents), {"days": {"beneficiary": {"documents": [{} | some _ in documents]}}})

test_a_card_is_valid_through_its_last_day if base.all_met(art_14.grant, "gratuidade") with input as valid_until(base.departure_day)

test_a_card_that_ended_the_day_before_is_not if base.only_unmet(art_14.grant, "gratuidade", "card") with input as valid_until(base.departure_day - 1)

test_the_day_of_the_request_counts_and_not_that_of_the_trip if {
	asked_the_eve := base.but(valid_until(base.departure_day - 1), {"days": {"request": {"made_at": base.departure_day - 1}}})
	base.all_met(art_14.grant, "gratuidade") with input as asked_the_eve
}

test_one_valid_card_among_expired_ones_is_enough if {
	request := base.presenting(base.youth, [photo, card, card])
	days := [{}, {"valid_until_on": base.departure_day - 1}, {"valid_until_on": base.departure_day}]
	base.all_met(art_14.grant, "gratuidade") with input as base.but(request, {"days": {"beneficiary": {"documents": days}}})
}

test_another_document_is_no_card if {
	base.only_unmet(art_14.grant, "gratuidade", "card") with input as base.presenting(base.youth, [photo, object.union(photo, {"valid_until_on": "2027-01-31"})])
}

test_without_documents_there_is_neither_card_nor_photo if base.said(art_14.grant, "gratuidade") == {"card": -1, "photo": -1} with input as presenting([])

test_a_card_alone_is_not_enough if {
	request := base.but(base.presenting(base.youth, [card]), {"days": {"beneficiary": {"documents": [{"valid_until_on": base.departure_day}]}}})
	base.only_unmet(art_14.grant, "gratuidade", "photo") with input as request
}

test_the_photo_document_need_be_neither_original_nor_valid if {
	request := base.presenting(base.youth, [{"kind": "documento_com_foto", "original": false, "valid_until_on": "2001-01-01"}, base.youth.facts.beneficiary.documents[1]])
	base.all_met(art_14.grant, "gratuidade") with input as request
}

undated := presenting([photo, card])

test_how_long_a_card_is_valid_may_be_unknown if {
	base.said(art_14.grant, "gratuidade") == {"card": 0, "photo": 1} with input as undated
	art_14.grant.asks.identity_card == {"/facts/beneficiary/documents/1/valid_until_on"} with input as undated
}

test_an_expired_card_leaves_an_undated_one_open if {
	request := base.presenting(base.youth, [photo, card, card])
	days := [{}, {"valid_until_on": base.departure_day - 1}, {}]
	base.said(art_14.grant, "gratuidade") == {"card": 0, "photo": 1} with input as base.but(request, {"days": {"beneficiary": {"documents": days}}})
}

test_the_day_of_the_request_may_be_unknown if {
	base.said(art_14.grant, "gratuidade") == {"card": 0, "photo": 1} with input as base.lacking(base.youth, "days/request/made_at")
}

test_the_documents_may_be_unknown if every fact in {"facts/beneficiary/documents", "facts/beneficiary"} {
	request := base.lacking(base.youth, fact)
	base.said(art_14.grant, "gratuidade") == {"card": 0, "photo": 0} with input as request
	art_14.grant.asks.identity_card == {"/facts/beneficiary/documents"} with input as request
}

test_where_the_card_is_dated_nothing_is_asked if count(art_14.grant.asks.identity_card) == 0 with input as base.youth

test_both_benefits_ask_the_same_documents if {
	base.said(art_14.grant, "gratuidade") == {"card": 1, "photo": 1} with input as base.youth
	art_14.grant.requires.desconto == art_14.grant.requires.gratuidade with input as base.youth
}

test_presenting_them_cures if {
	cures := art_14.grant.remedies with input as base.youth
	cures.identity_card == {"fact": "/facts/beneficiary/documents", "to": "include", "value": {"kind": "identidade_jovem", "valid_until_on": {"day": base.departure_day}}}
	cures.photo_document == {"fact": "/facts/beneficiary/documents", "to": "include", "value": {"kind": "documento_com_foto"}}
}

test_a_refusal_is_documented if art_14.grant.notes == {"deny": {"refusal_document": true}} with input as base.youth

# --- Infração -----------------------------------------------------------------------------------------------------

undocumented := base.acting(base.conduct, ["recusa_sem_documento"])

test_a_refusal_without_its_document_is_an_infraction_of_no_known_group if {
	base.said(art_14.conduct, "conduct") == {"refusal": -1} with input as undocumented
	art_14.conduct.lists.infractions == {{"condition": "refusals_documented", "group": null, "letter": null}} with input as undocumented
}

test_another_act_is_none_of_this_article if {
	base.said(art_14.conduct, "conduct") == {"refusal": 1} with input as base.acting(base.conduct, ["recusou_documento"])
	count(art_14.conduct.lists.infractions) == 0 with input as base.acting(base.conduct, ["recusou_documento"])
}

test_no_act_at_all if base.said(art_14.conduct, "conduct") == {"refusal": 1} with input as base.conduct

test_the_acts_may_be_unknown if base.said(art_14.conduct, "conduct") == {"refusal": 0} with input as base.lacking(base.conduct, "facts/conduct/acts")

test_it_is_judged_in_every_mode if every mode in {"rodoviario", "ferroviario", "aquaviario"} {
	base.scope(art_14.conduct) == 1 with input as base.in_mode(base.conduct, mode)
}
