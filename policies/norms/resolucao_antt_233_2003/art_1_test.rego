package norms.resolucao_antt_233_2003.art_1_test

import rego.v2

import data.lib.base_test as base
import data.lib.calendar
import data.norms.resolucao_antt_233_2003.art_1

test_the_groups_are_of_the_road if {
	base.scope(art_1.conduct) == 1 with input as base.conduct
	base.scope(art_1.conduct) == -1 with input as base.in_mode(base.conduct, "ferroviario")
	base.scope(art_1.conduct) == 0 with input as base.lacking(base.conduct, "facts/service/mode")
}

# The act that breaks each item, its group and its letter.
breaches := {
	"carries_documents": ["documento_porte_obrigatorio", "I", "l"],
	"proper_free_ticket": ["bilhete_irregular", "I", "m"],
	"proper_discount_ticket": ["desconto_irregular", "I", "n"],
	"statistics_given": ["sem_dados_estatisticos", "I", "o"],
	"second_copy_kept": ["segunda_via_nao_arquivada", "II", "p"],
	"accident_reported": ["nao_comunicou_acidente", "III", "a"],
	"seats_reserved": ["nao_reservou_assentos", "III", "m"],
	"discount_granted": ["nao_concedeu_desconto", "III", "n"],
	"documents_accepted": ["recusou_documento", "III", "o"],
	"thirty_minutes_respected": ["descumpriu_trinta_minutos", "III", "p"],
}

test_no_act_is_no_infraction if {
	base.all_met(art_1.conduct, "conduct") with input as base.conduct
	count(art_1.conduct.lists.infractions) == 0 with input as base.conduct
}

test_each_act_breaks_its_own_item if every item, breach in breaches {
	[act, group, letter] := breach
	base.only_unmet(art_1.conduct, "conduct", item) with input as base.acting(base.conduct, [act])
	infractions := art_1.conduct.lists.infractions with input as base.acting(base.conduct, [act])
	infractions == {{"condition": item, "group": group, "letter": letter}}
}

test_these_are_all_the_items if object.keys(art_1.conduct.requires.conduct) == object.keys(breaches) with input as base.conduct

test_two_acts_are_two_infractions if {
	infractions := art_1.conduct.lists.infractions with input as base.acting(base.conduct, ["nao_reservou_assentos", "sem_dados_estatisticos"])
	{infraction.condition | some infraction in infractions} == {"seats_reserved", "statistics_given"}
}

test_a_refusal_without_document_has_no_group_here if base.all_met(art_1.conduct, "conduct") with input as base.acting(base.conduct, ["recusa_sem_documento"])

test_the_acts_may_be_unknown if {
	request := base.lacking(base.conduct, "facts/conduct/acts")
	said := base.said(art_1.conduct, "conduct") with input as request
	said == {item: 0 | some item, _ in breaches}
	count(art_1.conduct.lists.infractions) == 0 with input as request
}

on(date) := base.but(base.conduct, {"days": {"as_of": calendar.day(date)}})

test_from_18_december_2025_the_groups_may_have_been_replaced if art_1.conduct.notes.always == {"perhaps_replaced": true} with input as on("2025-12-18")

test_the_day_before_they_had_not if not art_1.conduct.notes.always.perhaps_replaced with input as on("2025-12-17")
