# METADATA
# title: 'Resolução ANTT nº 1.692/2006, art. 2º — duas vagas gratuitas na rodovia'
# description: |
#   Espelha, na rodovia, o Decreto: as vagas, as três horas, as seções, a venda depois do prazo, os trinta minutos.
package norms.resolucao_antt_1692_2006.art_2

import rego.v2

import data.lib.units

# Os números do artigo.

# As vagas reservadas de cada espécie em cada veículo.
reserved_seats := 2

# Dois salários-mínimos.
income_limit := 2 * input.params.minimum_wage_cents

# O prazo: três horas antes da partida do ponto inicial da linha.
advance := 3 * units.hour

deadline := input.ns.trip.line_departs_at - advance

# Trinta minutos antes.
arrival_advance := 30 * units.minute

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
# title: 'Pedido no prazo de três horas'
# custom:
#   title_en: 'Request within the three-hour deadline'
grant.where.asked_in_time := grant.seats.in_time

# METADATA
# title: 'Viagem de ida'
# custom:
#   title_en: 'Outward trip'
grant.where.outward_trip := input.facts.request.return_trip == false

grant.requires.gratuidade.person := [{"low_income"}]

grant.requires.gratuidade.journey := [{"interstate"}]

grant.requires.gratuidade.service := [{"regular_line", "conventional_class"}]

grant.requires.gratuidade.seat := [{"seat_not_granted", "in_time"}, {"seat_not_granted", "seat_unsold"}]

grant.requires.gratuidade.counter := [{"own_channel"}]

grant.requires.gratuidade.stop := [{"initial_point"}, {"authorized_section"}]

grant.requires.gratuidade.departure := [{"asked_in_time", "boards_on_the_way"}, {"not_departed"}]

grant.requires.gratuidade.return := [{"outward_trip"}, {"return_on_sale"}]

# METADATA
# title: 'Renda igual ou inferior a dois salários-mínimos'
# custom:
#   provision: art2_cpt
#   quote: 'aos idosos com renda igual ou inferior a dois salários-mínimos'
#   reading: IR-06, IR-07
#   reason:
#     pt-BR: 'A renda mensal da pessoa deve ser igual ou inferior a {limit}, dois salários-mínimos.'
#     en: 'The person''s monthly income must be at most {limit}, two minimum wages.'
grant.when.low_income := input.facts.beneficiary.monthly_income_cents <= income_limit

grant.values.low_income.limit := {"money": income_limit}

grant.remedies.low_income := {"fact": "/facts/beneficiary/monthly_income_cents", "to": "at_most", "value": income_limit}

# METADATA
# title: 'Viagem interestadual'
# custom:
#   provision: art2_cpt
#   quote: 'transporte rodoviário interestadual de passageiros'
#   curable: false
#   reason:
#     pt-BR: 'A viagem deve ser interestadual: transpor o limite de Estado, do Distrito Federal ou de Território.'
#     en: 'The journey must be interstate: it must cross the border of a State, the Federal District or a Territory.'
grant.when.interstate := input.facts.service.interstate

# METADATA
# title: 'Linha regular'
# custom:
#   provision: art2_par1
#   quote: 'em linhas regulares'
#   curable: false
#   reason:
#     pt-BR: 'O serviço deve ser de linha regular; o fretamento não está incluído.'
#     en: 'The service must be a regular line; charter is not included.'
grant.when.regular_line := input.facts.service.regular

# METADATA
# title: 'Serviço convencional'
# custom:
#   provision: art2_par2
#   quote: 'os prestados com veículo de características básicas'
#   reason:
#     pt-BR: 'O horário deve ser do serviço convencional.'
#     en: 'The timetable must be of the conventional class of service.'
grant.when.conventional_class := input.facts.service.class == "convencional"

grant.remedies.conventional_class := {"fact": "/facts/service/class", "to": "equal", "value": "convencional"}

grant.seats.seat_not_granted := input.facts.seats.free_granted < reserved_seats

grant.seats.in_time := input.ns.request.made_at <= deadline

grant.seats.seat_unsold := (input.facts.seats.free_granted + (input.facts.seats.free_sold - input.facts.seats.free_sold_before_deadline)) < reserved_seats

# METADATA
# title: 'Vaga gratuita ainda não concedida'
# custom:
#   provision: art2_cpt
#   quote: 'duas vagas gratuitas em cada veículo do serviço convencional'
#   curable: false
#   reason:
#     pt-BR: 'Das duas vagas gratuitas do veículo, ao menos uma não deve ter sido concedida ainda.'
#     en: 'Of the vehicle''s two free seats at least one must not have been granted yet.'
grant.when.seat_not_granted := grant.seats.seat_not_granted

