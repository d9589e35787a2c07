package edition

import (
	"regexp"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// ChangeKind tells what became of words.
type ChangeKind int

// The kinds of changes.
const (
	Kept ChangeKind = iota
	Deleted
	Inserted
)

// Change is words that stayed, went or came.
type Change struct {
	Text string
	Is   ChangeKind
}

// wordly parts a text into words, spaces and signs.
var wordly = regexp.MustCompile(`[\p{L}\p{N}]+(?:[.,][\p{N}]+)*|\s+|.`)

// Differ compares two texts word by word: the texts of what was kept and deleted are the first, of what was kept and
// inserted the second.
func Differ(before, after string) []Change {
	codes, words := map[string]rune{}, map[rune]string{}
	encode := func(text string) []rune {
		var encoded []rune
		for _, word := range wordly.FindAllString(text, -1) {
			code, known := codes[word]
			if !known {
				code = rune(len(codes) + 1) // a text has fewer different words than there are runes below the surrogates
				codes[word], words[code] = code, word
			}
			encoded = append(encoded, code)
		}
		return encoded
	}
	a, b := encode(before), encode(after)
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = 0 // the same texts, the same answer, however busy the machine
	kinds := map[diffmatchpatch.Operation]ChangeKind{
		diffmatchpatch.DiffEqual: Kept, diffmatchpatch.DiffDelete: Deleted, diffmatchpatch.DiffInsert: Inserted,
	}
	var changes []Change
	for _, d := range dmp.DiffCleanupSemantic(dmp.DiffMainRunes(a, b, false)) {
		text := ""
		for _, code := range d.Text {
			text += words[code]
		}
		changes = append(changes, Change{text, kinds[d.Type]})
	}
	return changes
}

// Changed tells whether any of it went or came.
func Changed(changes []Change) bool {
	for _, c := range changes {
		if c.Is != Kept {
			return true
		}
	}
	return false
}
