package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"deferido/internal/decision"
	"deferido/internal/oracle"
)

// compared is how many random requests are compared with the independent reading. DEFERIDO_ORACLE asks for more.
const compared = 3000

// The policies answer as the independent reading of the law does, wherever that reading is sure.
func TestIndependentReading(t *testing.T) {
	n := compared
	if more, err := strconv.Atoi(os.Getenv("DEFERIDO_ORACLE")); err == nil {
		n = more
	}
	rng := rand.New(rand.NewPCG(1, 2))
	failures := 0
	for range n {
		request := oracle.Generate(rng)
		want := oracle.Decide(request, today(t))
		if request["question"] == "grant" && halfCounted(request) {
			continue
		}
		if differences := differences(t, request, want); len(differences) > 0 {
			t.Errorf("%s\n%v\nunsure: %v", body(t, request), differences, want.Unsure)
			if failures++; failures >= 12 {
				t.Fatal("and more")
			}
		}
	}
}

// differences are what is not as the independent reading has it.
func differences(t *testing.T, request tree, want oracle.Expect) []string {
	r := parse(t, request)
	d, err := service.Decide(context.Background(), decision.Activation{Law: set, Seq: 1}, r, "pt-BR")
	status := 200
	if p, ok := err.(*decision.Problem); ok && p.Kind == decision.LawNotHeld {
		status = 422
	} else if err != nil {
		return []string{err.Error()}
	}
	if want.Sure("status") && status != want.Status {
		return []string{fmt.Sprintf("status %d, want %d", status, want.Status)}
	}
	if status != 200 || want.Status != 200 {
		return nil
	}
	var found []string
	check := func(field string, got, wanted any) {
		if want.Sure(field) && fmt.Sprint(got) != fmt.Sprint(wanted) {
			found = append(found, fmt.Sprintf("%s %v, want %v", field, got, wanted))
		}
	}
	check("outcome", d.Outcome, want.Outcome)
	check("case_law", d.Readings.CaseLaw, want.CaseLaw)
	check("contested", d.Contested, want.Contested)
	missing := []string{}
	for _, m := range d.Missing {
		missing = append(missing, m.Fact)
	}
	if want.Sure("missing") {
		found = append(found, asked(t, r, missing, want.Missing)...)
	}
	if want.Sure("result") {
		var result map[string]any
		if err := json.Unmarshal([]byte(asJSON(t, d.Result)), &result); err != nil {
			t.Fatal(err)
		}
		for key, value := range want.Result {
			if !oracle.Same(value, result[key]) {
				found = append(found, fmt.Sprintf("result.%s %v, want %v", key, asJSON(t, result[key]), asJSON(t, value)))
			}
		}
	}
	if want.Sure("cites") && want.Sure("outcome") {
		found = append(found, citations(d, want)...)
	}
	return found
}

// asked compares the missing facts. The independent reading also lists facts that count only together with another missing
// one; alone such a fact must turn nothing.
func asked(t *testing.T, r *decision.Request, got, wanted []string) []string {
	var found []string
	for _, fact := range got {
		if !slices.Contains(wanted, fact) {
			found = append(found, "missing, and should not be: "+fact)
		}
	}
	for _, fact := range wanted {
		if !slices.Contains(got, fact) && (len(wanted) == 1 || len(outcomes(t, r, fact)) != 1) {
			found = append(found, "not missing, and should be: "+fact)
		}
	}
	return found
}

// halfCounted reports a late request for seats of which both are granted and the number sold is not given: there the
// independent reading holds the sum unknown, and the policies refuse, since no seat is left whatever was sold.
func halfCounted(request tree) bool {
	seats, _ := request["facts"].(tree)["seats"].(tree)
	for _, kind := range []string{"free", "discount"} {
		if fmt.Sprint(seats[kind+"_granted"]) == "2" && seats[kind+"_sold"] == nil {
			return true
		}
	}
	return false
}

// citations are the provisions that are cited, or stand unmet, otherwise than they must.
func citations(d *decision.Decision, want oracle.Expect) []string {
	var cited, unmet, found []string
	for _, b := range d.LegalBasis {
		cited = append(cited, b.URN)
		if b.Met != nil && !*b.Met {
			unmet = append(unmet, b.URN)
		}
		if want.Forbids(b.URN) {
			found = append(found, "cited: "+b.URN)
		}
	}
	infractions, _ := d.Result["infractions"].([]any)
	for _, i := range infractions {
		cited = append(cited, i.(map[string]any)["urn"].(string))
	}
	for _, urn := range want.MustCite {
		if !slices.Contains(cited, urn) {
			found = append(found, "not cited: "+urn)
		}
	}
	for _, urn := range want.MustUnmet {
		if !slices.Contains(unmet, urn) {
			found = append(found, "not unmet: "+urn)
		}
	}
	return found
}

func asJSON(t failer, v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
