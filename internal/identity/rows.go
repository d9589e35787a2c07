package identity

import (
	"context"
	"database/sql"
	"errors"
)

// scanner is a row that can be read.
type scanner interface{ Scan(...any) error }

// querier is a store or a transaction in it.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// collect reads all rows of a query. There is a list even if it is empty.
func collect[V any](rows *sql.Rows, err error, scan func(scanner) (V, error), doing string) (all []V, failed error) {
	if err != nil {
		return nil, stored(doing, err)
	}
	defer func() { failed = errors.Join(failed, stored(doing, rows.Close())) }()
	all = []V{}
	for rows.Next() {
		one, err := scan(rows)
		if err != nil {
			return nil, stored(doing, err)
		}
		all = append(all, one)
	}
	return all, stored(doing, rows.Err())
}

// one reads the only row of a query. It is false where there is none.
func one[V any](row scanner, scan func(scanner) (V, error), doing string) (V, bool, error) {
	value, err := scan(row)
	if errors.Is(err, sql.ErrNoRows) {
		return value, false, nil
	}
	return value, err == nil, stored(doing, err)
}

// changed tells whether a statement changed a row.
func changed(done sql.Result, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	n, err := done.RowsAffected()
	return n > 0, err
}
