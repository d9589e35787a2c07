package portal

import (
	"html"
	"html/template"
	"maps"
	"slices"
	"strconv"
	"strings"

	"deferido/internal/decision"
	"deferido/internal/engine"
)

// said is an answer on its way to a page: the decision, in whose words, and under what law its provisions are named.
type said struct {
	*decision.Decision
	words    *words
	set      *engine.Set
	foreign  string              // the language of the decision's sentences where it is not the page's
	lang     string              // the same as an attribute behind others
	labels   map[string]string   // of the provisions that it cites, by URN
	warnings map[string][]string // by the URN of what they are about, until they are shown
	tickets  bool                // whether the visitor may print them
}

func newSaid(w *words, set *engine.Set, d *decision.Decision, lang string) *said {
	s := &said{Decision: d, words: w, set: set, labels: map[string]string{}, warnings: map[string][]string{}}
	if lang != w.lang {
		s.foreign, s.lang = lang, string(inLanguage(lang))
	}
	for _, b := range d.LegalBasis {
		s.labels[b.URN] = b.Label
	}
	for _, warning := range d.Warnings {
		s.warnings[warning.URN] = append(s.warnings[warning.URN], warning.Text)
	}
	return s
}

// labelled is the label of a provision, or its URN where nobody knows it.
func (s *said) labelled(urn string) string {
	if label := s.labels[urn]; label != "" {
		return label
	}
	if found, held := s.set.Corpus().ByURN(urn); held && found.Provision != nil {
		return found.Provision.Label
	} else if held {
		return found.Norm.Title
	}
	return urn
}

// cite is the provision of a URN, to be read on the day whose law decided.
func (s *said) cite(urn string) cited {
	return cited{URN: urn, Label: s.labelled(urn), Day: s.Policy.AsOf}
}

// cited is a provision with the day to read it on.
type cited struct{ URN, Label, Day string }

// link leads to the provision.
func (c cited) link(lang string) template.HTML {
	var m markup
	m.b.Grow(256)
	m.is(`<a href="`, provisionURL(c.URN, c.Day), `"`)
	if lang == english {
		m.raw(` lang="pt-BR"`)
	}
	return m.is(`>`, c.Label, `</a>`).html()
}

// inLanguage marks what is in another language than the page; an empty one is none.
func inLanguage(lang string) template.HTMLAttr {
	if lang == "" {
		return ""
	}
	return template.HTMLAttr(` lang="` + html.EscapeString(lang) + `"`)
}

// warned takes the warnings about a provision: each is shown once.
func (s *said) warned(urn string) []string {
	all := s.warnings[urn]
	delete(s.warnings, urn)
	return all
}

// restOfWarnings are those that stand beside nothing on the page.
func (s *said) restOfWarnings() []string {
	var rest []string
	for _, w := range s.Warnings {
		if slices.Contains(s.warnings[w.URN], w.Text) {
			rest = append(rest, w.Text)
		}
	}
	return rest
}

// answerBox is what the component verdict shows: shape and word, then a sentence.
type answerBox struct {
	ID      string // of its heading
	State   string // of a state
	Ask     string // what was asked, and when
	Benefit string // what is given; may be empty
	Why     string // the engine's own sentence
	Lang    string // of Why, where it is not the page's
	Minor   bool   // it is not the heading of the page
	Values  []resultRow
}

// verdict is the answer in a word and a sentence.
func (s *said) verdict(ask string) answerBox {
	v := answerBox{ID: "v", State: outcomeState(s.Decision), Ask: ask, Why: unbroken(s.why()), Lang: s.foreign}
	if s.Outcome == "allow" {
		v.Benefit = raised(s.benefits(s.Result["benefit"]))
	}
	v.Values, _ = s.result()
	return v
}

// benefits are the names of the benefits that a value of the result holds, in a row.
func (s *said) benefits(v any) string { return strings.Join(benefitsIn(s.set, s.words.lang, v), ", ") }

// why is the sentence of the answer: what is asked for, the first reason against it, or the reason of what grants it.
func (s *said) why() string {
	switch s.Outcome {
	case "incomplete":
		if len(s.Missing) > 0 {
			return s.Missing[0].Ask
		}
	case "allow":
		if i := slices.IndexFunc(s.LegalBasis, grants); i >= 0 {
			return s.LegalBasis[i].Reason
		}
	}
	if len(s.LegalBasis) == 0 {
		return ""
	}
	return s.LegalBasis[0].Reason
}

func grants(b decision.Basis) bool { return b.Role == "grants" && b.Met != nil && *b.Met }

// resultRow is a value of a result.
type resultRow struct {
	Name, Value string
	Cited       cited // instead of the value, where it is a provision
}

// result are the values of an answer, the benefit apart: single ones, and the things of its lists, each with its own values.
func (s *said) result() (single []resultRow, things [][]resultRow) {
	for _, name := range slices.Sorted(maps.Keys(s.Result)) {
		switch value := s.Result[name].(type) {
		case nil:
		case []any:
			if name == "alternatives" {
				continue
			}
			for _, thing := range value {
				things = append(things, s.thing(name, thing))
			}
		default:
			if name != "benefit" {
				single = append(single, s.row(name, value))
			}
		}
	}
	return single, things
}

func (s *said) thing(list string, v any) []resultRow {
	object, is := v.(map[string]any)
	if !is {
		return []resultRow{s.row(list, v)}
	}
	var rows []resultRow
	for _, name := range slices.SortedFunc(maps.Keys(object), resultOrder) {
		if object[name] != nil {
			rows = append(rows, s.row(name, object[name]))
		}
	}
	return rows
}

// resultOrder puts what a thing is before where that stands.
func resultOrder(a, b string) int {
	order := []string{"text", "point", "month", "section", "item", "group", "letter", "urn"}
	return slices.Index(order, a) - slices.Index(order, b)
}

func (s *said) row(name string, value any) resultRow {
	r := resultRow{Name: name}
	if key := "decisions.result." + name; s.words.has(key) {
		r.Name = s.words.text(key)
	}
	text, is := value.(string)
	switch {
	case is && strings.HasPrefix(text, "urn:"):
		r.Cited = s.cite(text)
	case is && strings.HasPrefix(text, "/facts/"):
		r.Value = s.place(text)
	case is && name == "item":
		r.Value = s.words.textValue("item_" + text)
	default:
		r.Value = s.words.value(name, value)
	}
	return r
}

// place says where a text stands that was not kept: "Pontos de venda 2".
func (s *said) place(pointer string) string {
	steps := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	var names []string
	for i := 1; i < len(steps); i++ {
		if strings.Trim(steps[i], "0123456789") != "" {
			continue
		}
		at := "/" + strings.Join(steps[:i], "/")
		title := s.set.Title(at, s.words.lang)
		if title == "" {
			title = steps[i-1]
		}
		names = append(names, title+" "+ordinal(steps[i]))
	}
	if names == nil {
		return s.words.text("decisions.redacted")
	}
	return strings.Join(names, ", ")
}

// ordinal is a position in a list as people count.
func ordinal(position string) string {
	n, err := strconv.Atoi(position)
	if err != nil {
		return position
	}
	return strconv.Itoa(n + 1)
}
