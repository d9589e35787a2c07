package decision

import (
	"context"
	"maps"
	"slices"
)

// missing are the facts that can still change an open answer. While one of those that come first is unknown, they alone
// are asked for.
func (m *matter) missing(ctx context.Context) ([]Missing, error) {
	suppose := m.unknowns()
	if first := m.first(); len(first) > 0 {
		return m.ask(first, suppose)
	}
	facts, err := m.law.Turning(ctx, m.question.Name, m.input, m.service.Reading, suppose)
	if err != nil {
		return nil, err
	}
	if len(facts) == 0 { // each counts only together with another: an open answer always asks
		facts = slices.Collect(maps.Keys(suppose))
	}
	return m.ask(facts, suppose)
}

// unknowns are the facts that the told unknown conditions read and that were not given, each with its conditions.
func (m *matter) unknowns() map[string][]Name {
	unknown := map[string][]Name{}
	for _, told := range m.reading.Told {
		for _, name := range told.Unknown {
			n := Name{told.Article, name}
			facts, named := m.reading.Asks[n]
			if !named {
				facts = m.law.Reads(m.question.Name, n)
			}
			for _, fact := range facts {
				if !m.request.Facts.Has(fact) {
					unknown[fact] = append(unknown[fact], n)
				}
			}
		}
	}
	return unknown
}

// first are the absent facts that are asked for before all others: category, mode and clock, as far as the question uses
// them. The clock's is not asked where the request chose the day and nothing else depends on it.
func (m *matter) first() []string {
	var facts []string
	for _, fact := range m.question.First {
		if !m.request.Facts.Has(fact) {
			facts = append(facts, fact)
		}
	}
	if !m.request.Facts.Has(m.question.Clock) && (m.request.AsOf.IsZero() || m.question.Timed) {
		facts = append(facts, m.question.Clock)
	}
	return facts
}

// ask words the facts, in order of pointer, each with a provision that asks for it.
func (m *matter) ask(facts []string, unknown map[string][]Name) ([]Missing, error) {
	slices.Sort(facts)
	missing := make([]Missing, 0, len(facts))
	for _, fact := range facts {
		urn, err := m.asker(unknown[fact])
		if err != nil {
			return nil, err
		}
		missing = append(missing, Missing{Fact: fact, URN: urn, Ask: m.law.Ask(fact, m.lang)})
	}
	return missing, nil
}

// asker is the provision, the first in the order of the law, of the told unknown conditions that a fact would make known;
// where none of them cites one, of all that are told unknown, and else of all that are told.
func (m *matter) asker(conditions []Name) (string, error) {
	told := map[State][]Name{}
	for _, t := range m.reading.Told {
		for state, names := range map[State][]string{Unknown: t.Unknown, Met: t.Met, Unmet: t.Unmet} {
			for _, name := range names {
				told[state] = append(told[state], Name{t.Article, name})
			}
		}
	}
	for _, among := range [][]Name{conditions, told[Unknown], slices.Concat(told[Met], told[Unmet])} {
		var first *Citation
		for _, n := range among {
			if _, cited := m.cited(n); !cited {
				continue
			}
			c, _, err := m.provision(n)
			if err != nil {
				return "", err
			}
			if first == nil || c.Order < first.Order {
				first = &c
			}
		}
		if first != nil {
			return first.URN, nil
		}
	}
	return "", nil
}
