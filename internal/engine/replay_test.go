package engine_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deferido/internal/decision"
	"deferido/internal/oracle"
)

// keeping keeps records in memory.
type keeping struct{ records []*decision.Record }

func (k *keeping) Record(_ context.Context, records ...*decision.Record) error {
	k.records = append(k.records, records...)
	return nil
}

// What is kept of a request gives the same answer again, byte for byte: for every case and for random requests.
func TestRecordsGiveTheSameAnswerAgain(t *testing.T) {
	bodies := map[string][]byte{}
	for _, c := range cases(t) {
		if c.Expect["status"] == nil {
			bodies[c.ID] = c.Request
		}
	}
	random := rand.New(rand.NewPCG(3, 1))
	for range 3000 {
		bodies[string(body(t, oracle.Generate(random)))] = nil
	}
	replayed := 0
	for name, text := range bodies {
		if text == nil {
			text = []byte(name)
		}
		kept := &keeping{}
		keeper := &decision.Service{Now: now, Reading: decision.ReadingText, Recorder: kept}
		if replayed%2 == 1 {
			keeper.Reading = decision.ReadingCaseLaw
		}
		r, err := set.Parse(text)
		if err != nil {
			continue // refused: nothing is recorded
		}
		r.Reference, r.Explain = "of the caller's own", r.Explain || replayed%3 == 0
		d, err := keeper.Decide(t.Context(), decision.Activation{Law: set, Seq: 1}, r, []string{"pt-BR", "en"}[replayed%2])
		if err != nil {
			continue // no law of that day is held
		}
		if len(kept.records) != 1 {
			t.Fatalf("%s: %d records", name, len(kept.records))
		}
		record := throughJSON(t, kept.records[0])
		if touching := disputesIn(t, record); record.Facets.Disputes == nil || !slices.Equal(record.Facets.Disputes, touching) {
			t.Fatalf("%s: found by the disputes %v, and touched by %v", name, record.Facets.Disputes, touching)
		}
		again, err := service.Replay(t.Context(), set, record, decision.Replaying{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		answer, err := again.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if string(answer) != string(record.Answer) {
			t.Fatalf("%s: the answer differs when it is decided again: %s", name, cmp.Diff(string(record.Answer), string(answer)))
		}
		if again.Outcome != d.Outcome || strings.Contains(string(answer), "of the caller's own") {
			t.Fatalf("%s: %s, and was %s", name, again.Outcome, d.Outcome)
		}
		replayed++
	}
	if replayed < 1000 {
		t.Errorf("only %d were decided", replayed)
	}
}

// throughJSON is the record as a store gives it back.
func throughJSON(t *testing.T, r *decision.Record) *decision.Record {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back decision.Record
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	return &back
}

// The document of a refusal states the law's limit and never what the person has: no income stands in it.
// disputesIn are the ids of the disputes in the answer of a record, as whoever has no Facets.Disputes reads them.
func disputesIn(t *testing.T, record *decision.Record) []string {
	t.Helper()
	var answer struct {
		Disputes []struct {
			ID string `json:"id"`
		} `json:"disputes"`
	}
	if err := json.Unmarshal(record.Answer, &answer); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, dispute := range answer.Disputes {
		if !slices.Contains(ids, dispute.ID) {
			ids = append(ids, dispute.ID)
		}
	}
	return ids
}

func TestTheReasonsOfARefusalDoNotTellTheIncome(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 4))
	refused := 0
	for range 1500 {
		request := oracle.Generate(random)
		facts, _ := request["facts"].(map[string]any)
		person, _ := facts["beneficiary"].(map[string]any)
		if person == nil {
			continue
		}
		person["monthly_income_cents"] = 98765432
		kept := &keeping{}
		keeper := &decision.Service{Now: now, Reading: decision.ReadingText, Recorder: kept}
		r, err := set.Parse(body(t, request))
		if err != nil {
			continue
		}
		d, err := keeper.Decide(t.Context(), decision.Activation{Law: set, Seq: 1}, r, "pt-BR")
		if err != nil || d.Outcome != "deny" {
			continue
		}
		for _, lang := range []string{"pt-BR", "en"} {
			told, err := service.Replay(t.Context(), set, kept.records[0], decision.Replaying{Language: lang, LawOnly: true})
			if err != nil {
				t.Fatal(err)
			}
			text, err := told.Encode()
			if err != nil {
				t.Fatal(err)
			}
			for _, income := range []string{"987.654,32", "987,654.32", "98765432"} {
				if strings.Contains(string(text), income) {
					t.Fatalf("the income is told: %s", text)
				}
			}
		}
		refused++
	}
	if refused < 100 {
		t.Errorf("only %d were refused", refused)
	}
}
