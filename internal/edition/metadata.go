package edition

import (
	"slices"
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

// disputes are the disputes that set conditions aside, or add them, by condition.
func (e *Edition) disputes() map[ruleID][]decision.Dispute {
	found := map[ruleID][]decision.Dispute{}
	for _, path := range e.rules.paths {
		steps := strings.Split(path, ".")
		if steps[0] != "disputes" || len(steps) < 2 {
			continue
		}
		declared, known := e.set.Dispute(steps[1])
		if !known {
			continue
		}
		for _, rule := range slices.Concat(e.set.SetAside(steps[1]), e.set.Adds(steps[1])) {
			if id := (ruleID{rule.Question, rule.Article, rule.Name}); !containsDispute(found[id], declared) {
				found[id] = append(found[id], declared)
			}
		}
	}
	return found
}

func containsDispute(all []decision.Dispute, d decision.Dispute) bool {
	return slices.ContainsFunc(all, func(other decision.Dispute) bool { return other.Title == d.Title })
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
