package decision

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// entry is a provision of the basis while its conditions are gathered.
type entry struct {
	citation Citation
	state    State
	role     string
	quote    string
	readings []string
	reasons  []string // of the conditions in the entry's state
	noted    bool     // it has a note's reason
}

// citations gathers what is told into provisions, duties and warnings.
type citations struct {
	m        *matter
	entries  map[string]*entry // by URN
	duties   []Duty
	warnings []Warning
}

// cite fills the basis, the duties and the warnings of an answer from what its reading tells.
func (m *matter) cite(d *Decision) error {
	c := &citations{m: m, entries: map[string]*entry{}, duties: []Duty{}, warnings: []Warning{}}
	silenced, err := c.requirements()
	if err != nil {
		return err
	}
	for _, told := range m.reading.Told {
		if err := c.article(told, silenced); err != nil {
			return err
		}
	}
	for _, n := range m.reading.Notes {
		if err := c.note(n); err != nil {
			return err
		}
	}
	c.general()
	d.LegalBasis, d.Duties, d.Warnings = c.basis(), c.duties, c.warnings
	if len(d.LegalBasis) == 0 {
		return fmt.Errorf("the answer to %s has no legal basis", m.question.Name)
	}
	return nil
}

// article cites the conditions that are told of an article, but for the silenced ones.
func (c *citations) article(told Told, silenced map[Name]bool) error {
	for _, group := range []struct {
		state State
		names []string
	}{{Unmet, told.Unmet}, {Unknown, told.Unknown}, {Met, told.Met}} {
		for _, name := range group.names {
			n := Name{told.Article, name}
			if group.state == Unmet && silenced[n] {
				continue
			}
			if err := c.condition(n, group.state); err != nil {
				return err
			}
		}
	}
	return nil
}

// requirements cites those that fail and are annotated themselves: they speak for all of their ways, whose own unmet
// conditions are returned to be silent.
func (c *citations) requirements() (map[Name]bool, error) {
	silenced := map[Name]bool{}
	for _, failing := range c.m.reading.Failing {
		n := Name{failing.Article, "requires." + failing.Answer + "." + failing.Requirement}
		if _, cited := c.m.cited(n); !cited {
			continue
		}
		if err := c.condition(n, Unmet); err != nil {
			return nil, err
		}
		for _, way := range failing.Ways {
			for _, name := range way {
				silenced[Name{failing.Article, name}] = true
			}
		}
	}
	return silenced, nil
}

// condition puts a condition into the entry of its provision. The worst state of a provision's conditions is its own, and
// the reasons are those of the conditions in that state.
func (c *citations) condition(n Name, state State) error {
	rule, cited := c.m.cited(n)
	if !cited {
		return nil
	}
	e, err := c.entry(n, rule)
	if err != nil {
		return err
	}
	switch {
	case e.reasons == nil || e.noted || state < e.state:
		e.state, e.reasons, e.readings, e.noted = state, nil, nil, false
		e.quote, e.role = rule.Quote, rule.Role
	case state > e.state:
		return nil
	case e.role == "scope" && rule.Role != "scope":
		e.quote, e.role = rule.Quote, rule.Role // the substance says more than to whom it applies
	}
	c.say(e, rule, c.m.reason(rule, c.m.reading.Values[n])+c.setAside(n))
	return nil
}

// cited is what is declared of a condition that cites a provision.
func (m *matter) cited(n Name) (*Rule, bool) {
	rule, declared := m.law.Rule(m.question.Name, n)
	return rule, declared && rule.Fragment != ""
}

func (c *citations) say(e *entry, rule *Rule, reason string) {
	if !slices.Contains(e.reasons, reason) {
		e.reasons = append(e.reasons, reason)
	}
	for reading := range strings.SplitSeq(rule.Reading, ", ") {
		if reading != "" && !slices.Contains(e.readings, reading) {
			e.readings = append(e.readings, reading)
		}
	}
}

