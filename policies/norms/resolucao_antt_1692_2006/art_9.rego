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
#     pt-BR: 'As infrações são as dos grupos que este artigo acrescentou à Resolução nº 233.'
#     en: 'The infractions are those that this article added to Resolution 233.'
conduct.notes.always.items := true
