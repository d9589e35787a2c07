package edition

import (
	"slices"

	"deferido/internal/civil"
	"deferido/internal/corpus"
)

// holes are the days from a first one on that no stretch covers.
func holes(line []Stretch, from civil.Date) []Stretch {
	var all []Stretch
	next := &from
	for i := range line {
		s := &line[i]
		if next != nil && next.Before(s.From) {
			all = append(all, Stretch{From: *next, Until: eve(s.From)})
		}
		if s.Until == nil {
			return all
		}
		if after, ok := s.Until.AddDays(1); ok && (next == nil || after.After(*next)) {
			next = &after
		}
	}
	return append(all, Stretch{From: *next})
}

// filled is what stated the subject in days that neither the article nor what replaced it, or was replaced by it, covers: an
// article beside it, or else an act of its kind, or else nothing, which is told where no act regulates the right at all.
func (e *Edition) filled(a *article, hole Stretch) []Stretch {
	if rank(a.norm) == 0 {
		return nil
	}
	var found []Stretch
	for _, others := range byNorm(e.related(a, func(b *article) bool { return rank(b.norm) > 0 && !apart(a, b) })) {
		if s, ok := a.stretchOf(others).within(hole); ok {
			found = append(found, s)
		}
	}
	if len(found) == 0 {
		for _, n := range e.law.Norms() {
			if s, ok := e.norm(n, a).within(hole); ok && n != a.norm && n.URN.Type == a.norm.URN.Type {
				found = append(found, s)
			}
		}
	}
	sortLine(found)
	for _, rest := range holesWithin(found, hole) {
		if e.unregulated(a, rest) {
			rest.Gap = true
			found = append(found, rest)
		}
	}
	return found
}

// holesWithin are the days of a hole that stretches leave.
func holesWithin(line []Stretch, hole Stretch) []Stretch {
	var all []Stretch
	for _, h := range holes(line, hole.From) {
		if s, ok := h.within(hole); ok {
			all = append(all, s)
		}
	}
	return all
}

// within is the part of a stretch that lies in another.
func (s Stretch) within(other Stretch) (Stretch, bool) {
	if s.From.IsZero() {
		return s, false
	}
	if s.From.Before(other.From) {
		s.From = other.From
	}
	if s.Until == nil || other.Until != nil && s.Until.After(*other.Until) {
		s.Until = other.Until
	}
	return s, s.Until == nil || !s.Until.Before(s.From)
}

// norm is the time of a whole norm that bears on what an article is about, for the same people; the zero Stretch where it
// does not.
func (e *Edition) norm(n *corpus.Norm, a *article) Stretch {
	if !e.speaksTo(n, a) {
		return Stretch{}
	}
	s := Stretch{From: n.InForce.From.Date, Refs: []Ref{{Norm: n}}, Main: Ref{Norm: n}}
	if n.InForce.Until != nil {
		s.Until = &n.InForce.Until.Date
	}
	return s
}

// speaksTo tells whether a norm bears on a question of an article, and is about the same people: those of the article, or,
// where it names none, some whom its own norm is about.
func (e *Edition) speaksTo(n *corpus.Norm, a *article) bool {
	categories := e.categories(n)
	if a.category != "" && !categories[a.category] {
		return false
	}
	if a.category == "" {
		own := e.categories(a.norm)
		if len(own) > 0 && !slices.ContainsFunc(sortedKeys(own), func(c string) bool { return categories[c] }) {
			return false
		}
	}
	return slices.ContainsFunc(e.Names(n.Folder), func(name string) bool {
		return meet(a.questions, e.articles[articleID{n.Folder, name}].questions)
	})
}

// categories are the people whom a norm's articles are about.
func (e *Edition) categories(n *corpus.Norm) map[string]bool {
	found := map[string]bool{}
	for _, name := range e.Names(n.Folder) {
		if c := e.articles[articleID{n.Folder, name}].category; c != "" {
			found[c] = true
		}
	}
	return found
}

// unregulated tells whether no act below the law that bears on what an article is about is in force on any day of a stretch.
func (e *Edition) unregulated(a *article, s Stretch) bool {
	for _, n := range e.law.Norms() {
		if rank(n) == 0 {
			continue
		}
		if _, some := e.norm(n, a).within(s); some {
			return false
		}
	}
	return true
}
