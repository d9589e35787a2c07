package portal

import (
	"net/url"
	"slices"
	"strings"

	"deferido/internal/corpus"
)

// urn answers GET /urn/{urn}: it leads to the reader, at the provision. Only the exact URN of what is held leads anywhere: a
// number that is misprinted must not lead to another act.
func (p *Portal) urn(v *visit) error {
	text := v.Param("urn")
	law := v.set.Corpus()
	day := ""
	if v.Query("em") != "" {
		read, done, err := v.readingDay("em")
		if done || err != nil {
			return err
		}
		day = read.String()
		if read.IsZero() {
			day = v.Query("em") // the reader says what is wrong with it
		}
	}
	found, held := law.ByURN(text)
	switch {
	case held && found.Provision == nil:
		return v.redirect(articleURL(found.Norm.Folder, "", queryDay(day)))
	case held:
		return v.redirect(articleURL(found.Norm.Folder, found.Provision.Fragment.ArticleName(), queryDay(day)) + "#" + found.Provision.Fragment.String())
	}
	if norm, article, ok := wholeArticle(law, text); ok {
		return v.redirect(articleURL(norm, article, queryDay(day)))
	}
	return notFound("law.no_urn", v.suggested(text)...)
}

// queryDay is a day as an address has it.
func queryDay(day string) string { return url.QueryEscape(day) }

// wholeArticle is the article of an exact URN that names no provision below it: of an article that has a caput and more.
func wholeArticle(law *corpus.Corpus, text string) (norm, article string, ok bool) {
	urn, err := corpus.ParseURN(text)
	if err != nil || len(urn.Fragment) != 1 {
		return "", "", false
	}
	act, held := law.ByURN(urn.Act().String())
	if !held {
		return "", "", false
	}
	name := urn.Fragment.ArticleName()
	return act.Norm.Folder, name, slices.ContainsFunc(act.Norm.Provisions, func(p *corpus.Provision) bool { return p.Fragment.ArticleName() == name })
}

// spoken is the folder of a norm as a person would write its name: decreto_9921_2019 is "decreto 9921/2019".
func spoken(folder string) string {
	words := strings.Split(folder, "_")
	if last := len(words) - 1; last >= 2 {
		words = append(words[:last-1], words[last-1]+"/"+words[last])
	}
	return strings.Join(words, " ")
}
