# METADATA
# title: 'Decreto nº 8.537/2015, art. 19 — desconto facultativo nos demais assentos'
# description: |
#   Uma faculdade da transportadora, nunca um dever; não pede serviço convencional. Vale em qualquer serviço interestadual: é
#   indicada mesmo que neste veículo não haja outro assento.
package norms.decreto_8537_2015.art_19

import rego.v2

import data.norms.lei_12852_2013.art_1

grant.governs := {"young_person"}

# METADATA
# title: 'Jovem de baixa renda'
# custom:
#   title_en: 'Low-income young person'
grant.where.young_person := input.facts.beneficiary.category == "jovem_baixa_renda"

# METADATA
# title: 'Desconto facultativo'
# custom:
#   provision: art19
#   quote: 'fica facultada às empresas prestadoras de serviços de transporte a concessão ao jovem de baixa renda do desconto mínimo de cinquenta por cento'
#   role: faculty
#   reason:
#     pt-BR: 'A transportadora pode, se quiser, dar desconto de cinquenta por cento ou mais nos demais assentos de qualquer serviço interestadual.'
#     en: 'The carrier may, if it wishes, give fifty per cent or more off on other seats of any interstate service.'
grant.notes.deny.other_seats if {
	input.facts.service.interstate
	art_1.grant.when.fifteen_years
	art_1.grant.when.under_thirty
	not departed
}

departed if input.ns.request.made_at > input.ns.trip.boarding_at

fare.governs := {"young_person"}

# METADATA
# title: 'Jovem de baixa renda'
# custom:
#   title_en: 'Low-income young person'
fare.where.young_person := input.facts.beneficiary.category == "jovem_baixa_renda"

# METADATA
# title: 'Desconto facultativo'
# custom:
#   provision: art19
#   quote: 'para os demais assentos disponíveis do veículo'
#   role: faculty
#   reason:
#     pt-BR: 'O desconto nos demais assentos é faculdade da transportadora.'
#     en: 'A discount on other seats is the carrier''s faculty.'
fare.notes.always.other_seats if input.facts.fare.benefit == "desconto"
