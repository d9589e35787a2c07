package journal

import (
	"context"
	"iter"
	"math"
	"strings"
	"time"

	"deferido/internal/decision"
)

// page is how many records are read at a time where all are wanted.
const page = 500

// Contents walks the records that a filter takes, oldest first: each as JSON of a decision.Record. What is recorded meanwhile may
// be met too.
func (r *Reader) Contents(ctx context.Context, f decision.Filter) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		err := r.walk(ctx, facetsWanted(f), f.From, f.To, func(e *entry) bool { return e.content == nil || yield(e.content, nil) })
		if err != nil {
			yield(nil, err)
		}
	}
}

// Movements are the passengers of a carrier whose trips were in a month, oldest decision first; of an empty month those whose
// departure is not known and that were decided in the period.
func (r *Reader) Movements(ctx context.Context, carrier, month string, from, to time.Time) iter.Seq2[*decision.Record, error] {
	return func(yield func(*decision.Record, error) bool) {
		if month != "" {
			from, to = time.Time{}, time.Time{}
		}
		err := r.walk(ctx, []facet{movementOf(carrier, month)}, from, to, func(e *entry) bool {
			record, err := e.record()
			return yield(record, err) && err == nil
		})
		if err != nil {
			yield(nil, err)
		}
	}
}

// walk visits the entries that have all of some facets and were decided in a period, oldest first, until visit returns false.
// A zero time is no bound.
func (r *Reader) walk(ctx context.Context, wanted []facet, from, to time.Time, visit func(*entry) bool) error {
	numbers, known, err := r.numbers(ctx, wanted)
	if err != nil || !known {
		return err
	}
	after, until := position{nanoseconds(from), math.MinInt64}, int64(math.MaxInt64)
	if !to.IsZero() {
		until = nanoseconds(to)
	}
	query := r.walkQuery(len(numbers))
	for {
		entries, err := r.entries(ctx, query, walkArgs(numbers, after, until)...)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if after = (position{e.at, e.n}); !visit(e) {
				return nil
			}
		}
		if len(entries) < page {
			return nil
		}
	}
}

func (r *Reader) walkQuery(facets int) string {
	return r.db.Bind("SELECT " + qualified("e") + " FROM entry_facets f JOIN entries e ON e.n = f.n WHERE f.facet = ? AND (f.at, f.n) > (?, ?) AND f.at < ?" +
		strings.Repeat(" AND EXISTS (SELECT 1 FROM entry_facets o WHERE o.facet = ? AND o.at = f.at AND o.n = f.n)", facets-1) + " ORDER BY f.at, f.n LIMIT ?")
}

func walkArgs(numbers []int64, after position, until int64) []any {
	args := []any{numbers[0], after.at, after.n, until}
	for _, other := range numbers[1:] {
		args = append(args, other)
	}
	return append(args, page)
}
