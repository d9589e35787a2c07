package journal

import (
	"context"
	"maps"
	"slices"

	"deferido/internal/decision"
)

// outcomes are those of the classes that have one.
func (r *Reader) outcomes(ctx context.Context, q querier) (map[int64]string, error) {
	rows, err := q.QueryContext(ctx, r.db.Bind("SELECT c.class, f.value FROM facets f JOIN class_facets c ON c.facet = f.facet WHERE f.kind = ?"), facetOutcome)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	outcomes := map[int64]string{}
	for rows.Next() {
		var class int64
		var outcome string
		if err := rows.Scan(&class, &outcome); err != nil {
			return nil, err
		}
		outcomes[class] = outcome
	}
	return outcomes, rows.Err()
}

// weekCounts are the counts of weeks by their numbers.
type weekCounts map[int64]*decision.Week

func (c weekCounts) add(week int64, outcome string, n int) {
	w := c[week]
	if w == nil {
		w = &decision.Week{Monday: monday(week)}
		c[week] = w
	}
	switch outcome {
	case decision.Met.Outcome():
		w.Allow += n
	case decision.Unmet.Outcome():
		w.Deny += n
	case decision.Unknown.Outcome():
		w.Incomplete += n
	default:
		w.Failed += n
	}
}

// weeks are the weeks from the first to the last that was counted.
func (c weekCounts) weeks() []decision.Week {
	if len(c) == 0 {
		return nil
	}
	numbers := slices.Sorted(maps.Keys(c))
	var all []decision.Week
	for week := numbers[0]; week <= numbers[len(numbers)-1]; week++ {
		if counted := c[week]; counted != nil {
			all = append(all, *counted)
			continue
		}
		all = append(all, decision.Week{Monday: monday(week)})
	}
	return all
}
