package journal_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"deferido/internal/decision"
	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
)

// run runs statements.
func run(t *testing.T, db *store.DB, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// newer are the facets that an older program knew nothing of.
const newer = "facet IN (SELECT facet FROM facets WHERE kind IN ('revision', 'dispute', 'class'))"

// old is how many decisions an older program recorded: some parts of the backlog.
const old = 2000

// upgraded is a store that an older program wrote, as the new one finds it; and what is in it.
func upgraded(t *testing.T, from store.Source) (*store.DB, []listed) {
	t.Helper()
	db := storetest.Open(t, from)
	journals := []*journal.Journal{open(t, db, journal.Options{}), open(t, db, journal.Options{})}
	all := keepVarious(t, nil, old, journals...)
	for _, r := range all[:20] {
		if err := journals[0].Erase(t.Context(), r.ID, "x"); err != nil {
			t.Fatal(err)
		}
	}
	for _, j := range journals {
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	run(t, db, "DELETE FROM entry_facets WHERE "+newer, "DELETE FROM tallies", "DELETE FROM class_facets",
		"DELETE FROM facets WHERE kind IN ('revision', 'dispute', 'class')", "UPDATE chains SET indexed = 0")
	return db, all[20:]
}

func backlog(t *testing.T, r *journal.Reader) int {
	t.Helper()
	left, err := r.Backlog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// What an older program wrote is listed from the start, by all that it was found by then, and counted as far as it is known.
func TestAnUpgradeHidesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db, all := upgraded(t, from)
		r, err := journal.NewReader(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		if left := backlog(t, r); left != old+20 {
			t.Errorf("%d entries wait", left)
		}
		sound(t, r)
		rapid.Check(t, func(t *rapid.T) {
			f := filters(t)
			f.Revision, f.Dispute = "", ""
			if got, want := pages(t, r, f, 50, func() {}), idsOf(all, f); !slices.Equal(got, want) {
				t.Fatalf("%d records, not %d", len(got), len(want))
			}
			if n, exact, err := r.Count(t.Context(), f, 100); err != nil || exact || n != 0 {
				t.Fatalf("%d, exact %v, %v", n, exact, err)
			}
		})
	})
}

// While the index is filled more is recorded and some erased; at each moment the journal verifies, and no more is counted than
// there is.
func TestTheBacklogIsFilledWhileTheJournalIsUsed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db, all := upgraded(t, from)
		journals := []*journal.Journal{open(t, db, journal.Options{}), open(t, db, journal.Options{})}
		for i := 0; backlog(t, journals[0].Reader) > 0; i++ {
			all = keepVarious(t, all, 2, journals...)
			last := 0 // that will be in the index
			for at, r := range all {
				if r.n < all[last].n {
					last = at
				}
			}
			if err := journals[i%2].Erase(t.Context(), all[last].ID, "x"); err != nil {
				t.Fatal(err)
			}
			all = slices.Delete(all, last, last+1)
			sound(t, journals[0].Reader)
			n, exact, err := journals[1].Count(t.Context(), decision.Filter{}, 10_000)
			taken := len(idsOf(all, decision.Filter{}))
			if err != nil || n > taken || exact && n != taken {
				t.Fatalf("%d of %d, exact %v, %v", n, taken, exact, err)
			}
		}
		rapid.Check(t, func(t *rapid.T) {
			f := filters(t)
			wantCounted(t, journals[0], all, f)
			if got, want := pages(t, journals[1].Reader, f, 50, func() {}), idsOf(all, f); !slices.Equal(got, want) {
				t.Fatalf("%d records, not %d", len(got), len(want))
			}
		})
		sound(t, journals[0].Reader)
	})
}

// An older program that still runs beside the new one may write on.
func TestWhatAnOlderProgramWritesMeanwhileIsTakenUp(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		j, older := open(t, db, journal.Options{Interval: 50 * time.Millisecond}), open(t, db, journal.Options{})
		all := keepVarious(t, nil, 60, j, older)
		run(t, db, "CREATE TABLE before AS SELECT * FROM tallies WHERE chain = 2", "CREATE TABLE head AS SELECT seq FROM chains WHERE chain = 2")
		all = keepVarious(t, all, 250, older)
		if err := older.Close(); err != nil {
			t.Fatal(err)
		}
		sound(t, j.Reader)
		tx, err := db.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []string{
			"DELETE FROM tallies WHERE chain = 2", "INSERT INTO tallies SELECT * FROM before",
			"DELETE FROM entry_facets WHERE n % 1024 = 2 AND n > 1024 * (SELECT seq + 1 FROM head) AND " + newer,
			"UPDATE chains SET indexed = (SELECT seq FROM head) WHERE chain = 2",
		} {
			if _, err := tx.Exec(s); err != nil {
				t.Fatalf("%s: %v", s, err)
			}
		}
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
		sound(t, j.Reader)
		testkit.Eventually(t, "it is in the index", func() bool { return backlog(t, j.Reader) == 0 })
		all = keepVarious(t, all, 10, j, open(t, db, journal.Options{}))
		rapid.Check(t, func(t *rapid.T) { wantCounted(t, j, all, filters(t)) })
		sound(t, j.Reader)
	})
}

// What was altered before it was in the index keeps nothing else from it.
func TestWhatWasAlteredIsLeftOutOfTheIndex(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db, all := upgraded(t, from)
		kept := all[300]
		if _, err := db.Exec(db.Bind("UPDATE entries SET content = ? WHERE n = ?"), []byte(`{"answer":{"disputes":7}}`), kept.n); err != nil {
			t.Fatal(err)
		}
		j := open(t, db, journal.Options{})
		testkit.Eventually(t, "all is in the index", func() bool { return backlog(t, j.Reader) == 0 })
		report, err := j.Verify(t.Context(), journal.Verifying{})
		if err != nil || len(report.Findings) == 0 {
			t.Fatal(report, err)
		}
		for _, f := range report.Findings {
			if journal.NumberOf(f.Chain, f.Seq) != kept.n {
				t.Errorf("%+v", f)
			}
		}
		n, _, err := j.Count(t.Context(), decision.Filter{}, 10_000)
		if want := len(idsOf(slices.Concat(all[:300], all[301:]), decision.Filter{})); err != nil || n != want {
			t.Errorf("%d counted, not %d: %v", n, want, err)
		}
	})
}
