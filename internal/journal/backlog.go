package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"
)

// The backlog is filled in small parts, each of which keeps writers waiting a little, with pauses of as long as they took.
const (
	filledAtOnce = 250
	fillPause    = 5 * time.Millisecond
)

// Backlog is how many entries are not yet found by their revision, their disputes and their class, and not counted: those that
// an older program wrote. A journal that is open for writing puts them into the index, the newest first.
func (r *Reader) Backlog(ctx context.Context) (entries int, err error) {
	entries, err = r.backlog(ctx, r.db)
	if err != nil {
		err = fmt.Errorf("%w: reading the backlog: %w", ErrUnavailable, err)
	}
	return entries, err
}

func (r *Reader) backlog(ctx context.Context, q querier) (entries int, err error) {
	err = q.QueryRowContext(ctx, `SELECT CAST((SELECT coalesce(sum(last - first + 1), 0) FROM backlog) + (SELECT coalesce(sum(seq - indexed), 0) FROM chains) AS BIGINT)`).Scan(&entries)
	return entries, err
}

// behind are the entries of chains that are not in the index.
type behind struct {
	ranges  map[int64][][2]int64 // the first and the last, by chain
	indexed map[int64]int64      // all after this one, by chain
}

func (b *behind) has(e *entry) bool {
	chain, seq := e.place()
	for _, r := range b.ranges[chain] {
		if r[0] <= seq && seq <= r[1] {
			return true
		}
	}
	indexed, known := b.indexed[chain]
	return known && seq > indexed
}

// behind reads which entries are not in the index.
func (r *Reader) behind(ctx context.Context, q querier) (*behind, error) {
	b := &behind{ranges: map[int64][][2]int64{}, indexed: map[int64]int64{}}
	for query, take := range map[string]func(chain, first, last int64){
		"SELECT chain, first, last FROM backlog": func(chain, first, last int64) { b.ranges[chain] = append(b.ranges[chain], [2]int64{first, last}) },
		"SELECT chain, indexed, seq FROM chains": func(chain, indexed, _ int64) { b.indexed[chain] = indexed },
	} {
		if err := each(ctx, q, query, nil, take); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// each reads rows of three numbers.
func each(ctx context.Context, q querier, query string, args []any, take func(a, b, c int64)) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var a, b, c int64
		if err := rows.Scan(&a, &b, &c); err != nil {
			return err
		}
		take(a, b, c)
	}
	return rows.Err()
}

