package edition

import (
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/decision"
)

// fails is a requirement of an article that none of its ways meets.
func (w *wording) fails(ways, states *ast.Term) (clause, bool) {
	ref, isRef := ways.Value.(ast.Ref)
	of, isRefToo := states.Value.(ast.Ref)
	p, ok := placeOf(ground(ref))
	if !isRef || !isRefToo || !ok || p.kind != "requires" {
		return clause{}, false
	}
	said, ok := w.ways(p.id, strings.Join(ground(of), "."))
	label := w.set.ArticleLabel(p.id.article)
	return single(joined(say("nenhum destes modos se verifica (", "none of these ways holds ("), named(label, ""), both("): "), said)), ok
}

// ways are the ways of a requirement, by the titles of their conditions. Where their states are those of another object, it
// must be what the conditions are made of.
func (w *wording) ways(id ruleID, states string) (Phrase, bool) {
	place := w.rules.places[id]
	if place == nil || len(place.rules) != 1 || place.rules[0].Head.Value == nil {
		return Phrase{}, false
	}
	list, isList := place.rules[0].Head.Value.Value.(*ast.Array)
	if ref, isRef := place.rules[0].Head.Value.Value.(ast.Ref); isRef { // the same as another benefit's
		other, ok := placeOf(ground(ref))
		if !ok || other.id == id {
			return Phrase{}, false
		}
		return w.ways(other.id, states)
	}
	if !isList || !asksNothing(place.rules[0].Body) {
		return Phrase{}, false
	}
	var said []Phrase
	for i := range list.Len() {
		set, isSet := list.Elem(i).Value.(ast.Set)
		if !isSet {
			return Phrase{}, false
		}
		var titles []Phrase
		for _, t := range set.Slice() {
			name, _ := t.Value.(ast.String)
			title, ok := w.title(id, string(name), states)
			if !ok {
				return Phrase{}, false
			}
			titles = append(titles, title)
		}
		said = append(said, listed(titles, both(", "), say(" e ", " and ")))
	}
	return listed(said, both("; "), say("; ou ", "; or ")), len(said) > 0
}

// title is that of a condition, in quotation marks.
func (w *wording) title(of ruleID, name, states string) (Phrase, bool) {
	id := ruleID{of.question, of.article, name}
	declared, ok := w.set.Rule(id.question, decision.Name{Article: id.article, Name: id.name})
	place := w.rules.places[id]
	if !ok || place == nil {
		return Phrase{}, false
	}
	if states != "" {
		ref, isRef := place.rules[0].Head.Value.Value.(ast.Ref)
		if !isRef || len(place.rules) != 1 || strings.Join(ground(ref), ".") != states+"."+name {
			return Phrase{}, false
		}
	}
	return joined(say("«", "“"), named(declared.Title.PT, declared.Title.EN), say("»", "”")), true
}
