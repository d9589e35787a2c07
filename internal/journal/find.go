package journal

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"deferido/internal/decision"
)

// ErrCursor is wrapped where a cursor was not made by List.
var ErrCursor = decision.ErrCursor

// List returns the records that a filter takes, newest first, at most limit of them, and the cursor of those after them,
// which is empty at the end. A page continues where the one before it ended, whatever was recorded since. What was erased
// is not listed.
func (r *Reader) List(ctx context.Context, f decision.Filter, cursor string, limit int) (records []*decision.Record, next string, err error) {
	before, err := readCursor(cursor)
	if err != nil {
		return nil, "", err
	}
	wanted := facetsWanted(f)
	numbers, known, err := r.numbers(ctx, wanted)
	if err != nil || !known {
		return nil, "", err
	}
	var entries []*entry
	err = r.db.Snapshot(ctx, func(tx *sql.Tx) error {
		way, err := r.way(ctx, tx, wantsOf(wanted, numbers), stretchOf(f, before), limit+1)
		if err != nil || way == nil {
			return err
		}
		query, args := r.listQuery(way, limit+1)
		entries, err = entriesOf(ctx, tx, query, args...)
		return err
	})
	if err != nil {
		return nil, "", fmt.Errorf("%w: looking for records: %w", ErrUnavailable, err)
	}
	if len(entries) > limit {
		entries = entries[:limit]
		next = position{entries[limit-1].at, entries[limit-1].n}.cursor()
	}
	for _, e := range entries {
		record, err := e.record()
		if err != nil {
			return nil, "", err
		}
		records = append(records, record)
	}
	return records, next, nil
}

// facetsWanted are the facets that a filter asks for, the one that is likely the rarest first.
func facetsWanted(f decision.Filter) []facet {
	kind := facet{facetKind, kindDecision}
	if f.Failures {
		kind.value = kindFailure
	}
	var wanted []facet
	for _, w := range []facet{
		{facetProvision, f.Provision}, {facetDispute, f.Dispute}, {facetContested, f.Contested}, {facetCarrier, f.Carrier},
		{facetOutcome, f.Outcome}, {facetQuestion, f.Question}, {facetRevision, f.Revision},
	} {
		if w.value != "" {
			wanted = append(wanted, w)
		}
	}
	if len(wanted) > 0 && !f.Failures && (f.Outcome != "" || f.Contested != "") {
		return wanted // which no failure has
	}
	return append(wanted, kind)
}

// listQuery walks the index of a facet backwards and looks each entry up in those of the others. An EXISTS would let
// PostgreSQL join them all and sort what is left, for one page. Of several facets it takes the first of each.
func (r *Reader) listQuery(w *way, limit int) (string, []any) {
	if len(w.walked) == 1 {
		s := (&statement{}).add("SELECT "+qualified("e")+" FROM entry_facets f JOIN entries e ON e.n = f.n").alongside(w.walked[0], w)
		s.add(" ORDER BY f.at DESC, f.n DESC LIMIT ?", limit)
		return r.db.Bind(s.text.String()), s.args
	}
	s := (&statement{}).add("SELECT " + qualified("e") + " FROM (")
	for i, facet := range w.walked {
		if i > 0 {
			s.add(" UNION ALL ")
		}
		s.add("SELECT * FROM (SELECT f.at, f.n FROM entry_facets f").alongside(facet, w)
		s.add(fmt.Sprintf(" ORDER BY f.at DESC, f.n DESC LIMIT ?) w%d", i), limit)
	}
	s.add(" ORDER BY 1 DESC, 2 DESC LIMIT ?) w JOIN entries e ON e.n = w.n ORDER BY w.at DESC, w.n DESC", limit)
	return r.db.Bind(s.text.String()), s.args
}

// alongside adds the entries of a facet that a way goes by.
func (s *statement) alongside(facet int64, w *way) *statement {
	s.add(" WHERE f.facet = ? AND (f.at, f.n) < (?, ?) AND f.at >= ?", facet, w.before.at, w.before.n, w.since)
	for _, other := range w.probed {
		s.add(" AND (SELECT 1 FROM entry_facets o WHERE o.facet = ? AND o.at = f.at AND o.n = f.n) IS NOT NULL", other)
	}
	return s
}

func qualified(table string) string {
	return table + "." + strings.ReplaceAll(entryColumns, ", ", ", "+table+".")
}

// position is a place in the order of a list: by time, and among those of one time by number.
type position struct{ at, n int64 }

func (p position) before(o position) bool { return p.at < o.at || p.at == o.at && p.n < o.n }

// nanoseconds is a time as the store has it. One that is too far from now for that is the last that can be told.
func nanoseconds(t time.Time) int64 {
	switch {
	case t.Before(time.Unix(0, math.MinInt64)):
		return math.MinInt64
	case t.After(time.Unix(0, math.MaxInt64)):
		return math.MaxInt64
	}
	return t.UnixNano()
}

// cursorLength is two integers.
const cursorLength = 16

func (p position) cursor() string {
	b := binary.BigEndian.AppendUint64(nil, uint64(p.at))
	return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint64(b, uint64(p.n)))
}

// readCursor reads a cursor; an empty one is before all.
func readCursor(cursor string) (position, error) {
	if cursor == "" {
		return position{math.MaxInt64, math.MaxInt64}, nil
	}
	b, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(b) != cursorLength {
		return position{}, ErrCursor
	}
	return position{int64(binary.BigEndian.Uint64(b)), int64(binary.BigEndian.Uint64(b[8:]))}, nil
}

// entries reads the entries that a query returns.
func (r *Reader) entries(ctx context.Context, query string, args ...any) ([]*entry, error) {
	entries, err := entriesOf(ctx, r.db, query, args...)
	if err != nil {
		return nil, fmt.Errorf("%w: reading records: %w", ErrUnavailable, err)
	}
	return entries, nil
}

func entriesOf(ctx context.Context, q querier, query string, args ...any) ([]*entry, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return scanned(rows)
}

// scanned are all entries of rows, which it closes.
func scanned(rows *sql.Rows) ([]*entry, error) {
	defer rows.Close()
	var entries []*entry
	for rows.Next() {
		e := &entry{}
		if err := rows.Scan(e.columns()...); err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	return slices.Clip(entries), rows.Err()
}
