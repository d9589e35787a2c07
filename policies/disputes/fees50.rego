# METADATA
# title: D-fees50 — pedágio e terminal no desconto de cinquenta por cento
# description: Só há recomendação em contrário; são devidos nas duas leituras.
# custom:
#   id: D-fees50
#   court: {pt-BR: 'recomendação administrativa, sem decisão judicial', en: 'administrative recommendation, no judgment'}
#   case: {pt-BR: 'recomendação noticiada', en: 'reported recommendation'}
#   finality: {pt-BR: 'não se aplica', en: 'does not apply'}
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
