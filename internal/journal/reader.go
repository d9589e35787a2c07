package journal

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"deferido/internal/decision"
	"deferido/internal/store"
)

// Reader reads a journal. It is safe for concurrent use.
type Reader struct {
	db     *store.DB
	id     string // of the journal, a UUID
	secret []byte // that idempotency keys are hashed under
}

// ErrNotFound is wrapped where there is no such record.
var ErrNotFound = decision.ErrNoRecord

// Erased says that a record's content was erased.
type Erased = decision.Erased

// NewReader opens the journal of a store for reading. In a new store it founds the journal.
func NewReader(ctx context.Context, db *store.DB) (*Reader, error) {
	secret := make([]byte, 32)
	rand.Read(secret) // never fails
	id, err := uuid.NewRandom()
	if err != nil {
		return nil, err
	}
	r := &Reader{db: db}
	var text []byte
	for _, m := range []struct {
		name  string
		fresh []byte
		into  *[]byte
	}{{"journal", []byte(id.String()), &text}, {"secret", secret, &r.secret}} {
		if _, err := db.ExecContext(ctx, db.Bind("INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING"), m.name, m.fresh); err != nil {
			return nil, fmt.Errorf("founding the journal: %w", err)
		}
		if err := db.QueryRowContext(ctx, db.Bind("SELECT value FROM meta WHERE name = ?"), m.name).Scan(m.into); err != nil {
			return nil, fmt.Errorf("reading what the journal is: %w", err)
		}
	}
	r.id = string(text)
	return r, nil
}

// ID names the journal.
func (r *Reader) ID() string { return r.id }

// Get returns a record by the id of its decision. Its error wraps ErrNotFound, ErrUnavailable or an *Erased.
func (r *Reader) Get(ctx context.Context, id string) (*decision.Record, error) {
	e, err := r.entry(ctx, id)
	if err != nil {
		return nil, err
	}
	return e.record()
}

// storable reports whether a text can be in the store: PostgreSQL takes an error for what cannot, and not for what is not there.
func storable(text string) bool { return utf8.ValidString(text) && !strings.Contains(text, "\x00") }

// entry is the entry of a decision.
func (r *Reader) entry(ctx context.Context, id string) (*entry, error) {
	return r.find(ctx, entryColumns, id, (*entry).columns)
}

// find is the entry of a decision with some of its columns, its kind among them.
func (r *Reader) find(ctx context.Context, columns, id string, into func(*entry) []any) (*entry, error) {
	if !storable(id) {
		return nil, fmt.Errorf("%w: the id is no text", ErrNotFound)
	}
	e := &entry{}
	err := r.db.QueryRowContext(ctx, r.db.Bind("SELECT "+columns+" FROM entries WHERE id = ?"), id).Scan(into(e)...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, fmt.Errorf("%w: %s", ErrNotFound, id)
	case err != nil:
		return nil, fmt.Errorf("%w: reading a record: %w", ErrUnavailable, err)
	case e.kind != kindDecision && e.kind != kindFailure:
		return nil, fmt.Errorf("%w: %s is no decision", ErrNotFound, id)
	}
	return e, nil
}

const entryColumns = "n, kind, id, at, prev, salt, content, commitment, hash"

func (e *entry) columns() []any {
	return []any{&e.n, &e.kind, &e.id, &e.at, &e.prev, &e.salt, &e.content, &e.commitment, &e.hash}
}

// record is what the entry holds.
func (e *entry) record() (*decision.Record, error) {
	if e.content == nil {
		return nil, &Erased{ID: e.id, At: e.moment()}
	}
	var r decision.Record
	if err := json.Unmarshal(e.content, &r); err != nil {
		return nil, fmt.Errorf("the record %s cannot be read: %w", e.id, err)
	}
	return &r, nil
}

// KeepSet keeps a policy set, as an archive of its files, unless it is kept already.
func (r *Reader) KeepSet(ctx context.Context, revision string, archive []byte, now time.Time) error {
	_, err := r.db.ExecContext(ctx, r.db.Bind("INSERT INTO policy_sets (revision, at, archive) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"), revision, now.UnixNano(), archive)
	if err != nil {
		return fmt.Errorf("%w: keeping the policy set: %w", ErrUnavailable, err)
	}
	return nil
}

// Set returns the archive of a policy set that decided. Its error wraps ErrNotFound where it is not kept.
func (r *Reader) Set(ctx context.Context, revision string) ([]byte, error) {
	if !storable(revision) {
		return nil, fmt.Errorf("%w: the revision is no text", ErrNotFound)
	}
	var archive []byte
	err := r.db.QueryRowContext(ctx, r.db.Bind("SELECT archive FROM policy_sets WHERE revision = ?"), revision).Scan(&archive)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("%w: the policy set %s", ErrNotFound, revision)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: reading a policy set: %w", ErrUnavailable, err)
	}
	return archive, nil
}

// Code is what a document of a decision is checked by: the beginning of the hash of its entry, in hexadecimal. Who does not
// hold the document does not know it, and it is another one once anything of the decision is another.
func (r *Reader) Code(ctx context.Context, id string) (string, error) {
	e, err := r.find(ctx, "kind, hash", id, func(e *entry) []any { return []any{&e.kind, &e.hash} })
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(e.hash[:codeLength]), nil
}

// codeLength is the bytes of a code: too many to guess, few enough to print.
const codeLength = 10
