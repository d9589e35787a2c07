# METADATA
# title: 'Resolução ANTT nº 1.692/2006, art. 5º — o Bilhete de Viagem do Idoso'
# description: |
#   Só a gratuidade da pessoa idosa, na rodovia. Pede-se um título, não uma redação: a Resolução diz "do Idoso", o Decreto "da
#   Pessoa Idosa".
package norms.resolucao_antt_1692_2006.art_5

import rego.v2

# Os números do artigo.

# O último dia da guarda.
kept_until := input.days.retention.trip_ended_on + kept_days

kept_days := 365

minimum_copies := 2

grant.governs := {"elderly_person", "road"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
grant.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

# METADATA
# title: 'Transporte rodoviário'
# custom:
#   title_en: 'Road transport'
grant.where.road := input.facts.service.mode == "rodoviario"

# METADATA
# title: 'Emitir o bilhete em duas vias'
# custom:
#   provision: art5_cpt
#   quote: 'em pelo menos duas vias'
#   role: duty
#   on: transportadora
#   reason:
#     pt-BR: 'Emitir o Bilhete de Viagem da Pessoa Idosa em pelo menos duas vias; a do passageiro não se recolhe.'
#     en: 'Issue the elderly traveller''s ticket in at least two copies; the passenger''s is not collected.'
grant.notes.gratuidade.two_copies := true

ticket.governs := {"elderly_person", "road", "free_ticket"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
ticket.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

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
ticket.where.road := input.facts.service.mode == "rodoviario"

# METADATA
# title: 'Bilhete gratuito'
# custom:
#   provision: art5_cpt
#   quote: 'O "Bilhete de Viagem do Idoso"'
#   role: scope
#   curable: false
#   reason:
#     pt-BR: 'O artigo rege o bilhete gratuito da pessoa idosa.'
#     en: 'The article governs the elderly free ticket.'
ticket.where.free_ticket := input.facts.ticket.kind == "gratuidade"

ticket.requires.ticket.copies := [{"two_copies"}]

ticket.requires.ticket.passenger_copy := [{"passenger_keeps_copy"}]

ticket.requires.ticket.item_1 := [{"item_1"}]

ticket.requires.ticket.item_2 := [{"item_2"}]

ticket.requires.ticket.item_3 := [{"item_3"}]

ticket.requires.ticket.item_4 := [{"item_4"}]

ticket.requires.ticket.item_5 := [{"item_5"}]

ticket.requires.ticket.item_6 := [{"item_6"}]

ticket.requires.ticket.item_7 := [{"item_7"}]

ticket.requires.ticket.item_8 := [{"item_8"}]

ticket.requires.ticket.item_9 := [{"item_9"}]

ticket.requires.ticket.item_10 := [{"item_10"}]

# METADATA
# title: 'Duas vias'
# custom:
#   provision: art5_cpt
#   quote: 'em pelo menos duas vias'
#   role: duty
#   reason:
#     pt-BR: 'O bilhete é emitido em pelo menos {minimum} vias.'
#     en: 'The ticket is issued in at least {minimum} copies.'
ticket.when.two_copies := input.facts.ticket.copies >= minimum_copies

ticket.values.two_copies.minimum := {"number": minimum_copies}

ticket.remedies.two_copies := {"fact": "/facts/ticket/copies", "to": "at_least", "value": minimum_copies}

# METADATA
# title: 'A via do passageiro não se recolhe'
# custom:
#   provision: art5_cpt
#   quote: 'uma via será destinada ao passageiro e não poderá ser recolhida pela transportadora'
#   role: duty
#   reason:
#     pt-BR: 'A via do passageiro não pode ser recolhida.'
#     en: 'The passenger''s copy may not be collected.'
ticket.when.passenger_keeps_copy := input.facts.ticket.passenger_copy_collected == false

ticket.remedies.passenger_keeps_copy := {"fact": "/facts/ticket/passenger_copy_collected", "to": "equal", "value": false}

# METADATA
# title: 'Nome, endereço e CNPJ da empresa e data da emissão'
# custom:
#   provision: art5_cpt_inc1
#   quote: 'nome, endereço da empresa prestadora do serviço, número de inscrição no CNPJ e data da emissão do bilhete'
#   role: duty
#   reason:
#     pt-BR: 'No bilhete deve constar: Nome, endereço e CNPJ da empresa e data da emissão.'
#     en: 'The ticket must show the carrier''s name, address and CNPJ, and the date of issue.'
ticket.when.item_1 := printed({"carrier_name", "carrier_address", "carrier_cnpj", "issue_date"})

ticket.remedies.item_1 := [{"fact": concat("/", ["/facts/ticket", name]), "to": "present"} | some name in {"carrier_name", "carrier_address", "carrier_cnpj", "issue_date"}; input.given.ticket[name] == false]

# METADATA
# title: 'Denominação do bilhete'
# custom:
#   provision: art5_cpt_inc2
#   quote: 'denominação "Bilhete de Viagem do Idoso"'
#   role: duty
#   reason:
#     pt-BR: 'No bilhete deve constar: Denominação do bilhete.'
#     en: 'The ticket must show the ticket''s title.'
ticket.when.item_2 := printed({"title"})

ticket.remedies.item_2 := [{"fact": concat("/", ["/facts/ticket", name]), "to": "present"} | some name in {"title"}; input.given.ticket[name] == false]

# METADATA
# title: 'Número do bilhete e da via'
# custom:
#   provision: art5_cpt_inc3
#   quote: 'número do bilhete e da via'
#   role: duty
#   reason:
#     pt-BR: 'No bilhete deve constar: Número do bilhete e da via.'
#     en: 'The ticket must show the number of the ticket and of the copy.'
ticket.when.item_3 := printed({"ticket_number", "copy_number"})

ticket.remedies.item_3 := [{"fact": concat("/", ["/facts/ticket", name]), "to": "present"} | some name in {"ticket_number", "copy_number"}; input.given.ticket[name] == false]

# METADATA
# title: 'Origem e destino'
# custom:
#   provision: art5_cpt_inc4
#   quote: 'origem e destino da viagem'
#   role: duty
#   reason:
#     pt-BR: 'No bilhete deve constar: Origem e destino.'
#     en: 'The ticket must show origin and destination.'
ticket.when.item_4 := printed({"origin", "destination"})

ticket.remedies.item_4 := [{"fact": concat("/", ["/facts/ticket", name]), "to": "present"} | some name in {"origin", "destination"}; input.given.ticket[name] == false]

# METADATA
# title: 'Prefixo da linha e localidades terminais'
# custom:
#   provision: art5_cpt_inc5
#   quote: 'prefixo da Linha e suas localidades terminais'
#   role: duty
#   reason:
#     pt-BR: 'No bilhete deve constar: Prefixo da linha e localidades terminais.'
#     en: 'The ticket must show the line''s prefix and end points.'
ticket.when.item_5 := printed({"line_prefix", "line_endpoints"})

ticket.remedies.item_5 := [{"fact": concat("/", ["/facts/ticket", name]), "to": "present"} | some name in {"line_prefix", "line_endpoints"}; input.given.ticket[name] == false]

# METADATA
# title: 'Data e horário da viagem'
# custom:
#   provision: art5_cpt_inc6
#   quote: 'data e horário da viagem'
#   role: duty
#   reason:
#     pt-BR: 'No bilhete deve constar: Data e horário da viagem.'
#     en: 'The ticket must show date and hour of travel.'
ticket.when.item_6 := printed({"travel_date", "travel_time"})

ticket.remedies.item_6 := [{"fact": concat("/", ["/facts/ticket", name]), "to": "present"} | some name in {"travel_date", "travel_time"}; input.given.ticket[name] == false]

# METADATA
# title: 'Número da poltrona'
# custom:
#   provision: art5_cpt_inc7
#   quote: 'número da poltrona'
#   role: duty
#   reason:
#     pt-BR: 'No bilhete deve constar: Número da poltrona.'
#     en: 'The ticket must show the seat number.'
ticket.when.item_7 := printed({"seat_number"})

ticket.remedies.item_7 := [{"fact": concat("/", ["/facts/ticket", name]), "to": "present"} | some name in {"seat_number"}; input.given.ticket[name] == false]

# METADATA
# title: 'Nome do beneficiário'
# custom:
#   provision: art5_cpt_inc8
#   quote: 'nome do beneficiário'
#   role: duty
#   reason:
#     pt-BR: 'No bilhete deve constar: Nome do beneficiário.'
#     en: 'The ticket must show the beneficiary''s name.'
ticket.when.item_8 := printed({"beneficiary_name"})

ticket.remedies.item_8 := [{"fact": concat("/", ["/facts/ticket", name]), "to": "present"} | some name in {"beneficiary_name"}; input.given.ticket[name] == false]

# METADATA
# title: 'Número do documento do beneficiário'
# custom:
#   provision: art5_cpt_inc9
#   quote: 'número do documento de identificação do beneficiário'
#   role: duty
#   reason:
#     pt-BR: 'No bilhete deve constar: Número do documento do beneficiário.'
#     en: 'The ticket must show the number of the beneficiary''s identity document.'
ticket.when.item_9 := printed({"beneficiary_document"})

ticket.remedies.item_9 := [{"fact": concat("/", ["/facts/ticket", name]), "to": "present"} | some name in {"beneficiary_document"}; input.given.ticket[name] == false]

# METADATA
# title: 'Aviso dos trinta minutos'
# custom:
#   provision: art5_cpt_inc10
#   quote: 'informação da obrigatoriedade do beneficiário comparecer ao terminal de embarque até trinta minutos antes'
#   role: duty
#   reason:
#     pt-BR: 'No bilhete deve constar: Aviso dos trinta minutos.'
#     en: 'The ticket must show the thirty-minute notice.'
ticket.when.item_10 := printed({"arrival_notice"})

ticket.remedies.item_10 := [{"fact": concat("/", ["/facts/ticket", name]), "to": "present"} | some name in {"arrival_notice"}; input.given.ticket[name] == false]

printed(names) := count([name | some name in names; input.given.ticket[name] == false]) == 0

ticket.lists.absent contains {"condition": name} if {
	some name, false in ticket.when
	startswith(name, "item_")
}

# METADATA
# title: 'Qualquer documento com o mínimo'
# custom:
#   provision: art5_par1
#   quote: 'fica facultado à empresa adotar qualquer documento que contenha as especificações mínimas'
#   role: faculty
#   reason:
#     pt-BR: 'Na falta de bilhete específico, serve qualquer documento com as indicações mínimas.'
#     en: 'Where there is no specific ticket, any document with the minimum items serves.'
ticket.notes.always.any_document := true

retention.governs := {"elderly_person", "road"}

# METADATA
# title: 'Pessoa idosa'
# custom:
#   title_en: 'Elderly person'
retention.where.elderly_person := input.facts.beneficiary.category == "pessoa_idosa"

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
retention.where.road := input.facts.service.mode == "rodoviario"

retention.requires.retention.term := [{"after_365_days"}]

# METADATA
# title: 'Depois dos 365 dias'
# custom:
#   title_en: 'After the 365 days'
#   provision: art5_par2
#   quote: 'durante os trezentos e sessenta e cinco dias subseqüentes ao término da viagem'
#   role: duty
#   reason:
#     pt-BR: 'A segunda via deve ser guardada até {until}, o último dos {days} dias seguintes ao fim da viagem.'
#     en: 'The second copy is kept until {until}, the last of the {days} days after the trip ended.'
retention.when.after_365_days := input.days.retention.disposal_on > kept_until

retention.values.after_365_days.until := {"day": kept_until}

retention.values.after_365_days.days := {"number": kept_days}

retention.remedies.after_365_days := {"fact": "/facts/retention/disposal_on", "to": "after", "value": {"day": kept_until}}

retention.gives.keep_until_on := {"day": kept_until}
