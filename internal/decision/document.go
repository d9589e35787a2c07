package decision

// The readings.
const (
	ReadingText    = "text"     // the letter, the hierarchy and the dates
	ReadingCaseLaw = "case_law" // what identified courts have held
)

// The states of Kleene's logic.
const (
	Met     State = 1
	Unknown State = 0
	Unmet   State = -1
)

// State is the state of a condition, a requirement or an answer.
type State int

// Outcome is the state of an answer as the contract names it.
func (s State) Outcome() string {
	switch s {
	case Met:
		return "allow"
	case Unmet:
		return "deny"
	}
	return "incomplete"
}

// Document is the policies' own answer, before citations and remedies.
type Document struct {
	Text, CaseLaw Reading
	Disputes      []AtIssue // in order of name
	Held          bool      // the law of the day is held
	Differ        bool      // the readings differ in outcome or result
}

// Reading returns one of the two readings.
func (d *Document) Reading(name string) *Reading {
	if name == ReadingCaseLaw {
		return &d.CaseLaw
	}
	return &d.Text
}

// AtIssue is a dispute that touches an answer, with its conditions that are told.
type AtIssue struct {
	Dispute    string
	Conditions []Name
}

// Reading is one reading's answer.
type Reading struct {
	State   State
	Answers []string // picked
	Told    []Told   // in order of article
	Failing []Failing
	Notes   []Name
	Asks    map[Name][]string // the facts that an unknown condition asks for, where the article says so itself
	Cures   map[Name][]Cure
	Values  map[Name]map[string]Value
	Result  any // JSON value; objects that stand for something are of type Placeholder
}

// Told are the conditions of an article that are told, each list sorted.
type Told struct {
	Article             string
	Met, Unmet, Unknown []string
}

// Failing is a requirement that fails. Ways are the unmet conditions of each way, the preferred way first.
type Failing struct {
	Answer, Article, Requirement string
	Ways                         [][]string
}

// Cure is a change that would meet a condition.
type Cure struct {
	Fact  string
	To    string // "equal", "at_most", "at_least", "at_or_before", "at_or_after", "after", "include" or "present"
	Value any    // JSON value or Placeholder
}

// Value is a named value of a sentence: exactly one is set.
type Value struct {
	Money    *int64     // centavos
	Duration *int64     // nanoseconds
	Number   *string    // decimal
	At       *Instant   // an instant
	Day      *DayNumber // a civil date
}

// Instant is an instant that the policies computed.
type Instant struct {
	Nanoseconds string // since 1970 UTC, decimal
	As          string // the fact in whose offset it is told; may be empty
}

// DayNumber is a civil date as days since 1970-01-01.
type DayNumber int

// Placeholder is a part of a result or cure that Go resolves: an Instant, a DayNumber, URNOf, TextOf or TextAt.
type Placeholder interface{ placeholder() }

// URNOf stands for the URN of a condition's provision.
type URNOf Name

// TextOf stands for the text of a condition's provision.
type TextOf Name

// TextAt stands for the text of a fact, by pointer.
type TextAt string

func (Instant) placeholder()   {}
func (DayNumber) placeholder() {}
func (URNOf) placeholder()     {}
func (TextOf) placeholder()    {}
func (TextAt) placeholder()    {}

// Tree is the explanation: every article that might speak, in order of id.
type Tree []TreeArticle

// TreeArticle is an article in the tree.
type TreeArticle struct {
	Article      string
	Scope        State
	Governs      []string
	Requirements []TreeRequirement
	Met, Unmet   map[string]bool
	Values       map[string]map[string]Value
}

// State is the state of a condition of the article.
func (a *TreeArticle) State(condition string) State {
	switch {
	case a.Met[condition]:
		return Met
	case a.Unmet[condition]:
		return Unmet
	}
	return Unknown
}

// TreeRequirement is a requirement of an answer.
type TreeRequirement struct {
	Answer, Name string
	State        State
	Ways         []TreeWay
}

// TreeWay is a way to meet a requirement.
type TreeWay struct {
	State      State
	Conditions []string
}
