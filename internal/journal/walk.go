package journal

import (
	"context"
	"iter"
	"math"
	"strings"

	"deferido/internal/decision"
)

// Contents walks the records that a filter takes, oldest first: each as JSON of a decision.Record. What is recorded meanwhile may
// be met too.
func (r *Reader) Contents(ctx context.Context, f decision.Filter) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		numbers, known, err := r.numbers(ctx, facetsWanted(f))
		if err != nil {
			yield(nil, err)
			return
		}
		if !known {
			return
		}
		after := position{math.MinInt64, math.MinInt64}
		if !f.From.IsZero() {
			after.at = f.From.UnixNano()
		}
		until := int64(math.MaxInt64)
		if !f.To.IsZero() {
			until = f.To.UnixNano()
		}
		for {
			entries, err := r.entries(ctx, r.walkQuery(len(numbers)), walkArgs(numbers, after, until)...)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, e := range entries {
				after = position{e.at, e.n}
				if e.content != nil && !yield(e.content, nil) {
					return
				}
			}
			if len(entries) < page {
				return
			}
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
