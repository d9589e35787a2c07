# METADATA
# title: 'Decreto nº 8.537/2015, art. 16 — emissão do bilhete e informação da movimentação'
package norms.decreto_8537_2015.art_16

import rego.v2

ticket.governs := {"young_person"}

# METADATA
# title: 'Jovem de baixa renda'
# custom:
#   title_en: 'Low-income young person'
ticket.where.young_person := input.facts.beneficiary.category == "jovem_baixa_renda"

# METADATA
# title: 'Emissão pela transportadora'
# custom:
#   provision: art16_cpt
#   quote: 'será emitido pela empresa prestadora do serviço'
#   role: duty
#   on: transportadora
#   reason:
#     pt-BR: 'O bilhete do jovem é emitido pela transportadora.'
#     en: 'The young person''s ticket is issued by the carrier.'
ticket.notes.always.issued_by_the_carrier := true

report.governs := set()

# METADATA
# title: 'Movimentação do jovem'
# custom:
#   provision: art16_par1u
#   quote: 'por seção e por situação'
#   role: duty
#   on: transportadora
#   reading: IR-18
#   reason:
#     pt-BR: 'A movimentação do jovem também se informa, por seção e por situação; a sua falta não torna este informe incompleto.'
#     en: 'Youth movement is reported too, by section and situation; its absence does not make this report incomplete.'
report.notes.always.youth_movement := true
