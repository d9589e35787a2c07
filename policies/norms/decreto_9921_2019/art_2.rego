# METADATA
# title: 'Decreto nº 9.921/2019, art. 2º — quem é pessoa idosa'
package norms.decreto_9921_2019.art_2

import rego.v2

# Os números do artigo.

minimum_age := 60

# Texto não disponível no acervo; a idade foi lida em fonte oficial (grau V).

grant.governs := {"elderly_person"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
grant.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

grant.requires.gratuidade.age := [{"sixty_years"}]

grant.requires.desconto.age := grant.requires.gratuidade.age

# METADATA
# title: 'Sessenta anos completos'
# custom:
#   provision: art2
#   reading: IR-05
#   curable: false
#   reason:
#     pt-BR: 'A pessoa deve ter {minimum} anos completos na data do pedido.'
#     en: 'The person must be at least {minimum} years old on the date of the request.'
grant.when.sixty_years := input.years.beneficiary.birth_on >= minimum_age

grant.values.sixty_years.minimum := {"number": minimum_age}
