# METADATA
# title: 'Decreto nº 5.934/2006, art. 8º — pedágio, terminal e alimentação'
# description: |
#   Desde 31 de outubro de 2019 cede, na rodovia, à Res. 1.692, art. 6º, quanto a pedágio e terminal da gratuidade (IR-02).
package norms.decreto_5934_2006.art_8

import rego.v2

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
#   provision: art8_par1u
#   quote: 'Não estão incluídas no benefício as tarifas de pedágio e de utilização dos terminais e as despesas com alimentação'
#   role: exception
#   reason:
#     pt-BR: 'O benefício não inclui as tarifas de pedágio e de utilização dos terminais nem as despesas com alimentação.'
#     en: 'The benefit does not include toll, terminal fees or meals.'
fare.notes.always.not_included if not exempted

# METADATA
# title: 'Alimentação não incluída'
# custom:
#   provision: art8_par1u
#   quote: 'Não estão incluídas no benefício as tarifas de pedágio e de utilização dos terminais e as despesas com alimentação'
#   role: exception
#   reading: IR-02
#   reason:
#     pt-BR: 'O benefício não inclui as despesas com alimentação; quanto a pedágio e terminal, prevalece a isenção da Res. 1.692, art. 6º, parágrafo único.'
#     en: 'The benefit does not include meals; as to toll and terminal fee, the exemption of Res. 1.692, art. 6, sole paragraph, prevails.'
fare.notes.always.meals_not_included if exempted

# Na rodovia, a vaga gratuita é isenta pela Resolução.
exempted if {
	input.facts.service.mode == "rodoviario"
	input.facts.fare.benefit == "gratuidade"
	input.wording.resolucao_antt_1692_2006.art6_par1u == "2019-10-31"
}
