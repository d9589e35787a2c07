package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	driver "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// applicationID marks the file as one of ours (PRAGMA application_id): "DFRD".
const applicationID = 0x44465244

// busyTimeout is how long SQLite looks whether a file is free, where another program than ours writes to it.
var busyTimeout = fmt.Sprintf("busy_timeout(%d)", turnWithin.Milliseconds())

// checked is the size in bytes up to which every page of a file is checked before it is used; a larger one would keep its
// users waiting, and `journal verify` reads all of it.
const checked = 512 << 20

// openSQLite opens the file. A write waits for its turn (immediate), is on the disk when it is committed (FULL), and
// readers wait for nobody (WAL).
func openSQLite(ctx context.Context, from Source) (*DB, error) {
	existed, err := inspect(from)
	if err != nil {
		return nil, err
	}
	if existed {
		if err := check(ctx, from.File); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(filepath.Dir(from.File), 0o700); err != nil {
		return nil, err
	}
	if !existed { // SQLite would let others read it
		f, err := os.OpenFile(from.File, os.O_CREATE|os.O_RDWR, 0o600)
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			return nil, err
		}
	}
	parameters := url.Values{
		"_pragma": {busyTimeout, "journal_mode(WAL)", "synchronous(FULL)", "secure_delete(1)", "foreign_keys(1)", "wal_autocheckpoint(4000)", "cache_size(-16000)"},
		"_txlock": {"immediate"},
	}
	handle, err := sql.Open("sqlite", fileURL(from.File, parameters))
	if err != nil {
		return nil, err
	}
	handle.SetMaxOpenConns(8)
	handle.SetMaxIdleConns(8)
	turns, err := openTurns(from.File)
	if err != nil {
		return nil, errors.Join(err, handle.Close())
	}
	db := &DB{DB: handle, dialect: sqlite, path: from.File, turns: turns}
	if err := db.ready(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// inspect looks at the file before SQLite does: SQLite would make a new one in place of one that is gone or empty.
func inspect(from Source) (existed bool, err error) {
	f, err := os.Open(from.File)
	if errors.Is(err, fs.ErrNotExist) {
		if from.Expected {
			return false, fmt.Errorf("%w: %s is not there, though it was; restore a backup, or begin in another folder", ErrDamaged, from.File)
		}
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	magic := []byte("SQLite format 3\x00")
	head := make([]byte, len(magic)+2)
	switch n, err := io.ReadFull(f, head); {
	case n == 0 && !from.Expected:
		return false, nil // made and never written: a start that was cut off
	case err != nil || !bytes.HasPrefix(head, magic):
		return true, fmt.Errorf("%w: %s is no SQLite file; it is left as it is; restore a backup", ErrDamaged, from.File)
	}
	return true, whole(f, int64(binary.BigEndian.Uint16(head[len(magic):])))
}

// whole refuses a file that ends within a page: SQLite would go on as if the rest were zeros. After a crash it may, and the
// write-ahead log has the page.
func whole(f *os.File, page int64) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if page == 1 { // as the format writes it
		page = 1 << 16
	}
	wal, err := os.Stat(f.Name() + "-wal")
	if page > 0 && info.Size()%page == 0 || err == nil && wal.Size() > 0 {
		return nil
	}
	return fmt.Errorf("%w: %s ends within a page; it is left as it is; restore a backup", ErrDamaged, f.Name())
}

func fileURL(file string, parameters url.Values) string {
	return "file:" + (&url.URL{Path: file}).EscapedPath() + "?" + parameters.Encode()
}

// check looks at a file that was there without writing to it: to open it as ours would already change it.
func check(ctx context.Context, file string) error {
	handle, err := sql.Open("sqlite", fileURL(file, url.Values{"mode": {"ro"}, "_pragma": {busyTimeout}}))
	if err != nil {
		return err
	}
	db := &DB{DB: handle, dialect: sqlite, path: file}
	return errors.Join(db.sound(ctx), handle.Close())
}

// ready marks a new file and brings the schema up to date.
func (db *DB) ready(ctx context.Context) error {
	unlock, err := lockFile(ctx, db.path+".lock") // two programs may start at once
	if err != nil {
		return err
	}
	defer unlock()
	if err := db.migrate(ctx); err != nil {
		return db.damaged(err)
	}
	if _, err := db.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", applicationID)); err != nil {
		return db.damaged(err)
	}
	return nil
}

// sound refuses a file that is not one of ours or whose pages are damaged.
func (db *DB) sound(ctx context.Context) error {
	var id, tables int64
	if err := db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id); err != nil {
		return db.damaged(err)
	}
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return db.damaged(err)
	}
	if id != applicationID && (id != 0 || tables > 0) {
		return fmt.Errorf("%w: %s is a database of another program; it is left as it is", ErrDamaged, db.path)
	}
	info, err := os.Stat(db.path)
	if err != nil {
		return err
	}
	if info.Size() > checked {
		return nil
	}
	var found string
	if err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&found); err != nil {
		return db.damaged(err)
	}
	if found != "ok" {
		return fmt.Errorf("%w: %s: %s; it is left as it is; restore a backup", ErrDamaged, db.path, found)
	}
	return nil
}

// damaged tells of an error that the file is damaged, where SQLite says so.
func (db *DB) damaged(err error) error {
	var e *driver.Error
	if errors.As(err, &e) && (e.Code()&0xff == lib.SQLITE_CORRUPT || e.Code()&0xff == lib.SQLITE_NOTADB) {
		return fmt.Errorf("%w: %s: %w; it is left as it is; restore a backup", ErrDamaged, db.path, err)
	}
	return err
}
