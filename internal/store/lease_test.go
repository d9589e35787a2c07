package store_test

import (
	"testing"

	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

func TestANumberIsLeasedToOneAtATime(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		one, other := storetest.Open(t, from), storetest.Open(t, from)
		lease := func(db *store.DB, want int64) *store.Lease {
			t.Helper()
			l, err := db.Lease(t.Context(), 3)
			if err != nil || l.Number != want {
				t.Fatalf("%+v, %v; not %d", l, err, want)
			}
			return l
		}
		lease(one, 1)
		second := lease(other, 2)
		lease(one, 3)
		if l, err := other.Lease(t.Context(), 3); err == nil {
			t.Fatalf("a fourth of three: %d", l.Number)
		}
		if err := second.Release(); err != nil {
			t.Fatal(err)
		}
		second = lease(one, 2)
		if err := second.Release(); err != nil {
			t.Fatal(err)
		}
		lease(other, 2)
	})
}

func TestRowsAreInsertedWhateverTheirNumber(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		l, err := db.Lease(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		for _, n := range []int{0, 1, 2, 3, 127, 128, 129, 300} {
			keys, bodies, ids, at := [][]byte{}, [][]byte{}, []string{}, []int64{}
			for i := range n {
				keys, bodies, ids, at = append(keys, []byte{byte(n), byte(n >> 8), byte(i), byte(i >> 8)}), append(bodies, []byte{}), append(ids, "é"), append(at, int64(-i))
			}
			columns := []store.Column{{Name: "key", Values: keys}, {Name: "body", Values: bodies}, {Name: "id", Values: ids}, {Name: "at", Values: at}}
			if err := l.Insert(t.Context(), "once", columns...); err != nil {
				t.Fatal(err)
			}
			want += n
			if n > 0 && l.Insert(t.Context(), "once", columns...) == nil {
				t.Fatal("the same again")
			}
		}
		var n int
		if err := db.QueryRow("SELECT count(*) FROM once WHERE id = 'é' AND at <= 0").Scan(&n); err != nil || n != want {
			t.Errorf("%d rows, not %d: %v", n, want, err)
		}
	})
}
