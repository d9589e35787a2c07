# METADATA
# title: 'Decreto nº 5.934/2006, art. 7º — identificação no embarque'
package norms.decreto_5934_2006.art_7

import rego.v2

boarding.governs := {"elderly_person"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
boarding.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

boarding.requires.boarding.identity := [{"identified"}]

# METADATA
# title: 'Identificação no embarque'
# custom:
#   provision: art7
#   quote: 'aos procedimentos de identificação de passageiros'
#   reason:
#     pt-BR: 'O beneficiário deve identificar-se no embarque.'
#     en: 'The beneficiary must be identified at boarding.'
boarding.when.identified := input.facts.boarding.identified

boarding.remedies.identified := {"fact": "/facts/boarding/identified", "to": "equal", "value": true}
