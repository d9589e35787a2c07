package identity

import (
	"context"
	"database/sql"
	"slices"

	"deferido/internal/store"
)

// Holder checks the role of whoever is to hold a key or an account, and the carrier that goes with it: a registered one for
// the role Carrier, none for any other. The carrier stays registered until the transaction ends. What is to be corrected is
// added under /role and /carrier; the error is the store's.
func (c *Check) Holder(ctx context.Context, db *store.DB, tx *sql.Tx, role Role, carrier string) error {
	if !slices.Contains(keyRoles, role) {
		c.Add("/role", "Use um destes papéis: carrier, regulator, lawyer, admin.", "Use one of these roles: carrier, regulator, lawyer, admin.")
	}
	switch {
	case role != Carrier && carrier == "":
		return nil
	case role != Carrier:
		c.Add("/carrier", "Só o papel carrier tem transportadora; retire-a.", "Only the role carrier has a carrier; leave it out.")
		return nil
	case carrier == "":
		c.Add("/carrier", "O papel carrier pede a transportadora.", "The role carrier asks for the carrier.")
		return nil
	case !carrierIDForm.MatchString(carrier):
		c.Add("/carrier", carrierIDRule.PT, carrierIDRule.EN)
		return nil
	}
	// Changing nothing locks its row, in both databases: it cannot be removed while somebody is made its holder.
	done, err := tx.ExecContext(ctx, db.Bind("UPDATE carriers SET id = id WHERE id = ?"), carrier)
	registered, err := changed(done, err)
	if err == nil && !registered {
		c.Add("/carrier", "Cadastre a transportadora antes.", "Register the carrier first.")
	}
	return err
}
