package journal_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
)

// marker is what is planted into what is erased.
const marker = "zq-planted-7f3a"

// planted is a record with the marker in all that is kept of a request, long enough to lie on pages of its own.
func planted(i int) *decision.Record {
	r := record(i)
	r.Request = json.RawMessage(`{"question":"grant","facts":{"place":"` + strings.Repeat(marker+" ", 700) + `"}}`)
	r.Answer = json.RawMessage(`{"id":"` + r.ID + `","place":"` + marker + `"}`)
	r.RequestID = marker
	return r
}

// filesWith are the files of a SQLite store in which a text stands.
func filesWith(t *testing.T, from store.Source, text string) (found []string) {
	t.Helper()
	names, err := filepath.Glob(from.File + "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(content, []byte(text)) {
			found = append(found, filepath.Base(name))
		}
	}
	return found
}

// storedWith is how many entries have a text in their content.
func storedWith(t *testing.T, db *store.DB, text string) (n int) {
	t.Helper()
	rows, err := db.Query("SELECT content FROM entries WHERE content IS NOT NULL")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var content []byte
		if err := rows.Scan(&content); err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(content, []byte(text)) {
			n++
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return n
}

// count counts rows.
func count(t *testing.T, db *store.DB, from string, args ...any) (n int) {
	t.Helper()
	if err := db.QueryRow(db.Bind("SELECT count(*) FROM "+from), args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestWhatIsErasedIsGoneAndTheChainStands(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		j := open(t, db, journal.Options{})
		o := once(j, "a", "k", "x")
		r := planted(1)
		r.Once = o
		others := []*decision.Record{record(0), record(2)}
		keep(t, j, others[0])
		keep(t, j, r)
		keep(t, j, others[1])
		if _, err := db.Exec(db.Bind("INSERT INTO report_sections (decision, carrier, section) VALUES (?, ?, ?)"), r.ID, "carrier-1", "a-b"); err != nil {
			t.Fatal(err)
		}
		if storedWith(t, db, marker) != 1 || from.URL == "" && len(filesWith(t, from, marker)) == 0 {
			t.Fatal("the marker was not planted")
		}
		if err := j.Erase(t.Context(), r.ID, "somebody"); err != nil {
			t.Fatal(err)
		}
		wantErased(t, j, r)
		wantGone(t, db, from, j, r.ID)
		wantFree(t, j, o)
		if err := j.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, other := range others {
			if _, err := verifyReceipt(receiptOf(t, j.Reader, other.ID), trusted); err != nil {
				t.Error(err)
			}
		}
		if report := sound(t, j.Reader); report.Entries != 4 || report.Erased != 1 {
			t.Errorf("%+v", report)
		}
	})
}

// wantGone fails where anything of a decision that was erased, which had the marker, is in the store or its files.
func wantGone(t *testing.T, db *store.DB, from store.Source, j *journal.Journal, id string) {
	t.Helper()
	if n := storedWith(t, db, marker); n != 0 {
		t.Errorf("it stands in %d entries", n)
	}
	if from.URL == "" {
		if _, err := db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
			t.Fatal(err)
		}
		if found := filesWith(t, from, marker); len(found) > 0 {
			t.Errorf("it stands in %v", found)
		}
	}
	chain, seq, err := j.Chain(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if n := count(t, db, "entry_facets WHERE n = ?", journal.NumberOf(chain, seq)); n != 0 {
		t.Errorf("it is found by %d facets", n)
	}
	if n := count(t, db, "once") + count(t, db, "report_sections"); n != 0 {
		t.Errorf("%d rows tell of it elsewhere", n)
	}
}

// wantErased fails unless all that can be done with a decision says that it was erased.
func wantErased(t *testing.T, j *journal.Journal, r *decision.Record) {
	t.Helper()
	_, getErr := j.Get(t.Context(), r.ID)
	_, receiptErr := j.Receipt(t.Context(), r.ID)
	for what, err := range map[string]error{"read": getErr, "its receipt": receiptErr, "erased again": j.Erase(t.Context(), r.ID, "x")} {
		var erased *journal.Erased
		if !errors.As(err, &erased) || erased.ID != r.ID || !erased.At.Equal(r.DecidedAt) {
			t.Errorf("%s: %v", what, err)
		}
	}
	records, _, err := j.List(t.Context(), decision.Filter{}, "", 1000)
	if err != nil || slices.ContainsFunc(records, func(o *decision.Record) bool { return o.ID == r.ID }) {
		t.Errorf("it is listed (%v)", err)
	}
}

func TestRetentionErasesAllBeforeATime(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db, c := storetest.Open(t, from), testkit.NewClock(epoch)
		j := open(t, db, journal.Options{Now: c.Now})
		const old, young = 730, 40
		var records []*decision.Record
		for i := range old + young {
			r := planted(i) // a second after the one before
			if i%50 == 0 {
				r.Answer, r.Failure, r.Facets = nil, "evaluation-failed", decision.Facets{}
			}
			records = append(records, r)
		}
		records[0].Once, records[old+1].Once = once(j, "a", "old", "x"), once(j, "a", "young", "x")
		keep(t, j, records[:old]...)
		c.Turn(8 * 24 * time.Hour)
		keep(t, j, records[old:]...)
		var told []int
		erased, err := j.Retain(t.Context(), records[old].DecidedAt, func(n int) { told = append(told, n) })
		if err != nil || erased != old {
			t.Fatalf("%d, %v", erased, err)
		}
		if len(told) < old/200 || !slices.IsSorted(told) || told[0] > 200 || told[len(told)-1] != old {
			t.Errorf("progress: %v", told)
		}
		if n := storedWith(t, db, marker); n != young {
			t.Errorf("%d contents are there, not %d", n, young)
		}
		if n := count(t, db, "once"); n != 1 {
			t.Errorf("%d keys", n)
		}
		wantErased(t, j, records[1])
		for i, r := range records[old:] {
			if got, err := j.Get(t.Context(), r.ID); err != nil || got.ID != r.ID {
				t.Errorf("the %d. after that time: %v", i, err)
			}
		}
		if from.URL == "" {
			keptSize(t, db, from, old)
		}
		again, err := j.Retain(t.Context(), records[old].DecidedAt, func(int) { t.Error("progress of nothing") })
		if err != nil || again != 0 {
			t.Errorf("%d, %v", again, err)
		}
		if report := sound(t, j.Reader); report.Entries != old+young+1 || report.Erased != old {
			t.Errorf("%+v", report)
		}
	})
}

