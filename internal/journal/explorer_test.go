package journal_test

import (
	"syscall"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/journal"
	"deferido/internal/store/storetest"
)

// explored are filters of a population: by each of what can be filtered by, and by several at once, of which some take much,
// some little and some nothing.
var explored = map[string]decision.Filter{
	"nothing else": {}, "question": {Question: "grant"}, "outcome": {Outcome: "deny"}, "contested": {Contested: "true"},
	"not contested": {Contested: "false"}, "revision": {Revision: revisionOf(0.3)}, "dispute": {Dispute: "D-class"},
	"large carrier": {Carrier: "carrier-0"}, "small carrier": {Carrier: "carrier-150"},
	"frequent provision": {Provision: urnOf("grant", 0)}, "rare provision": {Provision: rareURN},
	"failures":                         {Failures: true},
	"dispute of another question":      {Question: "fare", Dispute: "D-class"},
	"provision of another question":    {Question: "fare", Provision: urnOf("grant", 0)},
	"provision of a small carrier":     {Carrier: "carrier-150", Provision: urnOf("grant", 0)},
	"revision and outcome":             {Revision: revisionOf(0.3), Outcome: "deny"},
	"revision, question and contested": {Revision: revisionOf(0.3), Question: "sale", Contested: "true"},
	"two disputes' worth":              {Dispute: "D-class", Contested: "true", Outcome: "incomplete", Question: "grant"},
	"all": {
		Question: "grant", Outcome: "deny", Contested: "true", Dispute: "D-class", Carrier: "carrier-0", Provision: urnOf("grant", 0), Revision: revisionOf(0.3),
	},
	"nearly all, of a small carrier": {Question: "grant", Outcome: "deny", Contested: "true", Dispute: "D-class", Carrier: "carrier-150"},
}

// pageCPU is the most processor time that the data of an explorer's page may take.
const pageCPU = 150 * time.Millisecond

// A page of the explorer is a list, a count and the counts of twelve weeks.
func TestAnExplorersPageIsCheap(t *testing.T) {
	j := open(t, storetest.Open(t, storetest.SQLite(t)), journal.Options{Sealed: 10_000})
	n := manyOf(t, 30_000)
	began := time.Now()
	settle(t, j, n)
	t.Logf("%d decisions were recorded in %v", n, time.Since(began).Round(time.Millisecond))
	for name, f := range explored {
		f.From = epoch.Add(4 * time.Hour) // within a day
		took := pageCPU * 10
		for range 5 {
			took = min(took, explore(t, j, f))
		}
		if t.Logf("%-34s %6.1f ms", name, float64(took.Microseconds())/1000); took > pageCPU {
			t.Errorf("a page by %s takes %v", name, took)
		}
	}
}

// explore is the processor time that a page takes.
func explore(t *testing.T, j *journal.Journal, f decision.Filter) time.Duration {
	t.Helper()
	began := processorTime(t)
	records, next, err := j.List(t.Context(), f, "", 50)
	if err != nil {
		t.Fatal(err)
	}
	n, exact, err := j.Count(t.Context(), f, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	weeks, whole, err := j.Weeks(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	took := processorTime(t) - began
	total := 0
	for _, w := range weeks {
		total += w.Total()
	}
	if !whole || exact != (total <= 10_000) || n != min(total, 10_000) || len(records) != min(total, 50) || (next != "") != (total > 50) {
		t.Fatalf("%d listed, %d counted (%v), %d in weeks (%v)", len(records), n, exact, total, whole)
	}
	return took
}

// processorTime is what the program has used so far.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
