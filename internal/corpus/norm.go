// Package corpus holds the law as a body of texts: acts, their provisions, the wordings of each in time, and the evidence
// for every statement about them. It answers what stood where on which day; it decides nothing.
package corpus

import (
	"fmt"
	"slices"

	"deferido/internal/civil"
)

// Status is what a provision does in the law, or why it does nothing here. Every provision has exactly one.
type Status string

// The statuses of a provision, and of a passage that is none (StatusCommentary).
const (
	StatusGrant      Status = "grant"
	StatusCondition  Status = "condition"
	StatusDeadline   Status = "deadline"
	StatusScope      Status = "scope"
	StatusDefinition Status = "definition"
	StatusDuty       Status = "duty"
	StatusFaculty    Status = "faculty"
	StatusException  Status = "exception"
	StatusPenalty    Status = "penalty"
	StatusProcedure  Status = "procedure"
	StatusCompetence Status = "competence"
	StatusFinal      Status = "final"
	StatusCommentary Status = "commentary" // a passage of the source that is no provision
	StatusReported   Status = "reported"   // known only by what another text reports of it
	StatusNotHeld    Status = "not_held"   // known to exist; its text is not in the corpus
)

// lawful are the statuses of a provision whose text is held, which are also the natures of one whose text is not.
var lawful = []Status{
	StatusGrant, StatusCondition, StatusDeadline, StatusScope, StatusDefinition, StatusDuty, StatusFaculty,
	StatusException, StatusPenalty, StatusProcedure, StatusCompetence, StatusFinal,
}

// Known reports whether s is one of the statuses above.
func (s Status) Known() bool {
	return slices.Contains(lawful, s) || s == StatusCommentary || s == StatusReported || s == StatusNotHeld
}

// Grade tells how well a fact about the law is known.
type Grade string

// The grades of evidence, the best first. Nothing of GradeUnconfirmed decides an outcome.
const (
	GradeSource      Grade = "S"  // the source texts themselves
	GradeVerified    Grade = "V"  // read in an official or reprinted source
	GradeSecondary   Grade = "V2" // secondary source only
	GradeComputed    Grade = "C"  // computed from what was verified
	GradeUnconfirmed Grade = "?"  // not confirmed
)

// Known reports whether g is one of the grades above.
func (g Grade) Known() bool {
	return slices.Contains([]Grade{GradeSource, GradeVerified, GradeSecondary, GradeComputed, GradeUnconfirmed}, g)
}

// questions are the services that a provision can bear on.
var questions = []string{"grant", "sale", "fare", "ticket", "boarding", "retention", "report", "notice", "conduct"}

// Norm is an act, or the part of it that the corpus holds.
type Norm struct {
	Folder      string // decreto_9921_2019; names the norm everywhere
	Title       string // Decreto nº 9.921/2019
	ShortTitle  string // Estatuto da Pessoa Idosa; empty when the act has none
	URN         URN    // of the act, without fragment
	PublishedOn *DatedFact
	InForce     Interval
	Source      string // what part of the act the source text holds, in Portuguese
	Notes       []Note
	Related     []Related
	Files       []File
	Provisions  []*Provision // in the order of the text

	entries []*Provision // the same with the passages of commentary, in their places
}

// DatedFact is a day and how well it is known.
type DatedFact struct {
	Date  civil.Date `yaml:"date"`
	Grade Grade      `yaml:"grade"`
}

// Interval is the time in which an act is in force; both ends belong to it.
type Interval struct {
	From  DatedFact  `yaml:"from"`
	Until *DatedFact `yaml:"until"` // last day; nil while in force
	Note  string     `yaml:"note"`
}

// Contains reports whether the day lies in the interval.
func (i Interval) Contains(day civil.Date) bool {
	return !day.Before(i.From.Date) && (i.Until == nil || !day.After(i.Until.Date))
}

