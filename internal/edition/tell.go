package edition

import (
	"slices"

	"deferido/internal/civil"
	"deferido/internal/decision"
)

// tell makes an article of a day.
func (e *Edition) tell(a *article, day civil.Date) *Article {
	w := e.wording(day)
	told := &Article{
		Day: day, Norm: a.norm, Name: a.id.name, Label: a.norm.Title + ", " + a.short, Short: a.short, Subject: a.subject, Description: a.description,
		URN: a.norm.URN.At(a.provisions[0].Fragment[:1]).String(), From: a.from, Until: a.until, Questions: e.asked(a.questions),
		Published: a.norm.PublishedOn != nil && !day.Before(a.norm.PublishedOn.Date), Line: e.line(a), Beside: e.beside(a, day),
	}
	next := 1
	for i := range a.provisions {
		r := w.row(a, i, next)
		next += r.quotes()
		told.Rows = append(told.Rows, r)
	}
	for _, d := range a.bare {
		told.Bare = append(told.Bare, w.condition(d))
	}
	told.Standing = a.standing(day)
	told.count()
	for _, p := range a.provisions {
		if from := heldFrom(p); from != nil && (told.FirstHeld == nil || from.Before(*told.FirstHeld)) {
			told.FirstHeld = from
		}
		for _, v := range p.Versions {
			if file := "norms/" + v.At.Norm + "/" + v.At.File; v.Held && !slices.Contains(told.Files, file) {
				told.Files = append(told.Files, file)
			}
		}
	}
	return told
}

func (a *article) standing(day civil.Date) Standing {
	switch {
	case day.Before(a.from):
		return NotYet
	case a.until != nil && day.After(*a.until):
		return Ceased
	}
	return InForce
}

func (a *Article) count() {
	c := &a.Counts
	c.Provisions = len(a.Rows)
	for i := range a.Rows {
		r := &a.Rows[i]
		if r.Ruled() {
			c.Ruled++
			if len(r.Cases) > 0 {
				c.Cased++
			}
		} else {
			c.Told++
		}
		if r.Version != nil {
			c.InForce++
			if r.Version.OlderWording {
				c.Older++
			}
		}
		if r.Text != nil {
			c.Texts++
		}
		if len(r.Disputes) > 0 || slices.ContainsFunc(r.Conditions(), func(c *Condition) bool { return len(c.Disputes) > 0 }) {
			c.Disputed++
		}
	}
}

// asked are questions by name.
func (e *Edition) asked(names []string) []decision.Question {
	var all []decision.Question
	for _, name := range names {
		if q, known := e.set.Question(name); known {
			all = append(all, q)
		}
	}
	return all
}

// questionsOf are the questions that an article bears on: those of its provisions, and those for which a rule of it speaks.
func (e *Edition) questionsOf(a *article) []string {
	var names []string
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for i, p := range a.provisions {
		for _, q := range p.Questions {
			add(q)
		}
		for _, d := range a.rows[i] {
			for _, place := range d.places {
				add(place.id.question)
			}
		}
	}
	return names
}