// fill puts the backlog into the index until the context ends, and looks from time to time whether an older program that
// still runs has added to it.
func (j *Journal) fill(ctx context.Context) {
	defer close(j.filled)
	numbers := map[facet]int64{} // of facets that are in the store
	for {
		began := time.Now()
		left, err := j.fillSome(ctx, numbers)
		pause := max(time.Since(began), fillPause)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			if j.Ready() == nil { // else the writer tells
				j.options.Log.Warn("what was recorded before could not be put into the index", slog.String("cause", err.Error()))
			}
			pause = j.options.Interval
		case !left:
			pause = j.options.Interval
		}
		if err != nil || len(numbers) > facetsKept { // of an error some may have been taken back
			clear(numbers)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// fillSome puts some of the backlog into the index, and tells whether there may be more. The numbers are those of facets that
// are known, to which it adds.
func (j *Journal) fillSome(ctx context.Context, numbers map[facet]int64) (left bool, err error) {
	if entries, err := j.backlog(ctx, j.db); err != nil || entries == 0 {
		return false, err
	}
	err = j.db.Change(ctx, func(tx *sql.Tx) error {
		if err := j.db.Lock(ctx, tx, "backlog"); err != nil {
			return err
		}
		if err := j.takeOver(ctx, tx); err != nil {
			return err
		}
		var chain, first, last int64
		err := tx.QueryRowContext(ctx, "SELECT chain, first, last FROM backlog ORDER BY last DESC, chain LIMIT 1").Scan(&chain, &first, &last)
		if errors.Is(err, sql.ErrNoRows) { // another did it
			return nil
		}
		if err != nil {
			return err
		}
		from := max(first, last-filledAtOnce+1)
		if err := j.fillRange(ctx, tx, numbers, chain, from, last); err != nil {
			return err
		}
		if from == first {
			_, err = tx.ExecContext(ctx, j.db.Bind("DELETE FROM backlog WHERE chain = ? AND first = ?"), chain, first)
		} else {
			_, err = tx.ExecContext(ctx, j.db.Bind("UPDATE backlog SET last = ? WHERE chain = ? AND first = ?"), from-1, chain, first)
		}
		return err
	})
	return true, err
}

// takeOver adds what older programs wrote to the backlog, of some chains; of none given, of all.
func (r *Reader) takeOver(ctx context.Context, tx *sql.Tx, chains ...int64) error {
	var written [][3]int64
	err := each(ctx, tx, "SELECT chain, indexed, seq FROM chains WHERE indexed < seq", nil, func(chain, indexed, seq int64) {
		if len(chains) == 0 || slices.Contains(chains, chain) {
			written = append(written, [3]int64{chain, indexed, seq})
		}
	})
	if err != nil {
		return err
	}
	if len(written) == 0 {
		return nil
	}
	if err := r.db.Lock(ctx, tx, "backlog"); err != nil { // before the chains, as whoever fills the index does
		return err
	}
	for _, w := range written {
		chain, indexed, seq := w[0], w[1], w[2]
		// One that wrote more meanwhile is left for the next time.
		moved, err := tx.ExecContext(ctx, r.db.Bind("UPDATE chains SET indexed = ? WHERE chain = ? AND indexed = ? AND seq = ?"), seq, chain, indexed, seq)
		if err != nil {
			return err
		}
		n, err := moved.RowsAffected()
		if err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		if _, err := tx.ExecContext(ctx, r.db.Bind("INSERT INTO backlog (chain, first, last) VALUES (?, ?, ?)"), chain, indexed+1, seq); err != nil {
			return err
		}
	}
	return nil
}

// takeOver notes what an older program wrote into the chain, before anything is written after it.
func (w *writer) takeOver(ctx context.Context) error {
	tx, err := w.lease.Conn.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("beginning to write: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // of no effect once committed
	if err := w.journal.takeOver(ctx, tx, w.chain); err != nil {
		return fmt.Errorf("noting what is not in the index: %w", err)
	}
	return tx.Commit()
}

// fillRange puts entries of a chain into the index.
func (r *Reader) fillRange(ctx context.Context, tx *sql.Tx, numbers map[facet]int64, chain, first, last int64) error {
	entries, err := entriesOf(ctx, tx, r.db.Bind("SELECT "+entryColumns+" FROM entries WHERE n >= ? AND n <= ? AND n % ? = ? ORDER BY n"),
		numberOf(chain, first), numberOf(chain, last), maxChains, chain)
	if err != nil {
		return err
	}
	counted := tallies{}
	var rows [][3]int64
	for _, e := range entries {
		if e.content == nil || e.kind != kindDecision && e.kind != kindFailure {
			continue
		}
		if _, e.facets, err = e.found(); err != nil { // it was altered, and Verify tells of it
			continue
		}
		for _, f := range e.facets {
			if numbers[f] == 0 {
				if err := r.name(ctx, tx, numbers, f); err != nil {
					return err
				}
			}
			if later(f.kind) {
				rows = append(rows, [3]int64{numbers[f], e.at, e.n})
			}
		}
		counted.add(e, numbers, 1)
	}
	if len(counted) == 0 {
		return nil
	}
	if err := r.db.InsertMissing(ctx, tx, "entry_facets", facetColumns(rows)...); err != nil {
		return err
	}
	return r.db.Add(ctx, tx, "tallies", counted.columns()...)
}
