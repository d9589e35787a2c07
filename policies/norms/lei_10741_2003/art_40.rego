# METADATA
# title: 'Lei nº 10.741/2003, art. 40 — o direito à vaga gratuita e ao desconto'
# description: |
#   A Lei manda; os decretos dizem como. O inciso II começa onde o I termina: o desconto é de quem excede as vagas gratuitas.
package norms.lei_10741_2003.art_40

import rego.v2

import data.lib.settle
import data.norms.decreto_5934_2006.art_3
import data.norms.decreto_9921_2019.art_39

# Os números do artigo.

# Dois salários-mínimos.
income_limit := 2 * input.params.minimum_wage_cents

# Metade da tarifa, para baixo.
half_fare := floor(input.facts.fare.tariff_cents / 2)

grant.governs := {"elderly_person"}

# METADATA
# title: 'Benefício da pessoa idosa'
# custom:
#   provision: art40_cpt
#   quote: 'No sistema de transporte coletivo interestadual'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O benefício é da pessoa idosa.'
#     en: 'The benefit belongs to elderly people.'
grant.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

# METADATA
# title: 'Transporte rodoviário'
# custom:
#   provision: art40_cpt
#   quote: 'No sistema de transporte coletivo interestadual'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O modal é o rodoviário.'
#     en: 'The mode is road.'
grant.where.road := input.facts.service.mode == "rodoviario"

# METADATA
# title: 'Transporte ferroviário'
# custom:
#   provision: art40_cpt
#   quote: 'No sistema de transporte coletivo interestadual'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O modal é o ferroviário.'
#     en: 'The mode is rail.'
grant.where.rail := input.facts.service.mode == "ferroviario"

# METADATA
# title: 'Transporte aquaviário'
# custom:
#   provision: art40_cpt
#   quote: 'No sistema de transporte coletivo interestadual'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O modal é o aquaviário.'
#     en: 'The mode is waterway.'
grant.where.waterway := input.facts.service.mode == "aquaviario"

# METADATA
# title: 'Embarque no ponto inicial da linha'
# custom:
#   title_en: 'Boarding at the line''s initial point'
grant.where.initial_point := input.ns.trip.boarding_at == input.ns.trip.line_departs_at

# METADATA
# title: 'Viagem de ida'
# custom:
#   title_en: 'Outward trip'
grant.where.outward_trip := input.facts.request.return_trip == false

grant.requires.gratuidade.person := [{"income_for_free_seat"}]

grant.requires.desconto.person := [{"income_for_discount"}]

grant.requires.desconto.beyond := [{"exceeds_free_seats"}]

grant.requires.desconto.journey := [{"interstate"}]

# O desconto também se decide por modal: enquanto ele não se conhece, não se concede.

grant.requires.desconto.service := [{"road", "regular_line"}, {"rail", "regular_line"}, {"waterway", "regular_line"}]

grant.requires.desconto.seat := [{"other_seat"}]

grant.requires.desconto.stop := [{"initial_point"}, {"authorized_section"}]

grant.requires.desconto.departure := [{"not_departed"}]

grant.requires.desconto.return := [{"outward_trip"}, {"return_on_sale"}]

# METADATA
# title: 'Renda igual ou inferior a dois salários-mínimos'
# custom:
#   provision: art40_cpt_inc1
#   quote: 'a reserva de 2 (duas) vagas gratuitas por veículo para idosos com renda igual ou inferior a 2 (dois) salários-mínimos'
#   role: grants
#   reading: IR-06, IR-07
#   reason:
#     pt-BR: 'A renda mensal da pessoa deve ser igual ou inferior a {limit}, dois salários-mínimos.'
#     en: 'The person''s monthly income must be at most {limit}, two minimum wages.'
grant.when.income_for_free_seat := input.facts.beneficiary.monthly_income_cents <= income_limit

grant.values.income_for_free_seat.limit := {"money": income_limit}

grant.remedies.income_for_free_seat := {"fact": "/facts/beneficiary/monthly_income_cents", "to": "at_most", "value": income_limit}

# METADATA
# title: 'Renda igual ou inferior a dois salários-mínimos'
# custom:
#   provision: art40_cpt_inc2
#   quote: 'com renda igual ou inferior a 2 (dois) salários-mínimos'
#   role: grants
#   reading: IR-06, IR-07
#   reason:
#     pt-BR: 'A renda mensal da pessoa deve ser igual ou inferior a {limit}, dois salários-mínimos.'
#     en: 'The person''s monthly income must be at most {limit}, two minimum wages.'
grant.when.income_for_discount := input.facts.beneficiary.monthly_income_cents <= income_limit

