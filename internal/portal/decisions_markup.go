package portal

import (
	"html"
	"html/template"
	"strings"
)

// markup writes what stands on a page many times over: a template would be as long at it as at all the rest. Whatever is not
// written here is escaped.
type markup struct{ b strings.Builder }

// raw writes markup: constants, or what was escaped before.
func (m *markup) raw(text string) *markup {
	m.b.WriteString(text)
	return m
}

// text writes a text, or the value of an attribute within quotes.
func (m *markup) text(text string) *markup { return m.raw(html.EscapeString(text)) }

// is writes a text between two pieces of markup.
func (m *markup) is(before, text, after string) *markup { return m.raw(before).text(text).raw(after) }

func (m *markup) html() template.HTML { return template.HTML(m.b.String()) }

// factLines are facts as the rows of a table.
func factLines(rows []factRow) template.HTML {
	var m markup
	m.b.Grow(128 * len(rows))
	for _, row := range rows {
		m.is(`<tr><th scope="row">`, row.Name, `</th><td`)
		if row.Redacted {
			m.raw(` class="redacted"`)
		}
		m.is(`>`, row.Value, "</td></tr>\n")
	}
	return m.html()
}

// buttons are links that look like buttons.
func buttons(links []link) template.HTML {
	var m markup
	m.b.Grow(128 * len(links))
	for _, l := range links {
		m.is(`<a class="btn" href="`, l.URL, `">`).text(l.Label).raw(`</a>`)
	}
	return m.html()
}
