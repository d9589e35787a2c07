# METADATA
# title: 'Decreto nº 8.537/2015, art. 13 — vagas do jovem de baixa renda'
# description: |
#   Duas vagas gratuitas e, depois delas, duas com desconto de cinquenta por cento, no mínimo. As três horas, as seções, a vaga
#   não vendida e os trinta minutos valem para as duas espécies.
package norms.decreto_8537_2015.art_13

import rego.v2

import data.lib.settle
import data.lib.units

# Os números do artigo.

# As vagas reservadas de cada espécie em cada veículo.
reserved_seats := 2

# O prazo: três horas antes da partida do ponto inicial da linha.
advance := 3 * units.hour

deadline := input.ns.trip.line_departs_at - advance

# Trinta minutos antes.
arrival_advance := 30 * units.minute

grant.governs := {"young_person"}

# METADATA
# title: 'Benefício do jovem de baixa renda'
# custom:
#   provision: art13_cpt
#   quote: 'ao jovem de baixa renda'
#   role: scope
#   reading: IR-19
#   curable: false
#   reason:
#     pt-BR: 'O benefício é do jovem de baixa renda.'
#     en: 'The benefit belongs to low-income young people.'
grant.where.young_person := input.facts.beneficiary.category == "jovem_baixa_renda"

# METADATA
# title: 'Transporte rodoviário'
# custom:
#   provision: art13_par1
#   quote: 'incluem-se na condição de serviço de transporte convencional'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O modal é o rodoviário.'
#     en: 'The mode is road.'
grant.where.road := input.facts.service.mode == "rodoviario"

# METADATA
# title: 'Transporte ferroviário'
# custom:
#   provision: art13_par1
#   quote: 'incluem-se na condição de serviço de transporte convencional'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O modal é o ferroviário.'
#     en: 'The mode is rail.'
grant.where.rail := input.facts.service.mode == "ferroviario"

# METADATA
# title: 'Transporte aquaviário'
# custom:
#   provision: art13_par1
#   quote: 'incluem-se na condição de serviço de transporte convencional'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O modal é o aquaviário.'
#     en: 'The mode is waterway.'
grant.where.waterway := input.facts.service.mode == "aquaviario"

# METADATA
# title: 'Pedido no prazo de três horas'
# custom:
#   title_en: 'Request within the three-hour deadline'
grant.where.asked_in_time := grant.seats.in_time

# METADATA
# title: 'Embarque no ponto inicial da linha'
# custom:
#   title_en: 'Boarding at the line''s initial point'
grant.where.initial_point := input.ns.trip.boarding_at == input.ns.trip.line_departs_at

# METADATA
# title: 'Embarque não anterior à partida do ponto inicial'
# custom:
#   title_en: 'Boarding no earlier than departure from the initial point'
grant.where.boards_on_the_way := input.ns.trip.boarding_at >= input.ns.trip.line_departs_at

# METADATA
# title: 'Viagem de ida'
# custom:
#   title_en: 'Outward trip'
grant.where.outward_trip := input.facts.request.return_trip == false

grant.requires.gratuidade.journey := [{"interstate"}]

grant.requires.gratuidade.service := [{"road", "regular_road_line", "conventional_class"}, {"rail", "regular_rail_line"}, {"waterway", "regular_waterway_line"}]

grant.requires.gratuidade.seat := [{"seat_not_granted", "in_time"}, {"seat_not_granted", "seat_unsold"}]

grant.requires.gratuidade.counter := [{"own_channel"}]

grant.requires.gratuidade.stop := [{"initial_point"}, {"authorized_section"}]

grant.requires.gratuidade.departure := [{"asked_in_time", "boards_on_the_way"}, {"not_departed"}]

grant.requires.gratuidade.return := [{"outward_trip"}, {"return_on_sale"}]

# O desconto pede o mesmo, e que as vagas gratuitas estejam esgotadas.

grant.requires.desconto.journey := grant.requires.gratuidade.journey

grant.requires.desconto.service := grant.requires.gratuidade.service

grant.requires.desconto.counter := grant.requires.gratuidade.counter

