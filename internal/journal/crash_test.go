package journal_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
)

// crashVariable makes a test binary the program that is killed: its value is where it keeps its journal.
const crashVariable = "DEFERIDO_JOURNAL_CRASH"

// writeUntilKilled is that program: 64 callers record, and tell the id of each record that is kept.
func writeUntilKilled(where string) error {
	from := store.Source{File: where}
	if strings.HasPrefix(where, "postgres:") {
		from = store.Source{URL: where}
	}
	db, err := store.Open(context.Background(), from)
	if err != nil {
		return err
	}
	j, err := journal.Open(context.Background(), db, journal.Options{Key: key})
	if err != nil {
		return err
	}
	failed := make(chan error)
	for range 64 {
		go func() {
			for i := 0; ; i++ {
				r := record(i)
				if err := j.Record(context.Background(), r); err != nil {
					failed <- err
					return
				}
				fmt.Println("kept", r.ID)
			}
		}()
	}
	return <-failed
}

func TestNothingAcknowledgedIsLostWhenTheProgramIsKilled(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		const kills = 2
		var kept []string
		for range kills {
			kept = append(kept, killed(t, from, 700)...)
		}
		db := storetest.Open(t, from)
		j := open(t, db, journal.Options{})
		testkit.Eventually(t, "the chain that was left is taken over and sealed", func() bool {
			report := sound(t, j.Reader)
			if report.Unsealed == 0 && report.Entries >= len(kept) {
				return true
			}
			// PostgreSQL may have noticed too late that its client is gone.
			if err := errors.Join(j.Close(), db.Close()); err != nil {
				t.Fatal(err)
			}
			db = storetest.Open(t, from)
			j = open(t, db, journal.Options{})
			return false
		})
		for _, id := range kept {
			if _, err := j.Get(t.Context(), id); err != nil {
				t.Fatalf("acknowledged and lost: %v", err)
			}
		}
		chainOf(t, j)
		sound(t, j.Reader)
	})
}

// killed runs the program until it has told of so many records, kills it, and returns all of which it told.
func killed(t *testing.T, from store.Source, after int) (kept []string) {
	t.Helper()
	program := exec.Command(os.Args[0])
	program.Env = append(os.Environ(), crashVariable+"="+from.File+from.URL)
	program.Stderr = os.Stderr
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if id, told := strings.CutPrefix(lines.Text(), "kept "); told {
			kept = append(kept, id)
		}
		if len(kept) == after {
			if err := program.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := program.Wait(); err == nil || len(kept) < after {
		t.Fatalf("it was not killed, but told of %d: %v", len(kept), err)
	}
	return kept
}
