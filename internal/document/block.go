package document

import (
	"html/template"
	"strings"
	"time"
)

// page is a document before it is put on a screen or on paper: its blocks in reading order.
type page struct {
	Lang, Title string
	Subject     string
	ID          string // of the decision, in words; at the foot of every page
	Fill        string // says what a ruled line is, to those who do not see it
	Blocks      []block
	author      string
	at          time.Time // of the decision: the date of the file
}

// block is a part of a document. Its kind chooses how a form shows it.
type block interface{ Kind() string }

// heading is a title: of the document (level 1), a part (2) or an entry (3).
type heading struct {
	Level int
	Text  string
	Aside string // beside it, less loud
	Law   bool   // it names a provision, in Portuguese in every language
}

// para is a paragraph. Lead is for what nobody may overlook, small for what only some look for.
type para struct {
	Text        string
	Lead, Small bool
}

// verdict is the answer: a word, and a sentence.
type verdict struct{ Word, Text string }

// law is what a provision says, in its own words: always Portuguese.
type law struct {
	Label string // may be empty where a heading names it
	Quote string // empty: Silent says why
	// Silent stands where no text is held.
	Silent string
}

// list is a list of things, which may have lists below them.
type list struct{ Items []item }

type item struct {
	Text  string
	Notes []string // each on a line of its own
	Items []item
}

// pairs is a table with a heading and a value a row.
type pairs struct {
	Caption string
	Rows    []pair
}

// pair is a value with its name. A blank value is a ruled line.
type pair struct {
	Name, Value string
	Wide        int // its share of the row, in strips
}

// Blank says that there is nothing to print.
func (p pair) Blank() bool { return strings.TrimSpace(p.Value) == "" }

// strip is a row of values side by side, each below its name, in a ruled box.
type strip struct{ Cells []pair }

// check is where the document can be checked: the decision, an address, and the code that holds it.
type check struct {
	ID, Lead, URL, Alt string
	Image              template.URL // empty: no address, no code
	dots               [][]bool
}

// signatures are lines to sign on, with what is to be written below each.
type signatures struct{ Lines []string }

// leaf is one of several copies: kept on one page where it fits.
type leaf struct {
	Label, Mark string // the copy's name; what it is for, loud
	Blocks      []block
}

// Kind names the block for the template.
func (heading) Kind() string    { return "heading" }
func (para) Kind() string       { return "para" }
func (verdict) Kind() string    { return "verdict" }
func (law) Kind() string        { return "law" }
func (list) Kind() string       { return "list" }
func (pairs) Kind() string      { return "pairs" }
func (strip) Kind() string      { return "strip" }
func (check) Kind() string      { return "check" }
func (signatures) Kind() string { return "signatures" }
func (leaf) Kind() string       { return "leaf" }
