# METADATA
# title: 'Decreto nº 9.921/2019, art. 42 — prova de idade e de renda'
package norms.decreto_9921_2019.art_42

import rego.v2

# Texto não disponível no acervo e não confirmado (grau ?): nada decide. Na rodovia decide a Res. 1.692, art. 4º; no trem e
# na embarcação nenhum texto do acervo pede prova, e a resposta o diz.

grant.governs := {"elderly_person", "off_road"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
grant.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

# METADATA
# title: 'Transporte ferroviário ou aquaviário'
# custom:
#   title_en: 'Rail or waterway transport'
grant.where.off_road := input.facts.service.mode in {"ferroviario", "aquaviario"}

# METADATA
# title: 'Prova pedida por texto não disponível'
# custom:
#   provision: art42
#   role: warning
#   code: 'proof-not-held'
#   reason:
#     pt-BR: 'A prova de idade e de renda, neste modal, seria pedida por texto não disponível e não confirmado; não se recusa por falta dela.'
#     en: 'In this mode proof of age and income would be asked by a text that is neither held nor confirmed; nothing is refused for want of it.'
grant.notes.always.proof_not_held := true
