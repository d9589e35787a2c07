package account

import (
	"context"
	"net/netip"
)

// SignIn begins a session of whoever knows the password of a login, and returns its token, which is shown this once. From is
// where the attempt comes from. The error is a *Refused: Wrong, Held, Busy or Disabled; it wraps identity.ErrUnavailable where
// the store cannot be read or written.
func (a *Accounts) SignIn(ctx context.Context, from netip.Addr, login, password string) (token string, s Session, err error) {
	if login = loginAs(login); !loginForm.MatchString(login) {
		login = "" // nobody's, and of any length
	}
	u, _, err := a.user(ctx, a.db, login)
	if err != nil {
		return "", Session{}, err
	}
	switch right, err := a.try(ctx, from, login, password, u.password); {
	case err != nil:
		return "", Session{}, err
	case !right:
		return "", Session{}, errWrong
	case u.Disabled():
		return "", Session{}, errDisabled()
	}
	return a.begin(ctx, &u)
}

// try compares a password with a hash, unless too many were tried before. Nobody's login and hash are empty.
func (a *Accounts) try(ctx context.Context, from netip.Addr, login, password, hash string) (right bool, err error) {
	if err := a.held(from, login); err != nil {
		return false, err
	}
	if right, err = a.hashing.same(ctx, password, hash); err != nil {
		return false, err
	}
	// Of many who came at once, those whose turn comes last were counted by those before.
	if err := a.held(from, login); err != nil {
		return false, err
	}
	if right {
		a.logins.Forget(login)
		return true, nil
	}
	a.addresses.Add(from)
	if login != "" {
		a.logins.Add(login)
	}
	return false, nil
}

// held tells whether too many attempts failed, of a login or from an address.
func (a *Accounts) held(from netip.Addr, login string) error {
	if wait := max(a.addresses.Wait(from), a.logins.Wait(login)); wait > 0 {
		return held(wait)
	}
	return nil
}