// keptSize fails where the files of a SQLite store still have more than the records that are kept.
func keptSize(t *testing.T, db *store.DB, from store.Source, erased int) {
	t.Helper()
	if _, err := db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(from.File)
	if err != nil {
		t.Fatal(err)
	}
	if n, most := bytes.Count(content, []byte(marker)), 40*703; n > most {
		t.Errorf("the marker stands there %d times, at most %d are of the records that are kept; %d were erased", n, most, erased)
	}
}

func TestAnErasureIsRecordedBeforeAnythingIsErased(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		j := open(t, storetest.Open(t, from), journal.Options{CommitTimeout: 200 * time.Millisecond, Interval: 50 * time.Millisecond})
		r := record(0)
		keep(t, j, r)
		if err := j.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		unblock := storetest.Block(t, from, "chains")
		if err := j.Erase(t.Context(), r.ID, "local"); !errors.Is(err, journal.ErrUnavailable) {
			t.Errorf("%v", err)
		}
		unblock()
		if _, err := j.Get(t.Context(), r.ID); err != nil {
			t.Errorf("erased, and no erasure on record: %v", err)
		}
		testkit.Eventually(t, "the journal writes again", func() bool { return j.Ready() == nil })
		if err := j.Erase(t.Context(), r.ID, "local"); err != nil {
			t.Error(err)
		}
		wantErased(t, j, r)
		sound(t, j.Reader)
	})
}
