package journal

import (
	"context"
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

// ListQuery is the statement that List runs, and its parameters.
func (r *Reader) ListQuery(ctx context.Context, f decision.Filter, limit int) (string, []any, error) {
	numbers, _, err := r.numbers(ctx, facetsWanted(f))
	if err != nil {
		return "", nil, err
	}
	before, err := readCursor("")
	if err != nil {
		return "", nil, err
	}
	query, args := r.listQuery(numbers, f, before, limit+1)
	return query, args, nil
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
