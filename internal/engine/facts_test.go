package engine_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// A fact without which a case is answered otherwise is one of those that the question depends on. What is asked for, too.
func TestFactsAreThoseThatAnAnswerDependsOn(t *testing.T) {
	turned := map[string]bool{}
	for _, c := range cases(t) {
		var request tree
		if err := json.Unmarshal(c.Request, &request); err != nil {
			t.Fatal(err)
		}
		r, err := set.Parse(c.Request)
		if err != nil {
			continue // it is refused, as it should be
		}
		before := decide(t, set, r)
		if before != nil {
			for _, missing := range before.Missing {
				if !dependsOn(r.Question, missing.Fact) {
					t.Errorf("%s asks for %s, and does not depend on it", c.ID, missing.Fact)
				}
			}
		}
		groups, _ := request["facts"].(tree)
		for group, content := range groups {
			for key := range leaves(content) {
				pointer := strings.TrimSuffix("/facts/"+group+"/"+key, "/")
				without := copied(t, request)
				remove(without["facts"].(map[string]any), group, key)
				changed, err := set.Parse(body(t, without))
				if err != nil || answer(t, decide(t, set, changed)) == answer(t, before) {
					continue
				}
				turned[r.Question] = true
				if !dependsOn(r.Question, pointer) {
					t.Errorf("%s: without %s the answer is another", c.ID, pointer)
				}
			}
		}
	}
	if len(turned) != len(set.Questions()) {
		t.Errorf("only %v were turned", turned)
	}
}

// Of the facts of a question its conditions test some; nobody depends on what no question reads.
func TestFactsOfAQuestion(t *testing.T) {
	for _, q := range set.Questions() {
		if !slices.Contains(set.Facts(q.Name), q.Clock) {
			t.Errorf("%s does not depend on its clock", q.Name)
		}
		for _, fact := range set.Tested(q.Name) {
			if !slices.Contains(set.Facts(q.Name), fact) {
				t.Errorf("%s tests %s, and does not depend on it", q.Name, fact)
			}
		}
	}
	if slices.Contains(set.Tested("grant"), "/facts/request/benefit") || !slices.Contains(set.Facts("grant"), "/facts/request/benefit") {
		t.Error("the benefit is asked for, and no condition tests it")
	}
	if slices.Contains(set.Facts("sale"), "/facts/beneficiary/birth_on") || len(set.Facts("nothing")) > 0 {
		t.Error("a question depends on what it never reads")
	}
}

func dependsOn(question, pointer string) bool {
	return slices.ContainsFunc(set.Facts(question), func(fact string) bool {
		return fact == pointer || strings.HasPrefix(pointer, fact+"/")
	})
}

// leaves are the keys of a group; a list has none and is left out whole.
func leaves(group any) map[string]any {
	if of, isGroup := group.(map[string]any); isGroup {
		return of
	}
	return map[string]any{"": nil}
}

func remove(facts map[string]any, group, key string) {
	if key == "" {
		delete(facts, group)
		return
	}
	delete(facts[group].(map[string]any), key)
}
