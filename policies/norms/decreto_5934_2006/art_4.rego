# METADATA
# title: 'Decreto nº 5.934/2006, art. 4º — desconto do idoso (só relatado)'
# description: |
#   O texto não está no acervo: o comentário ao art. 40 da Lei nº 10.741 relata o artigo, em todos os modais, até 15 de novembro
#   de 2019.
package norms.decreto_5934_2006.art_4

import rego.v2

import data.lib.units

# Os números do artigo.

# Dois salários-mínimos.
income_limit := 2 * input.params.minimum_wage_cents

# Os prazos máximos de antecedência: doze horas acima de 500 km, seis até 500 km.
longer_window := 12 * units.hour

shorter_window := 6 * units.hour

grant.governs := {"elderly_person"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
grant.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

# METADATA
# title: 'Transporte rodoviário'
# custom:
#   provision: art4_cpt
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O modal é o rodoviário.'
#     en: 'The mode is road.'
grant.where.road := input.facts.service.mode == "rodoviario"

# METADATA
# title: 'Transporte ferroviário'
# custom:
#   provision: art4_cpt
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O modal é o ferroviário.'
#     en: 'The mode is rail.'
grant.where.rail := input.facts.service.mode == "ferroviario"

# METADATA
# title: 'Transporte aquaviário'
# custom:
#   provision: art4_cpt
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O modal é o aquaviário.'
#     en: 'The mode is waterway.'
grant.where.waterway := input.facts.service.mode == "aquaviario"

grant.requires.desconto.person := [{"low_income"}]

grant.requires.desconto.service := [{"road", "conventional_class"}, {"rail"}, {"waterway"}]

grant.requires.desconto.seat := [{"other_seat"}]

# METADATA
# title: 'Renda igual ou inferior a dois salários-mínimos'
# custom:
#   provision: art4_cpt
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
#   provision: art4_cpt
#   reason:
#     pt-BR: 'O horário deve ser do serviço convencional.'
#     en: 'The timetable must be of the conventional class of service.'
grant.when.conventional_class := input.facts.service.class == "convencional"

grant.remedies.conventional_class := {"fact": "/facts/service/class", "to": "equal", "value": "convencional"}

# METADATA
# title: 'Outro assento disponível'
# custom:
#   provision: art4_cpt
#   curable: false
#   reason:
#     pt-BR: 'Deve haver outro assento disponível no veículo.'
#     en: 'Another seat must be available on the vehicle.'
grant.when.other_seat := input.facts.seats.other_available >= 1

grant.requires.desconto.window := [{"above_500_km", "within_twelve_hours"}, {"up_to_500_km", "within_six_hours"}, {"distance_unknown", "within_the_shorter_window"}]

# METADATA
# title: 'Viagem de mais de 500 km'
# custom:
#   provision: art4_par1u_inc2
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'A viagem tem mais de 500 km.'
#     en: 'The journey is longer than 500 km.'
grant.where.above_500_km := input.facts.trip.distance_km > 500

# METADATA
# title: 'Viagem de até 500 km'
# custom:
#   provision: art4_par1u_inc1
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
#   provision: art4_par1u_inc2
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
#   provision: art4_par1u_inc1
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
#   provision: art4_par1u
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

# Tarifa: metade, no mínimo.

fare.governs := {"elderly_person", "discount"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
fare.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

# METADATA
# title: 'Desconto'
# custom:
#   title_en: 'Discount'
fare.where.discount := input.facts.fare.benefit == "desconto"

# METADATA
# title: 'Desconto mínimo de cinquenta por cento'
# custom:
#   provision: art4_cpt
#   role: grants
#   reason:
#     pt-BR: 'Desconto mínimo de cinquenta por cento do valor da passagem.'
#     en: 'A discount of at least fifty per cent of the fare.'
fare.notes.always.half_fare := true
