package oracle

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
)

type example struct {
	ID      string         `json:"id"`
	Request map[string]any `json:"request"`
	Expect  struct {
		Outcome   *string        `json:"outcome"`
		Result    map[string]any `json:"result"`
		Cites     []string       `json:"cites"`
		NotCites  []string       `json:"not_cites"`
		Unmet     []string       `json:"unmet"`
		Contested *bool          `json:"contested"`
		CaseLaw   *string        `json:"case_law"`
		Missing   []string       `json:"missing"`
		Status    int            `json:"status"`
		Problem   string         `json:"problem"`
	} `json:"expect"`
}

func examples(t *testing.T) []example {
	t.Helper()
	files, _ := filepath.Glob("../../fixtures/cases/*.json")
	if len(files) == 0 {
		t.Fatal("no cases in fixtures/cases: they are what this reading is held against")
	}
	var out []example
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var e example
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		if err := decoder.Decode(&e); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		out = append(out, e)
	}
	return out
}

func TestEveryCaseAgreesWithThisReading(t *testing.T) {
	for _, c := range examples(t) {
		if c.Expect.Status == 422 && c.Expect.Problem != "law-not-held" {
			continue // malformed: this package reads valid requests only
		}
		t.Run(c.ID, func(t *testing.T) {
			got := Decide(c.Request, day("2026-12-12"))
			if want := max(c.Expect.Status, 200); got.Status != want {
				t.Fatalf("status %d, want %d", got.Status, want)
			}
			if len(got.Unsure) > 0 {
				t.Logf("unsure: %v", got.Unsure)
			}
			if got.Problem != c.Expect.Problem {
				t.Errorf("problem %q, want %q", got.Problem, c.Expect.Problem)
			}
			if want := c.Expect.Outcome; want != nil && got.Outcome != *want {
				t.Errorf("outcome %s, want %s", got.Outcome, *want)
			}
			if want := c.Expect.CaseLaw; want != nil && got.CaseLaw != *want {
				t.Errorf("case law %s, want %s", got.CaseLaw, *want)
			}
			if want := c.Expect.Contested; want != nil && got.Contested != *want {
				t.Errorf("contested %v, want %v", got.Contested, *want)
			}
			if want := c.Expect.Missing; want != nil && !slices.Equal(got.Missing, sorted(want)) {
				t.Errorf("missing %v, want %v", got.Missing, want)
			}
			for key, want := range c.Expect.Result {
				if !Same(want, got.Result[key]) {
					t.Errorf("result %s is %v, want %v", key, got.Result[key], want)
				}
			}
			for _, urn := range c.Expect.Unmet {
				if !slices.Contains(got.MustUnmet, urn) {
					t.Errorf("%s is not among the unmet %v", urn, got.MustUnmet)
				}
			}
			for _, urn := range slices.Concat(c.Expect.Cites, c.Expect.Unmet) {
				if got.Forbids(urn) {
					t.Errorf("forbids %s", urn)
				}
			}
			for _, urn := range c.Expect.NotCites {
				if slices.Contains(slices.Concat(got.MustCite, got.MustUnmet), urn) {
					t.Errorf("wants %s, which must not be cited", urn)
				}
			}
		})
	}
}

func TestGeneratedRequestsAreDeterministicAndDecided(t *testing.T) {
	first, second := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
	seen := map[string]int{}
	for range 12000 {
		request := Generate(first)
		if again := Generate(second); !reflect.DeepEqual(request, again) {
			t.Fatalf("the same seed gave %v and %v", request, again)
		}
		text, err := json.Marshal(request)
		if err != nil {
			t.Fatal(err)
		}
		var decoded map[string]any
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		if err := decoder.Decode(&decoded); err != nil {
			t.Fatal(err)
		}
		today := day("2026-11-30")
		e := Decide(request, today)
		if again := Decide(decoded, today); !reflect.DeepEqual(e, again) {
			t.Fatalf("%s: decoded gives %+v, generated %+v", text, again, e)
		}
		if (e.Outcome == Incomplete) != (len(e.Missing) > 0) {
			t.Fatalf("%s: %s with missing %v", text, e.Outcome, e.Missing)
		}
		name := request["question"].(string)
		if e.Status == 422 {
			seen[name+" 422"]++
			continue
		}
		seen[name+" "+e.Outcome]++
		if e.Contested {
			seen[name+" contested"]++
		}
		if !e.Sure("outcome") {
			seen[name+" outcome unsure"]++
		}
	}
	for name := range questions() {
		for _, outcome := range []string{Allow, Deny, Incomplete} {
			if seen[name+" "+outcome] < 20 {
				t.Errorf("only %d of %s %s: the generator misses them", seen[name+" "+outcome], name, outcome)
			}
		}
	}
	t.Logf("%v", seen)
}

func TestOneYearAfterTheLeapDay(t *testing.T) {
	if got := oneYearAfter(day("2024-02-29")); got != day("2025-03-01") {
		t.Errorf("one year after 29 February ends on %s", got)
	}
}

func TestKleene(t *testing.T) {
	maybe := unknown("/facts/x")
	for _, c := range []struct {
		name string
		got  finding
		want truth
	}{
		{"unmet decides a conjunction", all(met, maybe, unmet), isFalse},
		{"unknown holds a conjunction open", all(met, maybe), isUnknown},
		{"met decides a disjunction", one(unmet, maybe, met), isTrue},
		{"unknown holds a disjunction open", one(unmet, maybe), isUnknown},
		{"the negation of unknown is unknown", not(maybe), isUnknown},
		{"nothing is asked", all(), isTrue},
		{"both ways agree", choose(maybe, met, met), isTrue},
		{"both ways differ", choose(maybe, met, unmet), isUnknown},
	} {
		if c.got.is != c.want {
			t.Errorf("%s: %d", c.name, c.got.is)
		}
	}
}
