package store_test

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// writeKey notes an idempotency key: something small.
func writeKey(ctx context.Context, db *store.DB, key string) error {
	_, err := db.ExecContext(ctx, db.Bind("INSERT INTO once (key, body, id, at) VALUES (?, ?, ?, 0) ON CONFLICT DO NOTHING"), []byte(key), []byte{}, "")
	return err
}

// SQLite by itself gives no turns: who writes without a pause would keep another from it for seconds.
func TestWhoWaitsToWriteIsNext(t *testing.T) {
	from := storetest.SQLite(t)
	busy, other := storetest.Open(t, from), storetest.Open(t, from)
	ctx, stop := context.WithCancel(t.Context())
	var written atomic.Int64
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			for ctx.Err() == nil {
				err := busy.Change(t.Context(), func(*sql.Tx) error {
					time.Sleep(20 * time.Millisecond)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
				written.Add(1)
			}
		})
	}
	for range 20 {
		time.Sleep(5 * time.Millisecond)
		before := written.Load()
		if err := writeKey(t.Context(), other, "other"); err != nil {
			t.Error(err)
		}
		// The one that is being written, and one that asked before.
		if n := written.Load() - before; n > 2 {
			t.Errorf("%d were written before one that waited", n)
		}
	}
	stop()
	wait.Wait()
}

func TestATurnIsWaitedForNoLongerThanAsked(t *testing.T) {
	from := storetest.SQLite(t)
	one, other := storetest.Open(t, from), storetest.Open(t, from)
	done, err := one.Turn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, db := range []*store.DB{one, other} {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		if err := writeKey(ctx, db, "late"); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		cancel()
	}
	done()
	for _, db := range []*store.DB{other, one} { // who gave up keeps nobody waiting
		if err := writeKey(t.Context(), db, "then"); err != nil {
			t.Error(err)
		}
	}
	if err := one.Close(); err != nil {
		t.Fatal(err)
	}
	if err := writeKey(t.Context(), one, "closed"); err == nil {
		t.Error("a store that is closed was written to")
	}
}
