package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"testing"

	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// What is added comes to the sum, whoever adds it: on a lease or not, to what is there or not, little at a time or much.
func TestWhatIsAddedIsSummedUp(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		lease, err := db.Lease(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := lease.Release(); err != nil {
				t.Error(err)
			}
		}()
		want := map[int64]int64{}
		for round, rows := range []int{1, 2, 3, 127, 128, 129, 300, 1} {
			var keys, zeros, added []int64
			for _, key := range rand.Perm(400)[:rows] {
				n := int64(rand.IntN(5) - 1)
				keys, zeros, added = append(keys, int64(key)), append(zeros, 0), append(added, n)
				want[int64(key)] += n
			}
			columns := []store.Column{
				{Name: "provision", Values: keys}, {Name: "carrier", Values: zeros}, {Name: "day", Values: zeros},
				{Name: "class", Values: zeros}, {Name: "chain", Values: zeros}, {Name: "n", Values: added},
			}
			if round%2 == 0 {
				err = db.Change(t.Context(), func(tx *sql.Tx) error { return db.Add(t.Context(), tx, "tallies", columns...) })
			} else {
				err = onLease(t.Context(), lease, func() error { return lease.Add(t.Context(), "tallies", columns...) })
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		rows, err := db.Query("SELECT provision, n FROM tallies")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		got := map[int64]int64{}
		for rows.Next() {
			var key, n int64
			if err := rows.Scan(&key, &n); err != nil {
				t.Fatal(err)
			}
			got[key] = n
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v\nnot %v", got, want)
		}
	})
}

// onLease runs a function in a transaction on the connection of a lease.
func onLease(ctx context.Context, lease *store.Lease, do func() error) error {
	tx, err := lease.Conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	return tx.Commit()
}
