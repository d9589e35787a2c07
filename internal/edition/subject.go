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
