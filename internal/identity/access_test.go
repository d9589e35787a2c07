package identity

import (
	"context"
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/open-policy-agent/opa/v1/rego"
	"pgregory.net/rapid"

	"deferido/internal/decision"
)

var allActions = []Action{
	Decide, ReadDecision, ListDecisions, EraseDecisions, PrintTicket, ReadReports, ImportReports, ReadCarriers, WriteCarriers,
	VerifyJournal, ReadMetrics, ManageKeys, ManageUsers, ReadRevisions, TryDrafts, WriteDrafts, ApproveRevisions, ActivateRevisions,
}

func access(t *testing.T) *Access {
	t.Helper()
	a, err := NewAccess(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The stock opa finds the policy sound, formatted, and tested in every line.
func TestTheAccessPolicyPassesItsOwnTests(t *testing.T) {
	for _, arguments := range []string{"check --strict", "fmt --list --fail", "test --coverage --threshold 100"} {
		t.Run(arguments, func(t *testing.T) {
			out, err := exec.Command("go", append(append([]string{"tool", "opa"}, strings.Fields(arguments)...), "access")...).CombinedOutput()
			if err != nil {
				t.Errorf("%v\n%.4000s", err, out)
			}
		})
	}
}

func TestTheProgramAndThePolicyKnowTheSameNames(t *testing.T) {
	results, err := rego.New(rego.Module("access.rego", accessPolicy), rego.Query("roles := data.deferido.access.roles; actions := data.deferido.access.actions")).Eval(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	same := func(what string, ours []string) {
		slices.Sort(ours)
		want, err := json.Marshal(ours)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(results[0].Bindings[what]); err != nil || string(got) != string(want) {
			t.Errorf("%s of the policy: %s, %v; of the program: %s", what, got, err, want)
		}
	}
	var roles, actions []string
	for _, role := range append([]Role{Local}, keyRoles...) {
		roles = append(roles, string(role))
	}
	for _, action := range allActions {
		actions = append(actions, string(action))
	}
	same("roles", roles)
	same("actions", actions)
}

// What is remembered is what the policy answers: for every kind of question, whatever was asked before, and then for any
// names.
func TestWhatIsRememberedIsWhatThePolicyAnswers(t *testing.T) {
	a := access(t)
	roles, actions := append([]Role{Local, "", "presidente"}, keyRoles...), append([]Action{"", "govern"}, allActions...)
	agree := func(t rapid.TB, caller Caller, action Action, carrier string) {
		want, err := a.ask(context.Background(), caller, action, carrier)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := a.May(context.Background(), caller, action, carrier); err != nil || got != want {
			t.Fatalf("%+v may %q of %q: %+v, %v; the policy answers %+v", caller, action, carrier, got, err, want)
		}
		if want.Allowed == (want.Reason != decision.Sentence{}) {
			t.Fatalf("%+v may %q of %q: %+v", caller, action, carrier, want)
		}
	}
	for _, role := range roles {
		for _, action := range actions {
			for _, caller := range []Caller{{"", role, ""}, {"", role, "azul"}, {"a", role, ""}, {"a", role, "azul"}} {
				for _, carrier := range []string{"", "azul", "verde"} {
					agree(t, caller, action, carrier)
				}
			}
		}
	}
	filled := len(a.known)
	name := rapid.OneOf(rapid.SampledFrom([]string{"", "verde", "carrier", "local", "\x00"}), rapid.String())
	rapid.Check(t, func(r *rapid.T) {
		caller := Caller{ID: name.Draw(r, "id"), Role: rapid.SampledFrom(roles).Draw(r, "role"), Carrier: name.Draw(r, "carrier")}
		carrier := rapid.OneOf(name, rapid.Just(caller.Carrier)).Draw(r, "touched")
		agree(r, caller, rapid.SampledFrom(actions).Draw(r, "action"), carrier)
	})
	if len(a.known) != filled {
		t.Errorf("%d kinds of question, and then %d", filled, len(a.known))
	}
}

func TestALocalCallerNeitherApprovesNorActivates(t *testing.T) {
	a := access(t)
	for _, action := range allActions {
		verdict, err := a.May(t.Context(), anyone, action, "")
		if err != nil {
			t.Fatal(err)
		}
		closed := action == ApproveRevisions || action == ActivateRevisions || action == ManageKeys || action == ManageUsers
		if verdict.Allowed == closed {
			t.Errorf("%s: %+v", action, verdict)
		}
	}
}

func TestNothingIsAllowedWhereThePolicyHasNoProperAnswer(t *testing.T) {
	for _, policy := range []string{
		`allow := "true"`, `allow := true if false`, `allow := false`, `allow := to_number("x") == 1`,
		"allow := true\nreason := {\"pt-BR\": \"não\", \"en\": \"no\"}", "allow := false\nreason := {\"en\": \"no\"}", "allow := false\nreason := 7",
	} {
		a, err := accessBy(t.Context(), "package deferido.access\n"+policy)
		if err != nil {
			t.Fatal(err)
		}
		if verdict, err := a.May(t.Context(), anyone, Decide, ""); err == nil || verdict != (Verdict{}) || len(a.known) != 0 {
			t.Errorf("%s: %+v, %v", policy, verdict, err)
		}
	}
	if _, err := accessBy(t.Context(), "package deferido.access\nallow := open(input)"); err == nil {
		t.Error("a policy that does not compile")
	}
}

func TestVerdictsAreBoundedAndSharedSafely(t *testing.T) {
	a := access(t)
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			for i := range verdictsKept / 2 {
				role := Role(strings.Repeat("x", 1+(i+worker*100)%(verdictsKept+10)))
				if verdict, err := a.May(t.Context(), Caller{ID: "a", Role: role}, Decide, ""); err != nil || verdict.Allowed {
					t.Errorf("%+v, %v", verdict, err)
				}
			}
		})
	}
	all.Wait()
	for i := range verdictsKept {
		if _, err := a.May(t.Context(), Caller{ID: "a", Role: Role(strings.Repeat("y", i))}, Decide, ""); err != nil {
			t.Fatal(err)
		}
	}
	if len(a.known) != verdictsKept {
		t.Errorf("%d verdicts kept, at most %d", len(a.known), verdictsKept)
	}
}
