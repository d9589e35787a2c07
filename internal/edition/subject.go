package edition

import (
	"cmp"
	"maps"
	"slices"

	"deferido/internal/civil"
	"deferido/internal/corpus"
)

// Ref points to an article, or to a whole norm where Name is empty.
type Ref struct {
	Norm  *corpus.Norm
	Name  string
	Short string // art. 39
}

// Stretch is a part of the time of a subject: what stated it then.
type Stretch struct {
	From  civil.Date
	Until *civil.Date // last day; nil while in force
	Refs  []Ref       // of one norm, in the order of its text; none in a gap
	Main  Ref         // of those, the one that shares most with the article whose line it is
	Own   bool        // it is the article whose line it is
	Acts  []string    // of the article itself: the acts that gave the wordings that begin with the stretch
	Gap   bool        // the right existed, and no act that regulates it is held
}

// Contains tells whether a day lies in the stretch.
func (s *Stretch) Contains(day civil.Date) bool {
	return !day.Before(s.From) && (s.Until == nil || !day.After(*s.Until))
}

// line is the time of an article's subject: what came before it, its own wordings, what follows; and where nothing did.
func (e *Edition) line(a *article) []Stretch {
	line := a.own()
	for _, others := range byNorm(e.related(a, func(b *article) bool { return apart(a, b) })) {
		line = append(line, a.stretchOf(others))
	}
	sortLine(line)
	for _, hole := range holes(line, e.beginning(a)) {
		line = append(line, e.filled(a, hole)...)
	}
	sortLine(line)
	return line
}

func sortLine(line []Stretch) {
	slices.SortStableFunc(line, func(a, b Stretch) int { return a.From.Compare(b.From) })
}

// own are the stretches of the article itself: it begins a new one where any of it is reworded.
func (a *article) own() []Stretch {
	acts := map[civil.Date][]string{}
	for _, p := range a.provisions {
		for _, v := range p.Versions {
			if v.Act != "" && !slices.Contains(acts[v.From], v.Act) {
				acts[v.From] = append(acts[v.From], v.Act)
			}
			if acts[v.From] == nil {
				acts[v.From] = []string{}
			}
		}
	}
	var all []Stretch
	for _, from := range slices.SortedFunc(maps.Keys(acts), civil.Date.Compare) {
		if n := len(all); n > 0 {
			all[n-1].Until = eve(from)
		}
		all = append(all, Stretch{From: from, Until: a.until, Own: true, Acts: acts[from], Refs: []Ref{a.ref()}, Main: a.ref()})
	}
	return all
}

func (a *article) ref() Ref { return Ref{a.norm, a.id.name, a.short} }

// related are the articles of other norms that speak of the same to the same people, and of which something else holds too,
// in the order of the law.
func (e *Edition) related(a *article, and func(*article) bool) []*article {
	var all []*article
	for _, n := range e.law.Norms() {
		if n == a.norm {
			continue
		}
		for _, name := range e.Names(n.Folder) {
			if b := e.articles[articleID{n.Folder, name}]; a.shares(b) > 0 && and(b) {
				all = append(all, b)
			}
		}
	}
	return all
}

// shares counts what two articles both require, give, list or note.
func (a *article) shares(b *article) int {
	if a.category != b.category {
		return 0
	}
	n := 0
	for key := range a.keys {
		if b.keys[key] {
			n++
		}
	}
	return n
}

// apart tells whether two articles are never in force together.
func apart(a, b *article) bool {
	return a.until != nil && a.until.Before(b.from) || b.until != nil && b.until.Before(a.from)
}

func byNorm(articles []*article) [][]*article {
	var groups [][]*article
	for _, a := range articles {
		if n := len(groups); n > 0 && groups[n-1][0].norm == a.norm {
			groups[n-1] = append(groups[n-1], a)
		} else {
			groups = append(groups, []*article{a})
		}
	}
	return groups
}

// stretchOf is the time of articles of one norm, in the line of another article.
func (a *article) stretchOf(articles []*article) Stretch {
	s := Stretch{From: articles[0].from, Until: articles[0].until, Main: a.nearest(articles).ref()}
	for _, a := range articles {
		s.Refs = append(s.Refs, a.ref())
		if a.from.Before(s.From) {
			s.From = a.from
		}
		if a.until == nil || s.Until != nil && a.until.After(*s.Until) {
			s.Until = a.until
		}
	}
	return s
}

// beginning is the first day of the right that an article regulates: that of the first law on the same, for the same people.
func (e *Edition) beginning(a *article) civil.Date {
	first := a.from
	for _, b := range e.articles {
		if rank(b.norm) == 0 && b.category == a.category && b.from.Before(first) && meet(a.questions, b.questions) {
			first = b.from
		}
	}
	return first
}

// rank is 0 for a law, and 1 for an act below one.
func rank(n *corpus.Norm) int {
	if n.URN.Type == "lei" {
		return 0
	}
	return 1
}

func meet(a, b []string) bool {
	return slices.ContainsFunc(a, func(q string) bool { return slices.Contains(b, q) })
}

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

// beside are the articles of other norms that speak of the same on a day, beside the article or what is in its place.
func (e *Edition) beside(a *article, day civil.Date) []Ref {
	var refs []Ref
	for _, b := range e.related(a, func(b *article) bool { return b.standing(day) == InForce && !apart(a, b) }) {
		refs = append(refs, b.ref())
	}
	return refs
}

// nearest is, of articles, the one that shares most with another.
func (a *article) nearest(of []*article) *article {
	if len(of) == 0 {
		return nil
	}
	return slices.MaxFunc(of, func(x, y *article) int { return cmp.Compare(a.shares(x), a.shares(y)) })
}

// eve is the day before.
func eve(day civil.Date) *civil.Date {
	before, _ := day.AddDays(-1)
	return &before
}
