package edition

import "deferido/internal/revision"

// Case is a case with how the set answers it.
type Case struct {
	*revision.Case
	Result revision.CaseResult
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
