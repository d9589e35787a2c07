package norms.resolucao_antt_1692_2006.art_4_test

import rego.v2

import data.lib.base_test as base
import data.norms.resolucao_antt_1692_2006.art_4

test_the_article_speaks_of_elderly_people_by_road_only if {
	base.scope(art_4.grant) == 1 with input as base.elderly
	base.scope(art_4.grant) == -1 with input as base.of_category(base.elderly, "jovem_baixa_renda")
	base.scope(art_4.grant) == -1 with input as base.in_mode(base.elderly, "ferroviario")
	base.scope(art_4.grant) == 0 with input as base.lacking(base.elderly, "facts/beneficiary/category")
	base.scope(art_4.grant) == 0 with input as base.lacking(base.elderly, "facts/service/mode")
}

proofs := {
	"ctps": "ctps_atualizada",
	"payslip": "contracheque",
	"inss_booklet": "carne_inss",
	"benefit_statement": "extrato_beneficio",
	"social_assistance": "carteira_assistencia_social",
}

photo := {"kind": "documento_com_foto", "original": true}

presenting(documents) := base.presenting(base.elderly, documents)

unpresented := base.lacking(base.elderly, "facts/beneficiary/documents")

# --- Prova de idade -----------------------------------------------------------------------------------------------

test_an_original_document_with_photo_proves_the_age if art_4.grant.when.original_photo_document with input as presenting([photo])

test_an_expired_document_serves if art_4.grant.when.original_photo_document with input as presenting([object.union(photo, {"valid_until_on": "2001-01-01"})])

test_a_copy_does_not_prove_the_age if art_4.grant.when.original_photo_document == false with input as presenting([object.union(photo, {"original": false})])

test_an_original_without_photo_does_not_prove_the_age if {
	art_4.grant.when.original_photo_document == false with input as presenting([{"kind": "outro", "original": true}])
}

test_no_document_at_all_proves_no_age if art_4.grant.when.original_photo_document == false with input as presenting([])

test_one_original_among_copies_is_enough if art_4.grant.when.original_photo_document with input as presenting([object.union(photo, {"original": false}), photo])

doubtful := presenting([{"kind": "contracheque"}, {"kind": "documento_com_foto"}])

test_whether_a_document_is_the_original_may_be_unknown if {
	not "original_photo_document" in base.known(art_4.grant) with input as doubtful
	art_4.grant.asks.original_photo_document == {"/facts/beneficiary/documents/1/original"} with input as doubtful
}

test_the_documents_may_be_unknown if {
	not "original_photo_document" in base.known(art_4.grant) with input as unpresented
	art_4.grant.asks.original_photo_document == {"/facts/beneficiary/documents"} with input as unpresented
	not "original_photo_document" in base.known(art_4.grant) with input as base.lacking(base.elderly, "facts/beneficiary")
	art_4.grant.asks.original_photo_document == {"/facts/beneficiary/documents"} with input as base.lacking(base.elderly, "facts/beneficiary")
}

test_where_the_documents_are_known_nothing_is_asked if count(art_4.grant.asks.original_photo_document) == 0 with input as base.elderly

test_presenting_an_original_cures if {
	cure := art_4.grant.remedies.original_photo_document with input as base.elderly
	cure == {"fact": "/facts/beneficiary/documents", "to": "include", "value": {"kind": "documento_com_foto", "original": true}}
}

# --- Prova de renda -----------------------------------------------------------------------------------------------

test_any_one_document_of_income_is_enough if every name, kind in proofs {
	art_4.grant.when[name] == true with input as presenting([photo, {"kind": kind}])
	base.all_met(art_4.grant, "gratuidade") with input as presenting([photo, {"kind": kind}])
}

test_each_document_proves_only_itself if every name, kind in proofs {
	proved := {other | some other, true in art_4.grant.when; proofs[other]} with input as presenting([{"kind": kind}])
	proved == {name}
}

test_an_absent_document_proves_nothing if every name, _ in proofs {
	art_4.grant.when[name] == false with input as presenting([])
}

test_a_self_declaration_is_not_on_the_list if {
	base.only_unmet(art_4.grant, "gratuidade", "income_proof") with input as presenting([photo, {"kind": "autodeclaracao"}])
}

# The first is named as the cure.
test_the_proofs_of_income_come_in_the_order_of_the_text if {
	ways := art_4.grant.requires.gratuidade.income_proof with input as base.elderly
	ways == [{"ctps"}, {"payslip"}, {"inss_booklet"}, {"benefit_statement"}, {"social_assistance"}]
}

test_with_no_document_of_income if base.only_unmet(art_4.grant, "gratuidade", "income_proof") with input as presenting([photo])

test_the_documents_of_income_may_be_unknown if every name, _ in proofs {
	not name in base.known(art_4.grant) with input as unpresented
}

test_presenting_a_document_of_income_cures if every name, kind in proofs {
	cures := art_4.grant.remedies with input as base.elderly
	cures[name] == {"fact": "/facts/beneficiary/documents", "to": "include", "value": {"kind": kind}}
}

# --- Exigências ---------------------------------------------------------------------------------------------------

test_free_seat_and_discount_ask_the_same_proof if {
	base.all_met(art_4.grant, "gratuidade") with input as base.elderly
	art_4.grant.requires.desconto == art_4.grant.requires.gratuidade with input as base.elderly
	object.keys(art_4.grant.requires.gratuidade) == {"age_proof", "income_proof", "person"} with input as base.elderly
}

test_the_proof_of_age_can_fail_alone if base.only_unmet(art_4.grant, "gratuidade", "age_proof") with input as presenting([{"kind": "contracheque"}])

# --- Pessoa -------------------------------------------------------------------------------------------------------

aged(years) := base.but(base.elderly, {"years": {"beneficiary": {"birth_on": years}}})

earning(cents) := base.but(base.elderly, {"facts": {"beneficiary": {"monthly_income_cents": cents}}})

test_on_the_sixtieth_birthday if base.all_met(art_4.grant, "gratuidade") with input as aged(60)

test_on_the_eve_of_the_sixtieth_birthday if base.only_unmet(art_4.grant, "gratuidade", "person") with input as aged(59)

test_two_minimum_wages_exactly_are_low_income if base.all_met(art_4.grant, "gratuidade") with input as earning(324200)

test_one_centavo_above_two_minimum_wages_is_not if base.only_unmet(art_4.grant, "gratuidade", "person") with input as earning(324201)

test_age_and_income_may_be_unknown if {
	not "sixty_years" in base.known(art_4.grant) with input as base.lacking(base.elderly, "years/beneficiary/birth_on")
	not "low_income" in base.known(art_4.grant) with input as base.lacking(base.elderly, "facts/beneficiary/monthly_income_cents")
}

test_age_and_income_are_told if {
	told := art_4.grant.values with input as base.elderly
	told == {"sixty_years": {"minimum": {"number": 60}}, "low_income": {"limit": {"money": 324200}}}
	cure := art_4.grant.remedies.low_income with input as base.elderly
	cure == {"fact": "/facts/beneficiary/monthly_income_cents", "to": "at_most", "value": 324200}
}

test_the_carrier_may_copy_the_documents if every law in [base.law_of_2026, base.law_of_2018, base.law_of_2014] {
	art_4.grant.notes == {"always": {"copies": true}} with input as base.under(base.elderly, law)
}
