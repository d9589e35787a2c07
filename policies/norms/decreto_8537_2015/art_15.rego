# METADATA
# title: 'Decreto nº 8.537/2015, art. 15 — outras reservas do jovem'
# description: |
#   Cada outra reserva é comparada com a viagem pedida. Não há dois horários no mesmo dia para o mesmo destino, nem viagens
#   sobrepostas (IR-15); a que começa quando a outra termina é praticável.
package norms.decreto_8537_2015.art_15

import rego.v2

import data.lib.settle

grant.governs := {"young_person"}

# METADATA
# title: 'Jovem de baixa renda'
# custom:
#   title_en: 'Low-income young person'
grant.where.young_person := input.facts.beneficiary.category == "jovem_baixa_renda"

grant.requires.gratuidade.bookings := [{"one_time_a_day", "no_overlap"}]

grant.requires.desconto.bookings := grant.requires.gratuidade.bookings

# METADATA
# title: 'Um só horário por dia e destino'
# custom:
#   provision: art15
#   quote: 'em mais de um horário para o mesmo dia e mesmo destino'
#   reading: IR-15
#   curable: false
#   reason:
#     pt-BR: 'O jovem não pode reservar mais de um horário para o mesmo dia e o mesmo destino.'
#     en: 'A young person may not book more than one time for the same day and destination.'
grant.when.one_time_a_day if {
	bookings := input.facts.bookings
	every i, _ in bookings {
		another_day_or_place(i)
	}
}

grant.when.one_time_a_day := false if {
	some i, _ in input.facts.bookings
	input.days.bookings[i].departs_at == input.days.trip.boarding_at
	input.same.bookings[i].destination
}

grant.asks.one_time_a_day contains "/facts/bookings" if settle.lacks(input.facts, "bookings")

grant.asks.one_time_a_day contains pointer if {
	some i, _ in input.facts.bookings
	not another_day_or_place(i)
	some pointer in {"/facts/trip/line_departs_at", "/facts/trip/destination", sprintf("/facts/bookings/%d/departs_at", [i]), sprintf("/facts/bookings/%d/destination", [i])}
}

another_day_or_place(i) if input.days.bookings[i].departs_at != input.days.trip.boarding_at

another_day_or_place(i) if input.same.bookings[i].destination == false

# METADATA
# title: 'Viagens que não se sobrepõem'
# custom:
#   provision: art15
#   quote: 'cuja realização da viagem se demonstre impraticável'
#   reading: IR-15
#   curable: false
#   reason:
#     pt-BR: 'O jovem não pode reservar viagens que se sobreponham.'
#     en: 'A young person may not book journeys that overlap.'
grant.when.no_overlap if {
	bookings := input.facts.bookings
	every i, _ in bookings {
		apart(i)
	}
}

grant.when.no_overlap := false if {
	some i, _ in input.facts.bookings
	input.ns.bookings[i].departs_at < input.ns.trip.arrives_at
	input.ns.trip.boarding_at < input.ns.bookings[i].arrives_at
}

grant.asks.no_overlap contains "/facts/bookings" if settle.lacks(input.facts, "bookings")

grant.asks.no_overlap contains pointer if {
	some i, _ in input.facts.bookings
	not apart(i)
	some pointer in {"/facts/trip/line_departs_at", "/facts/trip/arrives_at", sprintf("/facts/bookings/%d/departs_at", [i]), sprintf("/facts/bookings/%d/arrives_at", [i])}
}

apart(i) if input.ns.bookings[i].departs_at >= input.ns.trip.arrives_at

apart(i) if input.ns.trip.boarding_at >= input.ns.bookings[i].arrives_at
