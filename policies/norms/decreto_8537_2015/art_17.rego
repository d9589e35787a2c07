# METADATA
# title: 'Decreto nº 8.537/2015, art. 17 — pedágio, terminal e alimentação'
package norms.decreto_8537_2015.art_17

import rego.v2

fare.governs := {"young_person"}

# METADATA
# title: 'Jovem de baixa renda'
# custom:
#   title_en: 'Low-income young person'
fare.where.young_person := input.facts.beneficiary.category == "jovem_baixa_renda"

fare.gives.toll := "devido"

fare.gives.terminal := "devido"

fare.gives.meals := "devido"

# METADATA
# title: 'Pedágio, terminal e alimentação não incluídos'
# custom:
#   provision: art17_par1u
#   quote: 'Não estão incluídas no benefício as tarifas de utilização dos terminais, de pedágio e as despesas com alimentação'
#   role: exception
#   reason:
#     pt-BR: 'O benefício não inclui as tarifas de pedágio e de utilização dos terminais nem as despesas com alimentação.'
#     en: 'The benefit does not include toll, terminal fees or meals.'
fare.notes.always.not_included := true
