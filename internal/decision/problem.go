package decision

import "fmt"

// Problem is a request that cannot be decided, for a reason that its sender can act on or must know.
type Problem struct {
	Kind   ProblemKind
	Detail Sentence
	Err    error // the cause, for the log; may be nil
}

// ProblemKind says what kind of problem it is. It ends the problem's type on the wire.
type ProblemKind string

// The problems of deciding.
const (
	LawNotHeld      ProblemKind = "law-not-held"     // no text is held for that day
	EvaluationError ProblemKind = "evaluation-error" // the policies failed: there is no answer
	DeadlineReached ProblemKind = "deadline"         // it took too long
	NotRecorded     ProblemKind = "not-recorded"     // decided, but the record failed: there is no answer
)

// Error is for logs, in English.
func (p *Problem) Error() string {
	if p.Err != nil {
		return fmt.Sprintf("%s: %v", p.Kind, p.Err)
	}
	return string(p.Kind) + ": " + p.Detail.EN
}

// Unwrap returns the cause.
func (p *Problem) Unwrap() error { return p.Err }
