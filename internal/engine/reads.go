package engine

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// reader finds which facts a rule is made of, through every rule and function that it uses.
type reader struct {
	set  *Set
	memo map[*ast.Rule]map[string]bool // input paths, by rule
	errs map[string]error
}

// readReads derives the facts of each condition from its compiled rules. A path of the input that no measure fills is an
// error: undefined it would pass for unknown.
func (s *Set) readReads() error {
	r := &reader{set: s, memo: map[*ast.Rule]map[string]bool{}, errs: map[string]error{}}
	found := map[ruleKey]map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(s.compiler.Modules)) {
		for _, rule := range s.compiler.Modules[name].Rules {
			paths := r.paths(rule)
			facts := r.facts(rule, paths)
			place, ok := placeOf(rule.Ref().GroundPrefix())
			if !ok || place.kind != "when" && place.kind != "where" {
				continue
			}
			if found[place.key] == nil {
				found[place.key] = map[string]bool{}
			}
			maps.Copy(found[place.key], facts)
			s.about[place.key] = union(s.about[place.key], r.about(paths))
			s.dated[place.key] = union(s.dated[place.key], parametersOf(paths))
			if declared := s.rules[place.key]; declared != nil && len(s.dated[place.key]) > 0 {
				declared.Parameter = s.dated[place.key][0]
			}
		}
	}
	s.readQuestions(r)
	for key, facts := range found {
		s.reads[key] = slices.Sorted(maps.Keys(facts))
		for i := range s.questions {
			if q := &s.questions[i]; q.Name == key.question && facts[q.Clock] {
				q.Timed = true
			}
		}
	}
	s.readQuestions(r)
	return errors.Join(slices.Collect(maps.Values(r.errs))...)
}

func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// about are the facts that input paths name, up to the first list, known or not.
func (r *reader) about(paths map[string]bool) []string {
	var facts []string
	for path := range paths {
		ref := r.set.inputRefs[path]
		branch, _ := ref[1].Value.(ast.String)
		if len(ref) < 3 || !slices.Contains([]ast.String{"facts", "ns", "days", "civil", "years", "given"}, branch) {
			continue
		}
		pointer := "/facts"
		for _, term := range ref[2:] {
			key, text := term.Value.(ast.String)
			if !text {
				break
			}
			pointer += "/" + string(key)
		}
		if r.set.schema.Title(pointer, "en") != "" {
			facts = append(facts, pointer)
		}
	}
	return facts
}

// parametersOf are the dated parameters among input paths.
func parametersOf(paths map[string]bool) []string {
	var names []string
	for path := range paths {
		if name, found := strings.CutPrefix(path, "input.params."); found {
			names = append(names, strings.TrimSuffix(name, centsSuffix))
		}
	}
	return names
}

// paths are the input references of a rule and of all that it uses, as references without variables.
func (r *reader) paths(rule *ast.Rule) map[string]bool {
	if paths, done := r.memo[rule]; done {
		return paths
	}
	paths := map[string]bool{}
	r.memo[rule] = paths
	ast.WalkRefs(rule, func(ref ast.Ref) bool {
		switch {
		case ref[0].Equal(ast.InputRootDocument):
			paths[ref.String()] = true
			r.set.inputRefs[ref.String()] = ref
		case ref[0].Equal(ast.DefaultRootDocument):
			for _, used := range r.set.compiler.GetRulesDynamic(ref) {
				maps.Copy(paths, r.paths(used))
			}
		}
		return false
	})
	return paths
}

// facts are the facts that input references read.
func (r *reader) facts(rule *ast.Rule, paths map[string]bool) map[string]bool {
	facts := map[string]bool{}
	for _, text := range slices.Sorted(maps.Keys(paths)) {
		reads, err := r.reads(r.set.inputRefs[text])
		if _, told := r.errs[text]; err != nil && !told {
			r.errs[text] = fmt.Errorf("%s:%d: %w", rule.Location.File, rule.Location.Row, err)
		}
		for _, fact := range reads {
			facts[fact] = true
		}
	}
	return facts
}

// reads resolves one reference. A variable stands for a position in a list; where the schema has an object instead, all of
// it is read.
func (r *reader) reads(ref ast.Ref) ([]string, error) {
	var path []string
	variable := -1
	for i, term := range ref[1:] {
		if s, ok := term.Value.(ast.String); ok {
			path = append(path, string(s))
			continue
		}
		if variable < 0 {
			variable = i
		}
		path = append(path, "0")
	}
	if len(path) == 0 || path[0] == "suppose" || path[0] == "reading" {
		return nil, nil // what the program asks, not facts
	}
	if len(path) == 1 {
		return nil, nil // a whole branch: nothing can be said of it
	}
	reads, err := r.set.schema.Reads(path)
	if err != nil && variable > 0 {
		return r.set.schema.Reads(path[:variable])
	}
	return reads, err
}
