# METADATA
# title: 'Decreto nº 9.921/2019, art. 41 — segunda via do bilhete'
package norms.decreto_9921_2019.art_41

import rego.v2

import data.lib.calendar

# Os números do artigo.

# Um ano depois do fim da viagem.
a_year_later := calendar.a_year_after(input.days.retention.trip_ended_on, input.civil.retention.trip_ended_on)

# Texto não disponível no acervo (grau V2): duas vias, a segunda arquivada por um ano. Prevalece o prazo mais longo (IR-13).

retention.governs := {"elderly_person"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
retention.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

retention.requires.retention.term := [{"after_one_year"}]

# METADATA
# title: 'Um ano depois da viagem'
# custom:
#   title_en: 'One year after the trip'
#   provision: art41
#   reading: IR-13
#   reason:
#     pt-BR: 'A segunda via deve ser guardada até {until}, um ano depois do fim da viagem.'
#     en: 'The second copy is kept until {until}, one year after the trip ended.'
retention.when.after_one_year := input.days.retention.disposal_on > a_year_later

retention.values.after_one_year.until := {"day": a_year_later}

retention.remedies.after_one_year := {"fact": "/facts/retention/disposal_on", "to": "after", "value": {"day": a_year_later}}

retention.gives.keep_until_on := {"day": a_year_later}

ticket.governs := {"elderly_person", "off_road", "free_ticket"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
ticket.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

# METADATA
# title: 'Transporte ferroviário ou aquaviário'
# custom:
#   title_en: 'Rail or waterway transport'
ticket.where.off_road := input.facts.service.mode in {"ferroviario", "aquaviario"}

# METADATA
# title: 'Bilhete gratuito'
# custom:
#   title_en: 'Free ticket'
ticket.where.free_ticket := input.facts.ticket.kind == "gratuidade"

# METADATA
# title: 'Duas vias do bilhete'
# custom:
#   provision: art41
#   role: duty
#   on: transportadora
#   reason:
#     pt-BR: 'O bilhete é emitido em duas vias e a segunda fica arquivada por um ano.'
#     en: 'The ticket is issued in two copies and the second is kept for one year.'
ticket.notes.always.two_copies := true
