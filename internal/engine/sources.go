package engine

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/corpus"
	"deferido/internal/decision"
)

// Source is the text of a rule.
type Source struct {
	Package string // norms.decreto_9921_2019.art_39
	Name    string // in the package: grant.when.in_time; several rules may have one
	Text    string // Rego, as written
}

// Sources are the rules that speak of a provision, by norm folder and fragment, and all that they rest on, by package, then by
// text. A rule of the same wording elsewhere changes nothing of it.
func (s *Set) Sources(norm, fragment string) []Source { return s.sources(s.speaking(norm, fragment)) }

// Ways are the requirements that the conditions of a provision take part in, and all that these rest on, as Sources are: a
// condition that no requirement names decides nothing.
func (s *Set) Ways(norm, fragment string) []Source {
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

// SourcesOfReading are the rules that rest on an interpretation, as Sources are, and the clocks of the questions that do.
func (s *Set) SourcesOfReading(id string) []Source {
	var keys []ruleKey
	for key, rule := range s.rules {
		if rests(rule.Reading, id) {
			keys = append(keys, key)
		}
	}
	all := s.sources(keys)
	for _, q := range s.questions {
		if rests(q.Reading, id) {
			all = append(all, Source{"decision", q.Name, q.Clock})
		}
	}
	return all
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

// sources gathers rules and what they rest on.
func (s *Set) sources(keys []ruleKey) []Source {
	w := &sources{set: s, seen: map[*ast.Rule]bool{}}
	for _, key := range keys {
		for _, rule := range s.bodies[key] {
			w.add(rule)
		}
	}
	slices.SortFunc(w.all, func(a, b Source) int {
		return cmp.Or(strings.Compare(a.Package, b.Package), strings.Compare(a.Text, b.Text))
	})
	return slices.Compact(w.all)
}

// sources gathers rules and what they rest on.
type sources struct {
	set  *Set
	seen map[*ast.Rule]bool
	all  []Source
}

func (w *sources) add(rule *ast.Rule) {
	if w.seen[rule] {
		return
	}
	w.seen[rule] = true
	in := rule.Module.Package.Path.String()
	w.all = append(w.all, Source{
		Package: strings.TrimPrefix(in, "data."), Name: strings.TrimPrefix(rule.Ref().GroundPrefix().String(), in+"."),
		Text: strings.TrimSpace(string(rule.Location.Text)),
	})
	for other := range w.set.compiler.Graph.Dependencies(rule) {
		if used, isRule := other.(*ast.Rule); isRule {
			w.add(used)
		}
	}
}
