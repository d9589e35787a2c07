package oracle

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// removable are the facts whose absence is an unknown: no declared default stands in for them, and none of them is asked
// first.
var removable = []string{
	pBirth, pIncome, pDocuments, pInterstate, pRegular, pClass, pLine, pArrives, pDistance, pDest, pStop, pOther, pBookings,
	"/facts/seats/free_granted", "/facts/seats/free_sold", "/facts/seats/discount_granted", "/facts/seats/discount_sold",
	pSaleBenefit, pArrived, pTicketDoc, pShownDoc, "/facts/boarding/identified", pEnded, pMonths, pPoints, pActs, pCopies,
	pCollected,
}

// take removes the fact and returns its value.
func take(request map[string]any, pointer string) (any, bool) {
	steps := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	here := request
	for _, step := range steps[:len(steps)-1] {
		next, ok := here[step].(map[string]any)
		if !ok {
			return nil, false
		}
		here = next
	}
	last := steps[len(steps)-1]
	value, ok := here[last]
	delete(here, last)
	return value, ok
}

func give(request map[string]any, pointer string, value any) {
	steps := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	here := request
	for _, step := range steps[:len(steps)-1] {
		here = here[step].(map[string]any)
	}
	here[steps[len(steps)-1]] = value
}

// What is decided without a fact stays so with it; and the facts listed as missing are absent and, given, lead to an answer.
func TestAbsentFactsOnlyLeaveAnAnswerOpen(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	today := day("2026-11-30")
	opened := 0
	for range 40000 {
		request := Generate(rng)
		whole := Decide(request, today)
		if whole.Status != 200 || whole.Outcome == Incomplete || !whole.Sure("missing") || firstAskedAbsent(request) {
			continue
		}
		taken := map[string]any{}
		for _, pointer := range removable {
			if before, given := request["facts"].(map[string]any)["seats"].(map[string]any); given &&
				strings.HasSuffix(pointer, "_sold") && before[pointer[len("/facts/seats/"):]+"_before_deadline"] != nil {
				continue // a count of unlawful sales without its total
			}
			if rng.IntN(5) == 0 {
				if value, ok := take(request, pointer); ok {
					taken[pointer] = value
				}
			}
		}
		for {
			text, _ := json.Marshal(request)
			part := Decide(request, today)
			if part.Outcome != Incomplete {
				if part.Outcome != whole.Outcome {
					t.Fatalf("%s is %s, and with %v %s", text, part.Outcome, taken, whole.Outcome)
				}
				break
			}
			if !part.Sure("missing") {
				break
			}
			opened++
			before := len(taken)
			for _, pointer := range part.Missing {
				if _, given := (facts{object: request}).value(pointer); given {
					t.Fatalf("%s misses %s, which it has", text, pointer)
				}
				if value, ok := taken[pointer]; ok {
					give(request, pointer, value)
					delete(taken, pointer)
				}
			}
			if len(taken) == before {
				t.Fatalf("%s is incomplete for %v alone, and with %v %s", text, part.Missing, taken, whole.Outcome)
			}
		}
	}
	if opened < 1000 {
		t.Errorf("only %d answers were left open", opened)
	}
}

func firstAskedAbsent(request map[string]any) bool {
	q := questions()[request["question"].(string)]
	f := facts{object: request}
	asked := []string{q.clockFact}
	if q.byCategory {
		asked = append(asked, pCategory)
	}
	if q.byMode {
		asked = append(asked, pMode)
	}
	return slices.ContainsFunc(asked, func(pointer string) bool { _, given := f.value(pointer); return !given })
}
