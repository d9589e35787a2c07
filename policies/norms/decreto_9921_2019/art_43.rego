# METADATA
# title: 'Decreto nº 9.921/2019, art. 43 — identificação no embarque'
package norms.decreto_9921_2019.art_43

import rego.v2

# Texto não disponível no acervo (grau V2).

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
#   provision: art43
#   reason:
#     pt-BR: 'O beneficiário deve identificar-se no embarque.'
#     en: 'The beneficiary must be identified at boarding.'
boarding.when.identified := input.facts.boarding.identified

boarding.remedies.identified := {"fact": "/facts/boarding/identified", "to": "equal", "value": true}