func (i Interval) until() *civil.Date {
	if i.Until == nil {
		return nil
	}
	return &i.Until.Date
}

// Note is a statement about an act, ours and in Portuguese.
type Note struct {
	Text  string      `yaml:"text"`
	Act   string      `yaml:"act"` // the act that it rests on, if any
	Grade Grade       `yaml:"grade"`
	From  *civil.Date `yaml:"from"` // the day since which it is so; nil when it has none
}

// File is one of a norm's text files.
type File struct {
	Name   string // art_39.txt
	SHA256 string // of its bytes, in hexadecimal
	Text   string // the bytes as published, with a line feed at the end
}

// Place is a line of a text file. Each provision is one line.
type Place struct {
	Norm string // folder
	File string
	Line int // from 1
}

// String is "art_39.txt:5" behind the norm's folder and a slash.
func (p Place) String() string { return fmt.Sprintf("%s/%s:%d", p.Norm, p.File, p.Line) }

// Provision is a caput, parágrafo, inciso or alínea of an act, or a passage of commentary beside it.
type Provision struct {
	Norm       *Norm
	Fragment   Fragment // nil for commentary
	URN        string   // with the fragment; empty for commentary
	Label      string   // "Decreto nº 9.921/2019, art. 39, § 2º, I"; for commentary the act's title
	Order      int      // place in the document order of the whole corpus, from 0
	Status     Status
	Nature     Status   // what a not_held or reported provision does, as far as known; otherwise empty
	Questions  []string // that it bears on; empty for none
	Grade      Grade    // of what is said here of the provision; of its wordings see Versions
	Note       string   // ours, in Portuguese; may be empty
	ReportedIn *Place   // the passage that reports a StatusReported provision
	Versions   []Version
	Reworded   bool // its wordings are listed one by one: Versions are not just the act's time in force
}

// Version is a wording of a provision and the time in which it is in force.
type Version struct {
	From         civil.Date
	Until        *civil.Date // last day; nil while in force
	Held         bool        // its text is in the corpus
	OlderWording bool        // the text held is that of the version before; the sense is unchanged
	Act          string      // the act that gave this wording; empty for the original one
	Grade        Grade
	Note         string // ours, in Portuguese; may be empty
	At           Place  // of the text; zero when not held
	Text         string // the exact line with its label ("§ 1º - …"); empty when not held
}

// Contains reports whether the wording is in force on the day.
func (v Version) Contains(day civil.Date) bool {
	return !day.Before(v.From) && (v.Until == nil || !day.After(*v.Until))
}

// Held reports whether a text of the provision is in the corpus, of whatever day.
func (p *Provision) Held() bool {
	_, held := p.newestHeld()
	return held
}

// Text is the newest wording of the provision that is held, an exact line of the source. It is false when none is: then
// there is nothing to quote.
func (p *Provision) Text() (string, bool) {
	v, held := p.newestHeld()
	return v.Text, held
}

func (p *Provision) newestHeld() (Version, bool) {
	for _, v := range slices.Backward(p.Versions) {
		if v.Held {
			return v, true
		}
	}
	return Version{}, false
}

// VersionOn is the wording in force on the day. It is false when the provision is not in force then.
func (p *Provision) VersionOn(day civil.Date) (Version, bool) {
	for _, v := range p.Versions {
		if v.Contains(day) {
			return v, true
		}
	}
	return Version{}, false
}

// Related is something that a text cites, of which the corpus knows nothing more: it is listed and decides nothing.
type Related struct {
	Norm     string // folder of the norm whose text cites it
	Citation string // STJ, REsp 1.054.390/DF
	At       Place  // where it is cited
	Note     string // ours, in Portuguese
}

// File is the norm's text file of that name. It is false when there is none.
func (n *Norm) File(name string) (File, bool) {
	i := slices.IndexFunc(n.Files, func(f File) bool { return f.Name == name })
	if i < 0 {
		return File{}, false
	}
	return n.Files[i], true
}
