# METADATA
# title: 'Resolução ANTT nº 1.692/2006, art. 1º — âmbito rodoviário'
# description: |
#   O artigo nomeia o Decreto nº 5.934; lê-se o que o sucedeu (IR-20).
package norms.resolucao_antt_1692_2006.art_1

import rego.v2

# O informe da Resolução é do transporte rodoviário; nos outros modais nenhum texto do acervo o pede.

report.governs := set()

# METADATA
# title: 'Serviço de transporte'
# custom:
#   title_en: 'Transport service'
report.where.of_the_service := true

report.requires.report.scope := [{"of_the_service"}]

# METADATA
# title: 'Âmbito rodoviário'
# custom:
#   provision: art1
#   quote: 'no âmbito do serviço de transporte rodoviário interestadual de passageiros'
#   role: scope
#   reading: IR-20
#   reason:
#     pt-BR: 'O informe trimestral da Resolução é do transporte rodoviário.'
#     en: 'The Resolution''s quarterly report is for road transport.'
report.notes.always.road_only := true

# METADATA
# title: 'Informe não pedido neste modal'
# custom:
#   provision: art1
#   role: warning
#   code: 'report-not-held'
#   reason:
#     pt-BR: 'Nenhum texto do acervo pede este informe neste modal.'
#     en: 'No held text asks for this report in this mode.'
report.notes.always.not_asked_here if input.facts.service.mode in {"ferroviario", "aquaviario"}
