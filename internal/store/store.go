// Package store opens the database that everything durable lies in: an embedded SQLite file, or a PostgreSQL server by its
// URL. Both have the same tables and behave alike; what differs between them stays in this package.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// DB is an open store, its schema up to date. It is safe for concurrent use.
type DB struct {
	*sql.DB
	dialect dialect
	path    string // of the SQLite file; empty for PostgreSQL
	turns   *turns // of those who write to it; nil where none are needed
}

// dialect is what differs between the two databases.
type dialect int

const (
	sqlite dialect = iota
	postgres
)

// Source says which store to open.
type Source struct {
	// URL is that of a PostgreSQL database ("postgres://…"); empty for SQLite.
	URL string
	// File is that of SQLite.
	File string
	// Expected tells that the SQLite file must be there: its absence is an error and not a new store.
	Expected bool
	// Connections bounds those to PostgreSQL; 0 is 16.
	Connections int
}

// ErrNewer is wrapped where the schema is newer than this program knows.
var ErrNewer = errors.New("the store was written by a newer program")

// ErrDamaged is wrapped where the file is no sound store.
var ErrDamaged = errors.New("the store is damaged")

// Open opens a store and brings its schema up to date. A SQLite file that is damaged, or that is expected and not there, is
// refused and left as it is. Messages hold no password of the URL.
func Open(ctx context.Context, from Source) (*DB, error) {
	if from.URL == "" {
		return openSQLite(ctx, from)
	}
	return openPostgres(ctx, from)
}

// Postgres tells whether the store is a PostgreSQL database.
func (db *DB) Postgres() bool { return db.dialect == postgres }

// Name names the store to people, without a password.
func (db *DB) Name() string {
	if db.dialect == sqlite {
		return db.path
	}
	return "PostgreSQL"
}

// Bind writes a statement with ? for its parameters in the way of the database.
func (db *DB) Bind(statement string) string {
	if db.dialect == sqlite {
		return statement
	}
	var b strings.Builder
	for i := 1; ; i++ {
		before, after, found := strings.Cut(statement, "?")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString("$" + strconv.Itoa(i))
		statement = after
	}
}

// Snapshot runs a function in a transaction that only reads, and reads the same state from beginning to end.
func (db *DB) Snapshot(ctx context.Context, do func(tx *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: db.snapshotIsolation()})
	if err != nil {
		return fmt.Errorf("beginning to read: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	return do(tx)
}

func (db *DB) snapshotIsolation() sql.IsolationLevel {
	if db.dialect == postgres {
		return sql.LevelRepeatableRead
	}
	return sql.LevelDefault
}

// Change runs a function in a transaction that writes; it is committed when the function returns nil.
func (db *DB) Change(ctx context.Context, do func(tx *sql.Tx) error) error {
	done, err := db.Turn(ctx)
	if err != nil {
		return err
	}
	defer done()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("beginning to write: %w", err)
	}
	if err := do(tx); err != nil {
		return errors.Join(err, ignoreDone(tx.Rollback()))
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("committing: %w", err)
	}
	return nil
}

// Lock keeps others from changing a table until the transaction ends. In SQLite nobody else changes anything meanwhile.
func (db *DB) Lock(ctx context.Context, tx *sql.Tx, table string) error {
	if db.dialect == sqlite {
		return nil
	}
	_, err := tx.ExecContext(ctx, "LOCK TABLE "+table+" IN SHARE ROW EXCLUSIVE MODE")
	return err
}

// Notify tells the programs that listen on a channel, once the transaction is committed. Those on SQLite look for themselves.
func (db *DB) Notify(ctx context.Context, tx *sql.Tx, channel string) error {
	if db.dialect == sqlite {
		return nil
	}
	_, err := tx.ExecContext(ctx, "SELECT pg_notify($1, '')", channel)
	return err
}

func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

// withoutPassword is a message in which the password of a URL does not stand.
func withoutPassword(message, from string) string {
	if u, err := url.Parse(from); err == nil && u.User != nil {
		if password, set := u.User.Password(); set && password != "" {
			message = strings.ReplaceAll(message, password, "…")
			message = strings.ReplaceAll(message, url.QueryEscape(password), "…")
		}
	}
	return message
}
