# METADATA
# title: 'Resolução ANTT nº 1.692/2006, art. 6º — pedágio e terminal isentos'
# description: |
#   A redação do parágrafo único é a da Res. ANTT 5.856/2019, desde 31 de outubro de 2019; a anterior não está no acervo.
package norms.resolucao_antt_1692_2006.art_6

import rego.v2

fare.governs := {"elderly_person", "road", "free_seat"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
fare.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

# METADATA
# title: 'Transporte rodoviário'
# custom:
#   provision: art1
#   quote: 'no âmbito do serviço de transporte rodoviário interestadual de passageiros'
#   role: scope
#   reading: IR-20
#   curable: false
#   reason:
#     pt-BR: 'A Resolução rege o transporte rodoviário.'
#     en: 'The Resolution governs road transport.'
fare.where.road := input.facts.service.mode == "rodoviario"

# METADATA
# title: 'Gratuidade'
# custom:
#   provision: art6_par1u
#   quote: 'Os idosos beneficiários das duas vagas gratuitas'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'A isenção é de quem tem a vaga gratuita.'
#     en: 'The exemption belongs to holders of a free seat.'
fare.where.free_seat := input.facts.fare.benefit == "gratuidade"

exempting_wording if input.wording.resolucao_antt_1692_2006.art6_par1u == "2019-10-31"

fare.requires.fare.toll := [{"no_toll"}] if {
	exempting_wording
	input.facts.fare.toll_cents >= 0
}

# METADATA
# title: 'Isenção do pedágio'
# custom:
#   provision: art6_par1u
#   quote: 'ficam isentos do pagamento das tarifas de pedágio e de utilização de terminais'
#   role: exception
#   reading: IR-02
#   reason:
#     pt-BR: 'O beneficiário da vaga gratuita é isento do pedágio.'
#     en: 'The holder of a free seat is exempt from the toll.'
fare.when.no_toll := input.facts.fare.toll_cents == 0

fare.remedies.no_toll := {"fact": "/facts/fare/toll_cents", "to": "at_most", "value": 0}

fare.gives.toll := "isento" if exempting_wording

fare.requires.fare.terminal := [{"no_terminal"}] if {
	exempting_wording
	input.facts.fare.terminal_cents >= 0
}

# METADATA
# title: 'Isenção da tarifa de terminal'
# custom:
#   provision: art6_par1u
#   quote: 'ficam isentos do pagamento das tarifas de pedágio e de utilização de terminais'
#   role: exception
#   reading: IR-02
#   reason:
#     pt-BR: 'O beneficiário da vaga gratuita é isento da tarifa de terminal.'
#     en: 'The holder of a free seat is exempt from the terminal fee.'
fare.when.no_terminal := input.facts.fare.terminal_cents == 0

fare.remedies.no_terminal := {"fact": "/facts/fare/terminal_cents", "to": "at_most", "value": 0}

fare.gives.terminal := "isento" if exempting_wording

# METADATA
# title: 'Isenção de pedágio e terminal'
# custom:
#   provision: art6_par1u
#   quote: 'ficam isentos do pagamento das tarifas de pedágio e de utilização de terminais'
#   role: exception
#   reading: IR-02
#   reason:
#     pt-BR: 'Pedágio e tarifa de terminal isentos na vaga gratuita.'
#     en: 'Toll and terminal fee are exempt on the free seat.'
fare.notes.always.exempt if exempting_wording

# METADATA
# title: 'Redação anterior não disponível'
# custom:
#   provision: art6_par1u
#   role: warning
#   code: 'earlier-wording-not-held'
#   reason:
#     pt-BR: 'A redação do art. 6º, parágrafo único, anterior à Res. ANTT 5.856/2019 não está no acervo; aplicou-se só o Decreto.'
#     en: 'The wording of art. 6, sole paragraph, before Res. ANTT 5.856/2019 is not held; the Decree alone was applied.'
fare.notes.always.earlier_wording if not exempting_wording
