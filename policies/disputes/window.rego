# METADATA
# title: D-window — o desconto da pessoa idosa tem prazo máximo de antecedência?
# description: A letra limita a compra a seis ou doze horas antes da partida; um tribunal afastou o limite.
# custom:
#   id: D-window
#   court: {pt-BR: 'TRF1, 5ª Turma', en: 'TRF1, 5th Panel'}
#   case: {pt-BR: 'acórdão noticiado em 2021, número não confirmado', en: 'judgment reported in 2021, number not confirmed'}
#   date: '2021-09-02'
#   finality: {pt-BR: 'desconhecido', en: 'unknown'}
#   grade: V2
package disputes.window

import rego.v2

_windows := {"within_six_hours", "within_twelve_hours", "within_the_shorter_window"}

grant["met"] := {
	"decreto_5934_2006.art_4": _windows,
	"resolucao_antt_1692_2006.art_3": _windows,
}