// setAside says, in the case-law reading, that a condition counts as met because the courts set it aside.
func (c *citations) setAside(n Name) string {
	if c.m.service.Reading != ReadingCaseLaw {
		return ""
	}
	for _, issue := range c.m.document.Disputes {
		if slices.Contains(issue.Conditions, n) {
			dispute, _ := c.m.law.Dispute(issue.Dispute)
			return Sentence{
				PT: " Afastado na leitura da jurisprudência (" + dispute.ID + ").",
				EN: " Set aside in the case-law reading (" + dispute.ID + ").",
			}.In(c.m.lang)
		}
	}
	return ""
}

func (c *citations) entry(n Name, rule *Rule) (*entry, error) {
	citation, _, err := c.m.provision(n)
	if err != nil {
		return nil, err
	}
	if e, ok := c.entries[citation.URN]; ok {
		return e, nil
	}
	e := &entry{citation: citation, state: Met}
	c.entries[citation.URN] = e
	return e, nil
}

// note puts a note where its role belongs: warnings and listed duties in their lists, all else into the basis, where it
// stands as applying.
func (c *citations) note(n Name) error {
	rule, annotated := c.m.law.Rule(c.m.question.Name, n)
	if !annotated {
		return fmt.Errorf("the note %s of %s is not annotated", n.Name, n.Article)
	}
	values := c.m.reading.Values[n]
	switch {
	case rule.Role == "warning":
		citation, _, err := c.m.provision(n)
		if err != nil {
			return err
		}
		text := rule.Reason.In(c.m.lang)
		if !citation.Held {
			text = strings.TrimSuffix(text, ".") + Sentence{PT: " (grau de evidência ", EN: " (grade of evidence "}.In(c.m.lang) + citation.Grade + ")."
		}
		c.warn(rule.Code, citation.URN, text)
		return nil
	case rule.On != "":
		return c.duty(n, rule, values)
	}
	e, err := c.entry(n, rule)
	if err != nil {
		return err
	}
	if e.reasons == nil || e.noted {
		e.quote, e.role, e.noted = rule.Quote, rule.Role, true
		c.say(e, rule, c.m.reason(rule, values))
	}
	return nil
}

func (c *citations) duty(n Name, rule *Rule, values map[string]Value) error {
	if c.m.reading.State == Unknown {
		return nil // there are duties once there is an answer
	}
	citation, _, err := c.m.provision(n)
	if err != nil {
		return err
	}
	duty := Duty{On: rule.On, Text: c.m.reason(rule, values), URN: citation.URN}
	if due := values["due_at"].At; due != nil {
		if t, ok := c.m.instant(*due); ok {
			at := t.Format(time.RFC3339Nano)
			duty.DueAt = &at
		}
	}
	c.duties = append(c.duties, duty)
	c.notHeld(citation)
	return nil
}

func (c *citations) warn(code, urn, text string) {
	w := Warning{Code: code, URN: urn, Text: text}
	if !slices.Contains(c.warnings, w) {
		c.warnings = append(c.warnings, w)
	}
}

// basis is the entries in order: unmet, unknown, met, and then by norm and place in the text.
func (c *citations) basis() []Basis {
	entries := make([]*entry, 0, len(c.entries))
	for _, e := range c.entries {
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(a.state, b.state), cmp.Compare(a.citation.Order, b.citation.Order))
	})
	basis := make([]Basis, len(entries))
	for i, e := range entries {
		basis[i] = Basis{
			URN: e.citation.URN, Label: e.citation.Label, Role: e.role, Met: e.state.truth(),
			Reason: strings.Join(e.reasons, " "), Reading: strings.Join(e.readings, ", "),
		}
		if e.citation.Held && e.quote != "" {
			basis[i].Quote = &e.quote
		}
		c.notHeld(e.citation)
	}
	return basis
}

// truth is the state as the contract writes it: true, false, or null for unknown.
func (s State) truth() *bool {
	if s == Unknown {
		return nil
	}
	met := s == Met
	return &met
}
