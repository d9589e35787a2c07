package decision

import rego.v2

import data.lib.settle
import data.norms

# METADATA
# title: 'Divulgação nos pontos de venda — estão lá os textos que devem estar?'
# custom:
#   question: notice
#   title_en: 'Texts at points of sale - are they there?'
#   clock: /facts/notice/inspected_on
#   first: []
#   reading: IR-12
notice := {
	"text": object.union(readings.text, {"result": notice_result(readings.text)}),
	"case_law": object.union(readings.case_law, {"result": notice_result(readings.case_law)}),
	"disputes": settle.touched(positions.notice, matters.notice, readings),
	"held": held.notice,
} if readings := settle.readings(matters.notice, settle.together(positions.notice))

# METADATA
# title: The points of sale that lack a text
notice_result(reading) := {"absent": [{
	"point": entry.point,
	"urn": {"urn_of": {"article": id, "condition": entry.condition}},
} |
	some id, lists in reading.lists
	some entry in lists.absent
]}

# As disputas que podem mudar a resposta.
positions.notice := {}

# A norma que responde à pergunta vige neste dia.
default held.notice := false

held.notice if input.in_force.decreto_8537_2015

matters.notice.asked := ["notice"]

matters.notice.yields := {}

matters.notice.combine := set()

turning.notice := settle.turning(matters.notice, settle.together(positions.notice), input.reading, input.suppose)

explanations.notice := settle.explain(matters.notice, settle.together(positions.notice), input.reading)

# Os artigos que falam, na ordem das normas.
matters.notice.articles["decreto_8537_2015.art_20"] := norms.decreto_8537_2015.art_20.notice if {
	input.in_force.decreto_8537_2015
	settle.may_speak(norms.decreto_8537_2015.art_20.notice.governs, object.get(norms.decreto_8537_2015.art_20.notice, "where", {}))
}
