# METADATA
# title: 'Decreto nº 8.537/2015, art. 20 — textos nos pontos de venda'
package norms.decreto_8537_2015.art_20

import rego.v2

notice.governs := set()

notice.requires.notice.texts := [{"texts_displayed"}]

# METADATA
# title: 'Textos nos pontos de venda'
# custom:
#   provision: art20
#   quote: 'disponibilizarão em todos os pontos de venda de passagens, sejam eles físicos ou virtuais'
#   role: duty
#   reason:
#     pt-BR: 'Cada ponto de venda, físico ou virtual, disponibiliza o art. 32 da Lei nº 12.852 e o Decreto nº 8.537.'
#     en: 'Each point of sale, physical or virtual, makes art. 32 of Lei 12.852 and Decreto 8.537 available.'
notice.when.texts_displayed if {
	points := input.facts.notice.points
	count([point | some point in points; lacks_a_text(point)]) == 0
}

notice.when.texts_displayed := false if {
	some point in input.facts.notice.points
	lacks_a_text(point)
}

notice.remedies.texts_displayed := [{"fact": sprintf("/facts/notice/points/%d/%s", [i, text]), "to": "equal", "value": true} | some i, point in input.facts.notice.points; some text in ["lei_12852_art_32", "decreto_8537"]; object.get(point, text, false) == false]

lacks_a_text(point) if object.get(point, "lei_12852_art_32", false) == false

lacks_a_text(point) if object.get(point, "decreto_8537", false) == false

notice.lists.absent contains {"condition": "texts_displayed", "point": {"text_at": sprintf("/facts/notice/points/%d/id", [i])}} if {
	some i, point in input.facts.notice.points
	lacks_a_text(point)
}
