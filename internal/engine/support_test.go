package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"testing"
	"time"

	"deferido/fixtures"
	"deferido/internal/civil"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/policies"
)

// set is the embedded policy set, and interpreted the same set under OPA's interpreter.
var set, interpreted *engine.Set

func TestMain(m *testing.M) {
	var err error
	if set, err = engine.Load(context.Background(), policies.FS, fixtures.FS); err == nil {
		interpreted, err = set.WithTopdown(context.Background())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// now is a fixed clock: the day of a request that names none.
func now() time.Time { return time.Date(2026, 12, 1, 12, 0, 0, 0, time.FixedZone("", -3*3600)) }

// today is the day of now.
func today(t failer) civil.Date {
	t.Helper()
	day, err := civil.New(now().Year(), now().Month(), now().Day())
	if err != nil {
		t.Fatal(err)
	}
	return day
}

var service = &decision.Service{Now: now, Reading: decision.ReadingText}

type failer interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// parse checks a request, which must be valid.
func parse(t failer, request tree) *decision.Request {
	t.Helper()
	r, err := set.Parse(body(t, request))
	if err != nil {
		t.Fatalf("an invalid request: %v\n%s", err, body(t, request))
	}
	return r
}

// decide answers a valid request. It is nil where no law of that day is held.
func decide(t failer, law decision.Law, r *decision.Request) *decision.Decision {
	t.Helper()
	d, err := service.Decide(context.Background(), decision.Activation{Law: law, Seq: 1}, r, "pt-BR")
	if p, ok := err.(*decision.Problem); ok && p.Kind == decision.LawNotHeld {
		return nil
	}
	if err != nil {
		t.Fatalf("no answer: %v", err)
	}
	return d
}

// fixtureCase is a case of the fixtures.
type fixtureCase struct {
	ID      string          `json:"id"`
	Request json.RawMessage `json:"request"`
	Expect  map[string]any  `json:"expect"`
}

func cases(t testing.TB) []fixtureCase {
	t.Helper()
	names, err := fs.Glob(fixtures.FS, "cases/*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	all := make([]fixtureCase, len(names))
	for i, name := range names {
		content, err := fs.ReadFile(fixtures.FS, name)
		if err == nil {
			err = json.Unmarshal(content, &all[i])
		}
		if err != nil {
			t.Fatalf("%s: %v", path.Base(name), err)
		}
	}
	return all
}

// decidable are the cases that are answered with a decision, and their requests.
func decidable(t testing.TB) map[string]*decision.Request {
	t.Helper()
	requests := map[string]*decision.Request{}
	for _, c := range cases(t) {
		if c.Expect["status"] != nil {
			continue
		}
		r, err := set.Parse(c.Request)
		if err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		requests[c.ID] = r
	}
	return requests
}

// copied is a deep copy of a request.
func copied(t failer, request tree) tree {
	var c tree
	if err := json.Unmarshal(body(t, request), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// same is what must not differ between two answers to the same request: all but id and time.
func same(t failer, d *decision.Decision) string {
	if d == nil {
		return "law not held"
	}
	c := *d
	c.ID, c.DecidedAt = "", time.Time{}
	b, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// answer is the outcome and the result.
func answer(t failer, d *decision.Decision) string {
	if d == nil {
		return "law not held"
	}
	result, err := json.Marshal(d.Result)
	if err != nil {
		t.Fatal(err)
	}
	return d.Outcome + " " + string(result)
}
