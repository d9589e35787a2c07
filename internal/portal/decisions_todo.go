package portal

import (
	"html/template"
	"net/url"
	"strconv"
	"time"

	"deferido/internal/decision"
)

// todoView is what the component todo shows: what would change the answer, and what is to be done now.
type todoView struct {
	Lead  string // above the list; may be empty
	All   *link  // simulates all changes together; nil where there is one or none
	Items []todoItem
	Lines template.HTML // the items, as they are shown
}

type todoItem struct {
	Big      string
	Ours     bool // Big is in the page's own words
	Text     string
	Cited    []cited
	Warnings []string
	Button   link // may be empty
	Main     bool // it is the button of the page
}

// todo is what would change an answer, and the duties that come with it.
func (s *said) todo() todoView {
	v := todoView{}
	switch s.Outcome {
	case "deny":
		s.remedies(&v)
	case "incomplete":
		s.missing(&v)
	}
	s.duties(&v)
	v.Lines = s.lines(v.Items)
	return v
}

// lines writes the items.
func (s *said) lines(items []todoItem) template.HTML {
	var m markup
	m.b.Grow(1024 * len(items))
	for _, item := range items {
		m.raw(`<li><div><b class="big"`)
		if !item.Ours {
			m.raw(s.lang)
		}
		m.is(`>`, item.Big, `</b>`)
		s.lineBelow(&m, item)
		m.raw(`</div>`)
		if item.Button.URL != "" {
			class := "btn no-print"
			if item.Main {
				class = "btn main no-print"
			}
			m.is(`<a class="`+class+`" href="`, item.Button.URL, `">`).text(item.Button.Label).raw(`</a>`)
		}
		m.raw("</li>\n")
	}
	return m.html()
}

// lineBelow is what stands below what is to be done: on whom it is, the provisions, the warnings about them.
func (s *said) lineBelow(m *markup, item todoItem) {
	if item.Text != "" || item.Cited != nil {
		m.is(`<span class="muted">`, item.Text, ``)
		for i, c := range item.Cited {
			if i > 0 || item.Text != "" {
				m.raw(` · `)
			}
			m.raw(string(c.link(s.words.lang)))
		}
		m.raw(`</span>`)
	}
	for _, warning := range item.Warnings {
		m.raw(`<span class="aside"` + s.lang + `>`).text(warning).raw(`</span>`)
	}
}

func (s *said) here(page string) string { return "/decisoes/" + url.PathEscape(s.ID) + page }

// remedies are the changes that would turn a refusal, or that there is none; and what the same facts do give.
func (s *said) remedies(v *todoView) {
	if len(s.Remedies) == 0 || s.Curable != nil && !*s.Curable {
		v.Items = append(v.Items, todoItem{Big: s.words.text("decisions.todo.nothing"), Ours: true, Text: s.words.text("decisions.todo.nothing_why")})
	}
	if len(s.Remedies) > 1 {
		v.Lead = s.words.text("decisions.todo.together")
		v.All = &link{s.here("/simular?mudanca=todas"), s.words.text("decisions.todo.simulate_all")}
	}
	for i, r := range s.Remedies {
		v.Items = append(v.Items, todoItem{Big: unbroken(r.Text), Cited: []cited{s.cite(r.URN)}, Button: link{s.here("/simular?mudanca=" + strconv.Itoa(i+1)), s.words.text("decisions.todo.simulate")}})
	}
	if also := s.benefits(s.Result["alternatives"]); also != "" {
		v.Items = append(v.Items, todoItem{Big: s.words.text("decisions.todo.also", "benefits", also), Ours: true, Text: s.words.text("decisions.todo.also_why")})
	}
}

// missing are the facts that can still change an open answer; the form takes them, with all that was given before.
func (s *said) missing(v *todoView) {
	for i, m := range s.Missing {
		item := todoItem{Big: m.Ask}
		if m.URN != "" {
			item.Cited = []cited{s.cite(m.URN)}
		}
		if i == 0 {
			item.Button, item.Main = link{s.again(), s.words.text("decisions.todo.complete")}, true
		}
		v.Items = append(v.Items, item)
	}
}

// again is the form of the question with what was given; no fact stands in its address.
func (s *said) again() string {
	return addressOf(s.Question) + "?" + url.Values{"de": {s.ID}}.Encode()
}

// duties are what is to be done now that the answer is given. The carrier's first one of a grant has the paper that it takes.
func (s *said) duties(v *todoView) {
	paper := s.paper()
	places := map[string]int{} // of what is asked, which several provisions may ask alike
	for _, duty := range s.Duties {
		key := duty.On + duty.Text
		if place, said := places[key]; said {
			v.Items[place].Cited = append(v.Items[place].Cited, s.cite(duty.URN))
			v.Items[place].Warnings = append(v.Items[place].Warnings, s.warned(duty.URN)...)
			continue
		}
		places[key] = len(v.Items)
		item := s.duty(duty)
		if duty.On == "transportadora" && paper.URL != "" {
			item.Button, item.Main, paper = paper, true, link{}
		}
		v.Items = append(v.Items, item)
	}
	if paper.URL != "" {
		v.Items = append(v.Items, todoItem{Big: s.words.text("decisions.todo.paper." + s.Outcome), Ours: true, Button: paper})
	}
}

func (s *said) duty(d decision.Duty) todoItem {
	item := todoItem{Big: d.Text, Text: s.words.text("decisions.on." + d.On), Cited: []cited{s.cite(d.URN)}, Warnings: s.warned(d.URN)}
	if d.DueAt == nil {
		return item
	}
	if due, err := time.Parse(time.RFC3339Nano, *d.DueAt); err == nil {
		item.Text += " · " + s.words.text("decisions.todo.due", "when", s.words.exact(due))
	}
	return item
}

// paper is the document that the answer to a request for a benefit is handed over with: empty for other questions, and where it is a
// ticket that the visitor may not print.
func (s *said) paper() link {
	switch {
	case s.Question != questionGrant:
	case s.Outcome == "deny":
		return link{s.here("/recusa"), s.words.text("decisions.todo.refusal")}
	case s.Outcome == "allow" && s.tickets:
		return link{s.here("/bilhete"), s.words.text("decisions.todo.ticket")}
	}
	return link{}
}

// questionGrant is the question whose answers are handed to a passenger on paper.
const questionGrant = "grant"
