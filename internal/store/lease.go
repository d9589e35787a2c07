package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"
)

// Lease is a number that one program has at a time, on a connection of its own. It is given back by Release, and lost when
// the connection or the program ends.
type Lease struct {
	Number int64
	Conn   *sql.Conn

	db         *DB
	statements map[string]*sql.Stmt // prepared on the connection
	file       *os.File             // of SQLite: what is locked
}

// advisory is the first half of the PostgreSQL advisory locks that leases are.
const advisory = 0x44465244

// Lease takes the first free number from 1 up to most.
func (db *DB) Lease(ctx context.Context, most int64) (*Lease, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	for number := int64(1); number <= most; number++ {
		l := &Lease{Number: number, Conn: conn, db: db, statements: map[string]*sql.Stmt{}}
		taken, err := db.take(ctx, l)
		if err != nil {
			return nil, errors.Join(err, conn.Close())
		}
		if taken {
			return l, nil
		}
	}
	return nil, errors.Join(fmt.Errorf("all of the %d writers of the store are taken", most), conn.Close())
}

func (db *DB) take(ctx context.Context, l *Lease) (taken bool, err error) {
	if db.dialect == postgres {
		err = l.Conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock($1, $2)", advisory, l.Number).Scan(&taken)
		return taken, err
	}
	l.file, err = tryLock(db.path + ".writer-" + strconv.FormatInt(l.Number, 10))
	return l.file != nil, err
}

// tryLock makes a file and locks it; nil where another has it. It is unlocked when it is closed, or the program ends.
func tryLock(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	locked, err := lockNow(f)
	if locked {
		return f, nil
	}
	return nil, errors.Join(err, f.Close())
}

// lockFile waits for the lock of a file.
func lockFile(ctx context.Context, name string) (unlock func(), err error) {
	for {
		f, err := tryLock(name)
		if err != nil {
			return nil, err
		}
		if f != nil {
			return func() { _ = f.Close() }, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// Release gives the number back. The connection ends with it, so that no lock outlives the lease in a pool.
func (l *Lease) Release() error {
	var errs []error
	for _, statement := range l.statements { // one left open would keep SQLite from emptying its write-ahead log as it closes
		errs = append(errs, statement.Close())
	}
	if l.db.dialect == postgres {
		// The server would notice a little later that the connection has ended; where this fails, it does.
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_, _ = l.Conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1, $2)", advisory, l.Number)
	}
	err := l.Conn.Raw(func(any) error { return driver.ErrBadConn }) // that discards it
	if errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) {
		err = nil
	}
	err = errors.Join(append(errs, err)...)
	if l.file != nil {
		err = errors.Join(err, l.file.Close())
	}
	return err
}