# METADATA
# title: 'Pedido com antecedência mínima de três horas'
# custom:
#   provision: art2_par4
#   quote: 'com antecedência de, pelo menos, três horas'
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
#   provision: art2_par6
#   quote: 'enquanto não comercializados, continuarão disponíveis'
#   curable: false
#   reason:
#     pt-BR: 'Depois do prazo, a vaga é devida enquanto não for concedida nem licitamente vendida.'
#     en: 'After the deadline the seat stays due while it is neither granted nor lawfully sold.'
grant.when.seat_unsold := grant.seats.seat_unsold

# METADATA
# title: 'Pedido até a partida'
# custom:
#   provision: art2_par6
#   quote: 'enquanto não comercializados, continuarão disponíveis'
#   reading: IR-08
#   reason:
#     pt-BR: 'O pedido deve ser feito até a partida programada no ponto de embarque.'
#     en: 'The request must be made no later than the scheduled departure at the boarding point.'
grant.when.not_departed := input.ns.request.made_at <= input.ns.trip.boarding_at

grant.remedies.not_departed := {"fact": "/facts/request/made_at", "to": "at_or_before", "value": {"at": input.ns.trip.boarding_at}}

# METADATA
# title: 'Ponto de venda próprio'
# custom:
#   provision: art2_par4
#   quote: 'nos pontos de venda próprios da permissionária'
#   reading: IR-17
#   reason:
#     pt-BR: 'O pedido deve ser feito em ponto de venda próprio da transportadora, físico ou virtual.'
#     en: 'The request must be made at the carrier''s own point of sale, physical or virtual.'
grant.when.own_channel := input.facts.request.channel in {"proprio", "proprio_virtual"}

grant.remedies.own_channel := {"fact": "/facts/request/channel", "to": "equal", "value": "proprio"}

# METADATA
# title: 'Ponto de embarque autorizado'
# custom:
#   provision: art2_par5
#   quote: 'nos pontos de seção devidamente autorizados para embarque de passageiros'
#   reason:
#     pt-BR: 'O embarque deve ser no ponto inicial da linha ou em ponto de seção autorizado.'
#     en: 'Boarding must be at the line''s initial point or at an authorised section stop.'
grant.when.authorized_section := input.facts.trip.section_stop_authorized

grant.remedies.authorized_section := {"fact": "/facts/trip/section_stop_authorized", "to": "equal", "value": true}

# METADATA
# title: 'Bilhete de retorno à venda'
# custom:
#   provision: art2_par4
#   quote: 'podendo solicitar a emissão do bilhete de viagem de retorno'
#   reason:
#     pt-BR: 'O bilhete de retorno é devido quando a volta já está à venda.'
#     en: 'A return ticket is due once the return is on sale.'
grant.when.return_on_sale := input.facts.request.return_on_sale

grant.remedies.return_on_sale := {"fact": "/facts/request/return_on_sale", "to": "equal", "value": true}

# METADATA
# title: 'Vagas reservadas vendidas'
# custom:
#   provision: art2_par6
#   quote: 'poderão colocar à venda os bilhetes desses assentos'
#   role: faculty
#   reason:
#     pt-BR: 'A transportadora pode vender, depois do prazo, as vagas não concedidas; a venda antes do prazo não prejudica o beneficiário.'
#     en: 'After the deadline the carrier may sell the seats not granted; a sale before it takes nothing from the beneficiary.'
grant.notes.always.reserved_seats_sold if input.facts.seats.free_sold > 0

# METADATA
# title: 'Comparecer trinta minutos antes'
# custom:
#   provision: art2_par7
#   quote: 'até trinta minutos antes da hora marcada para o início da viagem'
#   role: duty
#   on: beneficiario
#   reading: IR-04
#   reason:
#     pt-BR: 'Comparecer ao terminal de embarque pelo menos {advance} antes do horário previsto, sob pena de perda do benefício.'
#     en: 'Be at the boarding terminal at least {advance} before the scheduled time, or lose the benefit.'
grant.notes.gratuidade.thirty_minutes := true

grant.values.thirty_minutes.advance := {"duration": arrival_advance}

grant.values.thirty_minutes.due_at := {"at": input.ns.trip.boarding_at - arrival_advance, "as": "/facts/trip/boarding_at"}

# METADATA
# title: 'Pedido tardio: trinta minutos antes'
# custom:
#   provision: art2_par7
#   quote: 'até trinta minutos antes da hora marcada para o início da viagem'
#   role: duty
#   reading: IR-08
#   reason:
#     pt-BR: 'O pedido depois do prazo é atendido, mas o embarque exige comparecer {advance} antes do horário previsto.'
#     en: 'A late request is granted, but boarding requires arriving {advance} before the scheduled time.'
grant.notes.gratuidade.thirty_minutes_after_the_deadline if grant.when.in_time == false

grant.values.thirty_minutes_after_the_deadline.advance := {"duration": arrival_advance}

