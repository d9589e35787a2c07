# METADATA
# title: 'Lei nº 12.852/2013, art. 1º — quem é jovem'
package norms.lei_12852_2013.art_1

import rego.v2

# Os números do artigo.

minimum_age := 15

maximum_age := 29

# Texto não disponível no acervo; as idades foram lidas em fonte oficial (grau V).

grant.governs := {"young_person"}

# METADATA
# title: 'Jovem de baixa renda'
# custom:
#   title_en: 'Low-income young person'
grant.where.young_person := input.facts.beneficiary.category == "jovem_baixa_renda"

grant.requires.gratuidade.age := [{"fifteen_years", "under_thirty"}]

grant.requires.desconto.age := grant.requires.gratuidade.age

# METADATA
# title: 'Quinze anos completos'
# custom:
#   provision: art1_par1
#   reading: IR-09
#   curable: false
#   reason:
#     pt-BR: 'O jovem deve ter pelo menos {minimum} anos completos na data do pedido.'
#     en: 'The young person must be at least {minimum} years old on the date of the request.'
grant.when.fifteen_years := input.years.beneficiary.birth_on >= minimum_age

grant.values.fifteen_years.minimum := {"number": minimum_age}

# METADATA
# title: 'Até vinte e nove anos'
# custom:
#   provision: art1_par1
#   reading: IR-09, IR-10
#   curable: false
#   reason:
#     pt-BR: 'O jovem deve ter no máximo {maximum} anos, até a véspera do aniversário seguinte.'
#     en: 'The young person must be at most {maximum}, up to the eve of the next birthday.'
grant.when.under_thirty := input.years.beneficiary.birth_on <= maximum_age

grant.values.under_thirty.maximum := {"number": maximum_age}
