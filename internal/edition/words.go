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
func Differ(before, after string) []Change { return differ(before, after, enoughKept) }

// differ puts together what changed on both sides of fewer words that stayed than are enough.
func differ(before, after string, enough int) []Change {
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
	for _, d := range dmp.DiffMainRunes(a, b, false) {
		text := ""
		for _, code := range d.Text {
			text += words[code]
		}
		changes = append(changes, Change{text, kinds[d.Type]})
	}
	return readable(changes, enough)
}

// enoughKept is the words that must stay between two changes for people to read on from one to the other.
const enoughKept = 3

// worded finds words, and no spaces or signs.
var worded = regexp.MustCompile(`[\p{L}\p{N}]+`)

// readable puts together what changed on both sides of a few words that stayed, and tells what went before what came.
func readable(changes []Change, enough int) []Change {
	var all []Change
	gone, came := "", ""
	flush := func() {
		for _, c := range []Change{{gone, Deleted}, {came, Inserted}} {
			if c.Text != "" {
				all = append(all, c)
			}
		}
		gone, came = "", ""
	}
	for i, c := range changes {
		switch between := i > 0 && i < len(changes)-1; {
		case c.Is == Deleted:
			gone += c.Text
		case c.Is == Inserted:
			came += c.Text
		case between && len(worded.FindAllString(c.Text, enough)) < enough:
			gone, came = gone+c.Text, came+c.Text
		default:
			flush()
			all = append(all, c)
		}
	}
	flush()
	return all
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
