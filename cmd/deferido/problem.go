package main

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"deferido/internal/decision"
	"deferido/internal/facts"
)

// problem is why a request was not decided, in the form of RFC 9457. It repeats no value that was sent, but for the
// caller's own reference.
type problem struct {
	Type      string       `json:"type"`
	Status    int          `json:"status"` // that the server would answer with
	Detail    string       `json:"detail"`
	Instance  string       `json:"instance,omitempty"` // "#line-3" in a stream
	Reference string       `json:"reference,omitempty"`
	Pointer   string       `json:"pointer,omitempty"`
	Line      int          `json:"line,omitempty"`
	Column    int          `json:"column,omitempty"`
	Errors    []fieldError `json:"errors,omitempty"`
	More      int          `json:"more,omitempty"` // fields to correct beyond those listed

	exit  int   // the exit status that it leads to
	cause error // for the person who runs the program; may be nil
}

type fieldError struct {
	Pointer string `json:"pointer"`
	Detail  string `json:"detail"`
}

// problem words an error of Parse or Decide.
func (d *decider) problem(err error) *problem {
	var text *facts.Error
	var undecided *decision.Problem
	switch {
	case errors.As(err, &text):
		return d.badRequest(text)
	case errors.As(err, &undecided):
		p := &problem{Type: d.problemBase + "/" + string(undecided.Kind), Status: http.StatusInternalServerError,
			Detail: inLanguage(undecided.Detail, d.lang), exit: exitInternal, cause: undecided.Err}
		switch undecided.Kind {
		case decision.LawNotHeld:
			p.Status, p.exit = http.StatusUnprocessableEntity, exitUsage
		case decision.DeadlineReached, decision.NotRecorded:
			p.Status = http.StatusServiceUnavailable
		}
		return p
	}
	return &problem{Type: d.problemBase + "/internal-error", Status: http.StatusInternalServerError, exit: exitInternal, cause: err,
		Detail: inLanguage(decision.Sentence{PT: "O programa falhou; nada foi decidido.", EN: "The program failed; nothing was decided."}, d.lang)}
}

func (d *decider) badRequest(text *facts.Error) *problem {
	p := &problem{Type: d.problemBase + "/" + string(text.Kind), Status: http.StatusBadRequest, exit: exitUsage,
		Detail: text.Message(d.lang), Pointer: text.Pointer, Line: text.Line, Column: text.Column, More: text.More}
	switch text.Kind {
	case facts.Invalid:
		p.Type, p.Status = d.problemBase+"/invalid-facts", http.StatusUnprocessableEntity
	case facts.TooLarge:
		p.Status = http.StatusRequestEntityTooLarge
	}
	for _, v := range text.Violations {
		p.Errors = append(p.Errors, fieldError{v.Pointer, v.Message(d.lang)})
	}
	return p
}

func inLanguage(s decision.Sentence, lang string) string {
	if lang == "en" {
		return s.EN
	}
	return s.PT
}

// shown is how many fields to correct are listed for people.
const shown = 20

// text is the problem for people, one field a line.
func (p *problem) text() string {
	var b strings.Builder
	b.WriteString(p.Detail)
	if p.Pointer != "" {
		b.WriteString(" (" + p.Pointer + ")")
	}
	for i, e := range p.Errors {
		if i == shown {
			fmt.Fprintf(&b, "\n… +%d", len(p.Errors)-shown+p.More)
			break
		}
		b.WriteString("\n" + e.Pointer + ": " + e.Detail)
	}
	if p.cause != nil {
		b.WriteString("\n" + p.cause.Error())
	}
	return b.String()
}
