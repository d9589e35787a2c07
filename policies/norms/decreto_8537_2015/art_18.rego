# METADATA
# title: 'Decreto nº 8.537/2015, art. 18 — identificação no embarque'
package norms.decreto_8537_2015.art_18

import rego.v2

boarding.governs := {"young_person"}

# METADATA
# title: 'Jovem de baixa renda'
# custom:
#   title_en: 'Low-income young person'
boarding.where.young_person := input.facts.beneficiary.category == "jovem_baixa_renda"

boarding.requires.boarding.identity := [{"identified"}]

# METADATA
# title: 'Identificação no embarque'
# custom:
#   provision: art18
#   quote: 'aos procedimentos de identificação de passageiros'
#   reason:
#     pt-BR: 'O beneficiário deve identificar-se no embarque.'
#     en: 'The beneficiary must be identified at boarding.'
boarding.when.identified := input.facts.boarding.identified

boarding.remedies.identified := {"fact": "/facts/boarding/identified", "to": "equal", "value": true}
