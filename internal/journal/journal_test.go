package journal_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

func TestARecordIsReadAsItWasWritten(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		j := open(t, db, journal.Options{})
		for i := range 300 {
			r := record(i)
			keep(t, j, r)
			got, err := j.Get(t.Context(), r.ID)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(r, got, cmp.Comparer(func(a, b time.Time) bool { return a.Equal(b) })); diff != "" {
				t.Fatal(diff)
			}
		}
		if err := j.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		if report := sound(t, j.Reader); report.Entries != 300 || report.Unsealed != 0 || report.Checkpoints < 2 {
			t.Errorf("%+v", report)
		}
	})
}
