package edition

import (
	"cmp"
	"slices"
	"strings"

	"deferido/internal/civil"
	"deferido/internal/corpus"
	"deferido/internal/decision"
)

// Comparison is what the law said of a subject on two days: an article, or, on a day on which it is not in force, the one
// that stated its subject then.
type Comparison struct {
	FromDay, ToDay civil.Date
	Before, After  *Article // nil where nothing that is held stated the subject on that day
	Rows           []ComparedRow
	Rules          []ComparedRule      // that differ, in the order of the text
	Alike          int                 // rules that do not
	Parameters     []ComparedParameter // that differ
}

// ComparedRow is a provision on both days.
type ComparedRow struct {
	Before, After *Row // nil where there was none
	Text          []Change
}

// Changed tells whether the text differs.
func (r ComparedRow) Changed() bool { return Changed(r.Text) }

// ComparedRule is a condition on both days.
type ComparedRule struct {
	Rule
	Before, After           *Condition // nil where there was none
	BeforeLabel, AfterLabel string     // of the provisions that they quote; may be empty
	PT, EN                  []Change   // of what is compared with what
	Quote                   []Change   // of the words that are quoted
}

// In are the changes of the test in a language.
func (r ComparedRule) In(lang string) []Change {
	if lang == "en" {
		return r.EN
	}
	return r.PT
}

// ComparedParameter is a dated parameter on both days.
type ComparedParameter struct {
	*corpus.Parameter
	Before, After *corpus.ParameterValue
}

// Compare compares an article on two days. It is false where the law held has no such article.
func (e *Edition) Compare(norm, name string, from, to civil.Date) (*Comparison, bool) {
	of := e.articles[articleID{norm, name}]
	if of == nil {
		return nil, false
	}
	c := &Comparison{FromDay: from, ToDay: to, Before: e.stating(of, from), After: e.stating(of, to)}
	c.compareRows()
	c.compareRules()
	return c, true
}

// stating is what stated the subject of an article on a day: the article itself where it is in force, or else the one that
// shares most with it of those that stood in its place.
func (e *Edition) stating(of *article, day civil.Date) *Article {
	if of.standing(day) != InForce {
		of = of.nearest(e.related(of, func(b *article) bool { return apart(of, b) && b.standing(day) == InForce }))
		if of == nil {
			return nil
		}
	}
	told, _ := e.Article(of.id.norm, of.id.name, day)
	return told
}

// tail is the place of a provision within its article.
func tail(r *Row) corpus.Fragment {
	if f := r.Provision.Fragment; len(f) > 1 {
		return f[1:]
	}
	return corpus.Fragment{{Kind: corpus.Caput}}
}

func (c *Comparison) compareRows() {
	byTail := map[string]*ComparedRow{}
	var order []corpus.Fragment
	put := func(r *Row) *ComparedRow {
		at := tail(r)
		row := byTail[at.String()]
		if row == nil {
			row = &ComparedRow{}
			byTail[at.String()], order = row, append(order, at)
		}
		return row
	}
	if c.Before != nil {
		for i := range c.Before.Rows {
			put(&c.Before.Rows[i]).Before = &c.Before.Rows[i]
		}
	}
	if c.After != nil {
		for i := range c.After.Rows {
			put(&c.After.Rows[i]).After = &c.After.Rows[i]
		}
	}
	slices.SortFunc(order, corpus.Fragment.Compare)
	for _, at := range order {
		row := byTail[at.String()]
		row.Text = Differ(textOf(row.Before), textOf(row.After))
		c.Rows = append(c.Rows, *row)
	}
}

// textOf is the text of a provision on its day, without the label that is printed before it: two articles number alike in
// different ways. It is empty where none is held.
func textOf(r *Row) string {
	if r == nil || r.Text == nil {
		return ""
	}
	return strings.TrimPrefix(r.Text.Whole(), r.Text.Printed)
}

// shown is a condition with the provision that it speaks of.
type shown struct {
	condition *Condition
	label     string
}

// conditions are those of an article by the name and question of each rule that says them.
func (a *Article) conditions() (map[Rule]shown, []Rule) {
	all, order := map[Rule]shown{}, []Rule{}
	add := func(c *Condition, label string) {
		for _, r := range c.Rules {
			key := Rule{Question: r.Question, Name: r.Name}
			if _, twice := all[key]; !twice {
				all[key], order = shown{c, label}, append(order, key)
			}
		}
	}
	if a == nil {
		return all, order
	}
	for i := range a.Rows {
		for _, c := range a.Rows[i].Conditions() {
			add(c, a.Rows[i].Provision.Label)
		}
	}
	for _, c := range a.Bare {
		add(c, "")
	}
	return all, order
}

func (c *Comparison) compareRules() {
	before, order := c.Before.conditions()
	after, more := c.After.conditions()
	for _, key := range more {
		if _, both := before[key]; !both {
			order = append(order, key)
		}
	}
	done := map[[2]*Condition]bool{}
	parameters := map[string]*ComparedParameter{}
	for _, key := range order {
		x, y := before[key], after[key]
		note(parameters, x.condition, y.condition)
		pair := [2]*Condition{x.condition, y.condition}
		if done[pair] {
			continue
		}
		done[pair] = true
		r := ComparedRule{Rule: key, Before: x.condition, After: y.condition, BeforeLabel: x.label, AfterLabel: y.label}
		r.PT, r.EN = differ(said(x.condition, "pt-BR"), said(y.condition, "pt-BR"), 1), differ(said(x.condition, "en"), said(y.condition, "en"), 1)
		r.Quote = Differ(quoted(x.condition), quoted(y.condition))
		if x.condition != nil && y.condition != nil && !Changed(r.PT) && !Changed(r.Quote) && x.condition.Applies == y.condition.Applies {
			c.Alike++
			continue
		}
		c.Rules = append(c.Rules, r)
	}
	for _, name := range sortedKeys(parameters) {
		if p := parameters[name]; worth(p.Before) != worth(p.After) {
			c.Parameters = append(c.Parameters, *p)
		}
	}
}

func worth(v *corpus.ParameterValue) corpus.ParameterValue {
	if v == nil {
		return corpus.ParameterValue{}
	}
	return *v
}

// note notes the parameters of two conditions.
func note(all map[string]*ComparedParameter, before, after *Condition) {
	side := func(c *Condition, set func(*ComparedParameter, *corpus.ParameterValue)) {
		if c == nil {
			return
		}
		for i := range c.Parameters {
			p := &c.Parameters[i]
			if all[p.Name] == nil {
				all[p.Name] = &ComparedParameter{Parameter: p.Parameter}
			}
			set(all[p.Name], p.Value)
		}
	}
	side(before, func(p *ComparedParameter, v *corpus.ParameterValue) { p.Before = v })
	side(after, func(p *ComparedParameter, v *corpus.ParameterValue) { p.After = v })
}

// said is what a condition compares, or else the Rego of it.
func said(c *Condition, lang string) string {
	switch {
	case c == nil:
		return ""
	case c.Worded:
		return c.Test.Text(lang)
	}
	var text string
	for _, s := range c.Sources {
		text += s.Text + "\n"
	}
	return text
}

// quoted is what a condition quotes, where that stands in the wording of its day.
func quoted(c *Condition) string {
	if c == nil || c.Number == 0 {
		return ""
	}
	return c.Quote
}

// Title is that of the condition.
func (r ComparedRule) Title() decision.Sentence { return cmp.Or(r.After, r.Before).Title }
