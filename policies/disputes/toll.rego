# METADATA
# title: D-toll — a vaga gratuita da pessoa idosa isenta de pedágio e terminal?
# description: |
#   A letra isenta na rodovia, desde 31 de outubro de 2019 (Res. 1.692, art. 6º, parágrafo único), e não nos outros modais
#   nem antes. O STJ isenta em todos os modais: aqui fala um artigo que só existe na leitura da jurisprudência.
# custom:
#   id: D-toll
#   court: {pt-BR: 'STJ, 1ª Turma', en: 'STJ, 1st Panel'}
#   case: {pt-BR: 'REsp 1.543.465/RS', en: 'REsp 1.543.465/RS'}
#   date: '2018-12-13'
#   provisions:
#     - {norm: decreto_5934_2006, provision: art8_par1u}
#     - {norm: decreto_9921_2019, provision: art44_par1u}
#     - {norm: resolucao_antt_1692_2006, provision: art6_par1u}
#   finality: {pt-BR: 'transitado em julgado; deu origem à Res. ANTT 5.856/2019', en: 'final; it led to Res. ANTT 5.856/2019'}
#   grade: V
package disputes.toll

import rego.v2

fare.articles["disputes.toll"] := fare.exemption

fare.touches if {
	input.facts.beneficiary.category == "pessoa_idosa"
	input.facts.fare.benefit == "gratuidade"
}

fare.exemption.governs := {"elderly_person", "free_seat"}

# METADATA
# title: Pessoa idosa
# custom:
#   title_en: Elderly person
fare.exemption.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

# METADATA
# title: Gratuidade
# custom:
#   title_en: Free seat
fare.exemption.where.free_seat := input.facts.fare.benefit == "gratuidade"

fare.exemption.requires.fare.toll := [{"no_toll"}] if input.facts.fare.toll_cents >= 0

fare.exemption.requires.fare.terminal := [{"no_terminal"}] if input.facts.fare.terminal_cents >= 0

# METADATA
# title: Isenção do pedágio
# custom:
#   norm: lei_10741_2003
#   provision: art40_cpt_inc1
#   quote: 'a reserva de 2 (duas) vagas gratuitas por veículo'
#   role: exception
#   reason:
#     pt-BR: 'Para o STJ, a gratuidade abrange o pedágio em todos os modais.'
#     en: 'For the STJ, the free seat covers the toll in every mode.'
fare.exemption.when.no_toll := input.facts.fare.toll_cents == 0

fare.exemption.remedies.no_toll := {"fact": "/facts/fare/toll_cents", "to": "at_most", "value": 0}

# METADATA
# title: Isenção da tarifa de terminal
# custom:
#   norm: lei_10741_2003
#   provision: art40_cpt_inc1
#   quote: 'a reserva de 2 (duas) vagas gratuitas por veículo'
#   role: exception
#   reason:
#     pt-BR: 'Para o STJ, a gratuidade abrange a tarifa de terminal em todos os modais.'
#     en: 'For the STJ, the free seat covers the terminal fee in every mode.'
fare.exemption.when.no_terminal := input.facts.fare.terminal_cents == 0

fare.exemption.remedies.no_terminal := {"fact": "/facts/fare/terminal_cents", "to": "at_most", "value": 0}

fare.exemption.gives.toll := "isento"

fare.exemption.gives.terminal := "isento"
