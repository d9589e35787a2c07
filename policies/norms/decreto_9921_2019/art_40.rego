# METADATA
# title: 'Decreto nº 9.921/2019, art. 40 — o desconto e o seu prazo'
package norms.decreto_9921_2019.art_40

import rego.v2

# Texto não disponível no acervo e não confirmado (grau ?): nada decide. No trem e na embarcação nenhum texto do acervo
# tem o prazo de compra do desconto, e a resposta o diz.

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
# title: 'Prazo do desconto em texto não disponível'
# custom:
#   provision: art40
#   role: warning
#   code: 'window-not-held'
#   reason:
#     pt-BR: 'O prazo máximo de antecedência do desconto, neste modal, constaria de texto não disponível e não confirmado; nenhum prazo foi aplicado.'
#     en: 'In this mode the discount''s booking window would stand in a text that is neither held nor confirmed; none was applied.'
grant.notes.desconto.window_not_held := true
