# METADATA
# title: 'Decreto nº 9.921/2019, art. 44 — pedágio, terminal e alimentação'
package norms.decreto_9921_2019.art_44

import rego.v2

# Texto não disponível no acervo (grau V2). Na rodovia cede, quanto a pedágio e terminal da gratuidade, à Res. 1.692, art. 6º (IR-02).

fare.governs := {"elderly_person"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
fare.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

fare.gives.toll := "devido"

fare.gives.terminal := "devido"

fare.gives.meals := "devido"

# METADATA
# title: 'Pedágio, terminal e alimentação não incluídos'
# custom:
#   provision: art44_par1u
#   role: exception
#   reason:
#     pt-BR: 'O benefício não inclui as tarifas de pedágio e de utilização dos terminais nem as despesas com alimentação.'
#     en: 'The benefit does not include toll, terminal fees or meals.'
fare.notes.always.not_included := true
