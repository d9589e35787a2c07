package identity

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"deferido/internal/decision"
)

// Check collects what is to be corrected.
type Check struct{ faults []Fault }

// Add adds a field to correct, told in both languages.
func (c *Check) Add(pointer, pt, en string) {
	c.faults = append(c.faults, Fault{pointer, decision.Sentence{PT: pt, EN: en}})
}

// Err is nil when nothing is to be corrected.
func (c *Check) Err() error {
	if len(c.faults) == 0 {
		return nil
	}
	return &Invalid{c.faults}
}

// Line is a text of one line without the space around it. At most so many characters are taken, none of which controls a
// terminal or changes the direction of what follows.
func (c *Check) Line(pointer, text string, most int) string {
	text = strings.TrimSpace(text)
	switch {
	case !utf8.ValidString(text) || strings.ContainsFunc(text, unprintable):
		c.Add(pointer, "Use só letras, algarismos, sinais e espaços, em uma linha.", "Use only letters, digits, signs and spaces, on one line.")
	case utf8.RuneCountInString(text) > most:
		c.Add(pointer, fmt.Sprintf("Use no máximo %d caracteres.", most), fmt.Sprintf("Use at most %d characters.", most))
	}
	return text
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

// Filled is a line that must not be empty.
func (c *Check) Filled(pointer, text string, most int) string {
	text = c.Line(pointer, text, most)
	if text == "" {
		c.Add(pointer, "Preencha este campo.", "Fill in this field.")
	}
	return text
}
