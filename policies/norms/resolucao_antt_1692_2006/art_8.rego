# METADATA
# title: 'Resolução ANTT nº 1.692/2006, art. 8º — equilíbrio dos contratos'
package norms.resolucao_antt_1692_2006.art_8

import rego.v2

# Nada se decide aqui: a revisão da tarifa é competência da ANTT e a documentação é ônus da transportadora.

fare.governs := {"elderly_person", "road", "discount"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
fare.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

# METADATA
# title: 'Transporte rodoviário'
# custom:
#   title_en: 'Road transport'
fare.where.road := input.facts.service.mode == "rodoviario"

# METADATA
# title: 'Desconto'
# custom:
#   title_en: 'Discount'
fare.where.discount := input.facts.fare.benefit == "desconto"

# METADATA
# title: 'Documentar o impacto'
# custom:
#   provision: art8_par1u
#   quote: 'apresentar documentação que comprove o impacto econômico-financeiro'
#   role: duty
#   on: transportadora
#   reason:
#     pt-BR: 'Documentar o impacto dos descontos concedidos, se houver pedido de reequilíbrio.'
#     en: 'Document the impact of the discounts granted, if a rebalancing is sought.'
fare.notes.always.impact := true