grant.requires.desconto.stop := grant.requires.gratuidade.stop

grant.requires.desconto.departure := grant.requires.gratuidade.departure

grant.requires.desconto.return := grant.requires.gratuidade.return

grant.requires.desconto.beyond := [{"free_seats_exhausted"}]

grant.requires.desconto.seat := [{"discount_seat_not_granted", "in_time"}, {"discount_seat_not_granted", "discount_seat_unsold"}]

# METADATA
# title: 'Viagem interestadual'
# custom:
#   provision: art13_cpt
#   quote: 'transporte interestadual de passageiros'
#   curable: false
#   reason:
#     pt-BR: 'A viagem deve ser interestadual: transpor o limite de Estado, do Distrito Federal ou de Território.'
#     en: 'The journey must be interstate: it must cross the border of a State, the Federal District or a Territory.'
grant.when.interstate := input.facts.service.interstate

# METADATA
# title: 'Linha regular'
# custom:
#   provision: art13_par1_inc1
#   quote: 'em linhas regulares'
#   curable: false
#   reason:
#     pt-BR: 'O serviço deve ser de linha regular; o fretamento não está incluído.'
#     en: 'The service must be a regular line; charter is not included.'
grant.when.regular_road_line := input.facts.service.regular

# METADATA
# title: 'Linha regular'
# custom:
#   provision: art13_par1_inc2
#   quote: 'em linhas regulares'
#   curable: false
#   reason:
#     pt-BR: 'O serviço deve ser de linha regular; o fretamento não está incluído.'
#     en: 'The service must be a regular line; charter is not included.'
grant.when.regular_rail_line := input.facts.service.regular

# METADATA
# title: 'Linha regular'
# custom:
#   provision: art13_par1_inc3
#   quote: 'que operam linhas regulares, inclusive travessias'
#   curable: false
#   reason:
#     pt-BR: 'O serviço deve ser de linha regular; o fretamento não está incluído.'
#     en: 'The service must be a regular line; charter is not included.'
grant.when.regular_waterway_line := input.facts.service.regular

# METADATA
# title: 'Serviço convencional'
# custom:
#   provision: art13_par1_inc1
#   quote: 'prestado em veículo de características básicas'
#   reading: IR-16
#   reason:
#     pt-BR: 'O horário deve ser do serviço convencional.'
#     en: 'The timetable must be of the conventional class of service.'
grant.when.conventional_class := input.facts.service.class == "convencional"

grant.remedies.conventional_class := {"fact": "/facts/service/class", "to": "equal", "value": "convencional"}

grant.seats.seat_not_granted := input.facts.seats.free_granted < reserved_seats

grant.seats.in_time := input.ns.request.made_at <= deadline

grant.seats.seat_unsold := (input.facts.seats.free_granted + (input.facts.seats.free_sold - input.facts.seats.free_sold_before_deadline)) < reserved_seats

# De que fatos cada uma é feita: para perguntar só por aqueles que, sozinhos, ainda decidem a vaga.

grant.seat_facts := {
	"/facts/seats/free_granted": {"seat_not_granted", "seat_unsold"},
	"/facts/seats/free_sold": {"seat_unsold"},
	"/facts/trip/line_departs_at": {"in_time"},
}

grant.discount_seats.seat_not_granted := input.facts.seats.discount_granted < reserved_seats

grant.discount_seats.seat_unsold := (input.facts.seats.discount_granted + (input.facts.seats.discount_sold - input.facts.seats.discount_sold_before_deadline)) < reserved_seats

# METADATA
# title: 'Vaga gratuita ainda não concedida'
# custom:
#   provision: art13_cpt
#   quote: 'duas vagas gratuitas em cada veículo, comboio ferroviário ou embarcação'
#   curable: false
#   reason:
#     pt-BR: 'Das duas vagas gratuitas do veículo, ao menos uma não deve ter sido concedida ainda.'
#     en: 'Of the vehicle''s two free seats at least one must not have been granted yet.'
grant.when.seat_not_granted := grant.seats.seat_not_granted

