package journal_test

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"

	"deferido/internal/decision"
	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

func TestMain(m *testing.M) {
	if where, set := os.LookupEnv(crashVariable); set {
		fmt.Fprintln(os.Stderr, writeUntilKilled(where))
		os.Exit(1)
	}
	os.Exit(storetest.Main(m))
}

// key signs the checkpoints of tests.
var key = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))

// open opens a journal for the time of a test.
func open(t testing.TB, db *store.DB, o journal.Options) *journal.Journal {
	t.Helper()
	if o.Key == nil {
		o.Key = key
	}
	j, err := journal.Open(t.Context(), db, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return j
}

// epoch is when the records of tests begin.
var epoch = time.Date(2026, 12, 1, 12, 0, 0, 0, time.FixedZone("", -3*3600))

// record is a record of a decision, as much as the journal knows of one.
func record(i int) *decision.Record {
	id := uuid.Must(uuid.NewV7()).String()
	return &decision.Record{
		ID: id, Question: []string{"grant", "fare"}[i%2], Request: json.RawMessage(`{"question":"grant","facts":{}}`),
		Answer: json.RawMessage(fmt.Sprintf(`{"id":"%s","outcome":"deny","reason":"<&> número %d"}`, id, i)), Language: "pt-BR", Reading: "text",
		Revision: "sha256:00", Activation: 1, AsOf: "2026-12-01", DecidedAt: epoch.Add(time.Duration(i) * time.Second), Program: "test",
		Caller: "local", Carrier: fmt.Sprintf("carrier-%d", i%3), RequestID: "request",
		Facets: decision.Facets{
			Outcome: []string{"allow", "deny", "incomplete"}[i%3], Contested: i%5 == 0,
			Provisions: []string{"urn:a", fmt.Sprintf("urn:b%d", i%7)}, Disputes: [][]string{{}, {}, {"D-class"}, {"D-channel", "D-class"}}[i%4],
		},
	}
}

func keep(t testing.TB, j *journal.Journal, records ...*decision.Record) {
	t.Helper()
	if err := j.Record(context.Background(), records...); err != nil {
		t.Fatal(err)
	}
}

// sound fails unless the journal verifies.
func sound(t testing.TB, r *journal.Reader) *journal.Report {
	t.Helper()
	report, err := r.Verify(t.Context(), journal.Verifying{})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Findings) > 0 {
		t.Fatalf("the journal is not sound: %+v", report.Findings)
	}
	return report
}