grant.values.income_for_discount.limit := {"money": income_limit}

grant.remedies.income_for_discount := {"fact": "/facts/beneficiary/monthly_income_cents", "to": "at_most", "value": income_limit}

# METADATA
# title: 'Esgotadas as vagas gratuitas'
# custom:
#   provision: art40_cpt_inc2
#   quote: 'para os idosos que excederem as vagas gratuitas'
#   role: grants
#   reading: IR-01
#   curable: false
#   reason:
#     pt-BR: 'O desconto é devido a quem excede as vagas gratuitas: enquanto houver vaga gratuita, é ela que se concede.'
#     en: 'The discount is due to those who exceed the free seats: while a free seat remains, that is what is granted.'
grant.when.exceeds_free_seats := settle.fails(art_39.grant.requires.gratuidade.seat, art_39.grant.seats) if input.in_force.decreto_9921_2019

grant.when.exceeds_free_seats := settle.fails(art_3.grant.requires.gratuidade.seat, art_3.grant.seats) if input.in_force.decreto_5934_2006

grant.asks.exceeds_free_seats := settle.deciders(art_39.grant.requires.gratuidade.seat, art_39.grant.seats, art_39.grant.seat_facts) if input.in_force.decreto_9921_2019

grant.asks.exceeds_free_seats := settle.deciders(art_3.grant.requires.gratuidade.seat, art_3.grant.seats, art_3.grant.seat_facts) if input.in_force.decreto_5934_2006

# METADATA
# title: 'Viagem interestadual'
# custom:
#   provision: art40_cpt
#   quote: 'No sistema de transporte coletivo interestadual'
#   curable: false
#   reason:
#     pt-BR: 'A viagem deve ser interestadual: transpor o limite de Estado, do Distrito Federal ou de Território.'
#     en: 'The journey must be interstate: it must cross the border of a State, the Federal District or a Territory.'
grant.when.interstate := input.facts.service.interstate

# METADATA
# title: 'Linha regular'
# custom:
#   provision: art40_cpt_inc2
#   quote: 'no valor das passagens'
#   curable: false
#   reason:
#     pt-BR: 'O serviço deve ser de linha regular; o fretamento não está incluído.'
#     en: 'The service must be a regular line; charter is not included.'
grant.when.regular_line := input.facts.service.regular

# METADATA
# title: 'Outro assento disponível'
# custom:
#   provision: art40_cpt_inc2
#   quote: 'para os idosos que excederem as vagas gratuitas'
#   curable: false
#   reason:
#     pt-BR: 'Deve haver outro assento disponível no veículo.'
#     en: 'Another seat must be available on the vehicle.'
grant.when.other_seat := input.facts.seats.other_available >= 1

# METADATA
# title: 'Ponto de embarque autorizado'
# custom:
#   provision: art40_cpt
#   quote: 'nos termos da legislação específica'
#   reason:
#     pt-BR: 'O embarque deve ser no ponto inicial da linha ou em ponto de seção autorizado.'
#     en: 'Boarding must be at the line''s initial point or at an authorised section stop.'
grant.when.authorized_section := input.facts.trip.section_stop_authorized

grant.remedies.authorized_section := {"fact": "/facts/trip/section_stop_authorized", "to": "equal", "value": true}

# METADATA
# title: 'Pedido até a partida'
# custom:
#   provision: art40_cpt
#   quote: 'nos termos da legislação específica'
#   reading: IR-08
#   reason:
#     pt-BR: 'O pedido deve ser feito até a partida programada no ponto de embarque.'
#     en: 'The request must be made no later than the scheduled departure at the boarding point.'
grant.when.not_departed := input.ns.request.made_at <= input.ns.trip.boarding_at

grant.remedies.not_departed := {"fact": "/facts/request/made_at", "to": "at_or_before", "value": {"at": input.ns.trip.boarding_at}}

# METADATA
# title: 'Bilhete de retorno à venda'
# custom:
#   provision: art40_cpt
#   quote: 'nos termos da legislação específica'
#   reason:
#     pt-BR: 'O bilhete de retorno é devido quando a volta já está à venda.'
#     en: 'A return ticket is due once the return is on sale.'
grant.when.return_on_sale := input.facts.request.return_on_sale