# METADATA
# title: 'Pedido com antecedência mínima de três horas'
# custom:
#   provision: art13_par2
#   quote: 'com antecedência mínima de três horas'
#   reason:
#     pt-BR: 'O mínimo é {minimum} antes da partida do ponto inicial da linha.'
#     en: 'The minimum is {minimum} before departure from the line''s initial point.'
#   found:
#     pt-BR: 'Pedido feito {ahead} antes da partida do ponto inicial.'
#     en: 'Request made {ahead} before departure from the initial point.'
grant.when.in_time := grant.seats.in_time

grant.values.in_time.minimum := {"duration": advance}

grant.values.in_time.ahead := {"duration": input.ns.trip.line_departs_at - input.ns.request.made_at}

grant.remedies.in_time := {"fact": "/facts/request/made_at", "to": "at_or_before", "value": {"at": deadline}}

# METADATA
# title: 'Vaga reservada ainda não vendida'
# custom:
#   provision: art13_par5
#   quote: 'continuarão disponíveis para o exercício do benefício da gratuidade e da meia-passagem'
#   curable: false
#   reason:
#     pt-BR: 'Depois do prazo, a vaga é devida enquanto não for concedida nem licitamente vendida.'
#     en: 'After the deadline the seat stays due while it is neither granted nor lawfully sold.'
grant.when.seat_unsold := grant.seats.seat_unsold

# METADATA
# title: 'Esgotadas as vagas gratuitas'
# custom:
#   provision: art13_cpt
#   quote: 'a serem utilizadas depois de esgotadas as vagas gratuitas'
#   reading: IR-11
#   curable: false
#   reason:
#     pt-BR: 'As vagas com desconto se usam depois de esgotadas as gratuitas.'
#     en: 'The discounted seats are used once the free ones are exhausted.'
grant.when.free_seats_exhausted := settle.fails(grant.requires.gratuidade.seat, grant.seats)

grant.asks.free_seats_exhausted := settle.deciders(grant.requires.gratuidade.seat, grant.seats, grant.seat_facts)

# METADATA
# title: 'Vaga com desconto ainda não concedida'
# custom:
#   provision: art13_cpt
#   quote: 'duas vagas com desconto de cinquenta por cento, no mínimo'
#   curable: false
#   reason:
#     pt-BR: 'Das duas vagas com desconto do veículo, ao menos uma não deve ter sido concedida ainda.'
#     en: 'Of the vehicle''s two discounted seats at least one must not have been granted yet.'
grant.when.discount_seat_not_granted := grant.discount_seats.seat_not_granted

# METADATA
# title: 'Vaga com desconto ainda não vendida'
# custom:
#   provision: art13_par5
#   quote: 'continuarão disponíveis para o exercício do benefício da gratuidade e da meia-passagem'
#   curable: false
#   reason:
#     pt-BR: 'Depois do prazo, a vaga com desconto é devida enquanto não for concedida nem licitamente vendida.'
#     en: 'After the deadline the discounted seat stays due while it is neither granted nor lawfully sold.'
grant.when.discount_seat_unsold := grant.discount_seats.seat_unsold

# METADATA
# title: 'Pedido até a partida'
# custom:
#   provision: art13_par5
#   quote: 'continuarão disponíveis para o exercício do benefício'
#   reading: IR-08
#   reason:
#     pt-BR: 'O pedido deve ser feito até a partida programada no ponto de embarque.'
#     en: 'The request must be made no later than the scheduled departure at the boarding point.'
grant.when.not_departed := input.ns.request.made_at <= input.ns.trip.boarding_at

grant.remedies.not_departed := {"fact": "/facts/request/made_at", "to": "at_or_before", "value": {"at": input.ns.trip.boarding_at}}

# METADATA
# title: 'Ponto de venda próprio'
# custom:
#   provision: art13_par2
#   quote: 'nos pontos de venda da transportadora'
#   reading: IR-17
#   reason:
#     pt-BR: 'O pedido deve ser feito em ponto de venda próprio da transportadora, físico ou virtual.'
#     en: 'The request must be made at the carrier''s own point of sale, physical or virtual.'
grant.when.own_channel := input.facts.request.channel in {"proprio", "proprio_virtual"}

