package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/stdlib"
)

// Add adds to the counts of a table, on the connection of the lease and within the transaction that is open on it: the last
// column is what is added, and those before it are the key. A count that is not there is 0. The columns are []int64 of one
// length, and no key is there twice. Where it fails the transaction must be rolled back.
func (l *Lease) Add(ctx context.Context, table string, columns ...Column) error {
	return l.db.put(table, columns, sumOf(table, columns), func(text string, args []any) error {
		if l.db.dialect == postgres {
			return l.exec(ctx, text, args)
		}
		statement, err := l.prepare(ctx, text)
		if err == nil {
			_, err = statement.ExecContext(ctx, args...)
		}
		return err
	})
}

// exec runs a statement on the connection to PostgreSQL, which remembers it prepared. Where the server is gone, a statement of
// database/sql would close the connection, and for that wait for the transaction that is open on it.
func (l *Lease) exec(ctx context.Context, text string, args []any) error {
	return l.Conn.Raw(func(driver any) error {
		_, err := driver.(*stdlib.Conn).Conn().Exec(ctx, text, args...)
		return err
	})
}

// Add adds to the counts of a table within a transaction, as Lease.Add does.
func (db *DB) Add(ctx context.Context, tx *sql.Tx, table string, columns ...Column) error {
	return db.put(table, columns, sumOf(table, columns), within(ctx, tx))
}

// InsertMissing inserts those rows that are not there, within a transaction. The columns are []int64 of one length.
func (db *DB) InsertMissing(ctx context.Context, tx *sql.Tx, table string, columns ...Column) error {
	return db.put(table, columns, "DO NOTHING", within(ctx, tx))
}

func within(ctx context.Context, tx *sql.Tx) func(string, []any) error {
	return func(text string, args []any) error {
		_, err := tx.ExecContext(ctx, text, args...)
		return err
	}
}

// sumOf is what is done with a count that is there.
func sumOf(table string, columns []Column) string {
	names := namesOf(columns)
	count := names[len(names)-1]
	return "(" + strings.Join(names[:len(names)-1], ", ") + ") DO UPDATE SET " + count + " = " + table + "." + count + " + excluded." + count
}

// put inserts rows, and does something else with those that are there.
func (db *DB) put(table string, columns []Column, conflict string, run func(text string, args []any) error) (err error) {
	text := func(rows string) string {
		return "INSERT INTO " + table + " (" + strings.Join(namesOf(columns), ", ") + ") " + rows + " ON CONFLICT " + conflict
	}
	if db.dialect == postgres {
		err = putLists(columns, text, run)
	} else {
		err = putRows(columns, text, run)
	}
	if err != nil {
		return fmt.Errorf("putting into %s: %w", table, err)
	}
	return nil
}

// putLists puts all rows by one statement, whose parameters are the columns.
func putLists(columns []Column, text func(string) string, run func(string, []any) error) error {
	lists, args := make([]string, len(columns)), make([]any, len(columns))
	for i, c := range columns {
		lists[i], args[i] = fmt.Sprintf("$%d::bigint[]", i+1), c.Values
	}
	return run(text("SELECT * FROM unnest("+strings.Join(lists, ", ")+")"), args)
}

// putRows puts many rows by each statement: there are as few kinds of statement as the number of rows has binary digits.
func putRows(columns []Column, text func(string) string, run func(string, []any) error) error {
	values, width := rowByRow(columns), len(columns)
	row := "(" + strings.Repeat("?, ", width-1) + "?)"
	for size := rowsAtOnce; len(values) > 0; {
		for size*width > len(values) {
			size /= 2
		}
		if err := run(text("VALUES "+strings.Repeat(row+", ", size-1)+row), values[:size*width]); err != nil {
			return err
		}
		values = values[size*width:]
	}
	return nil
}
