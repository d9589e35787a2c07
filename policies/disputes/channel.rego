# METADATA
# title: D-channel — só nos pontos de venda da transportadora?
# description: |
#   A letra pede o ponto de venda da transportadora. Um regulamento posterior, na rodovia e desde 1º de fevereiro de 2024,
#   aceita qualquer ponto de venda. Enquanto o modal não se conhece, a leitura fica em aberto.
# custom:
#   id: D-channel
#   court: {pt-BR: 'regulamento posterior da ANTT', en: 'later ANTT regulation'}
#   case: {pt-BR: 'Resolução ANTT nº 6.033/2023', en: 'Resolução ANTT nº 6.033/2023'}
#   date: '2024-02-01'
#   finality: {pt-BR: 'em vigor; a regra foi lida em fonte secundária', en: 'in force; the rule was read in a secondary source'}
#   grade: V2
package disputes.channel

import rego.v2

import data.lib.calendar
import data.lib.settle

_counters := {
	"decreto_8537_2015.art_13": {"own_channel"},
	"decreto_9921_2019.art_39": {"own_channel"},
	"resolucao_antt_1692_2006.art_2": {"own_channel"},
}

_begun if input.days.as_of >= calendar.day("2024-02-01")

grant["met"] := _counters if {
	_begun
	input.facts.service.mode == "rodoviario"
}

grant["open"] := {id: refused |
	some id, _ in _counters
	refused := {"own_channel" | input.facts.request.channel == "terceiro"}
} if {
	_begun
	settle.lacks(object.get(input.facts, "service", {}), "mode")
}