grant.remedies.own_channel := {"fact": "/facts/request/channel", "to": "equal", "value": "proprio"}

# METADATA
# title: 'Ponto de embarque autorizado'
# custom:
#   provision: art13_par3
#   quote: 'nos pontos de seção devidamente autorizados para embarque de passageiros'
#   reason:
#     pt-BR: 'O embarque deve ser no ponto inicial da linha ou em ponto de seção autorizado.'
#     en: 'Boarding must be at the line''s initial point or at an authorised section stop.'
grant.when.authorized_section := input.facts.trip.section_stop_authorized

grant.remedies.authorized_section := {"fact": "/facts/trip/section_stop_authorized", "to": "equal", "value": true}

# METADATA
# title: 'Bilhete de retorno à venda'
# custom:
#   provision: art13_par2
#   quote: 'podendo solicitar a emissão do bilhete de viagem de retorno'
#   reason:
#     pt-BR: 'O bilhete de retorno é devido quando a volta já está à venda.'
#     en: 'A return ticket is due once the return is on sale.'
grant.when.return_on_sale := input.facts.request.return_on_sale

grant.remedies.return_on_sale := {"fact": "/facts/request/return_on_sale", "to": "equal", "value": true}

# METADATA
# title: 'Vagas reservadas vendidas'
# custom:
#   provision: art13_par4
#   quote: 'as empresas prestadoras dos serviços poderão colocá-los à venda'
#   role: faculty
#   reason:
#     pt-BR: 'A transportadora pode vender, depois do prazo, as vagas não concedidas; a venda antes do prazo não prejudica o beneficiário.'
#     en: 'After the deadline the carrier may sell the seats not granted; a sale before it takes nothing from the beneficiary.'
grant.notes.always.reserved_seats_sold if sold_seats > 0

sold_seats := sum([object.get(input.facts.seats, name, 0) | some name in ["free_sold", "discount_sold"]])

# METADATA
# title: 'Comparecer trinta minutos antes'
# custom:
#   provision: art13_par6
#   quote: 'até trinta minutos antes da hora marcada para o início da viagem, sob pena de perda do benefício'
#   role: duty
#   on: beneficiario
#   reading: IR-04
#   reason:
#     pt-BR: 'Comparecer ao terminal de embarque pelo menos {advance} antes do horário previsto, sob pena de perda do benefício.'
#     en: 'Be at the boarding terminal at least {advance} before the scheduled time, or lose the benefit.'
grant.notes.allow.thirty_minutes := true

grant.values.thirty_minutes.advance := {"duration": arrival_advance}

grant.values.thirty_minutes.due_at := {"at": input.ns.trip.boarding_at - arrival_advance, "as": "/facts/trip/boarding_at"}

# METADATA
# title: 'Pedido tardio: trinta minutos antes'
# custom:
#   provision: art13_par6
#   quote: 'até trinta minutos antes da hora marcada para o início da viagem, sob pena de perda do benefício'
#   role: duty
#   reading: IR-08
#   reason:
#     pt-BR: 'O pedido depois do prazo é atendido, mas o embarque exige comparecer {advance} antes do horário previsto.'
#     en: 'A late request is granted, but boarding requires arriving {advance} before the scheduled time.'
grant.notes.allow.thirty_minutes_after_the_deadline if grant.when.in_time == false

grant.values.thirty_minutes_after_the_deadline.advance := {"duration": arrival_advance}

# METADATA
# title: 'Bilhete nominal com o benefício'
# custom:
#   provision: art13_par7
#   quote: 'deverá conter referência ao benefício obtido'
#   role: duty
#   on: transportadora
#   reason:
#     pt-BR: 'Emitir bilhete nominal que diga o benefício obtido: gratuidade ou desconto.'
#     en: 'Issue a ticket in the person''s name that says which benefit was obtained.'
grant.notes.allow.nominal := true

# Venda das vagas reservadas que não foram concedidas: as gratuitas e as com desconto.

sale.governs := {"young_person"}

