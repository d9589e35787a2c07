package revision

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// compareModules compares the modules of a group.
func compareModules(group string, before, after *side) []ModuleChange {
	var all []ModuleChange
	for _, key := range bothKeys(before.modules, after.modules) {
		a, b := before.modules[key], after.modules[key]
		either := a
		if either == nil {
			either = b
		}
		if either.group != group {
			continue
		}
		change := ModuleChange{ID: either.id, Change: kindOf(a != nil, b != nil)}
		a, b = orEmpty(a, either), orEmpty(b, either)
		change.Label, change.Fields = labelOf(a.about, b.about), fieldsOf(a.about, b.about)
		change.Rules = compareRules(group, a, b)
		for _, r := range change.Rules {
			id, names := strings.CutPrefix(r.Path, `matters.`+change.ID+`.articles["`)
			switch {
			case names && r.Change == Added:
				change.Named = append(change.Named, strings.TrimSuffix(id, `"]`))
			case names && r.Change == Removed:
				change.Unnamed = append(change.Unnamed, strings.TrimSuffix(id, `"]`))
			}
		}
		if change.Change != Changed || len(change.Rules)+len(change.Fields) > 0 {
			all = append(all, change)
		}
	}
	return all
}

// orEmpty is a module without rules for one that is not there.
func orEmpty(m, other *module) *module {
	if m != nil {
		return m
	}
	return &module{group: other.group, id: other.id, about: newPortrait("")}
}

func compareRules(group string, before, after *module) []RuleChange {
	var all []RuleChange
	for _, at := range bothKeys(before.rules, after.rules) {
		a, b := before.rules[at], after.rules[at]
		r := RuleChange{Path: at, Change: kindOf(a != nil, b != nil)}
		r.Question, r.Kind, r.Name = part(group, at)
		if a == nil {
			a = &ruleSet{}
		}
		if b == nil {
			b = &ruleSet{}
		}
		r.Fields = fieldsOf(a.about, b.about)
		if !a.equal(b) {
			r.Before, r.After = sourceOf(a), sourceOf(b)
			if r.Kind == "requires" {
				r.Ways = compareWays(a, b)
			}
		}
		r.cites = append(slices.Clone(a.cites), b.cites...)
		if r.Change != Changed || r.Before != nil || r.After != nil || len(r.Fields) > 0 {
			all = append(all, r)
		}
	}
	return all
}

// sourceOf is the Rego of rules; nil where there are none.
func sourceOf(r *ruleSet) *string {
	if len(r.rules) == 0 {
		return nil
	}
	return &r.source
}

// compareWays compares the ways of a requirement; nil where one side does not write them out.
func compareWays(before, after *ruleSet) *WayChange {
	a, okBefore := waysOf(before)
	b, okAfter := waysOf(after)
	if !okBefore || !okAfter {
		return nil
	}
	has := func(all [][]string, way []string) bool {
		return slices.ContainsFunc(all, func(other []string) bool { return slices.Equal(way, other) })
	}
	w := &WayChange{}
	var keptA, keptB [][]string
	for _, way := range a {
		if has(b, way) {
			keptA = append(keptA, way)
		} else {
			w.Removed = append(w.Removed, way)
		}
	}
	for _, way := range b {
		if has(a, way) {
			keptB = append(keptB, way)
		} else {
			w.Added = append(w.Added, way)
		}
	}
	w.Reordered = !slices.EqualFunc(keptA, keptB, slices.Equal)
	return w
}

// waysOf are the ways that rules write out: a list of sets of names, each sorted. Of no rules there are none.
func waysOf(r *ruleSet) ([][]string, bool) {
	var ways [][]string
	for _, rule := range r.rules {
		if rule.Head.Value == nil {
			return nil, false
		}
		list, is := rule.Head.Value.Value.(*ast.Array)
		if !is {
			return nil, false
		}
		for i := range list.Len() {
			set, is := list.Elem(i).Value.(ast.Set)
			if !is {
				return nil, false
			}
			way := []string{}
			set.Foreach(func(term *ast.Term) {
				if name, is := term.Value.(ast.String); is {
					way = append(way, string(name))
				}
			})
			slices.Sort(way)
			ways = append(ways, way)
		}
	}
	return ways, true
}
