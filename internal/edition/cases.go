package edition

import (
	"encoding/json"

	"deferido/internal/revision"
)

// Case is a case with how the set answers it.
type Case struct {
	*revision.Case
	Question string // that it asks; empty where its request is not even read
	Result   revision.CaseResult
}

// questionOf is the question of a request. One that is malformed, as some cases are on purpose, may have none.
func questionOf(request json.RawMessage) string {
	var asked struct {
		Question string `json:"question"`
	}
	if err := json.Unmarshal(request, &asked); err != nil {
		return ""
	}
	return asked.Question
}

// Passed tells whether the set answers the case as it says.
func (c *Case) Passed() bool { return len(c.Result.Differences) == 0 }

// Case is the case of an id; false where there is none.
func (e *Edition) Case(id string) (*Case, bool) {
	c, known := e.cases[id]
	return c, known
}

// casesOf are the cases that name a provision in what they expect, in order of id.
func (e *Edition) casesOf(urn string) []*Case {
	var all []*Case
	for _, id := range e.set.Cases(urn) {
		if c := e.cases[id]; c != nil {
			all = append(all, c)
		}
	}
	return all
}
