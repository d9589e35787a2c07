# METADATA
# title: 'Resolução ANTT nº 1.692/2006, art. 2º-A — a recusa se documenta'
package norms.resolucao_antt_1692_2006.art_2_1

import rego.v2

# Texto não disponível no acervo (Res. ANTT 4.833/2015, grau V); vige desde 9 de dezembro de 2015.

grant.governs := {"elderly_person", "road"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
grant.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

# METADATA
# title: 'Transporte rodoviário'
# custom:
#   title_en: 'Road transport'
grant.where.road := input.facts.service.mode == "rodoviario"

# METADATA
# title: 'Documento da recusa'
# custom:
#   provision: art2-1
#   role: duty
#   on: transportadora
#   reason:
#     pt-BR: 'Entregar à pessoa documento com a data, a hora, o local e o motivo da recusa.'
#     en: 'Give the person a document with the date, hour, place and reason of the refusal.'
grant.notes.deny.refusal_document if input.wording.resolucao_antt_1692_2006["art2-1"]

conduct.governs := {"road"}

# METADATA
# title: 'Transporte rodoviário'
# custom:
#   title_en: 'Road transport'
conduct.where.road := input.facts.service.mode == "rodoviario"

conduct.requires.conduct.refusal := [{"refusals_documented"}] if input.wording.resolucao_antt_1692_2006["art2-1"]

# METADATA
# title: 'Recusa documentada'
# custom:
#   provision: art2-1
#   curable: false
#   reason:
#     pt-BR: 'A recusa à pessoa idosa deve ser documentada; nenhum texto do acervo lhe dá grupo de infração.'
#     en: 'A refusal to an elderly person must be documented; no held text gives it a group.'
conduct.when.refusals_documented := acts("recusa_sem_documento")

acts(act) := false if act in input.facts.conduct.acts

acts(act) if {
	listed := input.facts.conduct.acts
	not act in listed
}

conduct.lists.infractions contains {"condition": "refusals_documented", "group": null, "letter": null} if {
	conduct.when.refusals_documented == false
	input.wording.resolucao_antt_1692_2006["art2-1"]
}
