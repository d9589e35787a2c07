package portal

import (
	"errors"
	"path"
	"strings"

	"deferido/internal/corpus"
	"deferido/internal/lifecycle"
)

// refusal is why something was not done; nil where the error is another.
func refusal(err error) *lifecycle.Refused {
	var refused *lifecycle.Refused
	if errors.As(err, &refused) {
		return refused
	}
	return nil
}

// subject is what a file of a policy set is about, in words: the article, the question, the parameter.
func (v *visit) subject(file string) string {
	folder, rest, _ := strings.Cut(file, "/")
	name := strings.TrimSuffix(strings.TrimSuffix(path.Base(rest), path.Ext(rest)), "_test")
	switch folder {
	case "norms":
		norm, _, within := strings.Cut(rest, "/")
		if !within {
			break
		}
		return v.articleLabel(v.set.Corpus(), norm, name)
	case "decision":
		if q, known := v.set.Question(name); known {
			return v.t("drafts.file.question", "title", v.words().say(q.Title))
		}
	case "disputes":
		if d, known := v.set.Dispute(name); known {
			return v.t("drafts.file.dispute", "title", d.Title)
		}
	case "params":
		return v.t("drafts.file.parameter", "name", name)
	case "readings":
		return v.t("drafts.file.readings")
	case "cases":
		return v.t("drafts.file.case", "name", name)
	case "lib":
		return v.t("drafts.file.library", "name", name)
	case "schemas":
		return v.t("drafts.file.schema", "name", name)
	}
	return file
}

// articleLabel names an article of a norm by the name of its files: art_39 is "Decreto nº 9.921/2019, art. 39". What is no article
// is the norm.
func (v *visit) articleLabel(c *corpus.Corpus, folder, name string) string {
	norm, known := c.Norm(folder)
	if !known {
		return folder
	}
	for _, p := range norm.Provisions {
		if article := p.Fragment.ArticleName(); article != "" && (article == name || strings.HasPrefix(name, article+"_") && dated(name)) {
			return norm.Title + ", " + p.Fragment[:1].Label()
		}
	}
	return norm.Title
}

// dated tells whether the name of a text ends in the first day of its wording: art_39_2027-02-01.
func dated(name string) bool {
	_, day, found := cutLast(name, "_")
	return found && strings.Count(day, "-") == 2
}

// cutLast cuts a text around the last instance of a separator.
func cutLast(text, separator string) (before, after string, found bool) {
	if i := strings.LastIndex(text, separator); i >= 0 {
		return text[:i], text[i+len(separator):], true
	}
	return text, "", false
}
