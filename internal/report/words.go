package report

// words are the words of the workbook in one language. The names of the columns are those of the facts.
type words struct {
	lang, title, creator                  string
	movement, uncounted, check            string // sheets
	month, section                        string
	numbers                               [6]string // in the order of Numbers.columns
	totalOf, totalOfQuarter               string
	uncountedColumns                      [7]string
	more                                  string // than are listed
	checkColumns                          [5]string
	report, carrier, cnpj, period, madeAt string
	counted, notCounted, otherMonths      string
	understated                           string // by what is not counted
	answer, notChecked, lawOf, policies   string
	decision, contested                   string
	outcome                               map[string]string
	absent, wholeMonth                    string
	basis, met, unmet, unknown            string
	duty, warning, missing                string
}

func wordsOf(lang string) words {
	if lang == "en" {
		return english
	}
	return portuguese
}

var portuguese = words{
	lang: "pt-BR", title: "Informe de movimentação", creator: "Deferido",
	movement: "Movimento", uncounted: "Não contados", check: "Verificação",
	month: "Mês", section: "Seção",
	numbers: [6]string{
		"Pagantes", "Pessoas idosas com gratuidade", "Pessoas idosas com desconto", "Passe livre da pessoa com deficiência",
		"Jovens com gratuidade", "Jovens com desconto",
	},
	totalOf: "Total do mês", totalOfQuarter: "Total do trimestre",
	uncountedColumns: [7]string{"Decisão", "Decidida em", "Mês", "Categoria", "Benefício", "Motivo", "O que fazer"},
	more:             "Não listados aqui, mas contados na aba Verificação: ",
	checkColumns:     [5]string{"Assunto", "Item", "Situação", "Dispositivo", "Texto"},
	report:           "Informe", carrier: "Transportadora", cnpj: "CNPJ", period: "Trimestre", madeAt: "Feito em",
	counted: "Concessões contadas", notCounted: "Concessões não contadas", otherMonths: "Concessões de outros meses",
	understated: "Os números do informe não as incluem: corrija o que falta e faça-o de novo.",
	answer:      "Resposta", notChecked: "ainda não verificado", lawOf: "Direito de", policies: "Políticas",
	decision: "Decisão", contested: "controvertido",
	outcome: map[string]string{"allow": "completo", "deny": "incompleto: falta o que está abaixo", "incomplete": "faltam dados para responder"},
	absent:  "Ausente", wholeMonth: "o mês inteiro",
	basis: "Fundamento", met: "atendido", unmet: "não atendido", unknown: "em aberto",
	duty: "Dever", warning: "Aviso", missing: "O que falta saber",
}

var english = words{
	lang: "en", title: "Movement report", creator: "Deferido",
	movement: "Movement", uncounted: "Not counted", check: "Check",
	month: "Month", section: "Section",
	numbers: [6]string{
		"Paying passengers", "Older persons, free", "Older persons, discounted", "Disability passes", "Youth, free", "Youth, discounted",
	},
	totalOf: "Total of the month", totalOfQuarter: "Total of the quarter",
	uncountedColumns: [7]string{"Decision", "Decided at", "Month", "Category", "Benefit", "Reason", "What to do"},
	more:             "Not listed here, but counted on the sheet Check: ",
	checkColumns:     [5]string{"Subject", "Item", "State", "Provision", "Text"},
	report:           "Report", carrier: "Carrier", cnpj: "CNPJ", period: "Quarter", madeAt: "Made at",
	counted: "Grants counted", notCounted: "Grants not counted", otherMonths: "Grants of other months",
	understated: "The numbers of the report leave them out: correct what is missing and make it again.",
	answer:      "Answer", notChecked: "not checked yet", lawOf: "Law of", policies: "Policies",
	decision: "Decision", contested: "contested",
	outcome: map[string]string{"allow": "complete", "deny": "incomplete: what is below is absent", "incomplete": "facts are missing"},
	absent:  "Absent", wholeMonth: "the whole month",
	basis: "Basis", met: "met", unmet: "not met", unknown: "open",
	duty: "Duty", warning: "Warning", missing: "What is not known",
}
