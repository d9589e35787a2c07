package engine

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Sources are the texts of the rules that speak of a provision, by norm folder and fragment, and of all that they rest on, each
// with its package, sorted: what a signature over the rule of a provision covers. A rule of the same wording elsewhere changes
// nothing of it.
func (s *Set) Sources(norm, fragment string) []string {
	w := &sources{set: s, seen: map[*ast.Rule]bool{}}
	for _, module := range s.compiler.Modules {
		for _, rule := range module.Rules {
			place, ok := placeOf(rule.Ref().GroundPrefix())
			if !ok {
				continue
			}
			if declared := s.rules[place.key]; declared != nil && declared.Norm == norm && declared.Fragment == fragment {
				w.add(rule)
			}
		}
	}
	slices.Sort(w.texts)
	return slices.Compact(w.texts)
}

// sources gathers rules and what they rest on.
type sources struct {
	set   *Set
	seen  map[*ast.Rule]bool
	texts []string
}

func (w *sources) add(rule *ast.Rule) {
	if w.seen[rule] {
		return
	}
	w.seen[rule] = true
	w.texts = append(w.texts, strings.TrimPrefix(rule.Module.Package.Path.String(), "data.")+"\n"+strings.TrimSpace(string(rule.Location.Text)))
	for other := range w.set.compiler.Graph.Dependencies(rule) {
		if used, isRule := other.(*ast.Rule); isRule {
			w.add(used)
		}
	}
}
