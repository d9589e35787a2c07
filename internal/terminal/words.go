package terminal

import (
	"strconv"
	"strings"
	"time"
)

// words are the words of the page in one language.
type words struct {
	english                                                    bool
	outcome, short                                             map[string]string // by outcome
	state                                                      map[state]string
	role, on, byReading, reading                               map[string]string
	why, missing, remedies, duties, warnings, disputes, tree   string
	reference, contested, decides, notHeld, interpretation     string
	incurable, together, due                                   string
	lawOf, whatIf, policies, activation, decision, none        string
	court, provisions, evidence                                string
	governs, governsNot, governsUnknown, scope, requires, ways string
}

func wordsOf(lang string) words {
	if lang == "en" {
		return english
	}
	return portuguese
}

var portuguese = words{
	outcome: map[string]string{
		"allow": "DEFERIDO: a resposta é sim", "deny": "INDEFERIDO: a resposta é não",
		"incomplete": "INCOMPLETO: faltam dados para responder",
	},
	short: map[string]string{"allow": "deferido", "deny": "indeferido", "incomplete": "incompleto"},
	state: map[state]string{met: "Atendido", unmet: "Não atendido", unknown: "Em aberto", bears: "Também se aplica"},
	role: map[string]string{
		"grants": "direito", "condition": "condição", "exception": "exceção", "duty": "dever", "faculty": "faculdade",
		"penalty": "penalidade", "definition": "definição", "scope": "âmbito",
	},
	on:        map[string]string{"transportadora": "Da transportadora", "beneficiario": "Do beneficiário"},
	byReading: map[string]string{"text": "pela letra", "case_law": "pela jurisprudência"},
	reading:   map[string]string{"text": "leitura da letra", "case_law": "leitura da jurisprudência"},
	why:       "POR QUÊ", missing: "O QUE FALTA SABER", remedies: "O QUE MUDARIA A RESPOSTA", duties: "O QUE CUMPRIR",
	warnings: "AVISOS", disputes: "DISPUTAS", tree: "COMO SE CHEGOU À RESPOSTA",
	reference: "Referência", contested: "CONTROVERTIDO:", decides: "Decide", notHeld: "Texto não disponível.",
	interpretation: "Interpretação adotada",
	incurable:      "Nenhuma mudança ao alcance da pessoa ou da transportadora mudaria esta resposta.",
	together:       "Todas estas mudanças, juntas:", due: "Até",
	lawOf: "Direito de", whatIf: "dia escolhido no pedido", policies: "políticas", activation: "ativação",
	decision: "Decisão", none: "nenhum", court: "Tribunal", provisions: "Dispositivos", evidence: "grau de evidência",
	governs: "rege o caso", governsNot: "não rege o caso", governsUnknown: "não se sabe se rege o caso",
	scope: "Âmbito", requires: "Exige para", ways: "ou",
}

var english = words{
	english: true,
	outcome: map[string]string{
		"allow": "ALLOWED: the answer is yes", "deny": "DENIED: the answer is no",
		"incomplete": "INCOMPLETE: facts are missing",
	},
	short: map[string]string{"allow": "allowed", "deny": "denied", "incomplete": "incomplete"},
	state: map[state]string{met: "Met", unmet: "Not met", unknown: "Open", bears: "Applies too"},
	role: map[string]string{
		"grants": "right", "condition": "condition", "exception": "exception", "duty": "duty", "faculty": "faculty",
		"penalty": "penalty", "definition": "definition", "scope": "scope",
	},
	on:        map[string]string{"transportadora": "By the carrier", "beneficiario": "By the beneficiary"},
	byReading: map[string]string{"text": "by the letter", "case_law": "by the case law"},
	reading:   map[string]string{"text": "reading of the letter", "case_law": "reading of the case law"},
	why:       "WHY", missing: "WHAT IS MISSING", remedies: "WHAT WOULD CHANGE THE ANSWER", duties: "WHAT TO DO",
	warnings: "WARNINGS", disputes: "DISPUTES", tree: "HOW THE ANSWER CAME ABOUT",
	reference: "Reference", contested: "CONTESTED:", decides: "Decides", notHeld: "Text not held.",
	interpretation: "Interpretation taken",
	incurable:      "No change within the person's or the carrier's reach would change this answer.",
	together:       "All of these changes, together:", due: "Until",
	lawOf: "Law of", whatIf: "the request chose the day", policies: "policies", activation: "activation",
	decision: "Decision", none: "none", court: "Court", provisions: "Provisions", evidence: "grade of evidence",
	governs: "governs the case", governsNot: "does not govern the case", governsUnknown: "may govern the case",
	scope: "Scope", requires: "Requires for", ways: "or",
}

// day is a civil date as people write it: 12/12/2026 in Portuguese.
func (w words) day(text string) string {
	d, err := time.Parse(time.DateOnly, text)
	if err != nil || w.english {
		return text
	}
	return d.Format("02/01/2006")
}

// instant is an instant as people write it, in the offset in which it came: 12/12/2026 às 19:00 (UTC-03:00).
func (w words) instant(text string) string {
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return text
	}
	clock := "15:04"
	if t.Second() != 0 || t.Nanosecond() != 0 {
		clock = "15:04:05.999999999"
	}
	if w.english {
		return t.Format("2006-01-02 " + clock + " (UTC-07:00)")
	}
	return strings.Replace(t.Format("02/01/2006 às "+clock+" (UTC-07:00)"), ".", ",", 1)
}

// money is an amount of centavos: R$ 2.100,00 in Portuguese, R$ 2,100.00 in English. Its space does not break.
func (w words) money(cents int64) string {
	thousands, decimal := ".", ","
	if w.english {
		thousands, decimal = decimal, thousands
	}
	sign := ""
	if cents < 0 {
		sign, cents = "-", -cents
	}
	whole := strconv.FormatInt(cents/100, 10)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + thousands + whole[i:]
	}
	return "R$\u00a0" + sign + whole + decimal + strconv.FormatInt(100+cents%100, 10)[1:]
}

func number(n int) string { return strconv.Itoa(n) }
