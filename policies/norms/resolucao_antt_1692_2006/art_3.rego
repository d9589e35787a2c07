# METADATA
# title: 'Resolução ANTT nº 1.692/2006, art. 3º — metade do preço na rodovia'
package norms.resolucao_antt_1692_2006.art_3

import rego.v2

import data.lib.units

# Os números do artigo.

# Dois salários-mínimos.
income_limit := 2 * input.params.minimum_wage_cents

# Os prazos máximos de antecedência: doze horas acima de 500 km, seis até 500 km.
longer_window := 12 * units.hour

shorter_window := 6 * units.hour

# Metade da tarifa, para baixo.
half_fare := floor(input.facts.fare.tariff_cents / 2)

grant.governs := {"elderly_person", "road"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
grant.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

# METADATA
# title: 'Transporte rodoviário'
# custom:
#   provision: art1
#   quote: 'no âmbito do serviço de transporte rodoviário interestadual de passageiros'
#   role: scope
#   reading: IR-20
#   curable: false
#   reason:
#     pt-BR: 'A Resolução rege o transporte rodoviário.'
#     en: 'The Resolution governs road transport.'
grant.where.road := input.facts.service.mode == "rodoviario"

grant.requires.desconto.person := [{"low_income"}]

grant.requires.desconto.service := [{"conventional_class"}]

grant.requires.desconto.seat := [{"other_seat"}]

# METADATA
# title: 'Renda igual ou inferior a dois salários-mínimos'
# custom:
#   provision: art3_cpt
#   quote: 'aos idosos com renda igual ou inferior a dois salários-mínimos'
#   reading: IR-06, IR-07
#   reason:
#     pt-BR: 'A renda mensal da pessoa deve ser igual ou inferior a {limit}, dois salários-mínimos.'
#     en: 'The person''s monthly income must be at most {limit}, two minimum wages.'
grant.when.low_income := input.facts.beneficiary.monthly_income_cents <= income_limit

grant.values.low_income.limit := {"money": income_limit}

grant.remedies.low_income := {"fact": "/facts/beneficiary/monthly_income_cents", "to": "at_most", "value": income_limit}

# METADATA
# title: 'Serviço convencional'
# custom:
#   provision: art3_cpt
#   quote: 'do serviço convencional de transporte rodoviário interestadual de passageiros'
#   reason:
#     pt-BR: 'O horário deve ser do serviço convencional.'
#     en: 'The timetable must be of the conventional class of service.'
grant.when.conventional_class := input.facts.service.class == "convencional"

grant.remedies.conventional_class := {"fact": "/facts/service/class", "to": "equal", "value": "convencional"}

# METADATA
# title: 'Outro assento disponível'
# custom:
#   provision: art3_cpt
#   quote: 'para os demais assentos do veículo'
#   curable: false
#   reason:
#     pt-BR: 'Deve haver outro assento disponível no veículo.'
#     en: 'Another seat must be available on the vehicle.'
grant.when.other_seat := input.facts.seats.other_available >= 1

grant.requires.desconto.window := [{"above_500_km", "within_twelve_hours"}, {"up_to_500_km", "within_six_hours"}, {"distance_unknown", "within_the_shorter_window"}]

# METADATA
# title: 'Viagem de mais de 500 km'
# custom:
#   provision: art3_par2_inc2
#   quote: 'com, no máximo, doze horas de antecedência'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'A viagem tem mais de 500 km.'
#     en: 'The journey is longer than 500 km.'
grant.where.above_500_km := input.facts.trip.distance_km > 500

# METADATA
# title: 'Viagem de até 500 km'
# custom:
#   provision: art3_par2_inc1
#   quote: 'com, no máximo, seis horas de antecedência'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'A viagem tem até 500 km.'
#     en: 'The journey is at most 500 km.'
grant.where.up_to_500_km := input.facts.trip.distance_km <= 500

# METADATA
# title: 'Distância não informada'
# custom:
#   title_en: 'Distance not given'
grant.where.distance_unknown := object.get(input.facts, ["trip", "distance_km"], null) == null

# METADATA
# title: 'Compra com até doze horas de antecedência'
# custom:
#   provision: art3_par2_inc2
#   quote: 'com, no máximo, doze horas de antecedência'
#   reading: IR-03
#   reason:
#     pt-BR: 'Acima de 500 km, o máximo é {maximum} antes da partida.'
#     en: 'Above 500 km the maximum is {maximum} before departure.'
#   found:
#     pt-BR: 'Pedido feito {ahead} antes da partida no ponto de embarque.'
#     en: 'Request made {ahead} before departure at the boarding point.'
grant.when.within_twelve_hours := (input.ns.trip.boarding_at - input.ns.request.made_at) <= longer_window

grant.values.within_twelve_hours.maximum := {"duration": longer_window}

grant.values.within_twelve_hours.ahead := {"duration": input.ns.trip.boarding_at - input.ns.request.made_at}

grant.remedies.within_twelve_hours := {"fact": "/facts/request/made_at", "to": "at_or_after", "value": {"at": input.ns.trip.boarding_at - longer_window}}

# METADATA
# title: 'Compra com até seis horas de antecedência'
# custom:
#   provision: art3_par2_inc1
#   quote: 'com, no máximo, seis horas de antecedência'
#   reading: IR-03
#   reason:
#     pt-BR: 'Até 500 km, o máximo é {maximum} antes da partida.'
#     en: 'Up to 500 km the maximum is {maximum} before departure.'
#   found:
#     pt-BR: 'Pedido feito {ahead} antes da partida no ponto de embarque.'
#     en: 'Request made {ahead} before departure at the boarding point.'
grant.when.within_six_hours := (input.ns.trip.boarding_at - input.ns.request.made_at) <= shorter_window

grant.values.within_six_hours.maximum := {"duration": shorter_window}

grant.values.within_six_hours.ahead := {"duration": input.ns.trip.boarding_at - input.ns.request.made_at}

grant.remedies.within_six_hours := {"fact": "/facts/request/made_at", "to": "at_or_after", "value": {"at": input.ns.trip.boarding_at - shorter_window}}

# METADATA
# title: 'Compra dentro do menor dos prazos'
# custom:
#   provision: art3_par2
#   quote: 'obedecendo aos seguintes prazos'
#   reading: IR-03
#   reason:
#     pt-BR: 'Com até {maximum} de antecedência, a compra está no prazo qualquer que seja a distância.'
#     en: 'Within {maximum} of departure the purchase is in time whatever the distance.'
#   found:
#     pt-BR: 'Pedido feito {ahead} antes da partida no ponto de embarque.'
#     en: 'Request made {ahead} before departure at the boarding point.'
grant.when.within_the_shorter_window := (input.ns.trip.boarding_at - input.ns.request.made_at) <= shorter_window

grant.values.within_the_shorter_window.maximum := {"duration": shorter_window}

grant.values.within_the_shorter_window.ahead := {"duration": input.ns.trip.boarding_at - input.ns.request.made_at}

grant.remedies.within_the_shorter_window := {"fact": "/facts/request/made_at", "to": "at_or_after", "value": {"at": input.ns.trip.boarding_at - shorter_window}}

# Tarifa: metade, no mínimo, do Quadro Tarifário.

fare.governs := {"elderly_person", "road", "discount"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
fare.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

# METADATA
# title: 'Transporte rodoviário'
# custom:
#   provision: art1
#   quote: 'no âmbito do serviço de transporte rodoviário interestadual de passageiros'
#   role: scope
#   reading: IR-20
#   curable: false
#   reason:
#     pt-BR: 'A Resolução rege o transporte rodoviário.'
#     en: 'The Resolution governs road transport.'
fare.where.road := input.facts.service.mode == "rodoviario"

# METADATA
# title: 'Desconto'
# custom:
#   provision: art3_cpt
#   quote: 'o desconto mínimo de cinqüenta por cento do valor da passagem'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O benefício concedido é o desconto.'
#     en: 'The benefit granted is the discount.'
fare.where.discount := input.facts.fare.benefit == "desconto"

fare.requires.fare.fare := [{"within_half"}] if input.facts.fare.charged_cents >= 0

# METADATA
# title: 'Até metade da tarifa'
# custom:
#   title_en: 'At most half the fare'
#   provision: art3_cpt
#   quote: 'o desconto mínimo de cinqüenta por cento do valor da passagem'
#   role: grants
#   reason:
#     pt-BR: 'O desconto é de cinquenta por cento, no mínimo: o teto é {maximum}.'
#     en: 'The discount is at least fifty per cent: the ceiling is {maximum}.'
fare.when.within_half := input.facts.fare.charged_cents <= half_fare

fare.values.within_half.maximum := {"money": half_fare}

fare.remedies.within_half := {"fact": "/facts/fare/charged_cents", "to": "at_most", "value": half_fare}

fare.gives.fare_max_cents := half_fare

# METADATA
# title: 'Desconto mínimo de cinquenta por cento'
# custom:
#   provision: art3_cpt
#   quote: 'o desconto mínimo de cinqüenta por cento do valor da passagem'
#   role: grants
#   reason:
#     pt-BR: 'O desconto é de cinquenta por cento, no mínimo, do valor da passagem.'
#     en: 'The discount is at least fifty per cent of the fare.'
fare.notes.always.half_fare := true

# METADATA
# title: 'Base no Quadro Tarifário'
# custom:
#   provision: art3_par1
#   quote: 'calculado com base no Quadro Tarifário'
#   role: definition
#   reason:
#     pt-BR: 'A base é o Quadro Tarifário da ANTT para o serviço e o horário, não um preço promocional.'
#     en: 'The base is ANTT''s tariff table for the service and hour, not a promotional price.'
fare.notes.always.tariff_table := true
