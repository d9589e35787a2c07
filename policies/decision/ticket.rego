package decision

import rego.v2

import data.lib.settle
import data.norms

# METADATA
# title: 'Bilhete — traz o bilhete tudo o que deve?'
# custom:
#   question: ticket
#   title_en: 'Ticket - does it carry all that it must?'
#   clock: /facts/ticket/issued_on
#   first: [/facts/beneficiary/category, /facts/service/mode]
#   reading: IR-12
ticket := {
	"text": object.union(readings.text, {"result": ticket_result(readings.text)}),
	"case_law": object.union(readings.case_law, {"result": ticket_result(readings.case_law)}),
	"disputes": settle.touched(positions.ticket, matters.ticket, readings),
	"held": held.ticket,
} if readings := settle.readings(matters.ticket, settle.together(positions.ticket))

# METADATA
# title: The items that are not on the ticket
ticket_result(reading) := {"absent": [{"urn_of": {"article": id, "condition": entry.condition}} | some id, lists in reading.lists; some entry in lists.absent]}

# As disputas que podem mudar a resposta.
positions.ticket := {}

held.ticket := regulated

matters.ticket.asked := ["ticket"]

matters.ticket.yields := {}

matters.ticket.combine := set()

turning.ticket := settle.turning(matters.ticket, settle.together(positions.ticket), input.reading, input.suppose)

explanations.ticket := settle.explain(matters.ticket, settle.together(positions.ticket), input.reading)

# Os artigos que falam, na ordem das normas.
matters.ticket.articles["lei_10741_2003.art_40"] := norms.lei_10741_2003.art_40.ticket if {
	input.in_force.lei_10741_2003
	settle.may_speak(norms.lei_10741_2003.art_40.ticket.governs, object.get(norms.lei_10741_2003.art_40.ticket, "where", {}))
}

matters.ticket.articles["decreto_8537_2015.art_13"] := norms.decreto_8537_2015.art_13.ticket if {
	input.in_force.decreto_8537_2015
	settle.may_speak(norms.decreto_8537_2015.art_13.ticket.governs, object.get(norms.decreto_8537_2015.art_13.ticket, "where", {}))
}

matters.ticket.articles["decreto_8537_2015.art_16"] := norms.decreto_8537_2015.art_16.ticket if {
	input.in_force.decreto_8537_2015
	settle.may_speak(norms.decreto_8537_2015.art_16.ticket.governs, object.get(norms.decreto_8537_2015.art_16.ticket, "where", {}))
}

matters.ticket.articles["decreto_9921_2019.art_41"] := norms.decreto_9921_2019.art_41.ticket if {
	input.in_force.decreto_9921_2019
	settle.may_speak(norms.decreto_9921_2019.art_41.ticket.governs, object.get(norms.decreto_9921_2019.art_41.ticket, "where", {}))
}

matters.ticket.articles["resolucao_antt_1692_2006.art_5"] := norms.resolucao_antt_1692_2006.art_5.ticket if {
	input.in_force.resolucao_antt_1692_2006
	settle.may_speak(norms.resolucao_antt_1692_2006.art_5.ticket.governs, object.get(norms.resolucao_antt_1692_2006.art_5.ticket, "where", {}))
}
