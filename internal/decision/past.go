package decision

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// The ways in which what was decided cannot be found. They are wrapped.
var (
	ErrNoRecord    = errors.New("no such record")
	ErrCursor      = errors.New("not a cursor of this list")
	ErrUnavailable = errors.New("the journal is not available")
	// ErrNothing is of a record that tells that the policies failed.
	ErrNothing = errors.New("nothing was decided: the policies failed")
)

// Erased says that the content of a record was erased; the record itself still stands in its chain.
type Erased struct {
	ID string
	At time.Time // of the decision
}

// Error names the decision.
func (e *Erased) Error() string { return "the content of " + e.ID + " was erased" }

// Explained is a recorded decision with its explanation, and how it was found.
type Explained struct {
	ID          string       `json:"id"`
	Explanation *Explanation `json:"explanation"`
	Evaluation  Evaluation   `json:"evaluation"`
}

// Evaluation says how a decision was decided again.
type Evaluation struct {
	Revision  string `json:"revision"`   // of the policy set, that which decided
	AsOf      string `json:"as_of"`      // the day whose law decided
	DecidedBy string `json:"decided_by"` // version of the program that decided
	Program   string `json:"program"`    // version that decided again
	// Same tells whether the answer came out the same, byte for byte, explanation apart.
	Same bool `json:"same"`
}

// Given is the decision of a record as it was given. Free text that was not kept is taken from the request where it is the
// same one sent again; without it, nil, its pointer stands in its place. The error wraps ErrNothing where there is none.
func (r *Record) Given(request *Request) (*Decision, error) {
	if r.Failure != "" {
		return nil, ErrNothing
	}
	var d Decision
	decoder := json.NewDecoder(bytes.NewReader(r.Answer))
	decoder.UseNumber()
	if err := decoder.Decode(&d); err != nil {
		return nil, fmt.Errorf("reading the answer of %s: %w", r.ID, err)
	}
	if request == nil {
		return &d, nil
	}
	d.Reference = request.Reference
	restore(d.Result, request.Facts)
	for i := range d.Disputes {
		restore(d.Disputes[i].Text.Result, request.Facts)
		restore(d.Disputes[i].CaseLaw.Result, request.Facts)
	}
	return &d, nil
}

// restore puts the texts of facts where their pointers stand in a result.
func restore(v any, facts Facts) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			v[key] = restore(value, facts)
		}
	case []any:
		for i, value := range v {
			v[i] = restore(value, facts)
		}
	case string:
		if text, given := facts.Text(v); given && strings.HasPrefix(v, "/facts/") {
			return text
		}
	}
	return v
}
