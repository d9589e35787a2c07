# METADATA
# title: 'Resolução ANTT nº 1.692/2006, art. 9º — infrações na Resolução nº 233'
package norms.resolucao_antt_1692_2006.art_9

import rego.v2

conduct.governs := set()

# METADATA
# title: 'Atos da transportadora'
# custom:
#   title_en: 'Acts of the carrier'
conduct.where.read := true

conduct.requires.conduct.read := [{"read"}]

# METADATA
# title: 'Infrações da Resolução nº 233'
# custom:
#   provision: art9
#   quote: 'passa a vigorar com a seguinte redação'
#   role: penalty
#   reason:
#     pt-BR: 'As infrações são as dos itens que este artigo pôs nos grupos do art. 1º da Resolução nº 233.'
#     en: 'The infractions are those that this article added to Resolution 233.'
conduct.notes.always.items := true

# METADATA
# title: 'Infrações não previstas neste modal'
# custom:
#   provision: art9
#   role: warning
#   code: 'infractions-not-held'
#   reason:
#     pt-BR: 'Nenhum texto do acervo dá infrações da legislação do idoso neste modal.'
#     en: 'No held text gives infractions of the elderly legislation in this mode.'
conduct.notes.always.none_in_this_mode if input.facts.service.mode in {"ferroviario", "aquaviario"}
