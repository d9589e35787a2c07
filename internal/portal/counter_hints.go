package portal

import (
	"cmp"
	"slices"
	"strings"

	"deferido/internal/decision"
)

// told is a sentence of the law about a fact: what a condition asks, and what it found.
type told struct {
	Text  string
	Unmet bool
	rank  int // unmet, unknown, met
}

// hintsKept are the sentences under a field; the page of the decision has them all.
const hintsKept = 2

// hints are the sentences that the conditions of an answer say about each fact, the unmet first, and the years that are counted
// from it. Each stands under one fact: an unknown condition under the first of its facts that is not given, any other under the
// last that is, of those in sight.
func (f *counterForm) hints() map[string][]told {
	hints := map[string][]told{}
	if f.decision == nil || f.decision.Explanation == nil {
		return hints
	}
	seen := map[string]bool{}
	for _, article := range f.decision.Explanation.Articles {
		if article.Governs == nil || !*article.Governs {
			continue
		}
		for _, requirement := range article.Requirements {
			for _, c := range f.telling(article.Article, requirement) {
				fact := f.about(c)
				if fact == "" || seen[fact+c.Reason] {
					continue
				}
				seen[fact+c.Reason] = true
				hints[fact] = append(hints[fact], told{unbroken(c.Reason), urgency(c.Met) == 0, urgency(c.Met)})
			}
		}
	}
	for fact := range hints {
		slices.SortStableFunc(hints[fact], func(a, b told) int { return cmp.Compare(a.rank, b.rank) })
		hints[fact] = hints[fact][:min(len(hints[fact]), hintsKept)]
	}
	f.tellYears(hints)
	return hints
}

// tellYears tells the completed years that the rules read of a date.
func (f *counterForm) tellYears(hints map[string][]told) {
	counted, counts := f.request.Facts.(interface {
		Years(pointer string) (int, bool)
	})
	for _, fact := range f.facts() {
		if years, known := 0, false; counts && fact.Birth {
			if years, known = counted.Years(fact.Pointer); !known {
				continue
			}
			if text, err := f.v.words().count("counter.years", years); err == nil {
				hints[fact.Pointer] = slices.Insert(hints[fact.Pointer], 0, told{Text: text})
			}
		}
	}
}

// urgency orders unmet, unknown, met.
func urgency(met *bool) int {
	switch {
	case met == nil:
		return 1
	case *met:
		return 2
	}
	return 0
}

// telling are the conditions of a requirement that say something: what is not met, and of the rest what has a number or an hour
// to tell; where the requirement is met, those of the ways that met it. To whom and to what an article applies goes without
// saying, and so do alternatives of which each has a box of its own.
func (f *counterForm) telling(article string, r decision.ExplainedRequirement) []decision.ExplainedCondition {
	var conditions []decision.ExplainedCondition
	met := r.Met != nil && *r.Met
	if !met && f.decision.Outcome == "allow" { // it is of another answer than the one given
		return nil
	}
	for _, way := range r.Ways {
		if met && (way.Met == nil || !*way.Met) || f.excluded(article, way) {
			continue
		}
		for _, c := range way.Conditions {
			rule, declared := f.rule(article, c)
			if !declared || c.Reason == "" || rule.Role == "scope" || len(r.Ways) > 1 && f.isTicked(c.Facts) {
				continue
			}
			if f.decision.Outcome == "deny" && urgency(c.Met) == 0 && !f.refuses(c.URN) {
				continue // it is of an answer that was not asked for
			}
			if urgency(c.Met) == 0 || strings.Contains(rule.Reason.PT+rule.Found.PT, "{") {
				conditions = append(conditions, c)
			}
		}
	}
	return conditions
}

// refuses tells whether the answer rests on a provision that is not met.
func (f *counterForm) refuses(urn string) bool {
	return slices.ContainsFunc(f.decision.LegalBasis, func(b decision.Basis) bool { return b.URN == urn && urgency(b.Met) == 0 })
}

