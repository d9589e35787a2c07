package report

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"deferido/internal/decision"
)

// Checker answers a request, as JSON, with a decision.
type Checker func(ctx context.Context, request []byte) (*decision.Decision, error)

// Check is what the policies say of a report.
type Check struct {
	Outcome   string       `json:"outcome"` // allow: complete; deny: something is absent; incomplete: facts are missing
	Contested bool         `json:"contested"`
	Absent    []AbsentItem `json:"absent"`

	LegalBasis []decision.Basis   `json:"legal_basis"` // each provision once, the unmet first
	Duties     []decision.Duty    `json:"duties"`
	Missing    []decision.Missing `json:"missing"`
	Warnings   []decision.Warning `json:"warnings"`
	Policy     decision.Policy    `json:"policy"`
	Decisions  []string           `json:"decisions"` // ids: a long report is checked in parts
}

// AbsentItem is something that the report must hold and does not.
type AbsentItem struct {
	Month   string  `json:"month"`
	Section *string `json:"section"` // nil: the month is without data
	Item    *string `json:"item"`
	URN     string  `json:"urn"` // of the provision that asks for it
}

// CheckWith asks whether the report is complete, in as many requests as it needs, and puts the answer into Check. An error
// leaves Check as it was.
func (r *Report) CheckWith(ctx context.Context, ask Checker) error {
	m := merger{check: Check{
		Absent: []AbsentItem{}, LegalBasis: []decision.Basis{}, Duties: []decision.Duty{}, Missing: []decision.Missing{},
		Warnings: []decision.Warning{}, Decisions: []string{},
	}, absent: map[absence]bool{}}
	for request, err := range r.requests(checkLimits) {
		if err != nil {
			return err
		}
		d, err := ask(ctx, request)
		if err == nil {
			err = m.add(d)
		}
		if err != nil {
			return fmt.Errorf("checking the report: %w", err)
		}
	}
	m.sort()
	r.Check = &m.check
	return nil
}

// merger makes one answer of those to the parts of a report. What the question asks holds of a report when it holds of each
// part, so the worst answer is that of the whole.
type merger struct {
	check  Check
	absent map[absence]bool // that are in the check
}

// absence is an AbsentItem that can be compared.
type absence struct {
	month, urn    string
	section, item string
	whole         bool // month
}

var errTwoPolicies = errors.New("the policies were changed meanwhile")

func (m *merger) add(d *decision.Decision) error {
	c := &m.check
	if len(c.Decisions) == 0 {
		c.Outcome, c.Policy = d.Outcome, d.Policy
	}
	if c.Policy != d.Policy {
		return errTwoPolicies
	}
	absent, err := absentOf(d)
	if err != nil {
		return err
	}
	c.Decisions = append(c.Decisions, d.ID)
	c.Contested = c.Contested || d.Contested
	for _, a := range absent {
		if key := a.key(); !m.absent[key] {
			m.absent[key] = true
			c.Absent = append(c.Absent, a)
		}
	}
	m.tell(d)
	return nil
}

// tell takes what goes with the worst answer. What goes with a better one does not go with that of the whole: an open answer has
// no duties.
func (m *merger) tell(d *decision.Decision) {
	c := &m.check
	switch order := cmp.Compare(outcomeRank(d.Outcome), outcomeRank(c.Outcome)); {
	case order > 0:
		return
	case order < 0:
		c.Outcome = d.Outcome
		c.LegalBasis, c.Duties, c.Missing, c.Warnings = c.LegalBasis[:0], c.Duties[:0], c.Missing[:0], c.Warnings[:0]
	}
	for _, b := range d.LegalBasis {
		c.LegalBasis = worst(c.LegalBasis, b)
	}
	c.Duties = union(c.Duties, d.Duties, func(a, b decision.Duty) bool { return a.URN == b.URN && a.Text == b.Text })
	c.Missing = union(c.Missing, d.Missing, func(a, b decision.Missing) bool { return a.Fact == b.Fact })
	c.Warnings = union(c.Warnings, d.Warnings, func(a, b decision.Warning) bool { return a == b })
}

// absentOf reads what a decision says is absent.
func absentOf(d *decision.Decision) ([]AbsentItem, error) {
	var absent []AbsentItem
	encoded, err := json.Marshal(d.Result["absent"])
	if err == nil {
		err = json.Unmarshal(encoded, &absent)
	}
	if err != nil {
		return nil, fmt.Errorf("reading what is absent: %w", err)
	}
	return absent, nil
}

func (a AbsentItem) key() absence {
	key := absence{month: a.Month, urn: a.URN, whole: a.Section == nil}
	if a.Section != nil {
		key.section = *a.Section
	}
	if a.Item != nil {
		key.item = *a.Item
	}
	return key
}

// worst puts a provision among others; of two states of one provision the worse stays.
func worst(basis []decision.Basis, b decision.Basis) []decision.Basis {
	i := slices.IndexFunc(basis, func(other decision.Basis) bool { return other.URN == b.URN })
	switch {
	case i < 0:
		return append(basis, b)
	case metRank(b.Met) < metRank(basis[i].Met):
		basis[i] = b
	}
	return basis
}

func union[T any](list, more []T, same func(a, b T) bool) []T {
	for _, v := range more {
		if !slices.ContainsFunc(list, func(other T) bool { return same(other, v) }) {
			list = append(list, v)
		}
	}
	return list
}

// sort puts the whole in the order of one answer. What a section lacks comes from one part, in the order of the law.
func (m *merger) sort() {
	order := bySection()
	slices.SortStableFunc(m.check.Absent, func(a, b AbsentItem) int {
		ka, kb := a.key(), b.key()
		return cmp.Or(cmp.Compare(ka.month, kb.month), order(ka.section, kb.section))
	})
	slices.SortStableFunc(m.check.LegalBasis, func(a, b decision.Basis) int { return cmp.Compare(metRank(a.Met), metRank(b.Met)) })
}

// The orders from the worst to the best.
func outcomeRank(outcome string) int {
	return slices.Index([]string{"deny", "incomplete", "allow"}, outcome)
}

func metRank(met *bool) int {
	switch {
	case met == nil:
		return 1
	case *met:
		return 2
	}
	return 0
}
