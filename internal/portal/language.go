package portal

import (
	"net/http"
	"net/url"

	"golang.org/x/text/language"
)

// The languages of pages.
const (
	portuguese = "pt-BR"
	english    = "en"
)

var languages = language.NewMatcher([]language.Tag{language.BrazilianPortuguese, language.English})

// languageOf is that of a page: the one that was chosen before, or else asked for by Accept-Language, or else standard.
func languageOf(r *http.Request, standard string) string {
	if chosen := cookie(r, languageCookie); chosen == portuguese || chosen == english {
		return chosen
	}
	wanted, _, _ := language.ParseAcceptLanguage(r.Header.Get("Accept-Language")) // what could be read of it is as good a wish as any
	_, best, confidence := languages.Match(wanted...)
	switch {
	case len(wanted) == 0, confidence == language.No:
		return standard
	case best == 1:
		return english
	}
	return portuguese
}

// other is the other language.
func other(lang string) string {
	if lang == english {
		return portuguese
	}
	return english
}

// withoutLanguage is an address without the wish for a language.
func withoutLanguage(u *url.URL) string {
	query := u.Query()
	query.Del("lang")
	at := url.URL{Path: u.Path, RawPath: u.RawPath, RawQuery: query.Encode()}
	return at.RequestURI()
}
