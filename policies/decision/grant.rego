package decision

import rego.v2

import data.disputes
import data.lib.settle
import data.norms

# METADATA
# title: 'Concessão — há vaga gratuita ou desconto devido a esta pessoa, nesta viagem, agora?'
# custom:
#   question: grant
#   title_en: 'Grant - is a free seat or a discount due to this person on this trip now?'
#   clock: /facts/request/made_at
#   first: [/facts/beneficiary/category, /facts/service/mode]
#   reading: IR-12
grant := {
	"text": object.union(readings.text, {"result": grant_result(readings.text)}),
	"case_law": object.union(readings.case_law, {"result": grant_result(readings.case_law)}),
	"disputes": settle.touched(positions.grant, matters.grant, readings),
	"held": held.grant,
} if readings := settle.readings(matters.grant, settle.together(positions.grant))

# METADATA
# title: The benefit given, and the others due on the same facts
grant_result(reading) := {"benefit": benefit, "alternatives": [answer | some answer in ["gratuidade", "desconto"]; answer in (reading.due - {benefit})]} if {
	benefit := array.concat([answer | reading.state == 1; some answer in reading.answers], [null])[0]
}

# As disputas que podem mudar a resposta.
positions.grant := {"class": disputes.class.grant, "class_youth": disputes.class_youth.grant, "window": disputes.window.grant, "channel": disputes.channel.grant}

held.grant := regulated

matters.grant.asked := [answer | some answer in ["gratuidade", "desconto"]; object.get(input.facts, ["request", "benefit"], answer) == answer]

matters.grant.yields := {}

matters.grant.combine := set()

turning.grant := settle.turning(matters.grant, settle.together(positions.grant), input.reading, input.suppose)

explanations.grant := settle.explain(matters.grant, settle.together(positions.grant), input.reading)

# Os artigos que falam, na ordem das normas.
matters.grant.articles["lei_10741_2003.art_40"] := norms.lei_10741_2003.art_40.grant if {
	input.in_force.lei_10741_2003
	settle.may_speak(norms.lei_10741_2003.art_40.grant.governs, object.get(norms.lei_10741_2003.art_40.grant, "where", {}))
}

matters.grant.articles["lei_12852_2013.art_1"] := norms.lei_12852_2013.art_1.grant if {
	input.in_force.lei_12852_2013
	settle.may_speak(norms.lei_12852_2013.art_1.grant.governs, object.get(norms.lei_12852_2013.art_1.grant, "where", {}))
}

matters.grant.articles["lei_12852_2013.art_32"] := norms.lei_12852_2013.art_32.grant if {
	input.in_force.lei_12852_2013
	settle.may_speak(norms.lei_12852_2013.art_32.grant.governs, object.get(norms.lei_12852_2013.art_32.grant, "where", {}))
}

matters.grant.articles["decreto_5934_2006.art_1"] := norms.decreto_5934_2006.art_1.grant if {
	input.in_force.decreto_5934_2006
	settle.may_speak(norms.decreto_5934_2006.art_1.grant.governs, object.get(norms.decreto_5934_2006.art_1.grant, "where", {}))
}

matters.grant.articles["decreto_5934_2006.art_2"] := norms.decreto_5934_2006.art_2.grant if {
	input.in_force.decreto_5934_2006
	settle.may_speak(norms.decreto_5934_2006.art_2.grant.governs, object.get(norms.decreto_5934_2006.art_2.grant, "where", {}))
}

matters.grant.articles["decreto_5934_2006.art_3"] := norms.decreto_5934_2006.art_3.grant if {
	input.in_force.decreto_5934_2006
	settle.may_speak(norms.decreto_5934_2006.art_3.grant.governs, object.get(norms.decreto_5934_2006.art_3.grant, "where", {}))
}

matters.grant.articles["decreto_5934_2006.art_4"] := norms.decreto_5934_2006.art_4.grant if {
	input.in_force.decreto_5934_2006
	settle.may_speak(norms.decreto_5934_2006.art_4.grant.governs, object.get(norms.decreto_5934_2006.art_4.grant, "where", {}))
}

matters.grant.articles["decreto_5934_2006.art_6"] := norms.decreto_5934_2006.art_6.grant if {
	input.in_force.decreto_5934_2006
	settle.may_speak(norms.decreto_5934_2006.art_6.grant.governs, object.get(norms.decreto_5934_2006.art_6.grant, "where", {}))
}

matters.grant.articles["decreto_8537_2015.art_2"] := norms.decreto_8537_2015.art_2.grant if {
	input.in_force.decreto_8537_2015
	settle.may_speak(norms.decreto_8537_2015.art_2.grant.governs, object.get(norms.decreto_8537_2015.art_2.grant, "where", {}))
}

