package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"deferido/internal/decision"
)

// What a request to the policies can hold. A test compares these with the schema of the facts.
const (
	maxSection    = 200           // characters of a section's name
	maxPassengers = 1_000_000_000 // of a section in a month
)

// sectionOf is the name of a section in the one form that is compared and shown: composed as Unicode has it, without white
// space around it and with single spaces within. The sentence says what to correct, and is empty where nothing is.
func sectionOf(text string) (string, decision.Sentence) {
	if !utf8.ValidString(text) {
		return "", sayEncoding
	}
	name := strings.Join(strings.Fields(norm.NFC.String(text)), " ")
	switch {
	case name == "":
		return "", sayNoSection
	case utf8.RuneCountInString(name) > maxSection:
		return "", sayLongSection
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "", sayUnprintable
	}
	return name, decision.Sentence{}
}
