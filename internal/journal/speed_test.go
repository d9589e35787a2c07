package journal_test

import (
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// manyVariable is how many decisions are stored where pages of many are measured.
const manyVariable = "DEFERIDO_JOURNAL"

// manyOf is how many that is; without the variable, standard.
func manyOf(t *testing.T, standard int) int {
	t.Helper()
	text := os.Getenv(manyVariable)
	if text == "" {
		return standard
	}
	many, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", manyVariable, err)
	}
	return many
}

func TestAPageOfManyTakesAsLongAsOneOfFew(t *testing.T) {
	many := manyOf(t, 100_000)
	storetest.Each(t, func(t *testing.T, from store.Source) {
		few := storetest.SQLite(t)
		if from.URL != "" {
			few = storetest.Postgres(t)
		}
		var journals [2]*journal.Journal
		for i, at := range []struct {
			store.Source
			n int
		}{{few, 10_000}, {from, many}} {
			db := storetest.Open(t, at.Source)
			journals[i] = open(t, db, journal.Options{Sealed: 10_000})
			began := time.Now()
			fill(t, journals[i], at.n)
			if _, err := db.Exec("ANALYZE"); err != nil {
				t.Fatal(err)
			}
			t.Logf("%d decisions were recorded in %v", at.n, time.Since(began).Round(time.Millisecond))
		}
		for name := range singles {
			small, large := pageTimes(t, journals, name)
			t.Logf("%-14s %9v of 10000, %9v of %d", name, small, large, many)
			if large > 2*small {
				t.Errorf("a page by %s takes %.1f times as long", name, float64(large)/float64(small))
			}
		}
	})
}

// pageTimes are the medians of the time that a page takes, measured in turns.
func pageTimes(t *testing.T, journals [2]*journal.Journal, name string) (small, large time.Duration) {
	t.Helper()
	f := singles[name]
	f.From, f.To = period[0], period[1]
	var took [2][]time.Duration
	for round := range 70 {
		for i, j := range journals {
			began := time.Now()
			records, next, err := j.List(t.Context(), f, "", 50)
			if err != nil || len(records) != 50 || next == "" {
				t.Fatalf("%d records, %v", len(records), err)
			}
			if round >= 10 {
				took[i] = append(took[i], time.Since(began))
			}
		}
	}
	for i := range took {
		slices.Sort(took[i])
	}
	return took[0][len(took[0])/2], took[1][len(took[1])/2]
}
