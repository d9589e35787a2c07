# METADATA
# title: 'Resolução ANTT nº 233/2003, art. 1º — infrações, na redação da Res. 1.692'
# description: |
#   Só os itens que o art. 9º da Resolução nº 1.692 transcreve. Falam do idoso; para o jovem nenhum grupo está no acervo.
package norms.resolucao_antt_233_2003.art_1

import rego.v2

import data.lib.calendar

conduct.governs := {"road"}

# METADATA
# title: 'Transporte rodoviário'
# custom:
#   norm: resolucao_antt_1692_2006
#   provision: art1
#   quote: 'no âmbito do serviço de transporte rodoviário interestadual de passageiros'
#   role: scope
#   reading: IR-20
#   curable: false
#   reason:
#     pt-BR: 'A Resolução rege o transporte rodoviário.'
#     en: 'The Resolution governs road transport.'
conduct.where.road := input.facts.service.mode == "rodoviario"

conduct.requires.conduct.carries_documents := [{"carries_documents"}]

conduct.requires.conduct.proper_free_ticket := [{"proper_free_ticket"}]

conduct.requires.conduct.proper_discount_ticket := [{"proper_discount_ticket"}]

conduct.requires.conduct.statistics_given := [{"statistics_given"}]

conduct.requires.conduct.second_copy_kept := [{"second_copy_kept"}]

conduct.requires.conduct.accident_reported := [{"accident_reported"}]

conduct.requires.conduct.seats_reserved := [{"seats_reserved"}]

conduct.requires.conduct.discount_granted := [{"discount_granted"}]

conduct.requires.conduct.documents_accepted := [{"documents_accepted"}]

conduct.requires.conduct.thirty_minutes_respected := [{"thirty_minutes_respected"}]

# METADATA
# title: 'O veículo em serviço deve portar o documento obrigatório'
# custom:
#   provision: art1_cpt_inc1_ali12
#   quote: 'sem documento de porte obrigatório não previsto em infração específica'
#   role: penalty
#   curable: false
#   reason:
#     pt-BR: 'O veículo em serviço deve portar o documento obrigatório.'
#     en: 'The vehicle in service must carry the required documents.'
conduct.when.carries_documents := abstained("documento_porte_obrigatorio")

# METADATA
# title: 'O Bilhete de Viagem do Idoso deve seguir as especificações'
# custom:
#   provision: art1_cpt_inc1_ali13
#   quote: 'emitir "Bilhete de Viagem do Idoso", sem observância das especificações'
#   role: penalty
#   curable: false
#   reason:
#     pt-BR: 'O Bilhete de Viagem do Idoso deve seguir as especificações.'
#     en: 'The elderly traveller''s ticket must follow the specifications.'
conduct.when.proper_free_ticket := abstained("bilhete_irregular")

# METADATA
# title: 'O bilhete com desconto deve seguir as especificações'
# custom:
#   provision: art1_cpt_inc1_ali14
#   quote: 'emitir bilhete de passagem com o desconto previsto na legislação do idoso, sem observância das especificações'
#   role: penalty
#   curable: false
#   reason:
#     pt-BR: 'O bilhete com desconto deve seguir as especificações.'
#     en: 'The discounted ticket must follow the specifications.'
conduct.when.proper_discount_ticket := abstained("desconto_irregular")

# METADATA
# title: 'Os dados estatísticos devem ser fornecidos na forma e nos prazos'
# custom:
#   provision: art1_cpt_inc1_ali15
#   quote: 'não fornecer os dados estatísticos de movimentação de usuários'
#   role: penalty
#   curable: false
#   reason:
#     pt-BR: 'Os dados estatísticos devem ser fornecidos na forma e nos prazos.'
#     en: 'The statistics must be given in form and time.'
conduct.when.statistics_given := abstained("sem_dados_estatisticos")

# METADATA
# title: 'A segunda via deve ser arquivada pelo prazo'
# custom:
#   provision: art1_cpt_inc2_ali16
#   quote: 'não observar o prazo estabelecido na legislação do idoso para arquivamento da segunda via'
#   role: penalty
#   curable: false
#   reason:
#     pt-BR: 'A segunda via deve ser arquivada pelo prazo.'
#     en: 'The second copy must be kept for its term.'
conduct.when.second_copy_kept := abstained("segunda_via_nao_arquivada")

