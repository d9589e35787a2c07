package testkit

import (
	"strings"
	"testing"
)

// Rewrite is a file of the policy set with other texts in it.
type Rewrite struct {
	File   string
	OldNew []string // a text and what stands for it, and so on
}

// Make rewrites the text of the file; one that has none of the old texts fails the test.
func (w Rewrite) Make(t testing.TB, text string) string {
	t.Helper()
	changed := strings.NewReplacer(w.OldNew...).Replace(text)
	if changed == text {
		t.Fatalf("%s has none of %q", w.File, w.OldNew)
	}
	return changed
}

// FourHours asks for a free seat four hours ahead where art. 39 of Decreto 9.921 says three.
func FourHours() Rewrite {
	return Rewrite{"norms/decreto_9921_2019/art_39.rego", []string{"advance := 3 * units.hour", "advance := 4 * units.hour"}}
}

// FourHoursDefended are the tests and cases that defend the three hours, defending four: with them a draft of FourHours passes its
// checks.
func FourHoursDefended() []Rewrite {
	sold := []string{`"from_at": "2026-12-12T19:00:00-03:00"`, `"from_at": "2026-12-12T18:00:00-03:00"`}
	return []Rewrite{
		{"norms/decreto_9921_2019/art_39_test.rego", []string{"3 * units.hour", "4 * units.hour", "three hours", "four hours", "three_hours", "four_hours"}},
		{"decision/sale_test.rego", []string{
			`from := {"at": base.departure - (3 * units.hour)`, `from := {"at": base.departure - (4 * units.hour)`,
			`answer.outcome == "deny" with input as base.sold(base.sale, 3 * units.hour)`, `answer.outcome == "deny" with input as base.sold(base.sale, 4 * units.hour)`,
			`answer.result == {"from_at": from} with input as base.sold(base.sale, 3 * units.hour)`, `answer.result == {"from_at": from} with input as base.sold(base.sale, 4 * units.hour)`,
			"test_the_same_under_the_older_decree if {\n", "test_the_same_under_the_older_decree if {\n\tolder := {\"at\": base.departure - (3 * units.hour), \"as\": \"/facts/trip/line_departs_at\"}\n",
			"answer.result == {\"from_at\": from} with input as request\n\tanswer.outcome == \"deny\" with input as base.sold(request", "answer.result == {\"from_at\": older} with input as request\n\tanswer.outcome == \"deny\" with input as base.sold(request",
			"every law in [base.law_of_2026, base.law_of_2018] {", "every law in [base.law_of_2026] {",
			`answer.outcome == "incomplete" with input as base.sold(request, 3`, `answer.outcome == "incomplete" with input as base.sold(request, 4`,
			`answer.result == {"from_at": from} with input as base.sold(request, 3`, `answer.result == {"from_at": from} with input as base.sold(request, 4`,
		}},
		{"norms/lei_10741_2003/art_40_test.rego", []string{"seated(law, 3 * units.hour, ", "seated(law, 4 * units.hour, "}},
		{"cases/grant-elderly-offsets.json", []string{"T23:00:00-03:00", "T22:00:00-03:00"}},
		{"cases/sale-at-the-deadline.json", sold},
		{"cases/sale-before-deadline.json", sold},
	}
}
