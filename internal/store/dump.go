package store

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"
)

// tables are what a dump holds, in the order in which their rows may be put back: all but those of who is signed in now
// (sessions, first_code, oidc_visits), who would be let in again by whoever restores it.
var tables = []string{
	"meta", "chains", "entries", "facets", "entry_facets", "class_facets", "tallies", "backlog", "once", "policy_sets", "signers", "checkpoints",
	"api_keys", "carriers", "users", "report_sections", "report_counts",
	"drafts", "draft_files", "reviews", "impacts", "reversals", "activations", "rollback_requests", "seals", "verdicts", "remarks", "fingerprints", "shadows", "checks",
}

// A dump is lines of JSON, compressed: a header, the rows of each table as lists after a line that names it and its columns,
// and a last line with the hash of all before it. It is the same for both databases, so that one can be restored into the
// other.
type header struct {
	Deferido string `json:"deferido"` // "store"
	Format   int    `json:"format"`   // 1
	Schema   int64  `json:"schema"`   // version of the migrations
}

type section struct {
	Table   string   `json:"table"`
	Columns []string `json:"columns"`
}

type trailer struct {
	Rows   int    `json:"rows"`
	SHA256 string `json:"sha256"`
}

// cell is a value of a row as JSON: an integer, null, or a text that begins with the letter of its kind.
type cell struct{ value any }

// The kinds of texts.
const (
	kindText  = "t"
	kindBytes = "b" // in base64
)

// MarshalJSON writes the value.
func (c cell) MarshalJSON() ([]byte, error) {
	switch v := c.value.(type) {
	case nil, int64:
		return json.Marshal(v)
	case string:
		return json.Marshal(kindText + v)
	case []byte:
		return json.Marshal(kindBytes + base64.StdEncoding.EncodeToString(v))
	}
	return nil, fmt.Errorf("a value of type %T", c.value)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (c *cell) UnmarshalJSON(text []byte) error {
	if text[0] != '"' {
		var n *int64
		if err := json.Unmarshal(text, &n); err != nil || n == nil {
			return err
		}
		c.value = *n
		return nil
	}
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	if after, isText := strings.CutPrefix(s, kindText); isText {
		c.value = after
		return nil
	}
	after, isBytes := strings.CutPrefix(s, kindBytes)
	if !isBytes {
		return errors.New("a value of no kind")
	}
	b, err := base64.StdEncoding.DecodeString(after)
	c.value = b
	return err
}

// Dump writes all that the store holds at one moment, and returns how many rows. Progress may be nil.
func (db *DB) Dump(ctx context.Context, w io.Writer, progress func(rows int)) (int, error) {
	packed := gzip.NewWriter(w)
	d := &dumper{sum: sha256.New()}
	buffered := bufio.NewWriterSize(packed, 1<<16)
	d.to = io.MultiWriter(buffered, d.sum)
	version, err := db.version(ctx)
	if err != nil {
		return 0, err
	}
	err = db.Snapshot(ctx, func(tx *sql.Tx) error {
		if err := d.line(header{"store", 1, version}); err != nil {
			return err
		}
		for _, table := range tables {
			if err := d.table(ctx, tx, table, progress); err != nil {
				return fmt.Errorf("writing %s: %w", table, err)
			}
		}
		return d.line(trailer{d.rows, hex.EncodeToString(d.sum.Sum(nil))})
	})
	return d.rows, errors.Join(err, buffered.Flush(), packed.Close())
}

type dumper struct {
	to   io.Writer
	sum  hash.Hash
	rows int
}

func (d *dumper) line(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = d.to.Write(append(text, '\n'))
	return err
}

func (d *dumper) table(ctx context.Context, tx *sql.Tx, table string, progress func(int)) error {
	rows, err := tx.QueryContext(ctx, "SELECT * FROM "+table)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	if err := d.line(section{table, columns}); err != nil {
		return err
	}
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		cells := make([]cell, len(values))
		for i, v := range values {
			cells[i].value = v
		}
		if err := d.line(cells); err != nil {
			return err
		}
		if d.rows++; progress != nil && d.rows%10_000 == 0 {
			progress(d.rows)
		}
	}
	return rows.Err()
}
