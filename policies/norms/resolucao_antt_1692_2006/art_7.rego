# METADATA
# title: 'Resolução ANTT nº 1.692/2006, art. 7º — informe trimestral'
package norms.resolucao_antt_1692_2006.art_7

import rego.v2

report.governs := {"road"}

# METADATA
# title: 'Transporte rodoviário'
# custom:
#   provision: art1
#   quote: 'no âmbito do serviço de transporte rodoviário interestadual de passageiros'
#   role: scope
#   reading: IR-20
#   curable: false
#   reason:
#     pt-BR: 'A Resolução rege o transporte rodoviário.'
#     en: 'The Resolution governs road transport.'
report.where.road := input.facts.service.mode == "rodoviario"

report.requires.report.months := [{"every_month"}]

report.requires.report.paying := [{"paying"}]

report.requires.report.elderly_free := [{"elderly_free"}]

report.requires.report.elderly_discount := [{"elderly_discount"}]

report.requires.report.disability_pass := [{"disability_pass"}]

# METADATA
# title: 'Os três meses do trimestre'
# custom:
#   provision: art7_cpt
#   quote: 'a movimentação mensal de usuários titulares do benefício, por seção e por tipo de benefício'
#   role: duty
#   reason:
#     pt-BR: 'O informe traz os três meses do trimestre, cada um por seção.'
#     en: 'The report holds the three months of the quarter, each by section.'
report.when.every_month if {
	input.facts.report.months
	some _ in input.quarter.months
	count(months_without_data) == 0
}

report.when.every_month := false if count(months_without_data) > 0

report.remedies.every_month := [{"fact": "/facts/report/months", "to": "include", "value": {"month": month, "sections": [{"section": "…", "paying": 0, "elderly_free": 0, "elderly_discount": 0, "disability_pass": 0}]}} | some month in months_without_data]

# METADATA
# title: 'Passageiros pagantes'
# custom:
#   provision: art7_par1u_inc1
#   quote: 'passageiros pagantes'
#   role: duty
#   reason:
#     pt-BR: 'Cada seção informa o número de passageiros pagantes.'
#     en: 'Each section states the number of paying passengers.'
report.when.paying := counted("paying")

report.remedies.paying := [{"fact": sprintf("/facts/report/months/%d/sections/%d/paying", [i, j]), "to": "at_least", "value": 0} | some [_, i, j] in sections_without("paying")]

# METADATA
# title: 'Gratuidades de idosos'
# custom:
#   provision: art7_par1u_inc2
#   quote: 'passageiros beneficiados com a gratuidade para idosos'
#   role: duty
#   reason:
#     pt-BR: 'Cada seção informa o número de pessoas idosas com gratuidade.'
#     en: 'Each section states the number of elderly free passengers.'
report.when.elderly_free := counted("elderly_free")

report.remedies.elderly_free := [{"fact": sprintf("/facts/report/months/%d/sections/%d/elderly_free", [i, j]), "to": "at_least", "value": 0} | some [_, i, j] in sections_without("elderly_free")]

# METADATA
# title: 'Descontos de idosos'
# custom:
#   provision: art7_par1u_inc3
#   quote: 'idosos beneficiados com o desconto de 50% no valor da passagem'
#   role: duty
#   reason:
#     pt-BR: 'Cada seção informa o número de pessoas idosas com desconto.'
#     en: 'Each section states the number of elderly discounts.'
report.when.elderly_discount := counted("elderly_discount")

report.remedies.elderly_discount := [{"fact": sprintf("/facts/report/months/%d/sections/%d/elderly_discount", [i, j]), "to": "at_least", "value": 0} | some [_, i, j] in sections_without("elderly_discount")]

# METADATA
# title: 'Passes livres'
# custom:
#   provision: art7_par1u_inc4
#   quote: 'gratuidades decorrentes de passes livres concedidos a pessoas portadoras de deficiência'
#   role: duty
#   reason:
#     pt-BR: 'Cada seção informa o número de passes livres.'
#     en: 'Each section states the number of disability passes.'
report.when.disability_pass := counted("disability_pass")

report.remedies.disability_pass := [{"fact": sprintf("/facts/report/months/%d/sections/%d/disability_pass", [i, j]), "to": "at_least", "value": 0} | some [_, i, j] in sections_without("disability_pass")]

months_without_data contains month if {
	listed := input.facts.report.months
	some month in input.quarter.months
	count([section | some entry in listed; entry.month == month; some section in entry.sections]) == 0
}

# Sections of the quarter's months that lack an item, by month and by place in the facts.
sections_without(item) := {[entry.month, i, j] |
	some i, entry in input.facts.report.months
	entry.month in input.quarter.months
	some j, section in entry.sections
	object.get(section, item, null) == null
}

counted(item) := false if count(sections_without(item)) > 0

counted(item) if {
	input.facts.report.months
	some _ in input.quarter.months
	count(sections_without(item)) == 0
}

report.lists.absent contains {"month": month, "section": null, "item": null, "condition": "every_month"} if some month in months_without_data

report.lists.absent contains {
	"month": month, "item": item, "condition": item,
	"section": {"text_at": sprintf("/facts/report/months/%d/sections/%d/section", [i, j])},
} if {
	some item in ["paying", "elderly_free", "elderly_discount", "disability_pass"]
	some [month, i, j] in sections_without(item)
}

# METADATA
# title: 'Informe trimestral'
# custom:
#   provision: art7_cpt
#   quote: 'deverão, trimestralmente, informar à ANTT'
#   role: duty
#   on: transportadora
#   reason:
#     pt-BR: 'Informar à ANTT, trimestralmente, a movimentação mensal.'
#     en: 'Report the monthly movement to ANTT each quarter.'
report.notes.always.quarterly := true
