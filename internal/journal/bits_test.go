package journal_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// stored is a value that the store has.
type stored struct {
	table, column, where string
	text                 bool
}

// allStored are all values that are bytes or text and belong to a chain.
func (s *scene) allStored() (all []stored) {
	for _, t := range []struct {
		name, id    string
		bytes, text []string
	}{
		{"entries", "n = %d", []string{"prev", "salt", "content", "commitment", "hash"}, []string{"kind", "id"}},
		{"chains", "chain = %d", []string{"hash"}, nil},
		{"checkpoints", "chain * 1000 + number = %d", []string{"statement", "signature"}, nil},
	} {
		rows, err := s.db.Query("SELECT " + t.id[:len(t.id)-len(" = %d")] + " FROM " + t.name + " ORDER BY 1")
		if err != nil {
			s.t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var id int64
			if err := rows.Scan(&id); err != nil {
				s.t.Fatal(err)
			}
			for _, column := range slices.Concat(t.bytes, t.text) {
				all = append(all, stored{t.name, column, fmt.Sprintf(t.id, id), slices.Contains(t.text, column)})
			}
		}
		if err := rows.Err(); err != nil {
			s.t.Fatal(err)
		}
	}
	return all
}

func (s *scene) set(v stored, value []byte) {
	var stored any = value
	if v.text {
		stored = string(value)
	}
	s.exec("UPDATE "+v.table+" SET "+v.column+" = ? WHERE "+v.where, stored)
}

func TestAnyBitThatIsChangedIsFound(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		s := newScene(t, from)
		all := s.allStored()
		rapid.Check(t, func(rt *rapid.T) {
			v := rapid.SampledFrom(all).Draw(rt, "value")
			before := ask[[]byte](s, "SELECT "+v.column+" FROM "+v.table+" WHERE "+v.where)
			if before == nil {
				return // erased
			}
			most := 7
			if v.text {
				most = 3 // which keeps it text
			}
			at, bit := rapid.IntRange(0, len(before)-1).Draw(rt, "byte"), rapid.IntRange(0, most).Draw(rt, "bit")
			after := slices.Clone(before)
			after[at] ^= 1 << bit
			s.set(v, after)
			defer s.set(v, before)
			if report := s.verify(journal.Verifying{}); len(report.Findings) == 0 {
				rt.Fatalf("bit %d of byte %d of %+v is not missed", bit, at, v)
			}
		})
	})
}
