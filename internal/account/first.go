package account

import (
	"context"
	"crypto/rand"
	"database/sql"
	"net/netip"
	"strings"

	"deferido/internal/identity"
)

// codeAlphabet has no letters that look like digits (Crockford's base 32).
const codeAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// codeLength is how many of its letters a code has: 60 bits, which nobody guesses before somebody uses it.
const codeLength = 12

// First makes the code by which the first administrator makes their account, as people read it: XXXX-XXXX-XXXX. Any code made
// before is no longer good. It is false, and there is no code, where there is an account.
func (a *Accounts) First(ctx context.Context) (code string, wanted bool, err error) {
	err = a.db.Change(ctx, func(tx *sql.Tx) error {
		if some, err := a.some(ctx, tx); err != nil || some {
			return err
		}
		code, wanted = newCode(), true
		if _, err := tx.ExecContext(ctx, "DELETE FROM first_code"); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, a.db.Bind("INSERT INTO first_code (code) VALUES (?)"), []byte(fingerprint(code)))
		return err
	})
	if err != nil {
		return "", false, stored("making the first administrator's code", err)
	}
	return code, wanted, nil
}

// Some tells whether there is any account; those that are disabled count.
func (a *Accounts) Some(ctx context.Context) (bool, error) {
	some, err := a.some(ctx, a.db)
	return some, stored("looking whether there is an account", err)
}

func (a *Accounts) some(ctx context.Context, from querier) (some bool, err error) {
	err = from.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM users)").Scan(&some)
	return some, err
}

// RedeemFirst makes the account of the first administrator, whose role need not be given, by the code that First made, and signs
// them in. From is where the attempt comes from. The error is an *identity.Invalid as those of Create, or a *Refused: WrongCode,
// Held, Busy or FirstIsMade.
func (a *Accounts) RedeemFirst(ctx context.Context, from netip.Addr, code string, wanted NewUser) (token string, s Session, err error) {
	if err := a.held(from, ""); err != nil {
		return "", Session{}, err
	}
	key := []byte(fingerprint(codeAs(code)))
	if err := a.redeemable(ctx, a.db, key); err != nil { // before anything is hashed for it
		if KindOf(err) == WrongCode {
			a.addresses.Add(from)
		}
		return "", Session{}, stored("reading the first administrator's code", err)
	}
	wanted.Role, wanted.Carrier = identity.Admin, ""
	u, err := a.create(ctx, CallerID(loginAs(wanted.Login)), "first administrator", wanted, func(ctx context.Context, tx *sql.Tx) error {
		if err := a.db.Lock(ctx, tx, "users"); err != nil { // nobody else is first meanwhile
			return err
		}
		if err := a.redeemable(ctx, tx, key); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "DELETE FROM first_code")
		return err
	})
	if err != nil {
		return "", Session{}, err
	}
	return a.begin(ctx, &u)
}

// redeemable tells why a code makes nobody an administrator; nil where it does.
func (a *Accounts) redeemable(ctx context.Context, from querier, key []byte) error {
	some, err := a.some(ctx, from)
	if err != nil {
		return err
	}
	if some {
		return refused(FirstIsMade, "Já há uma conta: peça a quem administra o sistema que faça a sua.", "There is an account already: ask whoever administers the system to make yours.")
	}
	var good bool
	if err := from.QueryRowContext(ctx, a.db.Bind("SELECT EXISTS (SELECT 1 FROM first_code WHERE code = ?)"), key).Scan(&good); err != nil {
		return err
	}
	if !good {
		return refused(WrongCode, "O código não confere. Vale o que o programa mostrou quando começou pela última vez.",
			"The code is not right. Good is the one that the program showed when it last began.")
	}
	return nil
}

func newCode() string {
	var drawn [codeLength]byte
	_, _ = rand.Read(drawn[:]) // it never fails
	for i, b := range drawn {
		drawn[i] = codeAlphabet[b%byte(len(codeAlphabet))]
	}
	return codeAs(string(drawn[:]))
}

// codeAs is a code that somebody typed as it was shown.
func codeAs(typed string) string {
	letters := strings.Map(func(r rune) rune {
		switch {
		case r == 'O':
			return '0'
		case r == 'I' || r == 'L':
			return '1'
		case strings.ContainsRune(codeAlphabet, r):
			return r
		}
		return -1
	}, strings.ToUpper(typed))
	if len(letters) != codeLength {
		return ""
	}
	return letters[:4] + "-" + letters[4:8] + "-" + letters[8:]
}
