package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// turns are the turns of those who write to a SQLite file. SQLite gives none: who finds another writing looks again after a
// pause that grows to 100 ms, and as long as the other soon writes again may never find it free. Within a program they wait in
// a queue; between programs for two locks: who has the first is the next to have the second, so that one who has just written
// cannot have it again before another that waits.
type turns struct {
	queue      chan struct{} // full while one of this program has the turn, or waits for another program
	next, turn *os.File      // are locked
}

// Limits of waiting for a turn.
const (
	turnWithin = 10 * time.Second       // before one gives up, as SQLite does
	turnLooks  = 500 * time.Microsecond // between looks whether another program has ended
)

// errNoTurn is of a writer who waited for too long.
var errNoTurn = fmt.Errorf("another writes to the store, for more than %v", turnWithin)

func openTurns(path string) (*turns, error) {
	t := &turns{queue: make(chan struct{}, 1)}
	for suffix, file := range map[string]**os.File{".next": &t.next, ".turn": &t.turn} {
		f, err := os.OpenFile(path+suffix, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return nil, errors.Join(err, t.close())
		}
		*file = f
	}
	return t, nil
}

func (t *turns) close() error {
	var errs []error
	for _, f := range []*os.File{t.next, t.turn} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	return errors.Join(errs...)
}

// Turn waits until nobody else writes to a SQLite file, at most until the context ends or 10 s have passed, and keeps others
// from it until done is called. Change and ExecContext have it of themselves; who writes on the connection of a lease takes it.
// Who has it must not ask for it again. PostgreSQL needs none.
func (db *DB) Turn(ctx context.Context) (done func(), err error) {
	if db.turns == nil {
		return func() {}, nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, turnWithin, errNoTurn)
	defer cancel()
	t := db.turns
	select {
	case t.queue <- struct{}{}:
	case <-ctx.Done():
		return nil, fmt.Errorf("waiting to write: %w", context.Cause(ctx))
	}
	if err := t.lock(ctx); err != nil {
		<-t.queue
		return nil, fmt.Errorf("waiting to write: %w", err)
	}
	return func() {
		unlock(t.turn)
		<-t.queue
	}, nil
}

// lock has the turn between programs.
func (t *turns) lock(ctx context.Context) error {
	if err := waitLock(ctx, t.next); err != nil {
		return err
	}
	defer unlock(t.next)
	return waitLock(ctx, t.turn)
}

// waitLock locks a file once nobody else has it locked.
func waitLock(ctx context.Context, f *os.File) error {
	for {
		locked, err := lockNow(f)
		if locked || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(turnLooks):
		}
	}
}

// lockNow locks a file, unless another has it locked. It is unlocked by unlock, when it is closed, or when the program ends.
func lockNow(f *os.File) (locked bool, err error) {
	switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("locking %s: %w", f.Name(), err)
	}
	return true, nil
}

// unlock unlocks a file. It cannot fail on one that is open.
func unlock(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }

// ExecContext runs a statement that changes the store by itself, in its turn.
func (db *DB) ExecContext(ctx context.Context, statement string, args ...any) (sql.Result, error) {
	done, err := db.Turn(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	return db.DB.ExecContext(ctx, statement, args...)
}

// Close closes the store.
func (db *DB) Close() error {
	err := db.DB.Close()
	if db.turns != nil {
		err = errors.Join(err, db.turns.close())
	}
	return err
}
