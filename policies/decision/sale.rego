package decision

import rego.v2

import data.lib.settle
import data.norms

# METADATA
# title: 'Venda de vaga reservada — pode esta vaga ser vendida ao público agora? desde quando?'
# custom:
#   question: sale
#   title_en: 'Sale of a reserved seat - may it be sold to the public now, and from when?'
#   clock: /facts/sale/at
#   first: [/facts/beneficiary/category, /facts/service/mode]
#   reading: IR-12
sale := {
	"text": object.union(readings.text, {"result": sale_result(readings.text)}),
	"case_law": object.union(readings.case_law, {"result": sale_result(readings.case_law)}),
	"disputes": settle.touched(positions.sale, matters.sale, readings),
	"held": held.sale,
} if readings := settle.readings(matters.sale, settle.together(positions.sale))

# METADATA
# title: The instant after which a sale is lawful
sale_result(reading) := {"from_at": object.get(reading.gives, "from_at", null)}

# As disputas que podem mudar a resposta.
positions.sale := {}

held.sale := regulated

matters.sale.asked := ["sale"]

matters.sale.yields := {}

matters.sale.combine := set()

turning.sale := settle.turning(matters.sale, settle.together(positions.sale), input.reading, input.suppose)

explanations.sale := settle.explain(matters.sale, settle.together(positions.sale), input.reading)

# Os artigos que falam, na ordem das normas.
matters.sale.articles["lei_10741_2003.art_40"] := norms.lei_10741_2003.art_40.sale if {
	input.in_force.lei_10741_2003
	settle.may_speak(norms.lei_10741_2003.art_40.sale.governs, object.get(norms.lei_10741_2003.art_40.sale, "where", {}))
}

matters.sale.articles["decreto_5934_2006.art_3"] := norms.decreto_5934_2006.art_3.sale if {
	input.in_force.decreto_5934_2006
	settle.may_speak(norms.decreto_5934_2006.art_3.sale.governs, object.get(norms.decreto_5934_2006.art_3.sale, "where", {}))
}

matters.sale.articles["decreto_8537_2015.art_13"] := norms.decreto_8537_2015.art_13.sale if {
	input.in_force.decreto_8537_2015
	settle.may_speak(norms.decreto_8537_2015.art_13.sale.governs, object.get(norms.decreto_8537_2015.art_13.sale, "where", {}))
}

matters.sale.articles["decreto_9921_2019.art_39"] := norms.decreto_9921_2019.art_39.sale if {
	input.in_force.decreto_9921_2019
	settle.may_speak(norms.decreto_9921_2019.art_39.sale.governs, object.get(norms.decreto_9921_2019.art_39.sale, "where", {}))
}

matters.sale.articles["resolucao_antt_1692_2006.art_2"] := norms.resolucao_antt_1692_2006.art_2.sale if {
	input.in_force.resolucao_antt_1692_2006
	settle.may_speak(norms.resolucao_antt_1692_2006.art_2.sale.governs, object.get(norms.resolucao_antt_1692_2006.art_2.sale, "where", {}))
}
