package engine

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/decision"
)

// SetAside are the conditions that a dispute, by name, sets aside in the case-law reading on some day or other, by question,
// article and name.
func (s *Set) SetAside(dispute string) []decision.RuleOf { return slices.Clone(s.aside[dispute]) }

// indexAside reads what the disputes name from their modules as they were parsed: compiled, sets stand no longer where they are
// written.
func (s *Set) indexAside(parsed map[string]*ast.Module) {
	for _, module := range parsed {
		dispute, found := strings.CutPrefix(module.Package.Path.String(), "data.disputes.")
		if !found {
			continue
		}
		conditions := asideIn(module)
		for key, rule := range s.rules {
			if slices.Contains(conditions, key.name) && contests(module, key.question) {
				s.aside[dispute] = append(s.aside[dispute], ruleOf(key, rule))
			}
		}
		slices.SortFunc(s.aside[dispute], compareRules)
	}
}

// Adds are the conditions that speak in the case-law reading of a dispute, by name, and nowhere else.
func (s *Set) Adds(dispute string) []decision.RuleOf {
	var all []decision.RuleOf
	for key, rule := range s.rules {
		if key.name.Article == "disputes."+dispute && rule.Fragment != "" {
			all = append(all, ruleOf(key, rule))
		}
	}
	slices.SortFunc(all, compareRules)
	return all
}

// contests reports whether a dispute sets anything aside for a question: it has <question>.met or <question>.open.
func contests(module *ast.Module, question string) bool {
	return slices.ContainsFunc(module.Rules, func(rule *ast.Rule) bool {
		ref := rule.Head.Ref()
		return len(ref) >= 2 && ref[0].Value.Compare(ast.Var(question)) == 0 && (ref[1].Equal(ast.StringTerm("met")) || ref[1].Equal(ast.StringTerm("open")))
	})
}

// asideIn are the conditions that a dispute names: its objects have the ids of articles for keys and sets of conditions for
// values, the latter as they are or as a rule of the module.
func asideIn(module *ast.Module) []decision.Name {
	var all []decision.Name
	ast.WalkTerms(module, func(t *ast.Term) bool {
		object, isObject := t.Value.(ast.Object)
		if !isObject {
			return false
		}
		object.Foreach(func(key, value *ast.Term) {
			article, isText := key.Value.(ast.String)
			if !isText || !strings.Contains(string(article), ".") {
				return
			}
			for _, name := range namesIn(module, value) {
				all = append(all, decision.Name{Article: string(article), Name: name})
			}
		})
		return false
	})
	return all
}

// namesIn are the names of a set, given as it is or as a rule of the module.
func namesIn(module *ast.Module, value *ast.Term) []string {
	var names []string
	gather := func(t *ast.Term) {
		if set, isSet := t.Value.(ast.Set); isSet {
			set.Foreach(func(member *ast.Term) {
				if name, isText := member.Value.(ast.String); isText {
					names = append(names, string(name))
				}
			})
		}
	}
	gather(value)
	if name, isVar := value.Value.(ast.Var); isVar {
		for _, rule := range module.Rules {
			if rule.Head.Ref().Equal(ast.Ref{ast.VarTerm(string(name))}) && rule.Head.Value != nil {
				gather(rule.Head.Value)
			}
		}
	}
	return names
}
