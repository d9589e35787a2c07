# METADATA
# title: 'Decreto nº 8.537/2015, art. 2º — jovem de baixa renda e Identidade Jovem'
package norms.decreto_8537_2015.art_2

import rego.v2

# Texto não disponível no acervo (grau V2): a renda é a da família, e quem a prova é a Identidade Jovem (IR-07).

grant.governs := {"young_person"}

# METADATA
# title: 'Jovem de baixa renda'
# custom:
#   title_en: 'Low-income young person'
grant.where.young_person := input.facts.beneficiary.category == "jovem_baixa_renda"

# METADATA
# title: 'Jovem de baixa renda'
# custom:
#   provision: art2
#   role: definition
#   reading: IR-07
#   reason:
#     pt-BR: 'A baixa renda do jovem se prova com a Identidade Jovem.'
#     en: 'A young person''s low income is proved by the Identidade Jovem.'
grant.notes.always.low_income_youth := true
