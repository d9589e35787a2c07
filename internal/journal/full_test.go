package journal_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/testkit"
)

func TestTheDiskIsFullAndHasRoomAgain(t *testing.T) {
	folder := testkit.Disk(t, "6m")
	ballast := filepath.Join(folder, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 3<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), store.Source{File: filepath.Join(folder, "deferido.db")})
	if err != nil {
		t.Fatal(err)
	}
	j := open(t, db, journal.Options{Interval: 50 * time.Millisecond})
	t.Cleanup(func() { // before the disk goes
		if err := errors.Join(j.Close(), db.Close()); err != nil {
			t.Error(err)
		}
	})
	var kept []*decision.Record
	for range 2 {
		kept = append(kept, fillDisk(t, j)...)
		if err := os.Truncate(ballast, max(0, sizeOf(t, ballast)-3<<19)); err != nil {
			t.Fatal(err)
		}
		testkit.Eventually(t, "the journal writes again", func() bool { return j.Ready() == nil })
		r := realistic(0)
		keep(t, j, r)
		kept = append(kept, r)
	}
	for _, r := range kept {
		if _, err := j.Get(t.Context(), r.ID); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Seal(t.Context()); err != nil {
		t.Fatal(err)
	}
	if report := sound(t, j.Reader); report.Entries != len(kept) || report.Unsealed != 0 {
		t.Errorf("%d were kept: %+v", len(kept), report)
	}
}

// fillDisk records until the disk is full and returns what was kept; it fails unless the journal says so from then on.
func fillDisk(t *testing.T, j *journal.Journal) (kept []*decision.Record) {
	t.Helper()
	var err error
	for i := 0; err == nil && i < 2000; i++ {
		r := realistic(i)
		if err = j.Record(t.Context(), r); err == nil {
			kept = append(kept, r)
		}
	}
	if !errors.Is(err, journal.ErrUnavailable) {
		t.Fatalf("the disk is full: %v", err)
	}
	for range 5 {
		if err := j.Ready(); !errors.Is(err, journal.ErrUnavailable) {
			t.Fatalf("ready though the disk is full: %v", err)
		}
		if err := j.Record(t.Context(), realistic(0)); !errors.Is(err, journal.ErrUnavailable) {
			t.Fatalf("recorded though the disk is full: %v", err)
		}
		time.Sleep(60 * time.Millisecond) // for it to try
	}
	return kept
}

func sizeOf(t *testing.T, name string) int64 {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
