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

// articleLabel names an article of a norm by the name of its files: art_39 is "Decreto nº 9.921/2019, art. 39", and the text of a
// wording, art39_par2_inc1_2027-02-01, its provision. What is neither is the norm.
func (v *visit) articleLabel(c *corpus.Corpus, folder, name string) string {
	norm, known := c.Norm(folder)
	if !known {
		return folder
	}
	fragment, day, _ := cutLast(name, "_")
	for _, p := range norm.Provisions {
		if article := p.Fragment.ArticleName(); article != "" && article == name {
			return norm.Title + ", " + p.Fragment[:1].Label()
		}
		if p.Fragment.String() == fragment {
			return v.t("drafts.file.wording", "provision", p.Label, "day", v.words().date(day))
		}
	}
	return norm.Title
}

// cutLast cuts a text around the last instance of a separator.
func cutLast(text, separator string) (before, after string, found bool) {
	if i := strings.LastIndex(text, separator); i >= 0 {
		return text[:i], text[i+len(separator):], true
	}
	return text, "", false
}
