package mutation

import (
	"context"
	"strings"
	"testing"

	"deferido/fixtures"
	"deferido/internal/engine"
	"deferido/policies"
)

// again is what to do when the law or its tests changed.
const again = "run: go run ./cmd/deferido law mutate --write internal/mutation/result.json"

// leastScore is the share of the changes of the law that the tests and cases notice at least.
const leastScore = 0.95

func committed(t *testing.T) *Result {
	t.Helper()
	r, err := Committed()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestTheResultIsOfTheseLawsAndTests(t *testing.T) {
	r := committed(t)
	revision, err := engine.Revision(policies.FS)
	if err != nil {
		t.Fatal(err)
	}
	if r.Revision != revision {
		t.Fatalf("the result is of the policies %s, and these are %s; %s", r.Revision, revision, again)
	}
	if made := len(mutants(t, policies.FS)); r.Mutants != made {
		t.Errorf("the result is of %d mutants, and there are %d; %s", r.Mutants, made, again)
	}
	if r.Killed+r.Survived+r.Refused != r.Mutants || len(r.Survivors) != r.Survived || len(r.Refusals) != r.Refused {
		t.Errorf("the counts do not add up: %d killed, %d survived, %d refused of %d", r.Killed, r.Survived, r.Refused, r.Mutants)
	}
	if real := score(r.Killed, r.Survived); r.Score > real || r.Score < real-1e-4 {
		t.Errorf("score %v of %v", r.Score, real)
	}
	if r.Score < leastScore {
		t.Errorf("%.2f %% of the changes are noticed, %.0f %% is the least", 100*r.Score, 100*leastScore)
	}
}

func TestEverySurvivorIsExplainedAndNothingElse(t *testing.T) {
	survivors := map[string]string{}
	for _, s := range committed(t).Survivors {
		survivors[s.ID] = strings.Split(s.At, ":")[0] + ": " + s.Change
	}
	all, err := Explanations()
	if err != nil {
		t.Fatal(err)
	}
	explained := map[string]bool{}
	for _, e := range all {
		if strings.TrimSpace(e.Why) == "" || len(e.Survivors) == 0 {
			t.Errorf("an explanation without a reason, or of nothing: %+v", e)
		}
		for _, s := range e.Survivors {
			change, survives := survivors[s.ID]
			switch {
			case !survives:
				t.Errorf("%s %s: explained, and it does not survive", s.ID, s.Change)
			case change != s.Change:
				t.Errorf("%s is %q, and explained as %q", s.ID, change, s.Change)
			case explained[s.ID]:
				t.Errorf("%s %s: explained twice", s.ID, s.Change)
			}
			explained[s.ID] = true
		}
	}
	for id, change := range survivors {
		if !explained[id] {
			t.Errorf("%s %s: nothing notices it, and nothing explains it in survivors.yaml", id, change)
		}
	}
}

func TestASampleFaresAsTheResultSays(t *testing.T) {
	const n = 60
	r := committed(t)
	report, err := Run(context.Background(), policies.FS, fixtures.FS, Options{Filter: Filter{Sample: n, Seed: 20261201}})
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]Outcome{}
	for _, s := range r.Survivors {
		said[s.ID] = Survived
	}
	for _, s := range r.Refusals {
		said[s.ID] = Refused
	}
	if len(report.Verdicts) != n {
		t.Errorf("a sample of %d", len(report.Verdicts))
	}
	for _, v := range report.Verdicts {
		want, other := said[v.ID]
		if !other {
			want = Killed
		}
		if v.Outcome != want {
			t.Errorf("%s: %s by %q, the result says %s; %s", v.At(), v.Outcome, v.By, want, again)
		}
	}
}
