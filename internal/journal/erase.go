package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"time"
)

// Erasure is the record of an erasure: of some decisions, or of all before a time.
type Erasure struct {
	IDs    []string  `json:"ids,omitempty"`
	Before time.Time `json:"before,omitzero"`
	By     string    `json:"by"`     // the caller who asked for it, or "retention"
	Reason string    `json:"reason"` // one of the reasons below
}

// The reasons of an erasure.
const (
	ReasonSubject   = "data-subject" // the person whom the decision is about asked for it (LGPD)
	ReasonRetention = "retention"    // its time is over
)

// erasedAtOnce is how many entries are erased in one transaction, so that nobody waits long.
const erasedAtOnce = 200

// Erase erases the content of a decision, for the person whom it is about. That it was erased is recorded first, so that the
// chain tells an erasure from tampering. Its error wraps ErrNotFound, ErrUnavailable or an *Erased.
func (j *Journal) Erase(ctx context.Context, id, by string) error {
	e, err := j.entry(ctx, id)
	if err != nil {
		return err
	}
	if e.content == nil {
		return &Erased{ID: id, At: e.moment()}
	}
	if err := j.recordErasure(ctx, Erasure{IDs: []string{id}, By: by, Reason: ReasonSubject}); err != nil {
		return err
	}
	return j.erase(ctx, []*entry{e})
}

// Retain erases the content of all decisions before a time, and returns how many. Progress is told after each part.
func (j *Journal) Retain(ctx context.Context, before time.Time, progress func(erased int)) (erased int, err error) {
	query := j.db.Bind("SELECT " + qualified("e") + " FROM entry_facets f JOIN entries e ON e.n = f.n WHERE f.facet = ? AND f.at < ? ORDER BY f.at, f.n LIMIT ?")
	recorded := false
	for _, kind := range []string{kindDecision, kindFailure} {
		numbers, known, err := j.numbers(ctx, []facet{{facetKind, kind}})
		if err != nil {
			return erased, err
		}
		for known {
			entries, err := j.entries(ctx, query, numbers[0], nanoseconds(before), erasedAtOnce)
			if err != nil || len(entries) == 0 {
				if err != nil {
					return erased, err
				}
				break
			}
			if !recorded {
				if err := j.recordErasure(ctx, Erasure{Before: before.UTC(), By: ReasonRetention, Reason: ReasonRetention}); err != nil {
					return erased, err
				}
				recorded = true
			}
			if err := j.erase(ctx, entries); err != nil {
				return erased, err
			}
			erased += len(entries)
			progress(erased)
		}
	}
	return erased, j.forgetKeys(ctx)
}

func (j *Journal) recordErasure(ctx context.Context, x Erasure) error {
	id, err := newEventID()
	if err != nil {
		return err
	}
	e, err := newEntry(kindErasure, id, j.options.Now(), x)
	if err != nil {
		return err
	}
	e.facets = []facet{{facetKind, kindErasure}}
	return j.append(ctx, &pending{entries: []*entry{e}, done: make(chan error, 1), came: time.Now()})
}

// erase takes the content of entries, and all that they are found and counted by, out of the store. Their links stay.
func (j *Journal) erase(ctx context.Context, entries []*entry) error {
	err := j.db.Change(ctx, func(tx *sql.Tx) error {
		if err := j.db.Lock(ctx, tx, "backlog"); err != nil { // what is being put into the index would be found again
			return err
		}
		behind, err := j.behind(ctx, tx)
		if err != nil {
			return err
		}
		var counted []*entry
		for _, e := range entries {
			erased, err := j.eraseEntry(ctx, tx, e)
			if err != nil {
				return err
			}
			if erased && !behind.has(e) {
				counted = append(counted, e)
			}
		}
		return j.untally(ctx, tx, counted)
	})
	if err != nil {
		return fmt.Errorf("%w: erasing: %w", ErrUnavailable, err)
	}
	return nil
}

// eraseEntry erases an entry, unless another has just done it.
func (j *Journal) eraseEntry(ctx context.Context, tx *sql.Tx, e *entry) (erased bool, err error) {
	done, err := tx.ExecContext(ctx, j.db.Bind("UPDATE entries SET salt = NULL, content = NULL WHERE n = ? AND content IS NOT NULL"), e.n)
	if err != nil {
		return false, err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return false, err
	}
	for _, statement := range []string{"DELETE FROM report_sections WHERE decision = ?", "DELETE FROM once WHERE id = ?"} {
		if _, err := tx.ExecContext(ctx, j.db.Bind(statement), e.id); err != nil {
			return false, err
		}
	}
	return true, j.eraseFacets(ctx, tx, e)
}

func (j *Journal) eraseFacets(ctx context.Context, tx *sql.Tx, e *entry) error {
	_, facets, err := e.found()
	if err != nil {
		return err
	}
	e.facets = facets
	for _, f := range facets {
		_, err := tx.ExecContext(ctx, j.db.Bind("DELETE FROM entry_facets WHERE at = ? AND n = ? AND facet = (SELECT facet FROM facets WHERE kind = ? AND value = ?)"), e.at, e.n, f.kind, f.value)
		if err != nil {
			return err
		}
	}
	return nil
}

// erasures are all erasures on record, summed up.
type erasures struct {
	ids    map[string]bool
	before int64 // nanoseconds since 1970 UTC
}

// cover reports whether an erasure is that of the entry.
func (x *erasures) cover(e *entry) bool { return e.at < x.before || x.ids[e.id] }

// erasures reads the erasures on record. One that cannot be read counts for nothing: it was altered.
func (r *Reader) erasures(ctx context.Context, tx *sql.Tx) (*erasures, error) {
	rows, err := tx.QueryContext(ctx, r.db.Bind("SELECT content FROM entries WHERE n IN (SELECT n FROM entry_facets WHERE facet = (SELECT facet FROM facets WHERE kind = ? AND value = ?))"), facetKind, kindErasure)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := &erasures{ids: map[string]bool{}, before: math.MinInt64}
	for rows.Next() {
		var content []byte
		if err := rows.Scan(&content); err != nil {
			return nil, err
		}
		var x Erasure
		if json.Unmarshal(content, &x) != nil {
			continue
		}
		for _, id := range x.IDs {
			all.ids[id] = true
		}
		if !x.Before.IsZero() {
			all.before = max(all.before, nanoseconds(x.Before))
		}
	}
	return all, rows.Err()
}
