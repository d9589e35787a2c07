# METADATA
# title: 'Decreto nº 5.934/2006, art. 2º — definições'
package norms.decreto_5934_2006.art_2

import rego.v2

# Os números do artigo.

minimum_age := 60

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
#   provision: art2_cpt_inc1
#   quote: 'pessoa com idade igual ou superior a sessenta anos'
#   reading: IR-05
#   curable: false
#   reason:
#     pt-BR: 'A pessoa deve ter {minimum} anos completos na data do pedido.'
#     en: 'The person must be at least {minimum} years old on the date of the request.'
grant.when.sixty_years := input.years.beneficiary.birth_on >= minimum_age

grant.values.sixty_years.minimum := {"number": minimum_age}

grant.requires.gratuidade.journey := [{"interstate"}]

# METADATA
# title: 'Viagem interestadual'
# custom:
#   provision: art2_cpt_inc2
#   quote: 'o que transpõe o limite do Estado, do Distrito Federal ou de Território'
#   curable: false
#   reason:
#     pt-BR: 'A viagem deve ser interestadual: transpor o limite de Estado, do Distrito Federal ou de Território.'
#     en: 'The journey must be interstate: it must cross the border of a State, the Federal District or a Territory.'
grant.when.interstate := input.facts.service.interstate
