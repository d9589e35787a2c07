# METADATA
# title: D-fees50 — pedágio e terminal no desconto de cinquenta por cento
# description: Só há recomendação em contrário; são devidos nas duas leituras.
# custom:
#   id: D-fees50
#   court: recomendação administrativa, sem decisão judicial
#   case: recomendação noticiada
#   finality: não se aplica
#   grade: V2
#   provisions:
#     - {norm: decreto_5934_2006, provision: art8_par1u}
#     - {norm: decreto_9921_2019, provision: art44_par1u}
package disputes.fees50

import rego.v2

fare["touches"] if {
	input.facts.beneficiary.category == "pessoa_idosa"
	input.facts.fare.benefit == "desconto"
}
