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
	numbers, known, err := r.numbers(ctx, facetsWanted(f))
	if err != nil || !known {
		return nil, "", err
	}
	query, args := r.listQuery(numbers, f, before, limit+1)
	rows, err := r.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, "", fmt.Errorf("%w: looking for records: %w", ErrUnavailable, err)
	}
	defer rows.Close()
	var last position
	for rows.Next() {
		e := &entry{}
		if err := rows.Scan(e.columns()...); err != nil {
			return nil, "", fmt.Errorf("%w: reading records: %w", ErrUnavailable, err)
		}
		if len(records) == limit {
			return records, last.cursor(), nil
		}
		record, err := e.record()
		if err != nil {
			return nil, "", err
		}
		records, last = append(records, record), position{e.at, e.n}
	}
	if err := rows.Err(); err != nil {
		return nil, "", fmt.Errorf("%w: reading records: %w", ErrUnavailable, err)
	}
	return records, "", nil
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

// listQuery walks the index of the first facet backwards and looks each entry up in those of the others. An EXISTS would let
// PostgreSQL join them all and sort what is left, for one page.
func (r *Reader) listQuery(numbers []int64, f decision.Filter, before position, limit int) (string, []any) {
	since := int64(math.MinInt64)
	if !f.From.IsZero() {
		since = nanoseconds(f.From)
	}
	if !f.To.IsZero() {
		if until := (position{nanoseconds(f.To), math.MinInt64}); until.before(before) {
			before = until
		}
	}
	var q strings.Builder
	q.WriteString("SELECT " + qualified("e") + " FROM entry_facets f JOIN entries e ON e.n = f.n WHERE f.facet = ? AND (f.at, f.n) < (?, ?) AND f.at >= ?")
	args := []any{numbers[0], before.at, before.n, since}
	for _, other := range numbers[1:] {
		q.WriteString(" AND (SELECT 1 FROM entry_facets o WHERE o.facet = ? AND o.at = f.at AND o.n = f.n) IS NOT NULL")
		args = append(args, other)
	}
	q.WriteString(" ORDER BY f.at DESC, f.n DESC LIMIT ?")
	return r.db.Bind(q.String()), append(args, limit)
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
	rows, err := r.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("%w: reading records: %w", ErrUnavailable, err)
	}
	entries, err := scanned(rows)
	if err != nil {
		return nil, fmt.Errorf("%w: reading records: %w", ErrUnavailable, err)
	}
	return entries, nil
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
