package identity

import (
	"context"
	"database/sql"
	"time"
)

// Revoke ends a key for good. One that is revoked stays revoked since it was first. ErrNoSuchKey is wrapped where there is
// none.
func (k *Keys) Revoke(ctx context.Context, id string) error {
	if !keyIDForm.MatchString(id) {
		return ErrNoSuchKey
	}
	done, err := k.db.ExecContext(ctx, k.db.Bind("UPDATE api_keys SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ?"),
		k.now().UnixNano(), id)
	found, err := changed(done, err)
	k.found.Forget(id)
	if err != nil {
		return stored("revoking a key", err)
	}
	if !found {
		return ErrNoSuchKey
	}
	return nil
}

// Rotate makes another key of the same role, carrier and label, and has the old one expire after the overlap, never later
// than it would have: between the two its holder is never without a key. Where the old one had an end, the new one lives
// as long as the old one was to. A negative overlap is an *Invalid. ErrNoSuchKey and ErrKeyEnded are wrapped where there is nothing to rotate.
func (k *Keys) Rotate(ctx context.Context, id string, overlap time.Duration) (Key, string, error) {
	if !keyIDForm.MatchString(id) {
		return Key{}, "", ErrNoSuchKey
	}
	if overlap < 0 {
		var c Check
		c.Add("/overlap", "Use uma duração que não seja negativa.", "Use a duration that is not negative.")
		return Key{}, "", c.Err()
	}
	var (
		key   Key
		token string
	)
	err := k.db.Change(ctx, func(tx *sql.Tx) error {
		old, err := k.outgoing(ctx, tx, id, overlap)
		if err != nil {
			return err
		}
		key, token, err = k.create(ctx, tx, successor(old, k.now()))
		return err
	})
	k.found.Forget(id)
	if err != nil {
		return Key{}, "", stored("rotating a key", err)
	}
	return key, token, nil
}

// outgoing sets the end of a key and returns it as it was before.
func (k *Keys) outgoing(ctx context.Context, tx *sql.Tx, id string, overlap time.Duration) (Key, error) {
	old, found, err := k.row(ctx, tx, id)
	now := k.now()
	switch {
	case err != nil:
		return Key{}, err
	case !found:
		return Key{}, ErrNoSuchKey
	case old.revoked() || old.expired(now):
		return Key{}, ErrKeyEnded
	}
	end := earlier(now.Add(overlap), lastInstant).UnixNano()
	_, err = tx.ExecContext(ctx, k.db.Bind(
		"UPDATE api_keys SET expires_at = CASE WHEN expires_at < ? THEN expires_at ELSE ? END WHERE id = ?"), end, end, id)
	return old, err
}

// successor is what the key after another one is to be.
func successor(old Key, now time.Time) NewKey {
	next := NewKey{Role: old.Role, Carrier: old.Carrier, Label: old.Label}
	if !old.ExpiresAt.IsZero() {
		next.ExpiresAt = earlier(now.Add(old.ExpiresAt.Sub(old.CreatedAt)), lastInstant)
	}
	return next
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
