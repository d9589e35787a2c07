# METADATA
# title: 'Resolução ANTT nº 1.692/2006, art. 10 — a multa não exclui outras sanções'
package norms.resolucao_antt_1692_2006.art_10

import rego.v2

conduct.governs := set()

# METADATA
# title: 'Outras sanções'
# custom:
#   provision: art10
#   quote: 'A aplicação de multa não elide a imposição das demais sanções legais e contratuais'
#   role: penalty
#   reason:
#     pt-BR: 'A multa não exclui as demais sanções legais, contratuais, cíveis e penais.'
#     en: 'A fine does not exclude other legal, contractual, civil and criminal sanctions.'
conduct.notes.always.other_sanctions := true
