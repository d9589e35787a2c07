package httpapi

import (
	"golang.org/x/text/language"
)

// The languages of answers.
const (
	portuguese = "pt-BR"
	english    = "en"
)

var languages = language.NewMatcher([]language.Tag{language.BrazilianPortuguese, language.English})

// languageOf picks the language of an answer by Accept-Language: Portuguese unless English is preferred.
func languageOf(header string) string {
	switch header {
	case "", portuguese:
		return portuguese
	case english:
		return english
	}
	// Of a malformed header, what could be read of it is as good a wish as any.
	wanted, _, _ := language.ParseAcceptLanguage(header)
	if _, best, confidence := languages.Match(wanted...); best == 1 && confidence > language.No {
		return english
	}
	return portuguese
}
