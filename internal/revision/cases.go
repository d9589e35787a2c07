package revision

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/facts"
)

// Case is an example of what a policy set must answer.
type Case struct {
	ID      string          `json:"id"`
	Title   string          `json:"title"`
	Request json.RawMessage `json:"request"`
	Expect  Expectation     `json:"expect"`

	File   string `json:"-"` // cases/<id>.json
	source []byte
}

// CaseResult is how a case was answered.
type CaseResult struct {
	ID, File    string
	Differences []CaseDifference   // none where the case holds
	Status      int                // of the answer, as HTTP has it
	Problem     string             // end of its type, where the status is not 200
	Decision    *decision.Decision // nil where the status is not 200
}

// CaseDifference is one thing in which the answer is not as the case says.
type CaseDifference struct {
	At     string // JSON Pointer in the case's file: /expect/outcome
	Line   int    // of it
	Detail string
	// What should be there and is, as JSON or as the text itself; both are empty where the detail alone can tell.
	Want, Got string
}

// ReadCases reads the cases of a tree (cases/<id>.json), in order of file. It returns those that can be read, and all
// problems joined, each behind its file. A tree that is nil has none.
func ReadCases(tree fs.FS) ([]Case, error) {
	if tree == nil {
		return nil, nil
	}
	names, err := fs.Glob(tree, "cases/*.json")
	if err != nil {
		return nil, fmt.Errorf("listing the cases: %w", err)
	}
	var all []Case
	var problems []error
	for _, name := range names {
		c, err := readCase(tree, name)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		all = append(all, *c)
	}
	return all, errors.Join(problems...)
}

func readCase(tree fs.FS, name string) (*Case, error) {
	source, err := fs.ReadFile(tree, name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	c := &Case{File: name, source: source}
	decoder := json.NewDecoder(bytes.NewReader(source))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(c); err != nil {
		return nil, fmt.Errorf("%s:%d: reading the case: %w", name, errorLine(source, err), err)
	}
	if want := strings.TrimSuffix(path.Base(name), ".json"); c.ID != want {
		return nil, fmt.Errorf("%s:%d: the case is not named as its file", name, lineOf(source, "/id"))
	}
	if len(c.Request) == 0 {
		return nil, fmt.Errorf("%s: the case has no request", name)
	}
	return c, nil
}

// errorLine is the line of a JSON text that an error is about; 1 where it does not tell.
func errorLine(source []byte, err error) int {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	offset := int64(0)
	if errors.As(err, &syntax) {
		offset = syntax.Offset
	} else if errors.As(err, &kind) {
		offset = kind.Offset
	}
	return 1 + bytes.Count(source[:min(offset, int64(len(source)))], []byte("\n"))
}

// RunCases decides the request of every case with a policy set, as the server would today, and compares the answers with
// what the cases say. Its error is that of reading the cases, or that ctx is done.
func RunCases(ctx context.Context, set *engine.Set, tree fs.FS) ([]CaseResult, error) {
	cases, err := ReadCases(tree)
	if err != nil {
		return nil, err
	}
	results := make([]CaseResult, len(cases))
	for i := range cases {
		if results[i], err = cases[i].Run(ctx, set); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// Run decides the case's request with a policy set and compares the answer. The only error is that ctx is done.
func (c *Case) Run(ctx context.Context, set *engine.Set) (CaseResult, error) {
	got := decided(ctx, set, c.Request)
	if err := ctx.Err(); err != nil {
		return CaseResult{}, err
	}
	result := CaseResult{
		ID: c.ID, File: c.File, Differences: c.Expect.differences(got), Status: got.status, Problem: got.problem, Decision: got.decision,
	}
	for i := range result.Differences {
		d := &result.Differences[i]
		d.Line = lineOf(c.source, d.At)
	}
	return result, nil
}

// answered is a decision, or why there is none.
type answered struct {
	decision *decision.Decision // nil where status is not 200
	status   int                // as HTTP has it
	problem  string             // end of its type
	err      error
}

// deciding is the path from facts to an answer, as the server takes it; nothing is kept.
var deciding = &decision.Service{Now: time.Now, Reading: decision.ReadingText}

func decided(ctx context.Context, set *engine.Set, body []byte) answered {
	r, err := set.Parse(body)
	if err != nil {
		return refused(err)
	}
	return decidedRequest(ctx, set, r)
}

func decidedRequest(ctx context.Context, set *engine.Set, r *decision.Request) answered {
	d, err := deciding.Decide(ctx, decision.Activation{Law: set, Seq: 1}, r, "pt-BR")
	if err != nil {
		return refused(err)
	}
	return answered{decision: d, status: http.StatusOK}
}

// refused is what a client of the server would see of an error.
func refused(err error) answered {
	var text *facts.Error
	var undecided *decision.Problem
	switch {
	case errors.As(err, &text) && text.Kind == facts.Invalid:
		return answered{status: http.StatusUnprocessableEntity, problem: "invalid-facts", err: err}
	case errors.As(err, &text) && text.Kind == facts.TooLarge:
		return answered{status: http.StatusRequestEntityTooLarge, problem: string(text.Kind), err: err}
	case errors.As(err, &text):
		return answered{status: http.StatusBadRequest, problem: string(text.Kind), err: err}
	case errors.As(err, &undecided) && undecided.Kind == decision.LawNotHeld:
		return answered{status: http.StatusUnprocessableEntity, problem: string(undecided.Kind), err: err}
	case errors.As(err, &undecided):
		return answered{status: http.StatusInternalServerError, problem: string(undecided.Kind), err: err}
	}
	return answered{status: http.StatusInternalServerError, problem: "internal-error", err: err}
}