matters.grant.articles["decreto_8537_2015.art_13"] := norms.decreto_8537_2015.art_13.grant if {
	input.in_force.decreto_8537_2015
	settle.may_speak(norms.decreto_8537_2015.art_13.grant.governs, object.get(norms.decreto_8537_2015.art_13.grant, "where", {}))
}

matters.grant.articles["decreto_8537_2015.art_14"] := norms.decreto_8537_2015.art_14.grant if {
	input.in_force.decreto_8537_2015
	settle.may_speak(norms.decreto_8537_2015.art_14.grant.governs, object.get(norms.decreto_8537_2015.art_14.grant, "where", {}))
}

matters.grant.articles["decreto_8537_2015.art_15"] := norms.decreto_8537_2015.art_15.grant if {
	input.in_force.decreto_8537_2015
	settle.may_speak(norms.decreto_8537_2015.art_15.grant.governs, object.get(norms.decreto_8537_2015.art_15.grant, "where", {}))
}

matters.grant.articles["decreto_8537_2015.art_19"] := norms.decreto_8537_2015.art_19.grant if {
	input.in_force.decreto_8537_2015
	settle.may_speak(norms.decreto_8537_2015.art_19.grant.governs, object.get(norms.decreto_8537_2015.art_19.grant, "where", {}))
}

matters.grant.articles["decreto_9921_2019.art_2"] := norms.decreto_9921_2019.art_2.grant if {
	input.in_force.decreto_9921_2019
	settle.may_speak(norms.decreto_9921_2019.art_2.grant.governs, object.get(norms.decreto_9921_2019.art_2.grant, "where", {}))
}

matters.grant.articles["decreto_9921_2019.art_35"] := norms.decreto_9921_2019.art_35.grant if {
	input.in_force.decreto_9921_2019
	settle.may_speak(norms.decreto_9921_2019.art_35.grant.governs, object.get(norms.decreto_9921_2019.art_35.grant, "where", {}))
}

matters.grant.articles["decreto_9921_2019.art_39"] := norms.decreto_9921_2019.art_39.grant if {
	input.in_force.decreto_9921_2019
	settle.may_speak(norms.decreto_9921_2019.art_39.grant.governs, object.get(norms.decreto_9921_2019.art_39.grant, "where", {}))
}

matters.grant.articles["decreto_9921_2019.art_40"] := norms.decreto_9921_2019.art_40.grant if {
	input.in_force.decreto_9921_2019
	settle.may_speak(norms.decreto_9921_2019.art_40.grant.governs, object.get(norms.decreto_9921_2019.art_40.grant, "where", {}))
}

matters.grant.articles["decreto_9921_2019.art_42"] := norms.decreto_9921_2019.art_42.grant if {
	input.in_force.decreto_9921_2019
	settle.may_speak(norms.decreto_9921_2019.art_42.grant.governs, object.get(norms.decreto_9921_2019.art_42.grant, "where", {}))
}

matters.grant.articles["resolucao_antt_1692_2006.art_2"] := norms.resolucao_antt_1692_2006.art_2.grant if {
	input.in_force.resolucao_antt_1692_2006
	settle.may_speak(norms.resolucao_antt_1692_2006.art_2.grant.governs, object.get(norms.resolucao_antt_1692_2006.art_2.grant, "where", {}))
}

matters.grant.articles["resolucao_antt_1692_2006.art_2_1"] := norms.resolucao_antt_1692_2006.art_2_1.grant if {
	input.in_force.resolucao_antt_1692_2006
	settle.may_speak(norms.resolucao_antt_1692_2006.art_2_1.grant.governs, object.get(norms.resolucao_antt_1692_2006.art_2_1.grant, "where", {}))
}

matters.grant.articles["resolucao_antt_1692_2006.art_3"] := norms.resolucao_antt_1692_2006.art_3.grant if {
	input.in_force.resolucao_antt_1692_2006
	settle.may_speak(norms.resolucao_antt_1692_2006.art_3.grant.governs, object.get(norms.resolucao_antt_1692_2006.art_3.grant, "where", {}))
}

matters.grant.articles["resolucao_antt_1692_2006.art_4"] := norms.resolucao_antt_1692_2006.art_4.grant if {
	input.in_force.resolucao_antt_1692_2006
	settle.may_speak(norms.resolucao_antt_1692_2006.art_4.grant.governs, object.get(norms.resolucao_antt_1692_2006.art_4.grant, "where", {}))
}

matters.grant.articles["resolucao_antt_1692_2006.art_5"] := norms.resolucao_antt_1692_2006.art_5.grant if {
	input.in_force.resolucao_antt_1692_2006
	settle.may_speak(norms.resolucao_antt_1692_2006.art_5.grant.governs, object.get(norms.resolucao_antt_1692_2006.art_5.grant, "where", {}))
}