grant.remedies.return_on_sale := {"fact": "/facts/request/return_on_sale", "to": "equal", "value": true}

sale.governs := {"elderly_person"}

# METADATA
# title: 'Benefício da pessoa idosa'
# custom:
#   provision: art40_cpt
#   quote: 'nos termos da legislação específica'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O benefício é da pessoa idosa.'
#     en: 'The benefit belongs to elderly people.'
sale.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

sale.requires.sale.right := [{"elderly_person"}]

# METADATA
# title: 'O desconto não reserva assentos'
# custom:
#   provision: art40_cpt_inc2
#   quote: 'para os idosos que excederem as vagas gratuitas'
#   role: grants
#   reason:
#     pt-BR: 'O desconto da pessoa idosa não reserva assentos: a venda é livre a qualquer tempo.'
#     en: 'The elderly discount reserves no seats: they may be sold at any time.'
sale.notes.always.discount_reserves_none if input.facts.sale.benefit == "desconto"

# Tarifa: nada na gratuidade, metade no desconto, e nenhuma outra taxa.

fare.governs := {"elderly_person"}

# METADATA
# title: 'Benefício da pessoa idosa'
# custom:
#   provision: art40_cpt
#   quote: 'nos termos da legislação específica'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O benefício é da pessoa idosa.'
#     en: 'The benefit belongs to elderly people.'
fare.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

# METADATA
# title: 'Gratuidade'
# custom:
#   provision: art40_cpt_inc1
#   quote: 'a reserva de 2 (duas) vagas gratuitas por veículo'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O benefício concedido é a gratuidade.'
#     en: 'The benefit granted is the free seat.'
fare.where.free_seat := input.facts.fare.benefit == "gratuidade"

# METADATA
# title: 'Desconto'
# custom:
#   provision: art40_cpt_inc2
#   quote: 'desconto de 50% (cinqüenta por cento), no mínimo, no valor das passagens'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O benefício concedido é o desconto.'
#     en: 'The benefit granted is the discount.'
fare.where.discount := input.facts.fare.benefit == "desconto"

fare.requires.fare.benefit := [{"free_seat"}, {"discount", "tariff_known"}]

fare.requires.fare.fare := [{"free_seat", "no_fare"}, {"discount", "within_half"}] if input.facts.fare.charged_cents >= 0

fare.requires.fare.fees := [{"free_seat", "no_fee_on_free_seat"}, {"discount", "no_fee_on_discount"}] if input.facts.fare.other_fees_cents >= 0

# METADATA
# title: 'Nada se cobra pela vaga gratuita'
# custom:
#   provision: art40_cpt_inc1
#   quote: 'a reserva de 2 (duas) vagas gratuitas por veículo'
#   role: grants
#   reason:
#     pt-BR: 'A passagem da vaga gratuita custa {maximum}.'
#     en: 'The fare of the free seat is {maximum}.'
fare.when.no_fare := input.facts.fare.charged_cents == 0

fare.values.no_fare.maximum := {"money": 0}

fare.remedies.no_fare := {"fact": "/facts/fare/charged_cents", "to": "at_most", "value": 0}

# METADATA
# title: 'Tarifa de referência'
# custom:
#   provision: art40_cpt_inc2
#   quote: 'desconto de 50% (cinqüenta por cento), no mínimo, no valor das passagens'
#   role: grants
#   curable: false
#   reason:
#     pt-BR: 'O desconto incide sobre a tarifa da tabela da ANTT para o serviço e o horário.'
#     en: 'The discount applies to the tariff table''s fare.'
fare.when.tariff_known := input.facts.fare.tariff_cents >= 0

# METADATA
# title: 'Até metade da tarifa'
# custom:
#   title_en: 'At most half the fare'
#   provision: art40_cpt_inc2
#   quote: 'desconto de 50% (cinqüenta por cento), no mínimo, no valor das passagens'
#   role: grants
#   reason:
#     pt-BR: 'O desconto é de cinquenta por cento, no mínimo: o teto é {maximum}.'
#     en: 'The discount is at least fifty per cent: the ceiling is {maximum}.'
fare.when.within_half := input.facts.fare.charged_cents <= half_fare

fare.values.within_half.maximum := {"money": half_fare}

fare.remedies.within_half := {"fact": "/facts/fare/charged_cents", "to": "at_most", "value": half_fare}

