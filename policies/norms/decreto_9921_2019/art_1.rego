# METADATA
# title: 'Decreto nº 9.921/2019, art. 1º — a consolidação não muda o alcance do que consolida'
package norms.decreto_9921_2019.art_1

import rego.v2

# Texto não disponível no acervo; o § 1º foi lido em fonte oficial (grau V).

fare.governs := {"elderly_person", "road", "free_seat"}

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
# title: 'Gratuidade'
# custom:
#   title_en: 'Free seat'
fare.where.free_seat := input.facts.fare.benefit == "gratuidade"

# METADATA
# title: 'Cláusula de consolidação'
# custom:
#   provision: art1_par1
#   role: definition
#   reading: IR-02
#   reason:
#     pt-BR: 'A consolidação não altera o alcance nem a força do que consolida; a isenção da Resolução permanece.'
#     en: 'A consolidation changes neither the reach nor the force of what it consolidates; the Resolution''s exemption remains.'
fare.notes.always.consolidation := true
