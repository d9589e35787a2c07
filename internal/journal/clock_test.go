package journal_test

import (
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
)

// A clock that steps back, once while the journal is open and once while it is not, loses no record and no key, breaks no chain,
// and lists each record once, by the time that was decided at.
func TestAClockThatStepsBack(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db, c := storetest.Open(t, from), testkit.NewClock(epoch)
		options := journal.Options{Now: c.Now, Sealed: 4}
		j := open(t, db, options)
		wanted := map[string]time.Time{}
		keepSome := func(keys ...*decision.Once) (first string) {
			for i := range 10 {
				r := record(i)
				r.DecidedAt = c.Now()
				if i < len(keys) {
					r.Once = keys[i]
				}
				keep(t, j, r)
				wanted[r.ID] = r.DecidedAt
				if i == 0 {
					first = r.ID
				}
				c.Turn(time.Second)
			}
			if err := j.Seal(t.Context()); err != nil {
				t.Fatal(err)
			}
			return first
		}
		before := keepSome(once(j, "a", "before", "x"))
		c.Turn(-2 * time.Hour)
		wantFound(t, j, once(j, "a", "before", "x"), before)
		wantError(t, j, once(j, "a", "before", "y"), decision.ErrOtherRequest)
		after := keepSome(once(j, "a", "after", "x"))
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		c.Turn(-24 * time.Hour)
		j = open(t, db, options)
		wantFound(t, j, once(j, "a", "before", "x"), before)
		wantFound(t, j, once(j, "a", "after", "x"), after)
		keepSome()
		if report := sound(t, j.Reader); report.Entries != len(wanted) || report.Unsealed != 0 {
			t.Errorf("%d entries, %d unsealed; %d were recorded", report.Entries, report.Unsealed, len(wanted))
		}
		last, seen := time.Time{}, 0
		for cursor := ""; ; {
			records, next, err := j.List(t.Context(), decision.Filter{}, cursor, 3)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range records {
				at, known := wanted[r.ID]
				if !known || !r.DecidedAt.Equal(at) || seen > 0 && r.DecidedAt.After(last) {
					t.Errorf("%s of %s is listed after one of %s, or again; it was decided at %s", r.ID, r.DecidedAt, last, at)
				}
				delete(wanted, r.ID)
				last, seen = r.DecidedAt, seen+1
			}
			if cursor = next; next == "" {
				break
			}
		}
		if len(wanted) > 0 {
			t.Errorf("%d are not listed", len(wanted))
		}
	})
}
