package journal

import (
	"context"
	"database/sql"
	"encoding/binary"
	"hash/maphash"
	"maps"
	"slices"

	"deferido/internal/civil"
)

// counted sums up tallies, as index sums up what entries are found by, by chain and day.
type counted struct {
	seed maphash.Seed
	sums map[[2]int64]uint64
}

// add adds n times the hash of what is counted by.
func (c *counted) add(provision, carrier, class facet, day, chain, n int64) {
	b := binary.BigEndian.AppendUint64(nil, uint64(day))
	for _, f := range []facet{provision, carrier, class} {
		b = append(append(append(append(b, f.kind...), 0), f.value...), 0)
	}
	c.sums[[2]int64{chain, day}] += uint64(n) * maphash.Bytes(c.seed, b)
}

// entry adds what an entry counts in.
func (c *counted) entry(e *entry, facets []facet) {
	var class facet
	provisions, carriers := []facet{{}}, []facet{{}}
	for _, f := range facets {
		switch f.kind {
		case facetProvision:
			provisions = append(provisions, f)
		case facetCarrier:
			carriers = append(carriers, f)
		case facetClass:
			class = f
		}
	}
	chain, _ := e.place()
	for _, provision := range provisions {
		for _, carrier := range carriers {
			c.add(provision, carrier, class, dayOf(e.at), chain, 1)
		}
	}
}

// indexed are the facets that the index has of a decision: not all where it is in the backlog. What is not there is counted.
func (v *verifier) indexed(e *entry, facets []facet) []facet {
	if v.behind.has(e) {
		return slices.DeleteFunc(facets, func(f facet) bool { return later(f.kind) })
	}
	v.counted.entry(e, facets)
	return facets
}

// counts verifies that the tallies are those of the entries, and the classes what they say. In a chain of which something was
// removed or altered they cannot be: what they counted is not there to be counted again.
func (v *verifier) counts(ctx context.Context, tx *sql.Tx) error {
	broken := map[int64]bool{}
	for _, f := range v.report.Findings {
		broken[f.Chain] = true
	}
	if err := v.classes(ctx, tx); err != nil {
		return err
	}
	rows, err := tx.QueryContext(ctx, `SELECT t.provision, coalesce(p.kind, ''), coalesce(p.value, ''), t.carrier, coalesce(c.kind, ''), coalesce(c.value, ''),
			coalesce(k.kind, ''), coalesce(k.value, ''), t.day, t.chain, t.n
		FROM tallies t LEFT JOIN facets p ON p.facet = t.provision LEFT JOIN facets c ON c.facet = t.carrier LEFT JOIN facets k ON k.facet = t.class`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var provision, carrier, class facet
		var p, c, day, chain, n int64
		if err := rows.Scan(&p, &provision.kind, &provision.value, &c, &carrier.kind, &carrier.value, &class.kind, &class.value, &day, &chain, &n); err != nil {
			return err
		}
		if p != 0 && provision == (facet{}) || c != 0 && carrier == (facet{}) { // a facet that is gone is not one for whichever
			provision.kind = "unknown"
		}
		v.counted.add(provision, carrier, class, day, chain, -n)
	}
	for at, sum := range v.counted.sums {
		if sum != 0 && !broken[at[0]] {
			date, _ := civil.FromDays(int(at[1]))
			v.find(numberOf(at[0], 0), "", "index", "the counts of %s in chain %d are not those of its entries", date, at[0])
		}
	}
	slices.SortStableFunc(v.report.Findings, compareFindings)
	return rows.Err()
}

// classes verifies that each class has the facets that it says, and no other, and that nothing else has any.
func (v *verifier) classes(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, `SELECT k.facet, k.kind, k.value, coalesce(f.kind, ''), coalesce(f.value, '')
		FROM facets k JOIN class_facets c ON c.class = k.facet LEFT JOIN facets f ON f.facet = c.facet
		UNION ALL SELECT k.facet, k.kind, k.value, 'class', '' FROM facets k WHERE k.kind = 'class'
		UNION ALL SELECT c.class, '', '', '', '' FROM class_facets c WHERE c.class NOT IN (SELECT facet FROM facets)`)
	if err != nil {
		return err
	}
	defer rows.Close()
	names, has := map[int64]facet{}, map[int64][]facet{}
	for rows.Next() {
		var number int64
		var class, f facet
		if err := rows.Scan(&number, &class.kind, &class.value, &f.kind, &f.value); err != nil {
			return err
		}
		names[number], has[number] = class, append(has[number], f)
	}
	for _, number := range slices.Sorted(maps.Keys(names)) {
		class := names[number]
		says, err := class.members()
		says = append(says, facet{kind: facetClass}) // as each class has above
		slices.SortFunc(says, compareFacets)
		slices.SortFunc(has[number], compareFacets)
		if err != nil || !slices.Equal(says, has[number]) {
			v.find(0, "", "index", "the class %q is not found by what it says", class.value)
		}
	}
	return rows.Err()
}
