package main

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"deferido/internal/decision"
	"deferido/internal/httpapi"
)

// problem is why a request was not decided, as the server would say it.
type problem struct {
	httpapi.Problem
	exit  int   // the exit status that it leads to
	cause error // for the person who runs the program; may be nil
}

// problem words an error of Parse or Decide. Where it is the request's, the exit status says so.
func (d *decider) problem(err error) *problem {
	p := &problem{Problem: *httpapi.ProblemOf(err, d.problemBase+"/", d.lang, ""), exit: exitUsage}
	if p.Status < http.StatusInternalServerError {
		return p
	}
	p.exit, p.cause = exitInternal, err
	var undecided *decision.Problem
	if errors.As(err, &undecided) {
		p.cause = undecided.Err
	}
	return p
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
