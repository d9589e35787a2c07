package journal

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// session is a connection or a transaction.
type session interface {
	querier
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// name notes the number of a facet among those known; a facet that is not in the store is put there. A class is put there with
// what it says.
func (r *Reader) name(ctx context.Context, s session, known map[facet]int64, f facet) error {
	if _, err := s.ExecContext(ctx, r.db.Bind("INSERT INTO facets (kind, value) VALUES (?, ?) ON CONFLICT DO NOTHING"), f.kind, f.value); err != nil {
		return fmt.Errorf("naming a facet: %w", err)
	}
	number, err := r.facetNumber(ctx, s, f)
	if err != nil {
		return fmt.Errorf("naming a facet: %w", err)
	}
	if f.kind == facetClass {
		if err := r.nameMembers(ctx, s, known, f, number); err != nil {
			return fmt.Errorf("naming a class: %w", err)
		}
	}
	known[f] = number
	return nil
}

func (r *Reader) nameMembers(ctx context.Context, s session, known map[facet]int64, class facet, number int64) error {
	members, err := class.members()
	if err != nil {
		return err
	}
	for _, m := range members {
		if _, named := known[m]; !named {
			if err := r.name(ctx, s, known, m); err != nil {
				return err
			}
		}
		if _, err := s.ExecContext(ctx, r.db.Bind("INSERT INTO class_facets (facet, class) VALUES (?, ?) ON CONFLICT DO NOTHING"), known[m], number); err != nil {
			return err
		}
	}
	return nil
}

// facetNumber is the number of a facet; its error is sql.ErrNoRows where the store has none.
func (r *Reader) facetNumber(ctx context.Context, q querier, f facet) (number int64, err error) {
	err = q.QueryRowContext(ctx, r.db.Bind("SELECT facet FROM facets WHERE kind = ? AND value = ?"), f.kind, f.value).Scan(&number)
	return number, err
}

// numbers are those of facets; known is false where nothing was ever recorded with one of them.
func (r *Reader) numbers(ctx context.Context, wanted []facet) (numbers []int64, known bool, err error) {
	for _, f := range wanted {
		if !storable(f.value) {
			return nil, false, nil
		}
		number, err := r.facetNumber(ctx, r.db, f)
		if errors.Is(err, sql.ErrNoRows) {
			return nil, false, nil
		}
		if err != nil {
			return nil, false, fmt.Errorf("%w: looking for records: %w", ErrUnavailable, err)
		}
		numbers = append(numbers, number)
	}
	return numbers, true, nil
}

func compareFacets(a, b facet) int {
	return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.value, b.value))
}
