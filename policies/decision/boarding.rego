package decision

import rego.v2

import data.lib.settle
import data.norms

# METADATA
# title: 'Embarque — embarca o titular com o benefício?'
# custom:
#   question: boarding
#   title_en: 'Boarding - does the holder board with the benefit?'
#   clock: /facts/boarding/scheduled_at
#   first: [/facts/beneficiary/category, /facts/service/mode]
#   reading: IR-12
boarding := {
	"text": object.union(readings.text, {"result": boarding_result(readings.text)}),
	"case_law": object.union(readings.case_law, {"result": boarding_result(readings.case_law)}),
	"disputes": settle.touched(positions.boarding, matters.boarding, readings),
	"held": held.boarding,
} if readings := settle.readings(matters.boarding, settle.together(positions.boarding))

# METADATA
# title: The last moment to arrive
boarding_result(reading) := {"arrive_by_at": object.get(reading.gives, "arrive_by_at", null)}

# As disputas que podem mudar a resposta.
positions.boarding := {}

held.boarding := regulated

matters.boarding.asked := ["boarding"]

matters.boarding.yields := {}

matters.boarding.combine := set()

turning.boarding := settle.turning(matters.boarding, settle.together(positions.boarding), input.reading, input.suppose)

explanations.boarding := settle.explain(matters.boarding, settle.together(positions.boarding), input.reading)

# Os artigos que falam, na ordem das normas.
matters.boarding.articles["lei_10741_2003.art_40"] := norms.lei_10741_2003.art_40.boarding if {
	input.in_force.lei_10741_2003
	settle.may_speak(norms.lei_10741_2003.art_40.boarding.governs, object.get(norms.lei_10741_2003.art_40.boarding, "where", {}))
}

matters.boarding.articles["decreto_5934_2006.art_3"] := norms.decreto_5934_2006.art_3.boarding if {
	input.in_force.decreto_5934_2006
	settle.may_speak(norms.decreto_5934_2006.art_3.boarding.governs, object.get(norms.decreto_5934_2006.art_3.boarding, "where", {}))
}

matters.boarding.articles["decreto_5934_2006.art_7"] := norms.decreto_5934_2006.art_7.boarding if {
	input.in_force.decreto_5934_2006
	settle.may_speak(norms.decreto_5934_2006.art_7.boarding.governs, object.get(norms.decreto_5934_2006.art_7.boarding, "where", {}))
}

matters.boarding.articles["decreto_8537_2015.art_13"] := norms.decreto_8537_2015.art_13.boarding if {
	input.in_force.decreto_8537_2015
	settle.may_speak(norms.decreto_8537_2015.art_13.boarding.governs, object.get(norms.decreto_8537_2015.art_13.boarding, "where", {}))
}

matters.boarding.articles["decreto_8537_2015.art_18"] := norms.decreto_8537_2015.art_18.boarding if {
	input.in_force.decreto_8537_2015
	settle.may_speak(norms.decreto_8537_2015.art_18.boarding.governs, object.get(norms.decreto_8537_2015.art_18.boarding, "where", {}))
}

matters.boarding.articles["decreto_9921_2019.art_39"] := norms.decreto_9921_2019.art_39.boarding if {
	input.in_force.decreto_9921_2019
	settle.may_speak(norms.decreto_9921_2019.art_39.boarding.governs, object.get(norms.decreto_9921_2019.art_39.boarding, "where", {}))
}

matters.boarding.articles["decreto_9921_2019.art_43"] := norms.decreto_9921_2019.art_43.boarding if {
	input.in_force.decreto_9921_2019
	settle.may_speak(norms.decreto_9921_2019.art_43.boarding.governs, object.get(norms.decreto_9921_2019.art_43.boarding, "where", {}))
}

matters.boarding.articles["resolucao_antt_1692_2006.art_2"] := norms.resolucao_antt_1692_2006.art_2.boarding if {
	input.in_force.resolucao_antt_1692_2006
	settle.may_speak(norms.resolucao_antt_1692_2006.art_2.boarding.governs, object.get(norms.resolucao_antt_1692_2006.art_2.boarding, "where", {}))
}