# METADATA
# title: 'Decide o horário, não o veículo'
# custom:
#   provision: art2_par3
#   quote: 'em todos os horários dos serviços convencionais, ainda que operados com veículos de características diferentes'
#   role: scope
#   reason:
#     pt-BR: 'Decide a classe do horário, ainda que o veículo seja de outra.'
#     en: 'The timetable''s class decides, even when the vehicle is of another.'
grant.notes.always.timetable_decides if input.facts.service.vehicle_class != input.facts.service.class

# Venda das vagas reservadas que não foram concedidas. O desconto da pessoa idosa não reserva assento.

sale.governs := {"elderly_person", "road"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
sale.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

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
sale.where.road := input.facts.service.mode == "rodoviario"

# METADATA
# title: 'Desconto, que não reserva assento'
# custom:
#   provision: art2_par6
#   quote: 'poderão colocar à venda os bilhetes desses assentos'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O desconto da pessoa idosa não reserva assento.'
#     en: 'The elderly discount reserves no seat.'
sale.where.reserves_none := input.facts.sale.benefit == "desconto"

sale.requires.sale.time := [{"reserves_none"}, {"after_deadline"}]

sale.requires.sale.seat := [{"reserves_none"}, {"seat_left"}]

# METADATA
# title: 'Venda depois do prazo de três horas'
# custom:
#   title_en: 'Sale after the three-hour deadline'
#   provision: art2_par6
#   quote: 'poderão colocar à venda os bilhetes desses assentos'
#   reason:
#     pt-BR: 'A venda ao público é lícita depois de {from}.'
#     en: 'Sale to the public is lawful after {from}.'
sale.when.after_deadline := input.ns.sale.at > deadline

sale.values.after_deadline.from := {"at": deadline, "as": "/facts/trip/line_departs_at"}

sale.remedies.after_deadline := {"fact": "/facts/sale/at", "to": "after", "value": {"at": deadline}}

# METADATA
# title: 'Vaga ainda não concedida nem vendida'
# custom:
#   provision: art2_par6
#   quote: 'poderão colocar à venda os bilhetes desses assentos'
#   curable: false
#   reason:
#     pt-BR: 'Deve restar vaga reservada, nem concedida nem vendida.'
#     en: 'A reserved seat, neither granted nor sold, must remain.'
sale.when.seat_left := (input.facts.seats.free_granted + input.facts.seats.free_sold) < reserved_seats

# METADATA
# title: 'Faculdade de vender depois do prazo'
# custom:
#   provision: art2_par6
#   quote: 'poderão colocar à venda os bilhetes desses assentos'
#   role: faculty
#   reason:
#     pt-BR: 'A transportadora pode vender, depois do prazo, as vagas não concedidas; a venda antes do prazo não prejudica o beneficiário.'
#     en: 'After the deadline the carrier may sell the seats not granted; a sale before it takes nothing from the beneficiary.'
sale.notes.always.permission if input.facts.sale.benefit == "gratuidade"

# Embarque: os trinta minutos são do bilhete gratuito, não do desconto (IR-14).

boarding.governs := {"elderly_person", "road"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
boarding.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

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
boarding.where.road := input.facts.service.mode == "rodoviario"

# METADATA
# title: 'Bilhete com desconto'
# custom:
#   provision: art2_par7
#   quote: 'até trinta minutos antes da hora marcada para o início da viagem'
#   role: exception
#   reading: IR-14
#   curable: false
#   reason:
#     pt-BR: 'Os trinta minutos são condição do bilhete gratuito, não do bilhete com desconto.'
#     en: 'The thirty minutes bind the free ticket, not the discounted one.'
boarding.where.discount_ticket := input.facts.ticket.kind == "desconto"

boarding.requires.boarding.arrival := [{"discount_ticket"}, {"thirty_minutes"}]

boarding.requires.boarding.holder := [{"same_person"}]

# METADATA
# title: 'Comparecimento trinta minutos antes'
# custom:
#   title_en: 'Arrival thirty minutes before'
#   provision: art2_par7
#   quote: 'até trinta minutos antes da hora marcada para o início da viagem'
#   reading: IR-04, IR-14
#   reason:
#     pt-BR: 'O comparecimento ao terminal é devido até {limit}.'
#     en: 'Arrival at the terminal is due by {limit}.'
boarding.when.thirty_minutes := input.ns.boarding.arrived_at <= (input.ns.boarding.scheduled_at - arrival_advance)

boarding.values.thirty_minutes.limit := {"at": input.ns.boarding.scheduled_at - arrival_advance, "as": "/facts/boarding/scheduled_at"}

boarding.remedies.thirty_minutes := {"fact": "/facts/boarding/arrived_at", "to": "at_or_before", "value": {"at": input.ns.boarding.scheduled_at - arrival_advance}}

# METADATA
# title: 'Bilhete intransferível'
# custom:
#   provision: art2_par8
#   quote: 'são intransferíveis'
#   curable: false
#   reason:
#     pt-BR: 'O bilhete é intransferível: embarca quem consta dele.'
#     en: 'The ticket is not transferable: the person named on it boards.'
boarding.when.same_person := input.same.boarding.document
