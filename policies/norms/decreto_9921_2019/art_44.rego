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
fare.notes.always.not_included if not exempted

# METADATA
# title: 'Alimentação não incluída'
# custom:
#   provision: art44_par1u
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
