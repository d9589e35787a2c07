package decision

import rego.v2

import data.lib.settle
import data.norms

# METADATA
# title: 'Arquivo da segunda via — pode ela ser destruída neste dia?'
# custom:
#   question: retention
#   title_en: 'Second copy - may it be destroyed on that day?'
#   clock: /facts/retention/disposal_on
#   first: [/facts/beneficiary/category, /facts/service/mode]
#   reading: IR-12
retention := {
	"text": object.union(readings.text, {"result": retention_result(readings.text)}),
	"case_law": object.union(readings.case_law, {"result": retention_result(readings.case_law)}),
	"disputes": settle.touched(positions.retention, matters.retention, readings),
	"held": held.retention,
} if readings := settle.readings(matters.retention, settle.together(positions.retention))

# METADATA
# title: The last day of keeping
retention_result(reading) := {"keep_until_on": object.get(reading.gives, "keep_until_on", null)}

# As disputas que podem mudar a resposta.
positions.retention := {}

held.retention := regulated

matters.retention.asked := ["retention"]

matters.retention.yields := {}

# Prevalece o prazo mais longo (IR-13).
matters.retention.combine := {"keep_until_on"}

turning.retention := settle.turning(matters.retention, settle.together(positions.retention), input.reading, input.suppose)

explanations.retention := settle.explain(matters.retention, settle.together(positions.retention), input.reading)

# Os artigos que falam, na ordem das normas.
matters.retention.articles["lei_10741_2003.art_40"] := norms.lei_10741_2003.art_40.retention if {
	input.in_force.lei_10741_2003
	settle.may_speak(norms.lei_10741_2003.art_40.retention.governs, object.get(norms.lei_10741_2003.art_40.retention, "where", {}))
}

matters.retention.articles["lei_12852_2013.art_32"] := norms.lei_12852_2013.art_32.retention if {
	input.in_force.lei_12852_2013
	settle.may_speak(norms.lei_12852_2013.art_32.retention.governs, object.get(norms.lei_12852_2013.art_32.retention, "where", {}))
}

matters.retention.articles["decreto_9921_2019.art_41"] := norms.decreto_9921_2019.art_41.retention if {
	input.in_force.decreto_9921_2019
	settle.may_speak(norms.decreto_9921_2019.art_41.retention.governs, object.get(norms.decreto_9921_2019.art_41.retention, "where", {}))
}

matters.retention.articles["resolucao_antt_1692_2006.art_5"] := norms.resolucao_antt_1692_2006.art_5.retention if {
	input.in_force.resolucao_antt_1692_2006
	settle.may_speak(norms.resolucao_antt_1692_2006.art_5.retention.governs, object.get(norms.resolucao_antt_1692_2006.art_5.retention, "where", {}))
}