# METADATA
# title: 'Benefício do jovem de baixa renda'
# custom:
#   provision: art13_cpt
#   quote: 'ao jovem de baixa renda'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O benefício é do jovem de baixa renda.'
#     en: 'The benefit belongs to low-income young people.'
sale.where.young_person := input.facts.beneficiary.category == "jovem_baixa_renda"

# METADATA
# title: 'Vagas gratuitas'
# custom:
#   provision: art13_cpt
#   quote: 'duas vagas gratuitas em cada veículo'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'A venda é de vaga gratuita.'
#     en: 'The sale is of a free seat.'
sale.where.free_seats := input.facts.sale.benefit == "gratuidade"

# METADATA
# title: 'Vagas com desconto'
# custom:
#   provision: art13_cpt
#   quote: 'duas vagas com desconto de cinquenta por cento, no mínimo'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'A venda é de vaga com desconto.'
#     en: 'The sale is of a discounted seat.'
sale.where.discounted_seats := input.facts.sale.benefit == "desconto"

sale.requires.sale.time := [{"after_deadline"}]

sale.requires.sale.seat := [{"free_seats", "free_seat_left"}, {"discounted_seats", "discount_seat_left"}, {"free_seat_left", "discount_seat_left"}]

# METADATA
# title: 'Venda depois do prazo de três horas'
# custom:
#   title_en: 'Sale after the three-hour deadline'
#   provision: art13_par4
#   quote: 'as empresas prestadoras dos serviços poderão colocá-los à venda'
#   reason:
#     pt-BR: 'A venda ao público é lícita depois de {from}.'
#     en: 'Sale to the public is lawful after {from}.'
sale.when.after_deadline := input.ns.sale.at > deadline

sale.values.after_deadline.from := {"at": deadline, "as": "/facts/trip/line_departs_at"}

sale.remedies.after_deadline := {"fact": "/facts/sale/at", "to": "after", "value": {"at": deadline}}

# METADATA
# title: 'Vaga ainda não concedida nem vendida'
# custom:
#   provision: art13_par4
#   quote: 'as empresas prestadoras dos serviços poderão colocá-los à venda'
#   curable: false
#   reason:
#     pt-BR: 'Deve restar vaga reservada, nem concedida nem vendida.'
#     en: 'A reserved seat, neither granted nor sold, must remain.'
sale.when.free_seat_left := (input.facts.seats.free_granted + input.facts.seats.free_sold) < reserved_seats

# METADATA
# title: 'Vaga ainda não concedida nem vendida'
# custom:
#   provision: art13_par4
#   quote: 'as empresas prestadoras dos serviços poderão colocá-los à venda'
#   curable: false
#   reason:
#     pt-BR: 'Deve restar vaga reservada, nem concedida nem vendida.'
#     en: 'A reserved seat, neither granted nor sold, must remain.'
sale.when.discount_seat_left := (input.facts.seats.discount_granted + input.facts.seats.discount_sold) < reserved_seats

sale.gives.from_at := {"at": deadline, "as": "/facts/trip/line_departs_at"}

# METADATA
# title: 'Faculdade de vender depois do prazo'
# custom:
#   provision: art13_par4
#   quote: 'as empresas prestadoras dos serviços poderão colocá-los à venda'
#   role: faculty
#   reason:
#     pt-BR: 'A transportadora pode vender, depois do prazo, as vagas não concedidas; a venda antes do prazo não prejudica o beneficiário.'
#     en: 'After the deadline the carrier may sell the seats not granted; a sale before it takes nothing from the beneficiary.'
sale.notes.always.permission := true

boarding.governs := {"young_person"}

# METADATA
# title: 'Benefício do jovem de baixa renda'
# custom:
#   provision: art13_cpt
#   quote: 'ao jovem de baixa renda'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O benefício é do jovem de baixa renda.'
#     en: 'The benefit belongs to low-income young people.'
boarding.where.young_person := input.facts.beneficiary.category == "jovem_baixa_renda"

boarding.requires.boarding.arrival := [{"thirty_minutes"}]

boarding.requires.boarding.holder := [{"same_person"}]

