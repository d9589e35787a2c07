package engine_test

import (
	"math/rand/v2"
	"testing"

	"deferido/internal/decision"
	"deferido/internal/oracle"
)

// What a dispute is said to set aside holds whatever an answer finds at issue in it: for every case and for random requests.
func TestWhatIsAtIssueIsSaidToBeSetAside(t *testing.T) {
	requests := decidable(t)
	random := rand.New(rand.NewPCG(7, 1))
	for range 2000 {
		text := body(t, oracle.Generate(random))
		if r, err := set.Parse(text); err == nil {
			requests[string(text)] = r
		}
	}
	seen := map[string]bool{}
	for name, r := range requests {
		question, _ := set.Question(r.Question)
		day, known := r.Facts.Clock(question.Clock)
		if !known {
			day = today(t)
		}
		document, err := set.Evaluate(t.Context(), r.Question, set.Measure(r, day))
		if err != nil {
			t.Fatal(err)
		}
		for _, issue := range document.Disputes {
			aside := map[decision.Name]bool{}
			for _, rule := range append(set.SetAside(issue.Dispute), set.Adds(issue.Dispute)...) {
				aside[decision.Name{Article: rule.Article, Name: rule.Name}] = true
			}
			for _, condition := range issue.Conditions {
				if seen[issue.Dispute] = true; !aside[condition] {
					t.Errorf("%s: %s has %v at issue, which it is not said to set aside", name, issue.Dispute, condition)
				}
			}
		}
	}
	for _, d := range set.Disputes() {
		if len(set.SetAside(d.Name)) > 0 && !seen[d.Name] {
			t.Errorf("no request has anything of %s at issue", d.Name)
		}
	}
}

func TestWhatDisputesSetAside(t *testing.T) {
	for name, want := range map[string]int{"class": 5, "class_youth": 1, "channel": 3, "window": 6, "toll": 0, "fees50": 0} {
		got := set.SetAside(name)
		if len(got) != want {
			t.Errorf("%s sets aside %d conditions: %v", name, len(got), got)
		}
		if d, known := set.Dispute(name); !known || d.Name != name || d.Description == "" {
			t.Errorf("%s: %+v", name, d)
		}
	}
	if added := set.Adds("toll"); len(added) != 2 {
		t.Errorf("toll adds %v", added)
	}
}
