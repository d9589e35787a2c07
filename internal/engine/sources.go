package engine

import (
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/corpus"
	"deferido/internal/decision"
)

// Sources are the texts of the rules that speak of a provision, by norm folder and fragment, and of all that they rest on, each
// behind a line with its package, sorted. A rule of the same wording elsewhere changes nothing of it.
func (s *Set) Sources(norm, fragment string) []string { return s.sources(s.speaking(norm, fragment)) }

// Ways are the texts of the requirements that the conditions of a provision take part in, and of all that these rest on, as
// Sources are: a condition that no requirement names decides nothing.
func (s *Set) Ways(norm, fragment string) []string {
	named := map[decision.Name][]ruleKey{} // by article and condition
	for _, key := range s.speaking(norm, fragment) {
		named[key.name] = append(named[key.name], key)
	}
	var ways []ruleKey
	for key, rules := range s.bodies {
		if !strings.HasPrefix(key.name.Name, requirementPrefix) {
			continue
		}
		for _, rule := range rules {
			ast.WalkTerms(rule, func(t *ast.Term) bool {
				name, isText := t.Value.(ast.String)
				if isText && slices.ContainsFunc(named[decision.Name{Article: key.name.Article, Name: string(name)}], func(k ruleKey) bool { return k.question == key.question }) {
					ways = append(ways, key)
				}
				return false
			})
		}
	}
	return s.sources(ways)
}

// requirementPrefix begins the name of a requirement.
const requirementPrefix = "requires."

// SourcesOfReading are the texts of the rules that rest on an interpretation, as Sources are, and the clocks of the questions
// that do.
func (s *Set) SourcesOfReading(id string) []string {
	var keys []ruleKey
	for key, rule := range s.rules {
		if rests(rule.Reading, id) {
			keys = append(keys, key)
		}
	}
	texts := s.sources(keys)
	for _, q := range s.questions {
		if rests(q.Reading, id) {
			texts = append(texts, "decision\n"+q.Name+": "+q.Clock)
		}
	}
	return texts
}

// rests tells whether a list of interpretations, as METADATA has it, holds one.
func rests(readings, id string) bool { return slices.Contains(strings.Split(readings, ", "), id) }

// RulesOfReading are the rules that rest on an interpretation, by question, article and name.
func (s *Set) RulesOfReading(id string) []decision.RuleOf {
	var all []decision.RuleOf
	for key, rule := range s.rules {
		if rests(rule.Reading, id) {
			all = append(all, ruleOf(key, rule))
		}
	}
	slices.SortFunc(all, compareRules)
	return all
}

// Parameters are the dated parameters of the set, by name.
func (s *Set) Parameters() []*corpus.Parameter {
	var all []*corpus.Parameter
	for _, name := range slices.Sorted(maps.Keys(s.params)) {
		all = append(all, s.params[name])
	}
	return all
}

// ParametersOf are the dated parameters that the rules of a provision rest on, by name.
func (s *Set) ParametersOf(norm, fragment string) []*corpus.Parameter {
	used := map[string]bool{}
	for _, key := range s.speaking(norm, fragment) {
		for _, name := range s.dated[key] {
			used[name] = true
		}
	}
	var all []*corpus.Parameter
	for _, name := range slices.Sorted(maps.Keys(used)) {
		if p := s.params[name]; p != nil {
			all = append(all, p)
		}
	}
	return all
}

// speaking are the rules that speak of a provision.
func (s *Set) speaking(norm, fragment string) []ruleKey {
	var keys []ruleKey
	for _, rule := range s.cited[norm+"!"+fragment] {
		keys = append(keys, ruleKey{rule.Question, decision.Name{Article: rule.Article, Name: rule.Name}})
	}
	return keys
}

// indexBodies notes the compiled rules of each condition, requirement and note.
func (s *Set) indexBodies() {
	for _, module := range s.compiler.Modules {
		for _, rule := range module.Rules {
			if place, ok := placeOf(rule.Ref().GroundPrefix()); ok {
				s.bodies[place.key] = append(s.bodies[place.key], rule)
			}
		}
	}
}

// sources gathers the texts of rules and of what they rest on.
func (s *Set) sources(keys []ruleKey) []string {
	w := &sources{set: s, seen: map[*ast.Rule]bool{}}
	for _, key := range keys {
		for _, rule := range s.bodies[key] {
			w.add(rule)
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
