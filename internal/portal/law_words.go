package portal

import (
	"html/template"
	"slices"
	"strconv"
	"strings"

	"deferido/internal/civil"
	"deferido/internal/corpus"
	"deferido/internal/decision"
	"deferido/internal/edition"
)

// lawFunctions are what the templates of the law may call beside those of all. What has many small parts is written here:
// templates would take longer over it than over all the rest.
func lawFunctions(w *words) template.FuncMap {
	return template.FuncMap{
		"phrase": w.phrase, "marked": w.marked, "changes": w.changes, "question": w.question, "interval": w.interval,
		"lawlabel": raised, "titled": w.titled, "case": w.caseResult, "wanted": w.expected, "asks": w.asks, "held": w.held,
		"after": after, "sheet": sheetURL,
		"cents":  func(c corpus.Centavos) int64 { return int64(c) },
		"dateof": func(d *corpus.DatedFact) *civil.Date { return &d.Date },
	}
}

// phrase writes a phrase: what the law measures by is bold, and what is Portuguese on an English page says so.
func (w *words) phrase(p edition.Phrase) template.HTML {
	var b strings.Builder
	for _, word := range p.In(w.lang) {
		switch text := template.HTMLEscapeString(word.Text); word.Is {
		case edition.Limit:
			b.WriteString("<b>" + text + "</b>")
		case edition.Value:
			b.WriteString("<b" + w.portuguese() + ">" + text + "</b>")
		case edition.Named:
			b.WriteString("<span" + w.portuguese() + ">" + text + "</span>")
		default:
			b.WriteString(text)
		}
	}
	return template.HTML(b.String())
}

// titled writes the title of a condition: where it has none in English, the Portuguese one, which says so.
func (w *words) titled(title decision.Sentence) template.HTML {
	text := title.In(w.lang)
	if text == "" {
		return template.HTML("<span" + w.portuguese() + ">" + template.HTMLEscapeString(title.PT) + "</span>")
	}
	return template.HTML(template.HTMLEscapeString(text))
}

// portuguese is the attribute of what is Portuguese on an English page.
func (w *words) portuguese() string {
	if w.lang == english {
		return ` lang="pt-BR"`
	}
	return ""
}

// marked writes a text of the law with its quotes numbered. The label that the law prints is kept for who copies or hears it:
// it stands beside the text in ours.
func (w *words) marked(t *edition.Text) template.HTML {
	var b strings.Builder
	if t.Printed != "" {
		b.WriteString(`<span class="vh">` + template.HTMLEscapeString(t.Printed) + "</span>")
	}
	for _, s := range t.Segments {
		text := template.HTMLEscapeString(s.Text)
		if len(s.Marks) == 0 {
			b.WriteString(text)
			continue
		}
		b.WriteString(`<mark data-c="` + numbers(s.Marks) + `">`)
		if len(s.Ends) == 0 {
			b.WriteString(text + "</mark>")
			continue
		}
		last := strings.LastIndexByte(text, ' ') + 1
		b.WriteString(text[:last] + `<span class="nb">` + text[last:]) // no number begins a line
		for _, n := range s.Ends {
			number := strconv.Itoa(n)
			b.WriteString(`<a class="ref" href="#c` + number + `" id="t` + number + `" aria-label="` + w.text("law.article.to_rule", "n", number) + `">` + number + "</a>")
		}
		b.WriteString("</span></mark>")
	}
	return template.HTML(b.String())
}

// after is what of a text stands behind a separator; all of it where that is not there.
func after(text, separator string) string {
	if _, rest, found := strings.Cut(text, separator); found {
		return rest
	}
	return text
}

func numbers(all []int) string {
	texts := make([]string, len(all))
	for i, n := range all {
		texts[i] = strconv.Itoa(n)
	}
	return strings.Join(texts, " ")
}

// changes writes what went and came, word by word, with a sign beside each so that colour alone says nothing.
func (w *words) changes(all []edition.Change) template.HTML {
	var b strings.Builder
	for _, c := range all {
		switch text := template.HTMLEscapeString(c.Text); c.Is {
		case edition.Deleted:
			b.WriteString("<del>" + text + "</del>")
		case edition.Inserted:
			b.WriteString("<ins>" + text + "</ins>")
		default:
			b.WriteString(text)
		}
	}
	return template.HTML(b.String())
}

// asks names the questions that rules answer, each once.
func (w *words) asks(rules []edition.Rule) string {
	var names []string
	for _, r := range rules {
		if name := w.question(r.Question); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// held counts the provisions of an article of which a text is held, whatever the day.
func (w *words) held(a *edition.Article) string {
	n := 0
	for i := range a.Rows {
		if a.Rows[i].Provision.Held() {
			n++
		}
	}
	return w.number(n)
}
