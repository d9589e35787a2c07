package document

import (
	"strings"

	"deferido/internal/decision"
)

// explanation is the tree of articles, what they require, the ways to it and the conditions of each.
func (d *draft) explanation() []block {
	if d.Explanation == nil {
		return nil
	}
	w := d.words
	var items []item
	for _, a := range d.Explanation.Articles {
		article := item{Text: a.Label + ": " + w.byState(a.Governs, w.governs, w.governsNot, w.governsMaybe)}
		if len(a.Scope) > 0 {
			article.Items = append(article.Items, item{Text: w.scope, Items: d.conditions(a.Scope)})
		}
		for _, r := range a.Requirements {
			requirement := item{Text: w.tested(r.Met) + ": " + w.requires + " " + r.Answer + " (" + r.Name + ")"}
			for i, way := range r.Ways {
				name := w.way
				if i > 0 {
					name = w.otherWay
				}
				requirement.Items = append(requirement.Items, item{Text: name + ": " + strings.ToLower(w.tested(way.Met)), Items: d.conditions(way.Conditions)})
			}
			article.Items = append(article.Items, requirement)
		}
		items = append(items, article)
	}
	return d.part(w.tree, items)
}

func (d *draft) conditions(conditions []decision.ExplainedCondition) []item {
	var items []item
	for _, c := range conditions {
		i := item{Text: d.words.tested(c.Met) + ": " + firstOf(c.Title, c.Reason, c.Name)}
		if c.Title != "" && c.Reason != "" {
			i.Notes = append(i.Notes, c.Reason)
		}
		if note := joined(" · ", c.Label, strings.Join(c.Facts, ", ")); note != "" {
			i.Notes = append(i.Notes, note)
		}
		items = append(items, i)
	}
	return items
}
