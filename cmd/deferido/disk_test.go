package main

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
)

func TestTheDiskOfTheJournalIsFull(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		disk := testkit.Disk(t, "64m")
		fullDisk(t, disk, store.Source{File: filepath.Join(disk, "data", storeFile)})
	})
	t.Run("postgres", func(t *testing.T) {
		disk := testkit.Disk(t, "256m")
		before := os.Getenv("TMPDIR")
		t.Setenv("TMPDIR", disk) // where the server puts its folder
		database := storetest.Own(t)
		t.Setenv("TMPDIR", before)
		fullDisk(t, disk, store.Source{URL: database.NewDatabase(t)})
	})
}

// fill takes all the room that is left on a disk, until it is given back.
func fill(t *testing.T, disk string) (giveBack func()) {
	t.Helper()
	f, err := os.Create(filepath.Join(disk, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = f.Write(make([]byte, 4096))
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	return func() {
		t.Helper()
		if err := os.Remove(f.Name()); err != nil {
			t.Fatal(err)
		}
	}
}

func fullDisk(t *testing.T, disk string, from store.Source) {
	where := on(t, from)
	l := newCrowd(t, serve(t, where...))
	l.bears = true
	l.singles("single", 16)
	l.batches("batch", 2, batchItems)
	testkit.Eventually(t, "the load runs", func() bool { return l.told.Load() > enough/4 })

	giveBack := fill(t, disk)
	testkit.Eventually(t, "the server says that it is not ready", func() bool { return l.ready(t) == http.StatusServiceUnavailable })
	refused := l.refused.Load()
	testkit.Eventually(t, "calls are refused", func() bool { return l.refused.Load() > refused+enough/4 })
	told := l.told.Load()
	testkit.Eventually(t, "calls are still refused", func() bool { return l.refused.Load() > refused+enough })
	if more := l.told.Load() - told; more > 0 || l.ready(t) != http.StatusServiceUnavailable {
		t.Errorf("on a full disk %d decisions were told, and /readyz says %d", more, l.ready(t))
	}
	if got := asks(t, l.client, http.MethodGet, l.server.address+"/healthz", nil); got.status != http.StatusOK {
		t.Errorf("/healthz says %d", got.status)
	}

	giveBack()
	testkit.Eventually(t, "the server is ready again", func() bool { return l.ready(t) == http.StatusOK })
	told = l.told.Load()
	testkit.Eventually(t, "the load runs again", func() bool { return l.told.Load() > told+enough/4 })
	l.settle(t, from, where)
}
