package edition

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"deferido/internal/civil"
)

// Kind tells what a word of a phrase is, so that a page can show it as that.
type Kind int

// The kinds of words.
const (
	Plain Kind = iota // ours
	Limit             // what the law compares with: a number, duration, amount, day, or a value of a fact by its name
	Value             // a value of a fact that has no name for people, as facts write it
	Named             // the title of a condition or the name of an act, in Portuguese also on an English page
)

// Word is a run of text of one kind. Spaces are part of it.
type Word struct {
	Text string
	Is   Kind
}

// Phrase says the same in both languages.
type Phrase struct{ PT, EN []Word }

// In is the phrase in a language: English for "en", Portuguese otherwise.
func (p Phrase) In(lang string) []Word {
	if lang == "en" {
		return p.EN
	}
	return p.PT
}

// Text is the phrase in a language without the kinds of its words.
func (p Phrase) Text(lang string) string {
	var b strings.Builder
	for _, w := range p.In(lang) {
		b.WriteString(w.Text)
	}
	return b.String()
}

// Empty tells whether nothing is said.
func (p Phrase) Empty() bool { return len(p.PT) == 0 }

// say is plain words.
func say(pt, en string) Phrase { return Phrase{[]Word{{pt, Plain}}, []Word{{en, Plain}}} }

// both is plain words that are the same in both languages: signs.
func both(text string) Phrase { return say(text, text) }

// limit is what the law measures by.
func limit(pt, en string) Phrase { return Phrase{[]Word{{pt, Limit}}, []Word{{en, Limit}}} }

// value is a value of a fact.
func value(text string) Phrase { return Phrase{[]Word{{text, Value}}, []Word{{text, Value}}} }

// named is a title; in English it is the Portuguese one where there is no other.
func named(pt, en string) Phrase {
	if en == "" {
		return Phrase{[]Word{{pt, Named}}, []Word{{pt, Named}}}
	}
	return Phrase{[]Word{{pt, Named}}, []Word{{en, Plain}}}
}

// joined puts phrases together. Neighbours of one kind become one word.
func joined(parts ...Phrase) Phrase {
	var whole Phrase
	for _, p := range parts {
		whole.PT, whole.EN = appended(whole.PT, p.PT), appended(whole.EN, p.EN)
	}
	return whole
}

func appended(to, words []Word) []Word {
	for _, w := range words {
		if last := len(to) - 1; last >= 0 && w.Is == Plain && to[last].Is == Plain {
			to[last].Text += w.Text
		} else {
			to = append(to, w)
		}
	}
	return to
}

// listed joins phrases by a separator, the last by another one: a, b or c.
func listed(parts []Phrase, between, last Phrase) Phrase {
	var whole []Phrase
	for i, p := range parts {
		switch {
		case i == 0:
		case i == len(parts)-1:
			whole = append(whole, last)
		default:
			whole = append(whole, between)
		}
		whole = append(whole, p)
	}
	return joined(whole...)
}

// within makes a title begin small, as it does within a sentence, unless its first word is an abbreviation.
func within(title string) string {
	first, size := utf8.DecodeRuneInString(title)
	second, _ := utf8.DecodeRuneInString(title[size:])
	if unicode.IsUpper(second) {
		return title
	}
	return string(unicode.ToLower(first)) + title[size:]
}

var printers = map[string]*message.Printer{
	"pt-BR": message.NewPrinter(language.BrazilianPortuguese), "en": message.NewPrinter(language.English),
}

// Money writes centavos: R$ 3.242,00, or R$ 3,242.00. The space does not break.
func Money(cents int64) Phrase {
	write := func(lang, point string) string {
		sign, amount := "", cents
		if amount < 0 {
			sign, amount = "−", -amount
		}
		return printers[lang].Sprintf("%sR$\u00a0%d%s%02d", sign, amount/100, point, amount%100)
	}
	return limit(write("pt-BR", ","), write("en", "."))
}

// number writes a whole number.
func number(n int64) Phrase {
	return limit(printers["pt-BR"].Sprintf("%d", n), printers["en"].Sprintf("%d", n))
}

// counted writes a number of things.
func counted(n int64, pt, pts, en, ens string) Phrase {
	if n == 1 {
		pts, ens = pt, en
	}
	count := number(n)
	return limit(count.Text("pt-BR")+"\u00a0"+pts, count.Text("en")+"\u00a0"+ens)
}

// duration writes nanoseconds: "3 h", "2 h 59 min 59 s". It is false for what is no whole number of seconds.
func duration(nanoseconds int64) (Phrase, bool) {
	const second = 1_000_000_000
	if nanoseconds < 0 || nanoseconds%second != 0 {
		return Phrase{}, false
	}
	var parts []string
	rest := nanoseconds / second
	for _, unit := range []struct {
		seconds int64
		name    string
	}{{3600, "h"}, {60, "min"}, {1, "s"}} {
		if n := rest / unit.seconds; n > 0 {
			parts = append(parts, fmt.Sprintf("%d\u00a0%s", n, unit.name))
			rest %= unit.seconds
		}
	}
	if parts == nil {
		parts = []string{"0\u00a0s"}
	}
	text := strings.Join(parts, " ")
	return limit(text, text), true
}

// Day writes a day: 12/12/2026, or 12 December 2026.
func Day(d civil.Date) Phrase {
	return limit(fmt.Sprintf("%02d/%02d/%04d", d.Day(), d.Month(), d.Year()), fmt.Sprintf("%d %s %d", d.Day(), d.Month(), d.Year()))
}
