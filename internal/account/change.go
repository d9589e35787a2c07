package account

import (
	"context"
	"database/sql"
	"net/netip"

	"deferido/internal/identity"
)

// Disable keeps a person from signing in, and ends their sessions. Nobody does it to themselves; nothing happens to one who is
// disabled. The error is a *Refused of NoUser or OwnAccount.
func (a *Accounts) Disable(ctx context.Context, by, login string) error {
	u, err := a.others(ctx, by, login)
	if err != nil || u.Disabled() {
		return err
	}
	return a.alter(ctx, "user-disabled", by, &u, "disabled_at = ?", a.now().UnixNano())
}

// Enable lets a person who was disabled sign in again.
func (a *Accounts) Enable(ctx context.Context, by, login string) error {
	u, err := a.User(ctx, login)
	if err != nil || !u.Disabled() {
		return err
	}
	return a.alter(ctx, "user-enabled", by, &u, "disabled_at = NULL")
}

// SetRole gives a person another role, and ends their sessions. The error is an *identity.Invalid with the pointers /role and
// /carrier, or a *Refused: NoUser, OwnAccount, or NotLocal where a provider says the role.
func (a *Accounts) SetRole(ctx context.Context, by, login string, role identity.Role, carrier string) error {
	u, err := a.others(ctx, by, login)
	if err != nil {
		return err
	}
	if u.Source != Local {
		return refused(NotLocal, "O papel desta pessoa vem do provedor de identidade: mude-o lá.", "This person's role comes from the identity provider: change it there.")
	}
	return a.setRole(ctx, by, &u, role, carrier)
}

func (a *Accounts) setRole(ctx context.Context, by string, u *User, role identity.Role, carrier string) error {
	if u.Role == role && u.Carrier == carrier {
		return nil
	}
	to := *u
	to.Role, to.Carrier = role, carrier
	detail := struct {
		From detail `json:"from"`
		To   detail `json:"to"`
	}{detailOf(u), detailOf(&to)}
	tokens := []string(nil)
	err := a.record(ctx, "user-role-changed", by, "", u.Login, detail, func(ctx context.Context, tx *sql.Tx) error {
		var c identity.Check
		if err := c.Holder(ctx, a.db, tx, role, carrier); err != nil {
			return err
		}
		if err := c.Err(); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, a.db.Bind("UPDATE users SET role = ?, carrier = ? WHERE login = ?"), string(role), carrier, u.Login); err != nil {
			return err
		}
		var err error
		tokens, err = a.endAll(ctx, tx, u.Login)
		return err
	})
	a.forget(tokens)
	return stored("changing a role", err)
}

// SetPassword gives a person another password, and ends their sessions. The error is an *identity.Invalid with the pointer
// /password, or a *Refused: NoUser, or NotLocal where a provider keeps the password.
func (a *Accounts) SetPassword(ctx context.Context, by, login, password string) error {
	u, err := a.User(ctx, login)
	if err != nil {
		return err
	}
	return a.setPassword(ctx, by, &u, "/password", password)
}

func (a *Accounts) setPassword(ctx context.Context, by string, u *User, pointer, password string) error {
	if u.Source != Local {
		return refused(NotLocal, "A senha desta pessoa fica com o provedor de identidade: mude-a lá.", "This person's password is the identity provider's: change it there.")
	}
	var c identity.Check
	checkPassword(&c, pointer, password)
	if err := c.Err(); err != nil {
		return err
	}
	hash, err := a.hashing.hash(ctx, password)
	if err != nil {
		return err
	}
	return a.alter(ctx, "user-password-set", by, u, "password = ?", hash)
}

// ChangePassword gives whoever is signed in another password, if they know the present one. It ends their sessions and begins
// another, whose token it returns. The error is an *identity.Invalid with the pointers /current and /password, or a *Refused as
// those of SignIn and SetPassword.
func (a *Accounts) ChangePassword(ctx context.Context, from netip.Addr, who Session, current, password string) (string, Session, error) {
	u, err := a.User(ctx, who.User.Login)
	if err != nil {
		return "", Session{}, err
	}
	if u.Source == Local {
		switch right, err := a.try(ctx, from, u.Login, current, u.password); {
		case err != nil:
			return "", Session{}, err
		case !right:
			var c identity.Check
			c.Add("/current", "A senha atual não confere.", "The present password is not right.")
			return "", Session{}, c.Err()
		}
	}
	if err := a.setPassword(ctx, CallerID(u.Login), &u, "/password", password); err != nil {
		return "", Session{}, err
	}
	if u, err = a.User(ctx, u.Login); err != nil {
		return "", Session{}, err
	}
	return a.begin(ctx, &u)
}

// others is somebody else's account.
func (a *Accounts) others(ctx context.Context, by, login string) (User, error) {
	u, err := a.User(ctx, login)
	if err == nil && by == CallerID(u.Login) {
		err = refused(OwnAccount, "Peça a outra pessoa: ninguém faz isso com a própria conta.", "Ask somebody else: nobody does this to their own account.")
	}
	return u, err
}

// alter changes a column of an account, ends the person's sessions, and puts it on record.
func (a *Accounts) alter(ctx context.Context, what, by string, u *User, assignment string, values ...any) error {
	var tokens []string
	err := a.record(ctx, what, by, "", u.Login, detailOf(u), func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, a.db.Bind("UPDATE users SET "+assignment+" WHERE login = ?"), append(values, u.Login)...); err != nil {
			return err
		}
		var err error
		tokens, err = a.endAll(ctx, tx, u.Login)
		return err
	})
	a.forget(tokens)
	return stored("changing an account", err)
}
