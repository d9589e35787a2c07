package identity

import (
	"context"
	"database/sql"
	"sync/atomic"
	"time"

	"deferido/internal/recent"
	"deferido/internal/store"
)

// Key is an API key without its secret. Instants are in UTC; ExpiresAt and RevokedAt are zero where there is none.
type Key struct {
	ID        string    `json:"id"`
	Role      Role      `json:"role"`
	Carrier   string    `json:"carrier,omitempty"`
	Label     string    `json:"label"` // the operator's words
	CreatedAt time.Time `json:"created_at"`
	ExpiresAt time.Time `json:"expires_at,omitzero"`
	RevokedAt time.Time `json:"revoked_at,omitzero"`

	secret fingerprint
}

// caller is whom a key authenticates.
func (k *Key) caller() Caller { return Caller{ID: k.ID, Role: k.Role, Carrier: k.Carrier} }

func (k *Key) expired(now time.Time) bool { return !k.ExpiresAt.IsZero() && !now.Before(k.ExpiresAt) }

func (k *Key) revoked() bool { return !k.RevokedAt.IsZero() }

// How long what was read of the keys is used: while the store answers, and while it does not.
const (
	keyFresh = 250 * time.Millisecond
	keyStale = 30 * time.Second
	keysKept = 4096
)

// Keys are the API keys of a store. They are safe for concurrent use, and other processes may change them meanwhile: a key
// is good as soon as it is created, and stops being good within 250 ms of its revocation.
type Keys struct {
	db     *store.DB
	now    func() time.Time
	found  *recent.Cache[Key]
	any    *recent.Cache[bool] // under the empty id
	closed atomic.Bool         // a key or an account was seen: there will always be one
}

// NewKeys are the keys of a store, by a clock.
func NewKeys(db *store.DB, now func() time.Time) *Keys {
	return &Keys{
		db: db, now: now,
		found: recent.NewCache[Key](keysKept, keyFresh, keyStale, now),
		any:   recent.NewCache[bool](1, keyFresh, keyStale, now),
	}
}

// Any tells whether anybody was ever given a key or an account; those that are revoked, expired or disabled count. Once true
// it stays true.
func (k *Keys) Any(ctx context.Context) (bool, error) {
	if k.closed.Load() {
		return true, nil
	}
	exists, _, err := k.readAny(ctx)
	return exists, err
}

func (k *Keys) readAny(ctx context.Context) (exists, found bool, err error) {
	err = stored("looking whether there is a key or an account", k.db.QueryRowContext(ctx,
		"SELECT EXISTS (SELECT 1 FROM api_keys) OR EXISTS (SELECT 1 FROM users)").Scan(&exists))
	if exists && err == nil {
		k.closed.Store(true)
	}
	return exists, true, err
}

const keyColumns = "id, secret, role, carrier, label, created_at, expires_at, revoked_at"

// List is all keys, the oldest first.
func (k *Keys) List(ctx context.Context) ([]Key, error) {
	rows, err := k.db.QueryContext(ctx, "SELECT "+keyColumns+" FROM api_keys ORDER BY created_at, id")
	return collect(rows, err, scanKey, "listing the keys")
}

// row reads a key, in the store or in a transaction. It is false where there is none.
func (k *Keys) row(ctx context.Context, from querier, id string) (Key, bool, error) {
	row := from.QueryRowContext(ctx, k.db.Bind("SELECT "+keyColumns+" FROM api_keys WHERE id = ?"), id)
	return one(row, scanKey, "reading a key")
}

// scanKey reads the columns of keyColumns.
func scanKey(row scanner) (Key, error) {
	var (
		key              Key
		secret           []byte
		created          int64
		expires, revoked sql.NullInt64
	)
	if err := row.Scan(&key.ID, &secret, &key.Role, &key.Carrier, &key.Label, &created, &expires, &revoked); err != nil {
		return Key{}, err
	}
	copy(key.secret[:], secret)
	key.CreatedAt, key.ExpiresAt, key.RevokedAt = time.Unix(0, created).UTC(), instant(expires), instant(revoked)
	return key, nil
}

// instant is that of a column of nanoseconds since 1970, zero for null.
func instant(n sql.NullInt64) time.Time {
	if !n.Valid {
		return time.Time{}
	}
	return time.Unix(0, n.Int64).UTC()
}

// column is the opposite of instant.
func column(t time.Time) sql.NullInt64 {
	if t.IsZero() {
		return sql.NullInt64{}
	}
	return sql.NullInt64{Int64: t.UnixNano(), Valid: true}
}
