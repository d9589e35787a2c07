package decision

import rego.v2

import data.lib.settle
import data.norms

# METADATA
# title: 'Infração — que infrações são estes atos, e de que grupo?'
# custom:
#   question: conduct
#   title_en: 'Infractions - which ones is this conduct, in which group?'
#   clock: /facts/conduct/on
#   first: [/facts/service/mode]
#   reading: IR-12
conduct := {
	"text": object.union(readings.text, {"result": conduct_result(readings.text)}),
	"case_law": object.union(readings.case_law, {"result": conduct_result(readings.case_law)}),
	"disputes": settle.touched(positions.conduct, matters.conduct, readings),
	"held": held.conduct,
} if readings := settle.readings(matters.conduct, settle.together(positions.conduct))

# METADATA
# title: The infractions, with the words of the text
conduct_result(reading) := {"infractions": [{
	"urn": {"urn_of": {"article": id, "condition": entry.condition}},
	"group": entry.group, "letter": entry.letter,
	"text": {"text_of": {"article": id, "condition": entry.condition}},
} |
	some id, lists in reading.lists
	some entry in lists.infractions
]}

# As disputas que podem mudar a resposta.
positions.conduct := {}

# A pergunta não olha a categoria.
held.conduct := regulated_for_someone

matters.conduct.asked := ["conduct"]

matters.conduct.yields := {}

matters.conduct.combine := set()

turning.conduct := settle.turning(matters.conduct, settle.together(positions.conduct), input.reading, input.suppose)

explanations.conduct := settle.explain(matters.conduct, settle.together(positions.conduct), input.reading)

# Os artigos que falam, na ordem das normas.
matters.conduct.articles["decreto_5934_2006.art_1"] := norms.decreto_5934_2006.art_1.conduct if {
	input.in_force.decreto_5934_2006
	settle.may_speak(norms.decreto_5934_2006.art_1.conduct.governs, object.get(norms.decreto_5934_2006.art_1.conduct, "where", {}))
}

matters.conduct.articles["decreto_8537_2015.art_14"] := norms.decreto_8537_2015.art_14.conduct if {
	input.in_force.decreto_8537_2015
	settle.may_speak(norms.decreto_8537_2015.art_14.conduct.governs, object.get(norms.decreto_8537_2015.art_14.conduct, "where", {}))
}

matters.conduct.articles["resolucao_antt_233_2003.art_1"] := norms.resolucao_antt_233_2003.art_1.conduct if {
	input.in_force.resolucao_antt_233_2003
	settle.may_speak(norms.resolucao_antt_233_2003.art_1.conduct.governs, object.get(norms.resolucao_antt_233_2003.art_1.conduct, "where", {}))
}

matters.conduct.articles["resolucao_antt_1692_2006.art_2_1"] := norms.resolucao_antt_1692_2006.art_2_1.conduct if {
	input.in_force.resolucao_antt_1692_2006
	settle.may_speak(norms.resolucao_antt_1692_2006.art_2_1.conduct.governs, object.get(norms.resolucao_antt_1692_2006.art_2_1.conduct, "where", {}))
}

matters.conduct.articles["resolucao_antt_1692_2006.art_9"] := norms.resolucao_antt_1692_2006.art_9.conduct if {
	input.in_force.resolucao_antt_1692_2006
	settle.may_speak(norms.resolucao_antt_1692_2006.art_9.conduct.governs, object.get(norms.resolucao_antt_1692_2006.art_9.conduct, "where", {}))
}

matters.conduct.articles["resolucao_antt_1692_2006.art_10"] := norms.resolucao_antt_1692_2006.art_10.conduct if {
	input.in_force.resolucao_antt_1692_2006
	settle.may_speak(norms.resolucao_antt_1692_2006.art_10.conduct.governs, object.get(norms.resolucao_antt_1692_2006.art_10.conduct, "where", {}))
}
