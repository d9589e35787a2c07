package edition

import (
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/civil"
	"deferido/internal/decision"
)

// title is what the policy of an article says of the whole of it.
type title struct{ subject, description string }

// titles are those of the articles that have a policy, by id: "decreto_9921_2019.art_39". A title names the article and then,
// behind a dash, its subject.
func (e *Edition) titles() map[string]title {
	all := map[string]title{}
	for _, ref := range e.set.Compiler().GetAnnotationSet().Flatten() {
		if ref.Annotations == nil || ref.Annotations.Scope != "package" {
			continue
		}
		path := ground(ref.Path)
		if len(path) != 3 || path[0] != "norms" {
			continue
		}
		_, subject, _ := strings.Cut(ref.Annotations.Title, " — ")
		all[path[1]+"."+path[2]] = title{subject, strings.Join(strings.Fields(ref.Annotations.Description), " ")}
	}
	return all
}

// disputes are the disputes that set conditions aside, by condition: each names the articles and the conditions in its Rego.
func (e *Edition) disputes() map[ruleID][]decision.Dispute {
	found := map[ruleID][]decision.Dispute{}
	for _, at := range e.rules.paths {
		path := strings.Split(at, ".")
		if path[0] != "disputes" || len(path) < 3 {
			continue
		}
		declared, known := e.set.Dispute(path[1])
		if _, asked := e.set.Question(path[2]); !known || !asked {
			continue
		}
		rules := e.rules.byPath[at]
		for _, rule := range append(rules, e.rules.rests(rules)...) {
			for _, id := range e.setAside(rule, path[2]) {
				if !containsDispute(found[id], declared) {
					found[id] = append(found[id], declared)
				}
			}
		}
	}
	return found
}

func containsDispute(all []decision.Dispute, d decision.Dispute) bool {
	for _, other := range all {
		if other.Title == d.Title {
			return true
		}
	}
	return false
}

// setAside are the conditions of a question that an object of articles and sets of names names.
func (e *Edition) setAside(rule *ast.Rule, question string) []ruleID {
	var ids []ruleID
	ast.WalkTerms(rule, func(t *ast.Term) bool {
		object, is := t.Value.(ast.Object)
		if !is {
			return false
		}
		object.Foreach(func(k, v *ast.Term) {
			article, _ := k.Value.(ast.String)
			for _, name := range e.names(v) {
				if id := (ruleID{question, string(article), name}); e.rules.places[id] != nil {
					ids = append(ids, id)
				}
			}
		})
		return false
	})
	return ids
}

// names are the texts of a set, also where a rule has it.
func (e *Edition) names(t *ast.Term) []string {
	switch v := t.Value.(type) {
	case ast.Set:
		var names []string
		for _, element := range v.Slice() {
			if s, isText := element.Value.(ast.String); isText {
				names = append(names, string(s))
			}
		}
		return names
	case ast.Ref:
		if rules := e.rules.byPath[strings.Join(ground(v), ".")]; len(rules) == 1 && rules[0].Head.Value != nil {
			if _, again := rules[0].Head.Value.Value.(ast.Ref); !again {
				return e.names(rules[0].Head.Value)
			}
		}
	}
	return nil
}

// namedDays are the days that rules name: on them, what a rule says may change.
func (b *rulebook) namedDays() []civil.Date {
	var days []civil.Date
	for _, rules := range b.byPath {
		for _, rule := range rules {
			ast.WalkTerms(rule, func(t *ast.Term) bool {
				if s, isText := t.Value.(ast.String); isText {
					if d, err := civil.ParseDate(string(s)); err == nil {
						days = append(days, d)
					}
				}
				return false
			})
		}
	}
	return days
}

// subject is what an article speaks of: what it requires, gives, lists and notes, by question; and whose benefit it is about,
// empty where it is nobody's.
func (b *rulebook) subject(article string) (keys map[string]bool, category string) {
	keys = map[string]bool{}
	prefix := "norms." + article + "."
	for _, at := range b.paths {
		rest, of := strings.CutPrefix(at, prefix)
		if !of {
			continue
		}
		path := strings.Split(rest, ".")
		if len(path) >= 3 && (path[1] == "requires" || path[1] == "gives" || path[1] == "notes" || path[1] == "lists") {
			keys[rest] = true
		}
		for _, rule := range b.byPath[at] {
			if c := comparedCategory(rule); c != "" && len(path) == 3 && path[1] == "where" {
				category = c
			}
		}
	}
	return keys, category
}

// comparedCategory is the category that a rule asks for: input.facts.beneficiary.category == "…".
func comparedCategory(rule *ast.Rule) string {
	if rule.Head.Value == nil {
		return ""
	}
	call, is := rule.Head.Value.Value.(ast.Call)
	if !is || len(call) != 3 || call[1].String() != "input.facts.beneficiary.category" {
		return ""
	}
	category, _ := call[2].Value.(ast.String)
	return string(category)
}
