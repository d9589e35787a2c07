package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"deferido/internal/store"
)

// tally is what decisions are counted by: those of a class on a day. Each decision counts in several: for each of its
// provisions and for none, and of these for its carrier and for none. So whatever a filter asks for, the counts of it lie side
// by side.
type tally struct {
	provision, carrier int64 // numbers of facets; 0 for whichever
	day                int64
	class, chain       int64
}

// tallies are counts.
type tallies map[tally]int64

// add counts an entry, once or, to take it back, -1 times. An entry of no class is not counted, nor are facets of no number.
func (t tallies) add(e *entry, numbers map[facet]int64, times int64) {
	chain, _ := e.place()
	key := tally{day: dayOf(e.at), chain: chain}
	provisions, carriers := []int64{0}, []int64{0}
	for _, f := range e.facets {
		switch number := numbers[f]; {
		case number == 0:
		case f.kind == facetProvision:
			provisions = append(provisions, number)
		case f.kind == facetCarrier:
			carriers = append(carriers, number)
		case f.kind == facetClass:
			key.class = number
		}
	}
	if key.class == 0 {
		return
	}
	for _, key.provision = range provisions {
		for _, key.carrier = range carriers {
			t[key] += times
		}
	}
}

// sorted are the keys in the order of the index. Whoever changes several rows does so in this order, so that no two wait for
// each other.
func (t tallies) sorted() []tally {
	keys := make([]tally, 0, len(t))
	for key := range t {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b tally) int {
		x, y := a.key(), b.key()
		return slices.Compare(x[:], y[:])
	})
	return keys
}

// key is the key of a row, in the order of its columns.
func (k tally) key() [5]int64 { return [...]int64{k.provision, k.carrier, k.day, k.class, k.chain} }

func (t tallies) columns() []store.Column {
	var columns [6][]int64
	for i := range columns {
		columns[i] = make([]int64, 0, len(t))
	}
	for _, k := range t.sorted() {
		for i, v := range k.key() {
			columns[i] = append(columns[i], v)
		}
		columns[5] = append(columns[5], t[k])
	}
	return []store.Column{
		{Name: "provision", Values: columns[0]}, {Name: "carrier", Values: columns[1]}, {Name: "day", Values: columns[2]},
		{Name: "class", Values: columns[3]}, {Name: "chain", Values: columns[4]}, {Name: "n", Values: columns[5]},
	}
}

func (c *group) insertTallies(ctx context.Context) error {
	counted := tallies{}
	for _, e := range c.entries {
		counted.add(e, c.facets, 1)
	}
	if len(counted) == 0 {
		return nil
	}
	return c.lease.Add(ctx, "tallies", counted.columns()...)
}

// untally takes entries back that were counted.
func (r *Reader) untally(ctx context.Context, tx *sql.Tx, entries []*entry) error {
	counted, numbers := tallies{}, map[facet]int64{}
	for _, e := range entries {
		for _, f := range e.facets {
			if numbers[f] > 0 {
				continue
			}
			number, err := r.facetNumber(ctx, tx, f)
			if err != nil && !errors.Is(err, sql.ErrNoRows) { // where it has none the index was altered, and Verify tells of it
				return err
			}
			numbers[f] = number
		}
		counted.add(e, numbers, -1)
	}
	if len(counted) == 0 {
		return nil
	}
	if err := r.db.Add(ctx, tx, "tallies", counted.columns()...); err != nil {
		return err
	}
	nothing, err := tx.PrepareContext(ctx, r.db.Bind("DELETE FROM tallies WHERE provision = ? AND carrier = ? AND day = ? AND class = ? AND chain = ? AND n = 0"))
	if err != nil {
		return err
	}
	defer nothing.Close()
	for _, k := range counted.sorted() {
		if _, err := nothing.ExecContext(ctx, k.provision, k.carrier, k.day, k.class, k.chain); err != nil {
			return fmt.Errorf("deleting from tallies: %w", err)
		}
	}
	return nil
}
