package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// Column is the values of a column of new rows: []int64, []string or [][]byte.
type Column struct {
	Name   string
	Values any
}

// Insert inserts rows on the connection of the lease, within the transaction that is open on it. The columns are of one
// length. Where it fails the transaction must be rolled back: some of the rows may be there.
func (l *Lease) Insert(ctx context.Context, table string, columns ...Column) error {
	var err error
	if l.db.dialect == postgres {
		err = l.insertArrays(ctx, table, columns)
	} else {
		err = l.insertRows(ctx, table, columns)
	}
	if err != nil {
		return fmt.Errorf("inserting into %s: %w", table, err)
	}
	return nil
}

// insertArrays inserts all rows in one statement, whose parameters are arrays.
func (l *Lease) insertArrays(ctx context.Context, table string, columns []Column) error {
	names, arrays, values := make([]string, len(columns)), make([]string, len(columns)), make([]any, len(columns))
	for i, c := range columns {
		kind := "BIGINT"
		switch c.Values.(type) {
		case []string:
			kind = "TEXT"
		case [][]byte:
			kind = "BYTEA"
		}
		names[i], arrays[i], values[i] = c.Name, fmt.Sprintf("$%d::%s[]", i+1, kind), c.Values
	}
	statement, err := l.prepare(ctx, "INSERT INTO "+table+" ("+strings.Join(names, ", ")+") SELECT * FROM unnest("+strings.Join(arrays, ", ")+")")
	if err != nil {
		return err
	}
	_, err = statement.ExecContext(ctx, values...)
	return err
}

// rowsAtOnce is the most rows of a statement.
const rowsAtOnce = 128

// insertRows inserts many rows in each statement: there are as few kinds of statement as the number of rows has binary
// digits.
func (l *Lease) insertRows(ctx context.Context, table string, columns []Column) error {
	values := rowByRow(columns)
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	row := "(" + strings.Repeat("?, ", len(columns)-1) + "?)"
	for size := rowsAtOnce; len(values) > 0; {
		for size*len(columns) > len(values) {
			size /= 2
		}
		// OR FAIL: each statement need not be undone by itself, for which SQLite would copy each page that it changes.
		statement, err := l.prepare(ctx, "INSERT OR FAIL INTO "+table+" ("+strings.Join(names, ", ")+") VALUES "+strings.Repeat(row+", ", size-1)+row)
		if err != nil {
			return err
		}
		if _, err := statement.ExecContext(ctx, values[:size*len(columns)]...); err != nil {
			return err
		}
		values = values[size*len(columns):]
	}
	return nil
}

// rowByRow lays the values of columns out row by row.
func rowByRow(columns []Column) []any {
	var all []any
	for at, c := range columns {
		switch values := c.Values.(type) {
		case []int64:
			all = lay(all, values, at, len(columns))
		case []string:
			all = lay(all, values, at, len(columns))
		case [][]byte:
			all = lay(all, values, at, len(columns))
		}
	}
	return all
}

// lay lays out one column.
func lay[V any](all []any, values []V, at, width int) []any {
	if all == nil {
		all = make([]any, len(values)*width)
	}
	for row, v := range values {
		all[row*width+at] = v
	}
	return all
}

// prepare prepares a statement once.
func (l *Lease) prepare(ctx context.Context, text string) (*sql.Stmt, error) {
	if statement := l.statements[text]; statement != nil {
		return statement, nil
	}
	statement, err := l.Conn.PrepareContext(ctx, text)
	if err == nil {
		l.statements[text] = statement
	}
	return statement, err
}