// excluded tells whether a way is for other facts than these: what its scope asks is not so.
func (f *counterForm) excluded(article string, way decision.ExplainedWay) bool {
	return slices.ContainsFunc(way.Conditions, func(c decision.ExplainedCondition) bool {
		rule, declared := f.rule(article, c)
		return urgency(c.Met) == 0 && (!declared || rule.Fragment == "" || rule.Role == "scope")
	})
}

func (f *counterForm) rule(article string, c decision.ExplainedCondition) (*decision.Rule, bool) {
	return f.v.set.Rule(f.question.Name, decision.Name{Article: article, Name: c.Name})
}

// isTicked tells whether facts are one list of ticks.
func (f *counterForm) isTicked(facts []string) bool {
	for _, fact := range f.facts() {
		if len(facts) == 1 && fact.Pointer == facts[0] {
			return fact.Kind == ticksKind
		}
	}
	return false
}

// facts are all of the form, in its order.
func (f *counterForm) facts() []*factShape {
	var all []*factShape
	for _, part := range f.parts {
		all = append(all, part.Facts...)
	}
	return all
}

// about is the fact under which a condition is told; empty where the form has none of its facts.
func (f *counterForm) about(c decision.ExplainedCondition) string {
	var last, folded, open string
	for _, part := range f.parts {
		for _, fact := range part.Facts {
			if !slices.Contains(c.Facts, fact.Pointer) {
				continue
			}
			switch given := slices.Contains(f.answered, fact.Pointer); {
			case given && part.Folded:
				folded = fact.Pointer
			case given:
				last = fact.Pointer
			case open == "" && f.isOpen(fact):
				open = fact.Pointer
			}
		}
	}
	if c.Met == nil {
		return cmp.Or(open, last, folded)
	}
	return cmp.Or(last, folded, open)
}

// isOpen tells whether nothing stands for a fact: it was not given, and nothing counts in its place.
func (f *counterForm) isOpen(fact *factShape) bool {
	return fact.Default == "" && fact.Other == "" && !slices.Contains(f.answered, fact.Pointer)
}

// moot are the facts that were not given and that change nothing any more: no open condition is about them.
func (f *counterForm) moot() map[string]bool {
	moot := map[string]bool{}
	if f.decision == nil || f.decision.Explanation == nil || f.asksFirst() {
		return moot
	}
	turning := f.turning()
	tested := f.v.set.Tested(f.question.Name)
	for _, fact := range f.facts() {
		if f.isOpen(fact) && slices.Contains(tested, fact.Pointer) && !turning[fact.Pointer] {
			moot[fact.Pointer] = true
		}
	}
	return moot
}

// asksFirst tells whether one of the facts is missing that are asked for before all others: until then anything may matter.
func (f *counterForm) asksFirst() bool {
	return slices.ContainsFunc(f.decision.Missing, func(m decision.Missing) bool {
		return m.Fact == f.question.Clock || slices.Contains(f.question.First, m.Fact)
	})
}

// turning are the facts that an open answer still depends on: those of the open conditions of its open ways.
func (f *counterForm) turning() map[string]bool {
	turning := map[string]bool{}
	if f.decision.Outcome != "incomplete" {
		return turning
	}
	for _, m := range f.decision.Missing {
		turning[m.Fact] = true
	}
	for _, article := range f.decision.Explanation.Articles {
		if article.Governs != nil && !*article.Governs {
			continue
		}
		for _, c := range article.Scope {
			if c.Met == nil {
				for _, fact := range c.Facts {
					turning[fact] = true
				}
			}
		}
		for _, r := range article.Requirements {
			for _, way := range r.Ways {
				for _, c := range way.Conditions {
					if r.Met == nil && way.Met == nil && c.Met == nil {
						for _, fact := range c.Facts {
							turning[fact] = true
						}
					}
				}
			}
		}
	}
	return turning
}
