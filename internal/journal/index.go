package journal

import (
	"context"
	"database/sql"
	"encoding/binary"
	"hash/maphash"
)

// index is what entries are found by, summed up by entry: the index is in the order of its facets, and the entries are read
// in the order of the chains.
type index struct {
	seed maphash.Seed
	sums map[int64]uint64 // by number of entry
}

// sum hashes a row of the index. The sum of the hashes does not depend on their order.
func (x *index) sum(f facet, at int64) uint64 {
	b := binary.BigEndian.AppendUint64(nil, uint64(at))
	b = append(append(append(b, f.kind...), 0), f.value...)
	return maphash.Bytes(x.seed, b)
}

// take takes the rows of an entry out, and reports whether they are those expected.
func (x *index) take(e *entry, expected []facet) bool {
	var want uint64
	for _, f := range expected {
		want += x.sum(f, e.at)
	}
	has := x.sums[e.n]
	delete(x.sums, e.n)
	return has == want
}

// readIndex sums up the whole index.
func (v *verifier) readIndex(ctx context.Context, tx *sql.Tx) error {
	v.index = index{seed: maphash.MakeSeed(), sums: map[int64]uint64{}}
	rows, err := tx.QueryContext(ctx, `SELECT coalesce(c.kind, ''), coalesce(c.value, ''), f.at, f.n
		FROM entry_facets f LEFT JOIN facets c ON c.facet = f.facet`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var f facet
		var at, n int64
		if err := rows.Scan(&f.kind, &f.value, &at, &n); err != nil {
			return err
		}
		v.index.sums[n] += v.index.sum(f, at)
	}
	return rows.Err()
}
