package portal

import (
	"html/template"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// foldedText is a text as it is searched: lower case, without accents, with the place in the text of each byte.
type foldedText struct {
	text string
	from []int // by byte of the folded text: where the letter begins that it comes from
	to   []int // where that letter ends
}

// fold folds a text.
func fold(text string) foldedText {
	var b strings.Builder
	f := foldedText{}
	for at := 0; at < len(text); {
		letter, size := utf8.DecodeRuneInString(text[at:])
		for _, part := range norm.NFKD.String(string(letter)) {
			if unicode.Is(unicode.Mn, part) {
				continue
			}
			before := b.Len()
			b.WriteRune(unicode.ToLower(part))
			for range b.Len() - before {
				f.from, f.to = append(f.from, at), append(f.to, at+size)
			}
		}
		at += size
	}
	f.text = b.String()
	return f
}

// foldedWords are the words of what somebody looks for, folded, each once.
func foldedWords(text string) []string {
	var words []string
	for _, word := range strings.FieldsFunc(fold(text).text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`,;"“”()`, r) }) {
		words = appendOnce(words, word)
	}
	return words
}

// hasAll tells whether a folded text has all words.
func hasAll(text string, words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
}

// span is a stretch of a text, in bytes.
type span struct{ from, to int }

// spans are where words stand in a text, in order and apart.
func (f *foldedText) spans(words []string) []span {
	var all []span
	for _, word := range words {
		for at := 0; word != ""; {
			i := strings.Index(f.text[at:], word)
			if i < 0 {
				break
			}
			all = append(all, span{f.from[at+i], f.to[at+i+len(word)-1]})
			at += i + len(word)
		}
	}
	slices.SortFunc(all, func(a, b span) int { return a.from - b.from })
	var apart []span
	for _, s := range all {
		if last := len(apart) - 1; last >= 0 && s.from <= apart[last].to {
			apart[last].to = max(apart[last].to, s.to)
			continue
		}
		apart = append(apart, s)
	}
	return apart
}

// The measures of a snippet, in bytes: how long it is, and how much of it stands before the first word.
const (
	snippetLength = 240
	snippetBefore = 60
)

// snippet is the part of a text that has the words, marked.
func snippet(text string, words []string) template.HTML {
	f := fold(text)
	found := f.spans(words)
	from, to := 0, len(text)
	if to > snippetLength {
		if len(found) > 0 {
			from = wordEdge(text, max(0, found[0].from-snippetBefore))
		}
		to = min(len(text), from+snippetLength)
		if to < len(text) {
			to = max(from, wordEdge(text, to))
		}
	}
	var b strings.Builder
	if from > 0 {
		b.WriteString("… ")
	}
	at := from
	for _, s := range found {
		if s.from < at || s.to > to {
			continue
		}
		b.WriteString(template.HTMLEscapeString(text[at:s.from]) + "<mark>" + template.HTMLEscapeString(text[s.from:s.to]) + "</mark>")
		at = s.to
	}
	b.WriteString(template.HTMLEscapeString(text[at:to]))
	if to < len(text) {
		b.WriteString(" …")
	}
	return template.HTML(b.String())
}

// wordEdge is the begin of the word at a place of a text, or the place itself where no word begins before it.
func wordEdge(text string, at int) int {
	if at <= 0 || at >= len(text) {
		return at
	}
	if i := strings.LastIndexByte(text[:at], ' '); i >= 0 {
		return i + 1
	}
	for at > 0 && text[at]&0xC0 == 0x80 { // inside a letter
		at--
	}
	return at
}
