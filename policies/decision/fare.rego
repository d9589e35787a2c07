package decision

import rego.v2

import data.disputes
import data.lib.settle
import data.norms

# METADATA
# title: 'Tarifa e encargos — o que se pode cobrar'
# custom:
#   question: fare
#   title_en: 'Fare and charges - what may be charged'
#   clock: /facts/fare/purchased_at
#   first: [/facts/beneficiary/category, /facts/service/mode]
#   reading: IR-12
fare := {
	"text": object.union(readings.text, {"result": fare_result(readings.text)}),
	"case_law": object.union(readings.case_law, {"result": fare_result(readings.case_law)}),
	"disputes": settle.touched(positions.fare, matters.fare, readings),
	"held": held.fare,
} if readings := settle.readings(matters.fare, settle.together(positions.fare))

# METADATA
# title: What may be charged
# description: The total adds to the fare those of the given toll, terminal and meals that are due.
fare_result(reading) := object.union(object.union(fare_unknown, reading.gives), {"total_max_cents": fare_total(reading.gives)})

fare_unknown := {"fare_max_cents": null, "toll": null, "terminal": null, "meals": null, "other_fees": null}

fare_total(gives) := null if count({"fare_max_cents", "toll", "terminal", "meals"} - object.keys(gives)) > 0

fare_total(gives) := gives.fare_max_cents + sum([cents |
	some name in ["toll", "terminal", "meals"]
	gives[name] == "devido"
	cents := input.facts.fare[concat("_", [name, "cents"])]
]) if {
	count({"fare_max_cents", "toll", "terminal", "meals"} - object.keys(gives)) == 0
}

# As disputas que podem mudar a resposta.
positions.fare := {"toll": disputes.toll.fare, "fees50": disputes.fees50.fare}

held.fare := regulated

matters.fare.asked := ["fare"]

# Que artigo cede a qual, e por quê: IR-02 e D-toll.
matters.fare.yields := {
	"decreto_5934_2006.art_8": {"resolucao_antt_1692_2006.art_6", "disputes.toll"},
	"decreto_9921_2019.art_44": {"resolucao_antt_1692_2006.art_6", "disputes.toll"},
	"resolucao_antt_1692_2006.art_6": {"disputes.toll"},
}

matters.fare.combine := set()

turning.fare := settle.turning(matters.fare, settle.together(positions.fare), input.reading, input.suppose)

explanations.fare := settle.explain(matters.fare, settle.together(positions.fare), input.reading)

# Os artigos que falam, na ordem das normas.
matters.fare.articles["lei_10741_2003.art_40"] := norms.lei_10741_2003.art_40.fare if {
	input.in_force.lei_10741_2003
	settle.may_speak(norms.lei_10741_2003.art_40.fare.governs, object.get(norms.lei_10741_2003.art_40.fare, "where", {}))
}

matters.fare.articles["lei_12852_2013.art_32"] := norms.lei_12852_2013.art_32.fare if {
	input.in_force.lei_12852_2013
	settle.may_speak(norms.lei_12852_2013.art_32.fare.governs, object.get(norms.lei_12852_2013.art_32.fare, "where", {}))
}

matters.fare.articles["decreto_5934_2006.art_4"] := norms.decreto_5934_2006.art_4.fare if {
	input.in_force.decreto_5934_2006
	settle.may_speak(norms.decreto_5934_2006.art_4.fare.governs, object.get(norms.decreto_5934_2006.art_4.fare, "where", {}))
}

matters.fare.articles["decreto_5934_2006.art_8"] := norms.decreto_5934_2006.art_8.fare if {
	input.in_force.decreto_5934_2006
	settle.may_speak(norms.decreto_5934_2006.art_8.fare.governs, object.get(norms.decreto_5934_2006.art_8.fare, "where", {}))
}

matters.fare.articles["decreto_8537_2015.art_13"] := norms.decreto_8537_2015.art_13.fare if {
	input.in_force.decreto_8537_2015
	settle.may_speak(norms.decreto_8537_2015.art_13.fare.governs, object.get(norms.decreto_8537_2015.art_13.fare, "where", {}))
}

matters.fare.articles["decreto_8537_2015.art_17"] := norms.decreto_8537_2015.art_17.fare if {
	input.in_force.decreto_8537_2015
	settle.may_speak(norms.decreto_8537_2015.art_17.fare.governs, object.get(norms.decreto_8537_2015.art_17.fare, "where", {}))
}

matters.fare.articles["decreto_8537_2015.art_19"] := norms.decreto_8537_2015.art_19.fare if {
	input.in_force.decreto_8537_2015
	settle.may_speak(norms.decreto_8537_2015.art_19.fare.governs, object.get(norms.decreto_8537_2015.art_19.fare, "where", {}))
}

matters.fare.articles["decreto_9921_2019.art_1"] := norms.decreto_9921_2019.art_1.fare if {
	input.in_force.decreto_9921_2019
	settle.may_speak(norms.decreto_9921_2019.art_1.fare.governs, object.get(norms.decreto_9921_2019.art_1.fare, "where", {}))
}

matters.fare.articles["decreto_9921_2019.art_44"] := norms.decreto_9921_2019.art_44.fare if {
	input.in_force.decreto_9921_2019
	settle.may_speak(norms.decreto_9921_2019.art_44.fare.governs, object.get(norms.decreto_9921_2019.art_44.fare, "where", {}))
}

matters.fare.articles["resolucao_antt_1692_2006.art_3"] := norms.resolucao_antt_1692_2006.art_3.fare if {
	input.in_force.resolucao_antt_1692_2006
	settle.may_speak(norms.resolucao_antt_1692_2006.art_3.fare.governs, object.get(norms.resolucao_antt_1692_2006.art_3.fare, "where", {}))
}

matters.fare.articles["resolucao_antt_1692_2006.art_6"] := norms.resolucao_antt_1692_2006.art_6.fare if {
	input.in_force.resolucao_antt_1692_2006
	settle.may_speak(norms.resolucao_antt_1692_2006.art_6.fare.governs, object.get(norms.resolucao_antt_1692_2006.art_6.fare, "where", {}))
}

matters.fare.articles["resolucao_antt_1692_2006.art_8"] := norms.resolucao_antt_1692_2006.art_8.fare if {
	input.in_force.resolucao_antt_1692_2006
	settle.may_speak(norms.resolucao_antt_1692_2006.art_8.fare.governs, object.get(norms.resolucao_antt_1692_2006.art_8.fare, "where", {}))
}
