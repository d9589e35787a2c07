package journal_test

import (
	"fmt"
	"testing"

	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
)

func TestTwoJournalsOnOneStoreUnderLoad(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		loads := []*load{}
		for i := range 2 {
			j := open(t, storetest.Open(t, from), journal.Options{})
			loads = append(loads, startLoad(j, fmt.Sprint(i), 32))
		}
		for _, l := range loads {
			testkit.Eventually(t, "the load runs", func() bool { return l.calls.Load() > 1500 })
		}
		calls := 0
		for _, l := range loads {
			l.end(t)
			calls += int(l.calls.Load())
			if l.refused.Load() > 0 {
				t.Errorf("%d calls were refused", l.refused.Load())
			}
			if err := l.j.Close(); err != nil {
				t.Error(err)
			}
		}
		if report := sound(t, loads[0].j.Reader); report.Chains != 2 || report.Entries != calls || report.Unsealed != 0 || report.Checkpoints < calls/400 {
			t.Errorf("%d calls: %+v", calls, report)
		}
	})
}

// chainOf records something, and returns into which chain and as which entry.
func chainOf(t *testing.T, j *journal.Journal) [2]int64 {
	t.Helper()
	r := record(0)
	keep(t, j, r)
	chain, seq, err := j.Chain(t.Context(), r.ID)
	if err != nil {
		t.Fatal(err)
	}
	return [2]int64{chain, seq}
}

func TestEachJournalHasAChainAndTakesOverAClosedOne(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		var journals []*journal.Journal
		for i := range int64(3) {
			j := open(t, db, journal.Options{})
			if got := chainOf(t, j); got != [2]int64{i + 1, 1} {
				t.Errorf("%v", got)
			}
			journals = append(journals, j)
		}
		if err := journals[1].Close(); err != nil {
			t.Fatal(err)
		}
		again := open(t, db, journal.Options{})
		if got := chainOf(t, again); got != [2]int64{2, 2} {
			t.Errorf("the chain that was given back is not continued: %v", got)
		}
		if got := chainOf(t, open(t, db, journal.Options{})); got != [2]int64{4, 1} {
			t.Errorf("%v", got)
		}
		for i, seq := range []int64{2, 3, 2} {
			if got := chainOf(t, []*journal.Journal{journals[0], again, journals[2]}[i]); got != [2]int64{int64(i + 1), seq} {
				t.Errorf("%v", got)
			}
		}
		if err := again.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		if report := sound(t, again.Reader); report.Chains != 4 || report.Entries != 8 {
			t.Errorf("%+v", report)
		}
	})
}
