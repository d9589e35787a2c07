package corpus

import (
	"fmt"
	"strconv"
	"strings"

	"deferido/internal/civil"
)

// URN names an act, or a part of it, as LexML Brasil does:
// urn:lex:br:federal:decreto:2019-07-18;9921!art39_par2_inc1.
type URN struct {
	Authority string     // federal, or words joined by dots: agencia.nacional.transportes.terrestres
	Type      string     // lei, decreto, resolucao; words joined by dots
	Date      civil.Date // of the act, not of its publication
	Number    int        // 9921
	Fragment  Fragment   // nil for the act itself
}

// SyntaxError says what is wrong in a URN or fragment, and at which byte. It does not repeat the text.
type SyntaxError struct {
	Offset int    // bytes before the place
	Detail string // what is wrong there
}

// Error is "byte 12: …", counting from 0.
func (e *SyntaxError) Error() string { return fmt.Sprintf("byte %d: %s", e.Offset, e.Detail) }

const (
	urnPrefix = "urn:lex:br:"
	maxNumber = 9_999_999 // of an act
)

// ParseURN reads a LexML URN in the form that String writes: lower case, Brazilian, one act, an optional fragment. Versions
// ("@") and other forms of LexML that name no act of this corpus are refused. The error is a *SyntaxError.
func ParseURN(text string) (URN, error) {
	s := scanner{text: text}
	var u URN
	s.literal(urnPrefix)
	u.Authority = s.words("the authority", ':')
	u.Type = s.words("the type of the act", ':')
	u.Date = s.date()
	u.Number = s.number()
	if s.err == nil && s.at < len(text) {
		s.literal("!")
		if s.err == nil {
			u.Fragment = s.fragment()
		}
	}
	if s.err != nil {
		return URN{}, s.err
	}
	return u, nil
}

// String is the URN that ParseURN reads.
func (u URN) String() string {
	act := fmt.Sprintf("%s%s:%s:%s;%d", urnPrefix, u.Authority, u.Type, u.Date, u.Number)
	if len(u.Fragment) == 0 {
		return act
	}
	return act + "!" + u.Fragment.String()
}

// Act is the URN of the whole act.
func (u URN) Act() URN {
	u.Fragment = nil
	return u
}

// At is the URN of a part of the act.
func (u URN) At(f Fragment) URN {
	u.Fragment = f
	return u
}

// scanner reads a URN from left to right and keeps the first error.
type scanner struct {
	text string
	at   int
	err  error
}

func (s *scanner) fail(offset int, detail string) {
	if s.err == nil {
		s.err = &SyntaxError{offset, detail}
	}
}

func (s *scanner) literal(want string) {
	if s.err != nil {
		return
	}
	for i := range len(want) {
		if s.at+i >= len(s.text) || s.text[s.at+i] != want[i] {
			s.fail(s.at+i, "want "+strconv.Quote(want))
			return
		}
	}
	s.at += len(want)
}

// words reads words of a–z and 0–9 joined by single dots, up to and including the end byte.
func (s *scanner) words(what string, end byte) string {
	if s.err != nil {
		return ""
	}
	start := s.at
	for ; s.at < len(s.text) && s.text[s.at] != end; s.at++ {
		c := s.text[s.at]
		joint := c == '.' && s.at > start && s.text[s.at-1] != '.'
		if !joint && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			s.fail(s.at, "want "+what+": words of a–z and 0–9 joined by dots")
			return ""
		}
	}
	word := s.text[start:s.at]
	switch {
	case s.at == len(s.text):
		s.fail(s.at, "want "+strconv.Quote(string(end))+" after "+what)
	case word == "" || strings.HasSuffix(word, "."):
		s.fail(s.at, what+" has an empty word")
	}
	s.at++
	return word
}

func (s *scanner) date() civil.Date {
	if s.err != nil {
		return civil.Date{}
	}
	text, _, found := strings.Cut(s.text[s.at:], ";")
	d, err := civil.ParseDate(text)
	switch {
	case err != nil:
		s.fail(s.at, "the date of the act: "+err.Error())
	case !found:
		s.fail(len(s.text), `want ";" and the number after the date`)
	}
	s.at += len(text) + len(";")
	return d
}

func (s *scanner) number() int {
	if s.err != nil {
		return 0
	}
	start := s.at
	for s.at < len(s.text) && s.text[s.at] >= '0' && s.text[s.at] <= '9' {
		s.at++
	}
	digits := s.text[start:s.at]
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > maxNumber || strconv.Itoa(n) != digits {
		s.fail(start, "want the number of the act, without dots and leading zeros")
	}
	return n
}

func (s *scanner) fragment() Fragment {
	f, err := ParseFragment(s.text[s.at:])
	if syntax, ok := err.(*SyntaxError); ok {
		s.fail(s.at+syntax.Offset, syntax.Detail)
	}
	return f
}
