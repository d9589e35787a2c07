package mutation

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"go.yaml.in/yaml/v3"
)

// Result is what is kept of the report on a whole policy set.
type Result struct {
	Revision  string  `json:"policies"` // as engine.Revision names them
	Mutants   int     `json:"mutants"`
	Killed    int     `json:"killed"`
	Survived  int     `json:"survived"`
	Refused   int     `json:"refused"`
	Score     float64 `json:"score"` // of those that are not refused, to four decimals, never rounded up
	Survivors []Entry `json:"survivors"`
	// Refusals are the mutants that the load of the policies does not take.
	Refusals []Entry `json:"refusals"`
}

// Entry is a mutant as a result names it.
type Entry struct {
	ID        string `json:"id"`
	At        string `json:"at"` // file:line:column
	Change    string `json:"change"`
	Provision string `json:"provision,omitempty"` // its label
}

// Result is what is kept of the report. Only that on all mutants of a set is one.
func (r *Report) Result() (*Result, error) {
	if len(r.Verdicts) != r.Made {
		return nil, fmt.Errorf("%d of %d mutants were run: the result is of all", len(r.Verdicts), r.Made)
	}
	kept := &Result{
		Revision: r.Revision, Mutants: r.Made, Killed: r.Count(Killed), Survived: r.Count(Survived), Refused: r.Count(Refused),
		Score: math.Floor(r.Score()*1e4) / 1e4, Survivors: []Entry{}, Refusals: []Entry{},
	}
	for i := range r.Verdicts {
		switch v := &r.Verdicts[i]; v.Outcome {
		case Survived:
			kept.Survivors = append(kept.Survivors, v.entry())
		case Refused:
			kept.Refusals = append(kept.Refusals, v.entry())
		}
	}
	return kept, nil
}

func (m *Mutant) entry() Entry {
	return Entry{m.ID, fmt.Sprintf("%s:%d:%d", m.File, m.Line, m.Column), m.Rule + ": " + m.Change(), m.Label}
}

// Encode writes a result as its file has it.
func (r *Result) Encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(r)
	return b.Bytes(), err
}

//go:embed result.json
var committedResult []byte

//go:embed survivors.yaml
var committedExplanations []byte

// Committed is the result of the policies in the program, as it was when they were last run.
func Committed() (*Result, error) {
	var r Result
	if err := json.Unmarshal(committedResult, &r); err != nil {
		return nil, fmt.Errorf("result.json: %w", err)
	}
	return &r, nil
}

// Explanation says why some mutants of the policies in the program may survive.
type Explanation struct {
	Why string `yaml:"why"`
	// Equivalent mutants give every answer that the law gives. Others are accepted.
	Equivalent bool                `yaml:"equivalent"`
	Survivors  []ExplainedSurvivor `yaml:"survivors"`
}

// ExplainedSurvivor is a survivor, with its change for those who read.
type ExplainedSurvivor struct {
	ID     string `yaml:"id"`
	Change string `yaml:"change"` // "norms/x/art_1.rego: grant.when.in_time: <= → <"
}

// Explanations are those of survivors.yaml.
func Explanations() ([]Explanation, error) {
	var all []Explanation
	d := yaml.NewDecoder(bytes.NewReader(committedExplanations))
	d.KnownFields(true)
	if err := d.Decode(&all); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("survivors.yaml: %w", err)
	}
	return all, nil
}

// Explained finds the explanations of survivors by their ids.
func Explained() (map[string]*Explanation, error) {
	all, err := Explanations()
	byID := map[string]*Explanation{}
	for i := range all {
		for _, s := range all[i].Survivors {
			byID[s.ID] = &all[i]
		}
	}
	return byID, err
}
