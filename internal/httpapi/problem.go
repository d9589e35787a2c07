package httpapi

import (
	"context"
	"errors"
	"fmt"

	"deferido/internal/corpus"
	"deferido/internal/decision"
	"deferido/internal/facts"
)

// Problem is a refusal on the wire (RFC 9457). None of its members repeats a value that was sent, but for the caller's own
// reference in a batch.
type Problem struct {
	Type      string `json:"type"` // one of the problem types of the API reference
	Title     string `json:"title"`
	Status    int    `json:"status"`
	Detail    string `json:"detail"`
	Instance  string `json:"instance"`            // the request id as a URN; the fragment is the item's or line's place
	Reference string `json:"reference,omitempty"` // of the item or line, where it could be read
	Pointer   string `json:"pointer,omitempty"`   // of a duplicate key, or of what is nested too deep
	Line      int    `json:"line,omitempty"`      // where the JSON went wrong, from 1
	Column    int    `json:"column,omitempty"`    // in characters, from 1
	// Errors are the fields to correct.
	Errors []FieldError `json:"errors,omitempty"`
	// More is how many fields are to be corrected beyond those listed.
	More int `json:"more,omitempty"`
	// Theirs is the file as somebody else left it, of an edit that would undo their change.
	Theirs *Theirs `json:"theirs,omitempty"`
	// Suggestions are what may have been meant; they are for a person to choose from.
	Suggestions []Suggestion `json:"suggestions,omitzero"`
}

// FieldError is a field, or a parameter of the query, to correct.
type FieldError struct {
	Pointer string `json:"pointer"` // JSON Pointer
	Detail  string `json:"detail"`
}

// Suggestion is an act or a provision that exists.
type Suggestion struct {
	URN   string `json:"urn"`
	Label string `json:"label"`
}

// refusal is why there is no answer, before it is put into a language.
type refusal struct {
	kind      kind
	detail    decision.Sentence
	text      *facts.Error // of kinds that a body's text causes; it has the detail then
	fields    []field
	more      int // fields to correct beyond those
	theirs    *Theirs
	suggested []corpus.Suggestion
	reference string
	cause     error // for the log; may be nil
	// retryAfter is in how many seconds to try again; 0 is what the kind says.
	retryAfter int
}

// field is a parameter to correct.
type field struct {
	pointer string
	detail  decision.Sentence
}

func refuse(k kind, pt, en string) *refusal { return &refusal{kind: k, detail: sentence(pt, en)} }

// refusedBy turns the error of a Parse or a Decide into a refusal.
func refusedBy(err error) *refusal {
	var text *facts.Error
	if errors.As(err, &text) {
		return refusedText(text, kindFacts)
	}
	var p *decision.Problem
	if errors.As(err, &p) {
		return &refusal{kind: kind(p.Kind), detail: p.Detail, cause: p.Err}
	}
	return internal(err)
}

// refusedText is the refusal of a body; invalid is its kind where the JSON is well-formed.
func refusedText(text *facts.Error, invalid kind) *refusal {
	k := kind(text.Kind)
	if text.Kind == facts.Invalid {
		k = invalid
	}
	return &refusal{kind: k, text: text}
}

func internal(cause error) *refusal {
	r := refuse(kindInternal, "O programa falhou; nada foi decidido.", "The program failed; nothing was decided.")
	r.cause = cause
	return r
}

// ProblemOf is the error of a Parse or a Decide on the wire. The base begins its type and the instance says where it arose.
func ProblemOf(err error, base, lang, instance string) *Problem {
	return refusedBy(err).problem(base, lang, instance)
}

// problem puts a refusal on the wire.
func (r *refusal) problem(base, lang, instance string) *Problem {
	f := r.kind.face()
	p := &Problem{
		Type: base + string(f.kind), Title: in(f.title, lang), Status: f.status,
		Detail: in(r.detail, lang), Instance: instance, Reference: r.reference,
	}
	if t := r.text; t != nil {
		p.Detail, p.Pointer, p.Line, p.Column, p.More = t.Message(lang), t.Pointer, t.Line, t.Column, t.More
		for _, v := range t.Violations {
			p.Errors = append(p.Errors, FieldError{Pointer: v.Pointer, Detail: v.Message(lang)})
		}
	}
	p.More, p.Theirs = max(p.More, r.more), r.theirs
	for _, e := range r.fields {
		p.Errors = append(p.Errors, FieldError{Pointer: e.pointer, Detail: in(e.detail, lang)})
	}
	if r.kind == kindUnknownProvision {
		p.Suggestions = suggestions(r.suggested)
	}
	return p
}

func suggestions(found []corpus.Suggestion) []Suggestion {
	all := make([]Suggestion, 0, len(found))
	for _, s := range found {
		if s.Provision != nil {
			all = append(all, Suggestion{s.Provision.URN, s.Provision.Label})
		} else {
			all = append(all, Suggestion{s.Norm.URN.String(), s.Norm.Title})
		}
	}
	return all
}

// logSafe is an error that knows what of it may stand in a log: no fact, and nothing that was sent.
type logSafe interface{ LogSafe() string }

// loggable tells as much of a cause as is certain to hold no fact: what it says itself, whether time ran out, or its type.
func loggable(cause error) string {
	var safe logSafe
	switch {
	case cause == nil:
		return ""
	case errors.As(cause, &safe):
		return safe.LogSafe()
	case errors.Is(cause, context.DeadlineExceeded):
		return context.DeadlineExceeded.Error()
	case errors.Is(cause, context.Canceled):
		return context.Canceled.Error()
	}
	for inner := errors.Unwrap(cause); inner != nil; inner = errors.Unwrap(inner) {
		cause = inner
	}
	return fmt.Sprintf("%T", cause)
}
