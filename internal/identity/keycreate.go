package identity

import (
	"context"
	"database/sql"
	"time"
)

// NewKey is what a key is to be.
type NewKey struct {
	Role      Role
	Carrier   string    // id of a registered carrier for the role Carrier, empty for every other one
	Label     string    // the operator's words, at most 100 characters; may be empty
	ExpiresAt time.Time // zero for never
}

// labelMost is how many characters a label may have.
const labelMost = 100

// lastInstant is the last one that a key may expire at; the store counts nanoseconds since 1970 in 64 bits.
var lastInstant = time.Date(2250, 1, 1, 0, 0, 0, 0, time.UTC)

// Create makes a key and returns it with its token, which is shown this once and kept nowhere. What is to be corrected is
// an *Invalid with the pointers /role, /carrier, /label and /expires_at.
func (k *Keys) Create(ctx context.Context, wanted NewKey) (Key, string, error) {
	var (
		key   Key
		token string
	)
	err := k.db.Change(ctx, func(tx *sql.Tx) error {
		var err error
		key, token, err = k.create(ctx, tx, wanted)
		return err
	})
	if err != nil {
		return Key{}, "", stored("creating a key", err)
	}
	k.closed.Store(true)
	return key, token, nil
}

// create checks and inserts a key, in a transaction.
func (k *Keys) create(ctx context.Context, tx *sql.Tx, wanted NewKey) (Key, string, error) {
	now := k.now().UTC()
	var c Check
	if err := c.Holder(ctx, k.db, tx, wanted.Role, wanted.Carrier); err != nil {
		return Key{}, "", err
	}
	c.key(&wanted, now)
	if err := c.Err(); err != nil {
		return Key{}, "", err
	}
	id, secret := newToken()
	key := Key{
		ID: id, Role: wanted.Role, Carrier: wanted.Carrier, Label: wanted.Label,
		CreatedAt: now, ExpiresAt: wanted.ExpiresAt, secret: fingerprintOf(secret),
	}
	_, err := tx.ExecContext(ctx, k.db.Bind("INSERT INTO api_keys ("+keyColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, NULL)"),
		key.ID, key.secret[:], string(key.Role), key.Carrier, key.Label, now.UnixNano(), column(key.ExpiresAt))
	return key, written(id, secret), err
}

// key checks what a key is to be, but for its holder, and puts it in order.
func (c *Check) key(wanted *NewKey, now time.Time) {
	wanted.Label = c.Line("/label", wanted.Label, labelMost)
	if wanted.ExpiresAt.IsZero() {
		return
	}
	wanted.ExpiresAt = wanted.ExpiresAt.UTC()
	if !wanted.ExpiresAt.After(now) || wanted.ExpiresAt.After(lastInstant) {
		c.Add("/expires_at", "Use um instante futuro, antes do ano 2250.", "Use an instant in the future, before the year 2250.")
	}
}
