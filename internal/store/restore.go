package store

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"strings"
)

// ErrNoDump is wrapped where what is to be restored is no dump, or not a whole one.
var ErrNoDump = errors.New("not a whole backup")

// ErrNotEmpty is wrapped where the store that is to be restored into holds something.
var ErrNotEmpty = errors.New("the store is not empty")

// Restore puts a dump into an empty store, all of it or nothing, and returns how many rows.
func (db *DB) Restore(ctx context.Context, r io.Reader, progress func(rows int)) (int, error) {
	packed, err := gzip.NewReader(r)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrNoDump, err)
	}
	version, err := db.version(ctx)
	if err != nil {
		return 0, err
	}
	l := &loader{db: db, lines: bufio.NewReaderSize(packed, 1<<16), sum: sha256.New(), version: version, progress: progress}
	err = db.Change(ctx, func(tx *sql.Tx) error {
		if err := l.empty(ctx, tx); err != nil {
			return err
		}
		return l.load(ctx, tx)
	})
	return l.rows, err
}

type loader struct {
	db       *DB
	lines    *bufio.Reader
	sum      hash.Hash
	version  int64
	rows     int
	progress func(int)

	into    string
	columns int
	waiting []any // values of rows that are put back together
}

// together is how many rows are put back by one statement.
const together = 100

func (l *loader) empty(ctx context.Context, tx *sql.Tx) error {
	for _, table := range tables {
		var rows int64
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM "+table).Scan(&rows); err != nil {
			return err
		}
		if rows > 0 {
			return fmt.Errorf("%w: there is something in %s", ErrNotEmpty, table)
		}
	}
	return nil
}

// load reads lines until the last one, whose hash must be that of all before it.
func (l *loader) load(ctx context.Context, tx *sql.Tx) error {
	var h header
	if text, err := l.next(); err != nil || json.Unmarshal(text, &h) != nil || h.Deferido != "store" {
		return fmt.Errorf("%w: it does not begin like one", ErrNoDump)
	}
	if h.Format != 1 || h.Schema != l.version {
		return fmt.Errorf("%w: it is of schema %d, and this store is of %d; restore it with the program that wrote it, then upgrade", ErrNoDump, h.Schema, l.version)
	}
	for {
		before := hex.EncodeToString(l.sum.Sum(nil))
		text, err := l.next()
		if err != nil {
			return fmt.Errorf("%w: it breaks off after %d rows", ErrNoDump, l.rows)
		}
		if text[0] == '[' {
			if err := l.row(ctx, tx, text); err != nil {
				return err
			}
			continue
		}
		var line struct {
			section
			trailer
		}
		if err := json.Unmarshal(text, &line); err != nil {
			return fmt.Errorf("%w: a line that is none", ErrNoDump)
		}
		if err := l.flush(ctx, tx); err != nil {
			return err
		}
		if line.SHA256 != "" {
			if line.SHA256 != before || line.Rows != l.rows {
				return fmt.Errorf("%w: it was altered", ErrNoDump)
			}
			return l.numbering(ctx, tx)
		}
		if err := l.begin(line.section); err != nil {
			return err
		}
	}
}

func (l *loader) next() ([]byte, error) {
	text, err := l.lines.ReadBytes('\n')
	if err != nil {
		return nil, err
	}
	l.sum.Write(text) // never fails
	return text, nil
}

func (l *loader) begin(s section) error {
	if !slices.Contains(tables, s.Table) || len(s.Columns) == 0 {
		return fmt.Errorf("%w: it has a table that is not known", ErrNoDump)
	}
	for _, c := range s.Columns {
		if strings.Trim(c, "abcdefghijklmnopqrstuvwxyz_") != "" {
			return fmt.Errorf("%w: it has a column that is not known", ErrNoDump)
		}
	}
	l.columns = len(s.Columns)
	overriding := ""
	if l.db.dialect == postgres {
		overriding = " OVERRIDING SYSTEM VALUE"
	}
	l.into = "INSERT INTO " + s.Table + " (" + strings.Join(s.Columns, ", ") + ")" + overriding + " VALUES "
	return nil
}

func (l *loader) row(ctx context.Context, tx *sql.Tx, text []byte) error {
	var cells []cell
	if err := json.Unmarshal(text, &cells); err != nil || len(cells) != l.columns {
		return fmt.Errorf("%w: row %d cannot be read", ErrNoDump, l.rows+1)
	}
	for _, c := range cells {
		l.waiting = append(l.waiting, c.value)
	}
	if l.rows++; l.progress != nil && l.rows%10_000 == 0 {
		l.progress(l.rows)
	}
	if len(l.waiting) < together*l.columns {
		return nil
	}
	return l.flush(ctx, tx)
}

// flush puts the rows back that wait.
func (l *loader) flush(ctx context.Context, tx *sql.Tx) error {
	if len(l.waiting) == 0 {
		return nil
	}
	row := "(" + strings.Repeat("?, ", l.columns-1) + "?)"
	statement := l.into + strings.Repeat(row+", ", len(l.waiting)/l.columns-1) + row
	if _, err := tx.ExecContext(ctx, l.db.Bind(statement), l.waiting...); err != nil {
		return fmt.Errorf("putting rows back, up to row %d: %w", l.rows, err)
	}
	l.waiting = l.waiting[:0]
	return nil
}

// numbering has PostgreSQL number new facets after those that were put back.
func (l *loader) numbering(ctx context.Context, tx *sql.Tx) error {
	if l.db.dialect != postgres {
		return nil
	}
	_, err := tx.ExecContext(ctx, "SELECT setval(pg_get_serial_sequence('facets', 'facet'), (SELECT coalesce(max(facet), 0) + 1 FROM facets), false)")
	return err
}
