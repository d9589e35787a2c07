package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
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
		err = l.copyRows(ctx, table, columns)
	} else {
		err = l.insertRows(ctx, table, columns)
	}
	if err != nil {
		return fmt.Errorf("inserting into %s: %w", table, err)
	}
	return nil
}

// copyRows inserts all rows by the protocol for many rows.
func (l *Lease) copyRows(ctx context.Context, table string, columns []Column) error {
	values, width := rowByRow(columns), len(columns)
	rows := pgx.CopyFromSlice(len(values)/width, func(i int) ([]any, error) { return values[i*width : (i+1)*width], nil })
	return l.Conn.Raw(func(driver any) error {
		_, err := driver.(*stdlib.Conn).Conn().CopyFrom(ctx, pgx.Identifier{table}, namesOf(columns), rows)
		return err
	})
}

func namesOf(columns []Column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return names
}

// rowsAtOnce is the most rows of a statement.
const rowsAtOnce = 128

// insertRows inserts many rows in each statement: there are as few kinds of statement as the number of rows has binary
// digits.
func (l *Lease) insertRows(ctx context.Context, table string, columns []Column) error {
	values := rowByRow(columns)
	row := "(" + strings.Repeat("?, ", len(columns)-1) + "?)"
	for size := rowsAtOnce; len(values) > 0; {
		for size*len(columns) > len(values) {
			size /= 2
		}
		// OR FAIL: each statement need not be undone by itself, for which SQLite would copy each page that it changes.
		statement, err := l.prepare(ctx, "INSERT OR FAIL INTO "+table+" ("+strings.Join(namesOf(columns), ", ")+") VALUES "+strings.Repeat(row+", ", size-1)+row)
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
