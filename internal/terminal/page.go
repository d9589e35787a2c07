package terminal

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// style is the sequence that begins a style (ECMA-48, SGR); plain has none.
type style string

const (
	plain  style = ""
	bold   style = "\x1b[1m"
	faint  style = "\x1b[2m"
	red    style = "\x1b[31m"
	green  style = "\x1b[32m"
	yellow style = "\x1b[33m"

	boldRed    style = "\x1b[1;31m"
	boldGreen  style = "\x1b[1;32m"
	boldYellow style = "\x1b[1;33m"

	reset = "\x1b[0m"
)

func outcomeStyle(outcome string) style {
	switch outcome {
	case "allow":
		return boldGreen
	case "deny":
		return boldRed
	}
	return boldYellow
}

// state is what a provision's part in the answer is.
type state int

const (
	met state = iota
	unmet
	unknown
	bears // it says something beside the conditions: a duty, a faculty
)

// bearing are the roles of provisions that bear on an answer without being tested.
var bearing = map[string]bool{"duty": true, "faculty": true, "penalty": true, "definition": true}

func stateOf(m *bool) state {
	switch {
	case m == nil:
		return unknown
	case *m:
		return met
	}
	return unmet
}

func (s state) mark() string { return [...]string{"✓", "✗", "?", "•"}[s] }

func (s state) style() style { return [...]style{green, red, yellow, plain}[s] }

// page is a text that is wrapped and styled as it is written.
type page struct {
	strings.Builder
	width int
	color bool
}

func newPage(o Options) *page {
	return &page{width: min(max(o.Width, 40), maxWidth), color: o.Color}
}

func (p *page) blank() { p.WriteByte('\n') }

// heading begins a part of the page.
func (p *page) heading(text string) {
	p.blank()
	p.line("", text, bold)
}

// line writes a text, each of its lines behind the indent.
func (p *page) line(indent, text string, s style) { p.wrap(indent, indent, text, s) }

// item writes a text behind a mark; the lines that follow stand below its first word.
func (p *page) item(mark, text string, s style) {
	p.wrap(mark, strings.Repeat(" ", utf8.RuneCountInString(mark)), text, s)
}

// wrap writes the words of a text in lines that fit the page. A word that fits no line is broken.
func (p *page) wrap(first, rest, text string, s style) {
	room := p.width - utf8.RuneCountInString(first)
	prefix, line, used := first, "", 0
	flush := func() {
		p.styled(prefix, line, s)
		prefix, line, used = rest, "", 0
	}
	for word := range strings.FieldsFuncSeq(clean(text), func(r rune) bool { return r == ' ' }) {
		n := utf8.RuneCountInString(word)
		if used > 0 && used+1+n > room {
			flush()
		}
		for n > room {
			head := string([]rune(word)[:room])
			word = word[len(head):]
			n -= room
			line = head
			flush()
		}
		if used > 0 {
			line += " "
			used++
		}
		line += word
		used += n
	}
	if used > 0 {
		flush()
	}
}

func (p *page) styled(prefix, line string, s style) {
	text := prefix + line
	if p.color && s != plain {
		text = string(s) + text + reset
	}
	p.WriteString(text)
	p.WriteByte('\n')
}

// clean takes out of a text what would act on a terminal instead of being read: control characters become spaces, and
// those that only format (directions, joiners) go.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), r == '\u2028', r == '\u2029':
			return ' '
		case unicode.Is(unicode.Cf, r), r == utf8.RuneError:
			return -1
		}
		return r
	}, text)
}
