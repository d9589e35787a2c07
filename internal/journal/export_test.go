package journal

import (
	"context"
	"database/sql"
	"time"

	"deferido/internal/decision"
)

// What only tests see of the package.
var (
	Origin   = origin
	NumberOf = numberOf
	Encode   = encode
)

// Row is an entry as the store has it.
type Row struct {
	N                                     int64
	Kind, ID                              string
	At                                    int64
	Prev, Salt, Content, Commitment, Hash []byte
}

// RowColumns are the columns of a row, in the order of Fields.
const RowColumns = entryColumns

// Fields are where the columns of a row are read into.
func (r *Row) Fields() []any {
	return []any{&r.N, &r.Kind, &r.ID, &r.At, &r.Prev, &r.Salt, &r.Content, &r.Commitment, &r.Hash}
}

// Rehash makes the commitment and the hash right again, as one who knows the format can.
func (r *Row) Rehash() {
	if r.Content != nil {
		r.Commitment = commit(r.Salt, r.Content)
	}
	e := &entry{n: r.N, kind: r.Kind, id: r.ID, at: r.At, prev: r.Prev, commitment: r.Commitment}
	r.Hash = e.hashed()
}

// ListQuery is the statement that List runs, and its parameters; it is empty where List runs none.
func (r *Reader) ListQuery(ctx context.Context, f decision.Filter, limit int) (query string, args []any, err error) {
	wanted := facetsWanted(f)
	numbers, known, err := r.numbers(ctx, wanted)
	if err != nil || !known {
		return "", nil, err
	}
	before, err := readCursor("")
	if err != nil {
		return "", nil, err
	}
	err = r.db.Snapshot(ctx, func(tx *sql.Tx) error {
		way, err := r.way(ctx, tx, wantsOf(wanted, numbers), stretchOf(f, before), limit+1)
		if err == nil && way != nil {
			query, args = r.listQuery(way, limit+1)
		}
		return err
	})
	return query, args, err
}

// CountQueries are the statements that List, Count and Weeks run on counts, by what they are for, and their parameters. The
// period of the filter begins and ends within a day. There are none where nothing was ever recorded that the filter takes.
func (r *Reader) CountQueries(ctx context.Context, f decision.Filter) (texts map[string]string, args map[string][]any, err error) {
	wanted := facetsWanted(f)
	numbers, known, err := r.numbers(ctx, wanted)
	if err != nil || !known {
		return nil, nil, err
	}
	w, s := wantsOf(wanted, numbers), spanOf(f.From, f.To)
	texts, args = map[string]string{}, map[string][]any{}
	for name, query := range map[string]*statement{
		"days": countQuery(w, s, 1000), "weeks": weeksQuery(w, s), "nearest": nearestQuery(w, s, 1000),
		"part": partQuery(w, s.parts[0], 1000), "part of a week": partWeekQuery(w, 1, s.parts[0]),
	} {
		texts[name], args[name] = r.db.Bind(query.text.String()), query.args
	}
	return texts, args, nil
}

// Hurry makes a witness less patient.
func (w *Witness) Hurry(patience time.Duration) *Witness {
	w.patience = patience
	return w
}

// Chain is where the record of an id stands.
func (j *Journal) Chain(ctx context.Context, id string) (chain, seq int64, err error) {
	e, err := j.entry(ctx, id)
	if err != nil {
		return 0, 0, err
	}
	chain, seq = e.place()
	return chain, seq, nil
}
