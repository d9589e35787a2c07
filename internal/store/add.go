package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// Add adds to the counts of a table, on the connection of the lease and within the transaction that is open on it: the last
// column is what is added, and those before it are the key. A count that is not there is 0. The columns are []int64 of one
// length, and no key is there twice. Where it fails the transaction must be rolled back.
func (l *Lease) Add(ctx context.Context, table string, columns ...Column) error {
	return l.db.add(table, columns, func(text string, args []any) error {
		statement, err := l.prepare(ctx, text)
		if err == nil {
			_, err = statement.ExecContext(ctx, args...)
		}
		return err
	})
}

// Add adds to the counts of a table within a transaction, as Lease.Add does.
func (db *DB) Add(ctx context.Context, tx *sql.Tx, table string, columns ...Column) error {
	return db.add(table, columns, func(text string, args []any) error {
		_, err := tx.ExecContext(ctx, text, args...)
		return err
	})
}

func (db *DB) add(table string, columns []Column, run func(text string, args []any) error) (err error) {
	if db.dialect == postgres {
		err = addLists(table, columns, run)
	} else {
		err = addRows(table, columns, run)
	}
	if err != nil {
		return fmt.Errorf("adding to %s: %w", table, err)
	}
	return nil
}

// addLists adds all rows by one statement, whose parameters are the columns.
func addLists(table string, columns []Column, run func(string, []any) error) error {
	lists, args := make([]string, len(columns)), make([]any, len(columns))
	for i, c := range columns {
		lists[i], args[i] = fmt.Sprintf("$%d::bigint[]", i+1), c.Values
	}
	return run(addText(table, columns, "SELECT * FROM unnest("+strings.Join(lists, ", ")+")"), args)
}

// addRows adds many rows by each statement: there are as few kinds of statement as the number of rows has binary digits.
func addRows(table string, columns []Column, run func(string, []any) error) error {
	values, width := rowByRow(columns), len(columns)
	row := "(" + strings.Repeat("?, ", width-1) + "?)"
	for size := rowsAtOnce; len(values) > 0; {
		for size*width > len(values) {
			size /= 2
		}
		if err := run(addText(table, columns, "VALUES "+strings.Repeat(row+", ", size-1)+row), values[:size*width]); err != nil {
			return err
		}
		values = values[size*width:]
	}
	return nil
}

func addText(table string, columns []Column, rows string) string {
	names := namesOf(columns)
	count := names[len(names)-1]
	return "INSERT INTO " + table + " (" + strings.Join(names, ", ") + ") " + rows +
		" ON CONFLICT (" + strings.Join(names[:len(names)-1], ", ") + ") DO UPDATE SET " + count + " = " + table + "." + count + " + excluded." + count
}
