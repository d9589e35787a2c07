package engine_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"pgregory.net/rapid"

	"deferido/internal/decision"
)

// Every valid request is answered, the same each time, with a basis; and the compiled plans answer as OPA's interpreter.
func TestEveryRequestIsAnsweredTheSameEachTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		request := drawer{t, 8}.any()
		r := parse(t, request)
		d := decide(t, set, r)
		if d == nil {
			return
		}
		whole(t, d)
		if got, want := same(t, decide(t, set, parse(t, request))), same(t, d); got != want {
			t.Fatalf("another answer to the same request:\n%s\n%s", got, want)
		}
		if got, want := same(t, d), same(t, decide(t, interpreted, r)); got != want {
			t.Fatalf("compiled:\n%s\ninterpreted:\n%s", got, want)
		}
	})
}

// whole holds what every answer has: a basis, in order and without repetition; a dispute where the readings differ, with its
// provisions; and, while it is open, a provision that is open and something to ask for.
func whole(t *rapid.T, d *decision.Decision) {
	open := 0
	seen := map[string]bool{}
	last := 0
	for _, b := range d.LegalBasis {
		rank := 1
		switch {
		case b.Met == nil:
			open++
		case *b.Met:
			rank = 2
		default:
			rank = 0
		}
		if seen[b.URN] || rank < last || b.Label == "" || b.Reason == "" || b.Role == "" {
			t.Fatalf("a basis that repeats itself, is out of order or says nothing: %s\n%s", b.URN, same(t, d))
		}
		seen[b.URN], last = true, rank
	}
	switch {
	case len(d.LegalBasis) == 0:
		t.Fatal("an answer without legal basis")
	case d.Outcome == "incomplete" && (open == 0 || len(d.Missing) == 0):
		t.Fatalf("open, with %d open provisions and %d facts missing\n%s", open, len(d.Missing), same(t, d))
	case d.Contested && len(d.Disputes) == 0:
		t.Fatalf("contested without a dispute\n%s", same(t, d))
	}
	for _, dispute := range d.Disputes {
		if len(dispute.URNs) == 0 {
			t.Fatalf("%s is about no provision\n%s", dispute.ID, same(t, d))
		}
	}
}

// What helps the applicant never turns an allow into a deny.
func TestMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		request := drawer{t, 0}.grant()
		facts := request["facts"].(tree)
		facts["request"].(tree)["benefit"] = "gratuidade"
		before := decide(t, set, parse(t, request))
		if before == nil || before.Outcome != "allow" {
			return
		}
		better := copied(t, request)
		improve(t, better["facts"].(tree))
		after := decide(t, set, parse(t, better))
		if after != nil && after.Outcome == "deny" {
			t.Fatalf("an allow turned into a deny:\n%s\n%s\n%s", body(t, request), body(t, better), same(t, after))
		}
	})
}

// improve changes one fact in the applicant's favour.
func improve(t *rapid.T, facts tree) {
	beneficiary, seats, request := facts["beneficiary"].(tree), facts["seats"].(tree), facts["request"].(tree)
	elderly := beneficiary["category"] == "pessoa_idosa"
	switch one(drawer{t, 0}, "improvement", "older", "poorer", "fewer granted", "fewer sold", "earlier") {
	case "older":
		if elderly {
			beneficiary["birth_on"] = "1930-01-01"
		}
	case "poorer":
		beneficiary["monthly_income_cents"] = 0
	case "fewer granted":
		seats["free_granted"] = 0
	case "fewer sold":
		seats["free_sold"], seats["free_sold_before_deadline"] = 0, 0
	case "earlier":
		made, err := time.Parse(time.RFC3339Nano, request["made_at"].(string))
		if err != nil {
			t.Fatal(err)
		}
		// Within the day: another day is another law, another wage and another age.
		midnight := time.Date(made.Year(), made.Month(), made.Day(), 0, 0, 0, 0, made.Location())
		request["made_at"] = midnight.Format(time.RFC3339Nano)
	}
}

// Each remedy meets a condition of its provision, and all of them together turn the refusal.
func TestRemediesCure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := parse(t, drawer{t, 4}.any())
		d := decide(t, set, r)
		if d == nil || d.Outcome != "deny" {
			return
		}
		if d.Curable == nil || *d.Curable != (len(d.Remedies) > 0) {
			t.Fatal("curable does not say whether there are remedies")
		}
		if len(d.Remedies) == 0 {
			return
		}
		byCondition := map[string][]decision.Change{}
		var all []decision.Change
		for _, remedy := range d.Remedies {
			change := applied(t, remedy)
			byCondition[conditionOf(remedy)] = append(byCondition[conditionOf(remedy)], change)
			all = append(all, change)
		}
		cured, err := set.Change(r, all)
		if err != nil {
			t.Fatalf("the remedies contradict each other: %v\n%s", err, same(t, d))
		}
		if after := decide(t, set, cured); after == nil || after.Outcome == "deny" {
			t.Fatalf("still refused:\n%s\n%s", same(t, d), same(t, after))
		}
		before := unmet(t, r)
		for at, changes := range byCondition {
			changed, err := set.Change(r, changes)
			if err != nil {
				t.Fatalf("%s: %v", at, err)
			}
			if after := unmet(t, changed); len(slices.DeleteFunc(slices.Clone(before), func(n decision.Name) bool { return slices.Contains(after, n) })) == 0 {
				t.Fatalf("the remedy of %s meets no condition\n%s", at, same(t, d))
			}
		}
	})
}

// conditionOf tells remedies of one condition from others: a condition on a list has a remedy for each element.
func conditionOf(r decision.Remedy) string {
	list := strings.IndexFunc(r.Fact, unicode.IsDigit)
	if list < 0 || strings.HasPrefix(r.Fact, "/facts/ticket/") {
		list = strings.LastIndex(r.Fact, "/")
	}
	return r.URN + r.Fact[:list]
}

// applied is a remedy as a change of facts.
func applied(t *rapid.T, r decision.Remedy) decision.Change {
	c := decision.Change{Pointer: r.Fact, Append: r.To == "include", Value: r.Value}
	switch r.To {
	case "present":
		c.Value = "x"
	case "after":
		text := r.Value.(string)
		if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
			c.Value = at.Add(time.Nanosecond).Format(time.RFC3339Nano)
		} else if day, err := time.Parse(time.DateOnly, text); err == nil {
			c.Value = day.AddDate(0, 0, 1).Format(time.DateOnly)
		} else {
			t.Fatalf("after %q", text)
		}
	}
	return c
}

// unmet are all unmet conditions of a request.
func unmet(t *rapid.T, r *decision.Request) []decision.Name {
	q, _ := set.Question(r.Question)
	day := r.AsOf
	if day.IsZero() {
		var known bool
		if day, known = r.Facts.Clock(q.Clock); !known {
			day = today(t)
		}
	}
	tree, err := set.Explain(context.Background(), r.Question, set.Measure(r, day), decision.ReadingText)
	if err != nil {
		t.Fatal(err)
	}
	var names []decision.Name
	for _, article := range tree {
		for name := range article.Unmet {
			names = append(names, decision.Name{Article: article.Article, Name: name})
		}
	}
	return names
}
