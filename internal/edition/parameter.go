package edition

import (
	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/corpus"
	"deferido/internal/decision"
)

// Use is a condition that rests on a dated parameter.
type Use struct {
	Article   string // label: Decreto nº 9.921/2019, art. 39
	Norm      string // folder
	Name      string // of the article's file
	Provision *corpus.Provision
	Title     decision.Sentence
	Questions []string
}

// Parameters are the dated parameters, by name.
func (e *Edition) Parameters() []*corpus.Parameter {
	var all []*corpus.Parameter
	for _, name := range sortedKeys(e.parameters) {
		all = append(all, e.parameters[name])
	}
	return all
}

// Parameter is a dated parameter with what rests on it, in the order of the law. It is false where there is none.
func (e *Edition) Parameter(name string) (*corpus.Parameter, []Use, bool) {
	p := e.parameters[name]
	if p == nil {
		return nil, nil, false
	}
	var uses []Use
	for _, n := range e.law.Norms() {
		for _, article := range e.Names(n.Folder) {
			uses = append(uses, e.uses(e.articles[articleID{n.Folder, article}], name)...)
		}
	}
	return p, uses, true
}

// uses are the conditions of an article that rest on a parameter.
func (e *Edition) uses(a *article, parameter string) []Use {
	var uses []Use
	for i, p := range a.provisions {
		for _, d := range a.rows[i] {
			var rules []*ast.Rule
			use := Use{Article: a.norm.Title + ", " + a.short, Norm: a.id.norm, Name: a.id.name, Provision: p, Title: d.rule.Title}
			for _, place := range d.places {
				rules = append(rules, place.rules...)
				use.Questions = append(use.Questions, place.id.question)
			}
			for _, read := range e.parametersOf(append(rules, e.rules.rests(rules)...)) {
				if read.Name == parameter {
					uses = append(uses, use)
				}
			}
		}
	}
	return uses
}
