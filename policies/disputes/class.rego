# METADATA
# title: D-class — só o serviço convencional, para a pessoa idosa?
# description: Na rodovia, a letra restringe os benefícios ao serviço convencional; tribunais acharam a restrição além do poder regulamentar.
# custom:
#   id: D-class
#   court: {pt-BR: 'STJ, 1ª Turma', en: 'STJ, 1st Panel'}
#   case: {pt-BR: 'AgInt REsp 1.967.070/SC; em sentido contrário, TRF4, 2022 (grau V2)', en: 'AgInt REsp 1.967.070/SC; to the contrary, TRF4, 2022 (grade V2)'}
#   date: '2023-03-13'
#   finality: {pt-BR: 'reiterado pela 1ª Turma em outubro de 2025; o trânsito em julgado não foi confirmado', en: 'repeated by the 1st Panel in October 2025; finality not confirmed'}
#   grade: V
package disputes.class

import rego.v2

grant["met"] := {
	"decreto_5934_2006.art_3": {"conventional_class"},
	"decreto_5934_2006.art_4": {"conventional_class"},
	"decreto_9921_2019.art_39": {"conventional_class"},
	"resolucao_antt_1692_2006.art_2": {"conventional_class"},
	"resolucao_antt_1692_2006.art_3": {"conventional_class"},
}
