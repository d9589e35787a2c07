# METADATA
# title: 'Decreto nº 8.537/2015, art. 21 — regulamento e relatório de vagas'
package norms.decreto_8537_2015.art_21

import rego.v2

report.governs := set()

# METADATA
# title: 'Relatório de vagas do jovem'
# custom:
#   provision: art21
#   quote: 'assegurada a disponibilização de relatório de vagas gratuitas e vagas com desconto concedidas'
#   role: duty
#   reading: IR-18
#   reason:
#     pt-BR: 'A regulamentação assegura a disponibilização de relatório das vagas gratuitas e com desconto concedidas ao jovem.'
#     en: 'The regulation ensures that a report of the free and discounted seats granted to young people is made available.'
report.notes.always.seats_report := true
