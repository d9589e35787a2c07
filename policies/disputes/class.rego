# METADATA
# title: D-class — só o serviço convencional?
# description: Na rodovia, a letra restringe os benefícios ao serviço convencional; tribunais acharam a restrição além do poder regulamentar.
# custom:
#   id: D-class
#   court: STJ, 1ª Turma; jovem - 6ª Vara Federal de Goiânia
#   case: AgInt REsp 1.967.070/SC; ação civil pública de Goiânia; contrário - TRF4, 2022
#   date: '2023-03-13'
#   finality: reiterado pela 1ª Turma em outubro de 2025; o trânsito em julgado não foi confirmado, nem o recurso no caso do jovem
#   grade: V
package disputes.class

import rego.v2

grant["met"] := {
	"decreto_5934_2006.art_3": {"conventional_class"},
	"decreto_5934_2006.art_4": {"conventional_class"},
	"decreto_8537_2015.art_13": {"conventional_class"},
	"decreto_9921_2019.art_39": {"conventional_class"},
	"resolucao_antt_1692_2006.art_2": {"conventional_class"},
	"resolucao_antt_1692_2006.art_3": {"conventional_class"},
}
