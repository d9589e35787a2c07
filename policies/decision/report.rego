package decision

import rego.v2

import data.lib.settle
import data.norms

# METADATA
# title: 'Informe de movimentação — está completo o informe do trimestre?'
# custom:
#   question: report
#   title_en: 'Quarterly report - is it complete?'
#   clock: /facts/report/period
#   first: [/facts/service/mode]
#   reading: IR-12
report := {
	"text": object.union(readings.text, {"result": report_result(readings.text)}),
	"case_law": object.union(readings.case_law, {"result": report_result(readings.case_law)}),
	"disputes": settle.touched(positions.report, matters.report, readings),
	"held": held.report,
} if readings := settle.readings(matters.report, settle.together(positions.report))

# METADATA
# title: What the report lacks
report_result(reading) := {"absent": [{
	"month": entry.month, "section": entry.section, "item": entry.item,
	"urn": {"urn_of": {"article": id, "condition": entry.condition}},
} |
	some id, lists in reading.lists
	some entry in lists.absent
]}

# As disputas que podem mudar a resposta.
positions.report := {}

# A pergunta não olha a categoria.
held.report := regulated_for_someone

matters.report.asked := ["report"]

matters.report.yields := {}

matters.report.combine := set()

turning.report := settle.turning(matters.report, settle.together(positions.report), input.reading, input.suppose)

explanations.report := settle.explain(matters.report, settle.together(positions.report), input.reading)

# Os artigos que falam, na ordem das normas.
matters.report.articles["decreto_5934_2006.art_1"] := norms.decreto_5934_2006.art_1.report if {
	input.in_force.decreto_5934_2006
	settle.may_speak(norms.decreto_5934_2006.art_1.report.governs, object.get(norms.decreto_5934_2006.art_1.report, "where", {}))
}

matters.report.articles["decreto_8537_2015.art_16"] := norms.decreto_8537_2015.art_16.report if {
	input.in_force.decreto_8537_2015
	settle.may_speak(norms.decreto_8537_2015.art_16.report.governs, object.get(norms.decreto_8537_2015.art_16.report, "where", {}))
}

matters.report.articles["decreto_8537_2015.art_21"] := norms.decreto_8537_2015.art_21.report if {
	input.in_force.decreto_8537_2015
	settle.may_speak(norms.decreto_8537_2015.art_21.report.governs, object.get(norms.decreto_8537_2015.art_21.report, "where", {}))
}

matters.report.articles["resolucao_antt_1692_2006.art_1"] := norms.resolucao_antt_1692_2006.art_1.report if {
	input.in_force.resolucao_antt_1692_2006
	settle.may_speak(norms.resolucao_antt_1692_2006.art_1.report.governs, object.get(norms.resolucao_antt_1692_2006.art_1.report, "where", {}))
}

matters.report.articles["resolucao_antt_1692_2006.art_7"] := norms.resolucao_antt_1692_2006.art_7.report if {
	input.in_force.resolucao_antt_1692_2006
	settle.may_speak(norms.resolucao_antt_1692_2006.art_7.report.governs, object.get(norms.resolucao_antt_1692_2006.art_7.report, "where", {}))
}
