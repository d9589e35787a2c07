# METADATA
# title: As respostas
# description: |
#   `data.decision.<pergunta>` é a resposta de cada pergunta, nas duas leituras. Cada arquivo desta pasta é o índice de uma
#   pergunta: os artigos que falam sobre ela, as disputas, e a forma do resultado.
# scope: package
# schemas:
#   - input.facts: schema.facts
package decision

import rego.v2

# O benefício da pessoa tem, neste dia, decreto que o regula e cujo texto está no acervo. Da categoria que não se conhece,
# basta uma.
default regulated := false

regulated if {
	input.facts.beneficiary.category == "pessoa_idosa"
	_elderly
}

regulated if {
	input.facts.beneficiary.category == "jovem_baixa_renda"
	_young
}

regulated if {
	not _category_known
	regulated_for_someone
}

# O benefício de alguma categoria tem, neste dia, decreto que o regula.
default regulated_for_someone := false

regulated_for_someone if _elderly

regulated_for_someone if _young

_category_known if input.facts.beneficiary.category != ""

_elderly if input.in_force.decreto_5934_2006

_elderly if input.in_force.decreto_9921_2019

_young if input.in_force.decreto_8537_2015
