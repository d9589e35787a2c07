package identity

import (
	"context"
	"database/sql"
	"slices"
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
	var c check
	c.key(&wanted, now)
	if wanted.Role == Carrier && carrierIDForm.MatchString(wanted.Carrier) {
		registered, err := k.hold(ctx, tx, wanted.Carrier)
		if err != nil {
			return Key{}, "", err
		}
		if !registered {
			c.add("/carrier", "Cadastre a transportadora antes.", "Register the carrier first.")
		}
	}
	if err := c.err(); err != nil {
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

// hold tells whether a carrier is registered, and keeps it so until the transaction ends: changing nothing locks its row,
// in both databases, so that it cannot be removed while a key for it is being created.
func (k *Keys) hold(ctx context.Context, tx *sql.Tx, carrier string) (bool, error) {
	done, err := tx.ExecContext(ctx, k.db.Bind("UPDATE carriers SET id = id WHERE id = ?"), carrier)
	return changed(done, err)
}

// key checks what a key is to be, but for whether its carrier is registered, and puts it in order.
func (c *check) key(wanted *NewKey, now time.Time) {
	if !slices.Contains(keyRoles, wanted.Role) {
		c.add("/role", "Use um destes papéis: carrier, regulator, lawyer, admin.", "Use one of these roles: carrier, regulator, lawyer, admin.")
	}
	switch {
	case wanted.Role == Carrier && wanted.Carrier == "":
		c.add("/carrier", "O papel carrier pede a transportadora.", "The role carrier asks for the carrier.")
	case wanted.Role == Carrier && !carrierIDForm.MatchString(wanted.Carrier):
		c.add("/carrier", carrierIDRule.PT, carrierIDRule.EN)
	case wanted.Role != Carrier && wanted.Carrier != "":
		c.add("/carrier", "Só o papel carrier tem transportadora; retire-a.", "Only the role carrier has a carrier; leave it out.")
	}
	wanted.Label = c.line("/label", wanted.Label, labelMost)
	if wanted.ExpiresAt.IsZero() {
		return
	}
	wanted.ExpiresAt = wanted.ExpiresAt.UTC()
	if !wanted.ExpiresAt.After(now) || wanted.ExpiresAt.After(lastInstant) {
		c.add("/expires_at", "Use um instante futuro, antes do ano 2250.", "Use an instant in the future, before the year 2250.")
	}
}
