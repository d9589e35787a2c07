package identity

import (
	"fmt"
	"regexp"
	"strings"

	"deferido/internal/decision"
)

// What a carrier's document may hold, in characters and in terminals.
const (
	nameMost      = 200
	addressMost   = 300
	terminalsMost = 1000
)

var carrierIDForm = regexp.MustCompile(`\A[a-z0-9][a-z0-9.-]{0,62}\z`)

var carrierIDRule = decision.Sentence{
	PT: "Use de 1 a 63 letras minúsculas sem acento, algarismos, pontos e hifens, começando por letra ou algarismo.",
	EN: "Use 1 to 63 lower-case letters without accents, digits, dots and hyphens, beginning with a letter or a digit.",
}

// carrier checks a carrier and puts it in order: no space around its texts, the CNPJ as it is printed, a list of terminals
// even if there is none.
func (c *Check) carrier(given decision.Carrier) decision.Carrier {
	if !carrierIDForm.MatchString(given.ID) {
		c.Add("/id", carrierIDRule.PT, carrierIDRule.EN)
	}
	given.Name = c.Filled("/name", given.Name, nameMost)
	given.CNPJ = c.cnpj("/cnpj", given.CNPJ)
	given.Address = c.Line("/address", given.Address, addressMost)
	given.Complaints = c.Line("/complaints", given.Complaints, addressMost)
	given.Terminals = c.terminals(given.Terminals)
	return given
}

func (c *Check) cnpj(pointer, text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	normal, ok := NormalCNPJ(text)
	if !ok {
		c.Add(pointer, "Confira o CNPJ: 14 posições, com ou sem pontuação, e os dígitos verificadores; ou deixe vazio.",
			"Check the CNPJ: 14 places, with or without punctuation, and the check digits; or leave it empty.")
	}
	return normal
}

// terminals checks each terminal. A name is found as request.place gives it, so no two may be the same but for case.
func (c *Check) terminals(given []decision.Terminal) []decision.Terminal {
	if len(given) > terminalsMost {
		c.Add("/terminals", fmt.Sprintf("Liste no máximo %d terminais.", terminalsMost), fmt.Sprintf("List at most %d terminals.", terminalsMost))
		return nil
	}
	ordered := make([]decision.Terminal, len(given))
	seen := map[string]bool{}
	for i, t := range given {
		at := fmt.Sprintf("/terminals/%d", i)
		t.Name = c.Filled(at+"/name", t.Name, nameMost)
		t.Address = c.Line(at+"/address", t.Address, addressMost)
		if folded := strings.ToLower(t.Name); seen[folded] && folded != "" {
			c.Add(at+"/name", "Outro terminal já tem este nome; use um nome para cada.", "Another terminal has this name already; use one name for each.")
		} else {
			seen[folded] = true
		}
		ordered[i] = t
	}
	return ordered
}
