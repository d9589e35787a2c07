# METADATA
# title: 'Decreto nº 9.921/2019, art. 35 — duas vagas gratuitas e metade do preço para quem as exceder'
package norms.decreto_9921_2019.art_35

import rego.v2

# Texto não disponível no acervo (grau V2): é citado, e quem decide é o art. 40 da Lei.

grant.governs := {"elderly_person"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
grant.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

# METADATA
# title: 'Desconto para quem exceder as vagas'
# custom:
#   provision: art35
#   role: grants
#   reason:
#     pt-BR: 'Desconto de cinquenta por cento, no mínimo, para quem exceder as vagas gratuitas.'
#     en: 'A discount of at least fifty per cent for those beyond the free seats.'
grant.notes.desconto.half_fare := true
