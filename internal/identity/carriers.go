package identity

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"deferido/internal/decision"
	"deferido/internal/recent"
	"deferido/internal/store"
)

// How long a carrier that was read is used, and how many are kept.
const (
	carrierFresh = time.Second
	carriersKept = 1024
)

// Carriers is the register of carriers of a store. It is safe for concurrent use; what another process changes is seen
// within a second.
type Carriers struct {
	db    *store.DB
	now   func() time.Time
	found *recent.Cache[decision.Carrier]
}

// NewCarriers is the register of a store, by a clock.
func NewCarriers(db *store.DB, now func() time.Time) *Carriers {
	return &Carriers{db: db, now: now, found: recent.NewCache[decision.Carrier](carriersKept, carrierFresh, 0, now)}
}

// Put registers a carrier, in place of any with its id, and returns it as it is kept: without space around its texts, the
// CNPJ as it is printed. What is to be corrected is an *Invalid, its pointers into the carrier's JSON.
func (c *Carriers) Put(ctx context.Context, given decision.Carrier) (decision.Carrier, error) {
	var faults Check
	kept := faults.carrier(given)
	if err := faults.Err(); err != nil {
		return decision.Carrier{}, err
	}
	document, err := json.Marshal(kept)
	if err != nil {
		return decision.Carrier{}, fmt.Errorf("writing a carrier: %w", err)
	}
	_, err = c.db.ExecContext(ctx, c.db.Bind(
		"INSERT INTO carriers (id, document) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET document = excluded.document"), kept.ID, document)
	c.found.Forget(kept.ID)
	if err != nil {
		return decision.Carrier{}, stored("registering a carrier", err)
	}
	return kept, nil
}

// Get is the carrier with an id. ErrNoSuchCarrier is wrapped where there is none.
func (c *Carriers) Get(ctx context.Context, id string) (decision.Carrier, error) {
	if !carrierIDForm.MatchString(id) {
		return decision.Carrier{}, ErrNoSuchCarrier
	}
	carrier, found, err := c.found.Get(ctx, id, func(ctx context.Context) (decision.Carrier, bool, error) {
		row := c.db.QueryRowContext(ctx, c.db.Bind("SELECT document FROM carriers WHERE id = ?"), id)
		return one(row, scanCarrier, "reading a carrier")
	})
	switch {
	case err != nil:
		return decision.Carrier{}, err
	case !found:
		return decision.Carrier{}, ErrNoSuchCarrier
	}
	carrier.Terminals = slices.Clone(carrier.Terminals) // the caller's to change
	return carrier, nil
}

// List is all carriers, by id.
func (c *Carriers) List(ctx context.Context) ([]decision.Carrier, error) {
	rows, err := c.db.QueryContext(ctx, "SELECT document FROM carriers ORDER BY id")
	return collect(rows, err, scanCarrier, "listing the carriers")
}

// Remove takes a carrier out of the register. ErrNoSuchCarrier is wrapped where there is none, ErrCarrierInUse while a key
// that is neither revoked nor expired, or an account that is not disabled, names it.
func (c *Carriers) Remove(ctx context.Context, id string) error {
	if !carrierIDForm.MatchString(id) {
		return ErrNoSuchCarrier
	}
	err := c.db.Change(ctx, func(tx *sql.Tx) error {
		// Removed first: this waits for a holder that is being made, and the count then sees it.
		done, err := tx.ExecContext(ctx, c.db.Bind("DELETE FROM carriers WHERE id = ?"), id)
		if found, err := changed(done, err); err != nil {
			return err
		} else if !found {
			return ErrNoSuchCarrier
		}
		var used bool
		err = tx.QueryRowContext(ctx, c.db.Bind(
			`SELECT EXISTS (SELECT 1 FROM api_keys WHERE carrier = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?))
			OR EXISTS (SELECT 1 FROM users WHERE carrier = ? AND disabled_at IS NULL)`),
			id, c.now().UnixNano(), id).Scan(&used)
		if err == nil && used {
			return ErrCarrierInUse
		}
		return err
	})
	c.found.Forget(id)
	return stored("removing a carrier", err)
}

func scanCarrier(row scanner) (decision.Carrier, error) {
	var document []byte
	if err := row.Scan(&document); err != nil {
		return decision.Carrier{}, err
	}
	var carrier decision.Carrier
	err := json.Unmarshal(document, &carrier)
	return carrier, err
}