# METADATA
# title: 'Nenhuma outra taxa'
# custom:
#   provision: art40_cpt_inc1
#   quote: 'a reserva de 2 (duas) vagas gratuitas por veículo'
#   role: grants
#   reason:
#     pt-BR: 'Nenhuma outra taxa tem fundamento na lei.'
#     en: 'No other fee has a basis in the law.'
fare.when.no_fee_on_free_seat := input.facts.fare.other_fees_cents == 0

fare.remedies.no_fee_on_free_seat := {"fact": "/facts/fare/other_fees_cents", "to": "at_most", "value": 0}

# METADATA
# title: 'Nenhuma outra taxa'
# custom:
#   provision: art40_cpt_inc2
#   quote: 'desconto de 50% (cinqüenta por cento), no mínimo, no valor das passagens'
#   role: grants
#   reason:
#     pt-BR: 'Nenhuma outra taxa tem fundamento na lei.'
#     en: 'No other fee has a basis in the law.'
fare.when.no_fee_on_discount := input.facts.fare.other_fees_cents == 0

fare.remedies.no_fee_on_discount := {"fact": "/facts/fare/other_fees_cents", "to": "at_most", "value": 0}

fare.gives.fare_max_cents := 0 if fare.where.free_seat

fare.gives.fare_max_cents := half_fare if fare.where.discount

fare.gives.other_fees := "sem_fundamento"

# METADATA
# title: 'Vaga gratuita'
# custom:
#   provision: art40_cpt_inc1
#   quote: 'a reserva de 2 (duas) vagas gratuitas por veículo'
#   role: grants
#   reason:
#     pt-BR: 'A vaga é gratuita.'
#     en: 'The seat is free.'
fare.notes.always.free_of_charge if fare.where.free_seat

# METADATA
# title: 'Metade da tarifa'
# custom:
#   provision: art40_cpt_inc2
#   quote: 'desconto de 50% (cinqüenta por cento), no mínimo, no valor das passagens'
#   role: grants
#   reason:
#     pt-BR: 'O desconto é de cinquenta por cento, no mínimo.'
#     en: 'The discount is at least fifty per cent.'
fare.notes.always.half_fare if fare.where.discount

# Bilhete, embarque e arquivo: a Lei dá o direito, e os outros textos dizem o resto, onde o dizem.

ticket.governs := {"elderly_person"}

# METADATA
# title: 'Benefício da pessoa idosa'
# custom:
#   provision: art40_cpt
#   quote: 'nos termos da legislação específica'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O benefício é da pessoa idosa.'
#     en: 'The benefit belongs to elderly people.'
ticket.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

ticket.requires.ticket.right := [{"elderly_person"}]

boarding.governs := {"elderly_person"}

# METADATA
# title: 'Benefício da pessoa idosa'
# custom:
#   provision: art40_cpt
#   quote: 'nos termos da legislação específica'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O benefício é da pessoa idosa.'
#     en: 'The benefit belongs to elderly people.'
boarding.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

boarding.requires.boarding.right := [{"elderly_person"}]

retention.governs := {"elderly_person"}

# METADATA
# title: 'Benefício da pessoa idosa'
# custom:
#   provision: art40_cpt
#   quote: 'nos termos da legislação específica'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O benefício é da pessoa idosa.'
#     en: 'The benefit belongs to elderly people.'
retention.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

retention.requires.retention.right := [{"elderly_person"}]

# METADATA
# title: 'Conteúdo do bilhete em texto não disponível'
# custom:
#   provision: art40_cpt
#   role: warning
#   code: 'ticket-content-not-held'
#   reason:
#     pt-BR: 'Nenhum texto do acervo diz o que este bilhete deve conter.'
#     en: 'No held text says what this ticket must contain.'
ticket.notes.always.content_not_held if not_ruled

not_ruled if input.facts.ticket.kind == "desconto"

not_ruled if input.facts.service.mode in {"ferroviario", "aquaviario"}

not_ruled if not resolution_in_force

resolution_in_force if input.in_force.resolucao_antt_1692_2006

# METADATA
# title: 'Prazo de arquivo em texto não disponível'
# custom:
#   provision: art40_cpt
#   role: warning
#   code: 'retention-not-held'
#   reason:
#     pt-BR: 'Nenhum texto do acervo diz por quanto tempo se guarda esta segunda via.'
#     en: 'No held text says how long this second copy is kept.'
retention.notes.always.term_not_held if term_not_ruled

term_not_ruled if {
	input.facts.service.mode in {"ferroviario", "aquaviario"}
	input.in_force.decreto_5934_2006
}

term_not_ruled if not resolution_in_force
