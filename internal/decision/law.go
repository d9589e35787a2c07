// Package decision holds the nouns of Deferido and its one path: measure, evaluate, cite, record, answer. It knows no
// HTTP, no store and no OPA; what it needs of them are the interfaces of this file.
package decision

import (
	"context"
	"errors"

	"deferido/internal/civil"
)

// Request is one question about some facts, already valid.
type Request struct {
	Question  string
	Reference string     // the caller's own, empty when not given; comes back with the answer
	AsOf      civil.Date // the day whose law is asked for; the zero Date when not given
	Explain   bool
	Facts     Facts
	Call      Call // who asks
}

// Facts are the valid facts of a request. Pointers are JSON Pointers into the request ("/facts/trip/distance_km").
type Facts interface {
	// Has reports whether the fact was given.
	Has(pointer string) bool
	// Clock is the civil date of a fact: an instant's in its own offset, a period's last day.
	Clock(pointer string) (civil.Date, bool)
	// Offset is the offset given with an instant, in seconds east of UTC.
	Offset(pointer string) (seconds int, ok bool)
	// Text is the text of a fact, which may be private.
	Text(pointer string) (string, bool)
}

// Input is what the policies read: facts measured on a day's law. Only the Law that made it knows its form.
type Input any

// Law is one immutable policy set. A request is decided by one Law from its first byte to its last.
type Law interface {
	// Revision names the set by its content: "sha256:…".
	Revision() string
	// Questions are the questions that the set answers, sorted.
	Questions() []Question
	// Question finds one of them.
	Question(name string) (Question, bool)

	// Measure turns facts into the input of the policies, under the law of a day.
	Measure(r *Request, day civil.Date) Input
	// Change returns the request with facts changed, valid again. The error wraps ErrContradiction where the facts would
	// contradict each other.
	Change(r *Request, changes []Change) (*Request, error)
	// Keep is what may be kept of a request: nothing that names a person, and no free text but the place of the request. The
	// variants are what it was changed to while it was decided.
	Keep(r *Request, variants []*Request) []byte
	// ParseKept reads what Keep wrote. The request measures as the one that was kept did.
	ParseKept(kept []byte) (*Request, error)
	// Evaluate answers a question in both readings.
	Evaluate(ctx context.Context, question string, input Input) (*Document, error)
	// Turning returns, of the facts supposed, those that can still turn the answer in a reading. Suppose holds, for each
	// fact, the unknown conditions that read it.
	Turning(ctx context.Context, question string, input Input, reading string, suppose map[string][]Name) ([]string, error)
	// Explain returns the whole tree of a question in a reading.
	Explain(ctx context.Context, question string, input Input, reading string) (Tree, error)

	// Rule is what is declared of a condition, requirement or note. It is false where nothing is.
	Rule(q string, n Name) (*Rule, bool)
	// Reads are the facts that a condition is made of and that may be unknown, sorted.
	Reads(q string, n Name) []string
	// About are all the facts that a condition is about, those with a default too, sorted.
	About(q string, n Name) []string
	// Dispute is what is declared of a dispute.
	Dispute(name string) (Dispute, bool)
	// Cite is a provision as it stands on a day. It is false when it is not in force then, or does not exist.
	Cite(norm, fragment string, day civil.Date) (Citation, bool)
	// ArticleLabel names an article to people: "Decreto nº 9.921/2019, art. 39".
	ArticleLabel(article string) string
	// Quoted is the whole held text of a provision on a day.
	Quoted(norm, fragment string, day civil.Date) (string, bool)
	// Stale is the warning that the value of a dated parameter on a day may be out of date. It is false where it is not.
	Stale(parameter string, day civil.Date) (code string, text Sentence, stale bool)

	// Ask is the sentence that asks a person for a fact, Title its short name.
	Ask(pointer, lang string) string
	Title(pointer, lang string) string
}

// ErrContradiction is wrapped by the error of a Change whose facts would contradict each other.
var ErrContradiction = errors.New("the facts contradict each other")

// Question is what a policy set declares of a question.
type Question struct {
	Name  string
	Title Sentence
	Clock string   // the fact whose civil date picks the law
	First []string // the facts asked for before all others
	// Reading names the interpretations that the clock rests on: "IR-12".
	Reading string
	// Timed tells that a condition reads the clock's fact, so that it matters even where the request chose the day.
	Timed bool
}

// Name names a condition, requirement or note of an article. Article is its id, "decreto_9921_2019.art_39".
type Name struct{ Article, Name string }

// Rule is the annotation of a condition, requirement or note.
type Rule struct {
	Norm      string   // folder
	Fragment  string   // of the provision; empty for a condition of scope that goes without saying
	Title     Sentence // in English only where there is no Reason
	Quote     string   // words of the provision; empty where its text is not held
	Role      string
	Reading   string // the interpretations that it rests on: "IR-01"
	Incurable bool   // no change of facts within the person's or carrier's reach would meet it
	On        string // on whom a duty lies; empty for what is no duty to be listed
	Code      string // of a warning
	Reason    Sentence
	Found     Sentence // what was found, before Reason; may be empty
	Parameter string   // the dated parameter that it rests on, of several the first by name; empty for none
}

// Sentence is a sentence in both languages. It may have {named} values.
type Sentence struct {
	PT string `json:"pt-BR"`
	EN string `json:"en"`
}

// Citation is a provision on a day.
type Citation struct {
	URN, Label string
	Order      int // place in the order of norms and text
	Held       bool
	Older      bool   // the held wording is an older one
	Act        string // that gave the wording in force; empty for the original one
	Since      civil.Date
	Grade      string // of what is known of a provision that is not held, or of the wording in force
}

// Dispute is what is declared of a dispute between readings.
type Dispute struct {
	Name        string // of its file: "class_youth"; several may have one id
	ID          string
	Title       string
	Description string // what it is about, in Portuguese
	Court       Sentence
	Case        Sentence
	Date        string // YYYY-MM-DD, empty when unknown
	Finality    Sentence
	Grade       string
	Provisions  []Provision // beside those of the conditions at issue
}

// Provision points to a provision.
type Provision struct{ Norm, Fragment string }

// Change is a change of one fact: set to a value, or a value appended to a list.
type Change struct {
	Pointer string
	Append  bool
	Value   any // JSON value
}