# METADATA
# title: 'Assaltos e acidentes devem ser comunicados'
# custom:
#   provision: art1_cpt_inc3_ali1
#   quote: 'não comunicar a ocorrência de assalto ou acidente'
#   role: penalty
#   curable: false
#   reason:
#     pt-BR: 'Assaltos e acidentes devem ser comunicados.'
#     en: 'Assaults and accidents must be reported.'
conduct.when.accident_reported := abstained("nao_comunicou_acidente")

# METADATA
# title: 'Os assentos gratuitos devem ser disponibilizados'
# custom:
#   provision: art1_cpt_inc3_ali13
#   quote: 'não disponibilizar os assentos previstos para transporte gratuito de idosos'
#   role: penalty
#   curable: false
#   reason:
#     pt-BR: 'Os assentos gratuitos devem ser disponibilizados.'
#     en: 'The free seats must be made available.'
conduct.when.seats_reserved := abstained("nao_reservou_assentos")

# METADATA
# title: 'O desconto de cinquenta por cento deve ser concedido'
# custom:
#   provision: art1_cpt_inc3_ali14
#   quote: 'não conceder o desconto mínimo de cinqüenta por cento'
#   role: penalty
#   curable: false
#   reason:
#     pt-BR: 'O desconto de cinquenta por cento deve ser concedido.'
#     en: 'The fifty per cent discount must be granted.'
conduct.when.discount_granted := abstained("nao_concedeu_desconto")

# METADATA
# title: 'Os documentos indicados na legislação devem ser aceitos'
# custom:
#   provision: art1_cpt_inc3_ali15
#   quote: 'não aceitar como prova de idade ou comprovante de rendimento os documentos indicados'
#   role: penalty
#   curable: false
#   reason:
#     pt-BR: 'Os documentos indicados na legislação devem ser aceitos.'
#     en: 'The documents that the law names must be accepted.'
conduct.when.documents_accepted := abstained("recusou_documento")

# METADATA
# title: 'O limite de trinta minutos deve ser respeitado'
# custom:
#   provision: art1_cpt_inc3_ali16
#   quote: 'não observar o limite de trinta minutos antes da hora marcada'
#   role: penalty
#   curable: false
#   reason:
#     pt-BR: 'O limite de trinta minutos deve ser respeitado.'
#     en: 'The thirty-minute limit must be respected.'
conduct.when.thirty_minutes_respected := abstained("descumpriu_trinta_minutos")

abstained(act) := false if act in input.facts.conduct.acts

abstained(act) if {
	listed := input.facts.conduct.acts
	not act in listed
}

# Group and letter of each item.
items := {
	"carries_documents": ["I", "l"],
	"proper_free_ticket": ["I", "m"],
	"proper_discount_ticket": ["I", "n"],
	"statistics_given": ["I", "o"],
	"second_copy_kept": ["II", "p"],
	"accident_reported": ["III", "a"],
	"seats_reserved": ["III", "m"],
	"discount_granted": ["III", "n"],
	"documents_accepted": ["III", "o"],
	"thirty_minutes_respected": ["III", "p"],
}

conduct.lists.infractions contains {"condition": name, "group": group, "letter": letter} if {
	some name, [group, letter] in items
	conduct.when[name] == false
}

# METADATA
# title: 'Grupos talvez substituídos'
# custom:
#   provision: art1_cpt
#   role: warning
#   code: 'groups-may-be-replaced'
#   reason:
#     pt-BR: 'A Res. ANTT 6.074/2025 (DOU de 18/12/2025, grau V) pode ter substituído estes grupos nas linhas regulares: diz-se que a Res. 233 só abrange o semiurbano e o fretamento.'
#     en: 'Res. ANTT 6.074/2025 (DOU of 18 December 2025, grade V) may have replaced these groups for regular lines: Res. 233 is said to cover semi-urban and charter service only.'
conduct.notes.always.perhaps_replaced if input.days.as_of >= calendar.day("2025-12-18")
