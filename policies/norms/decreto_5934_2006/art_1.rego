# METADATA
# title: 'Decreto nº 5.934/2006, art. 1º — os três modais'
package norms.decreto_5934_2006.art_1

import rego.v2

grant.governs := {"elderly_person"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
grant.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

# METADATA
# title: 'Os três modais'
# custom:
#   provision: art1_cpt
#   quote: 'nos modais rodoviário, ferroviário e aquaviário'
#   role: scope
#   reason:
#     pt-BR: 'O Decreto define os critérios do art. 40 da Lei nº 10.741 nos modais rodoviário, ferroviário e aquaviário.'
#     en: 'The Decree sets the criteria of art. 40 of Lei 10.741 for road, rail and waterway.'
grant.notes.always.three_modes := true

# Informe e infração: até a Resolução nº 1.692 nada no acervo os rege.

report.governs := set()

# METADATA
# title: 'Sistema de transporte interestadual'
# custom:
#   title_en: 'Interstate transport'
report.where.of_the_decree := true

report.requires.report.scope := [{"of_the_decree"}]

# METADATA
# title: 'Os três modais'
# custom:
#   provision: art1_cpt
#   quote: 'nos modais rodoviário, ferroviário e aquaviário'
#   role: scope
#   reason:
#     pt-BR: 'O Decreto define os critérios do art. 40 da Lei nº 10.741 nos modais rodoviário, ferroviário e aquaviário.'
#     en: 'The Decree sets the criteria of art. 40 of Lei 10.741 for road, rail and waterway.'
report.notes.always.three_modes := true

conduct.governs := set()

# METADATA
# title: 'Sistema de transporte interestadual'
# custom:
#   title_en: 'Interstate transport'
conduct.where.of_the_decree := true

conduct.requires.conduct.scope := [{"of_the_decree"}]

# METADATA
# title: 'Os três modais'
# custom:
#   provision: art1_cpt
#   quote: 'nos modais rodoviário, ferroviário e aquaviário'
#   role: scope
#   reason:
#     pt-BR: 'O Decreto define os critérios do art. 40 da Lei nº 10.741 nos modais rodoviário, ferroviário e aquaviário.'
#     en: 'The Decree sets the criteria of art. 40 of Lei 10.741 for road, rail and waterway.'
conduct.notes.always.three_modes := true