# METADATA
# title: 'Comparecimento trinta minutos antes'
# custom:
#   title_en: 'Arrival thirty minutes before'
#   provision: art13_par6
#   quote: 'até trinta minutos antes da hora marcada para o início da viagem, sob pena de perda do benefício'
#   reading: IR-04
#   reason:
#     pt-BR: 'O comparecimento ao terminal é devido até {limit}.'
#     en: 'Arrival at the terminal is due by {limit}.'
boarding.when.thirty_minutes := input.ns.boarding.arrived_at <= (input.ns.boarding.scheduled_at - arrival_advance)

boarding.values.thirty_minutes.limit := {"at": input.ns.boarding.scheduled_at - arrival_advance, "as": "/facts/boarding/scheduled_at"}

boarding.remedies.thirty_minutes := {"fact": "/facts/boarding/arrived_at", "to": "at_or_before", "value": {"at": input.ns.boarding.scheduled_at - arrival_advance}}

# METADATA
# title: 'Bilhete intransferível'
# custom:
#   provision: art13_par7
#   quote: 'é nominal e intransferível'
#   curable: false
#   reason:
#     pt-BR: 'O bilhete é intransferível: embarca quem consta dele.'
#     en: 'The ticket is not transferable: the person named on it boards.'
boarding.when.same_person := input.same.boarding.document

boarding.gives.arrive_by_at := {"at": input.ns.boarding.scheduled_at - arrival_advance, "as": "/facts/boarding/scheduled_at"}

ticket.governs := {"young_person"}

# METADATA
# title: 'Benefício do jovem de baixa renda'
# custom:
#   provision: art13_cpt
#   quote: 'ao jovem de baixa renda'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O benefício é do jovem de baixa renda.'
#     en: 'The benefit belongs to low-income young people.'
ticket.where.young_person := input.facts.beneficiary.category == "jovem_baixa_renda"

ticket.requires.ticket.holder := [{"names_the_holder"}]

ticket.requires.ticket.benefit := [{"says_the_benefit"}]

# METADATA
# title: 'Bilhete nominal'
# custom:
#   provision: art13_par7
#   quote: 'é nominal e intransferível'
#   role: duty
#   reason:
#     pt-BR: 'O bilhete do jovem deve trazer o nome dele.'
#     en: 'The young person''s ticket must bear the holder''s name.'
ticket.when.names_the_holder := input.given.ticket.beneficiary_name

ticket.remedies.names_the_holder := {"fact": "/facts/ticket/beneficiary_name", "to": "present"}

# METADATA
# title: 'Referência ao benefício'
# custom:
#   provision: art13_par7
#   quote: 'deverá conter referência ao benefício obtido'
#   role: duty
#   reason:
#     pt-BR: 'O bilhete do jovem deve dizer o benefício obtido: gratuidade ou desconto.'
#     en: 'The young person''s ticket must say which benefit was obtained.'
ticket.when.says_the_benefit := input.given.ticket.benefit_reference

ticket.remedies.says_the_benefit := {"fact": "/facts/ticket/benefit_reference", "to": "present"}

ticket.lists.absent contains {"condition": "says_the_benefit"} if false in {ticket.when.names_the_holder, ticket.when.says_the_benefit}

# Tarifa: nada na gratuidade, metade no desconto.

fare.governs := {"young_person"}

# METADATA
# title: 'Benefício do jovem de baixa renda'
# custom:
#   provision: art13_cpt
#   quote: 'ao jovem de baixa renda'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O benefício é do jovem de baixa renda.'
#     en: 'The benefit belongs to low-income young people.'
fare.where.young_person := input.facts.beneficiary.category == "jovem_baixa_renda"

# METADATA
# title: 'Vagas gratuitas e com desconto'
# custom:
#   provision: art13_cpt
#   quote: 'duas vagas com desconto de cinquenta por cento, no mínimo'
#   role: grants
#   reason:
#     pt-BR: 'Duas vagas gratuitas e duas com desconto de cinquenta por cento, no mínimo.'
#     en: 'Two free seats and two at a discount of at least fifty per cent.'
fare.notes.always.benefits if input.facts.fare.benefit
