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

// languageOf picks the language of an answer by Accept-Language; where it asks for neither language, standard.
func languageOf(header, standard string) string {
	switch header {
	case "":
		return standard
	case portuguese, english:
		return header
	}
	// Of a malformed header, what could be read of it is as good a wish as any.
	wanted, _, _ := language.ParseAcceptLanguage(header)
	_, best, confidence := languages.Match(wanted...)
	switch {
	case confidence == language.No:
		return standard
	case best == 1:
		return english
	}
	return portuguese
}
