package identity

import (
	"context"
	"crypto/subtle"
)

// Identify tells who calls from the Authorization header, empty where none was sent: a bearer token is authenticated;
// without a header the caller is `local` while nobody was ever given a key or an account: a machine whose portal asks people to
// sign in does not leave its API open. Errors are those of Authenticate, and ErrMissing.
func (k *Keys) Identify(ctx context.Context, authorization string) (Caller, error) {
	if authorization != "" {
		token, ok := bearer(authorization)
		if !ok {
			return Caller{}, ErrWrong
		}
		return k.Authenticate(ctx, token)
	}
	if k.closed.Load() {
		return Caller{}, ErrMissing
	}
	exists, _, err := k.any.Get(ctx, "", k.readAny)
	switch {
	case err != nil:
		return Caller{}, err
	case exists:
		return Caller{}, ErrMissing
	}
	return anyone, nil
}

// Authenticate tells whose a token is. ErrUnauthenticated is wrapped where it is nobody's or not good any more, and
// ErrUnavailable where the store cannot be read: what was read in the last 30 s is used then, if there is anything.
func (k *Keys) Authenticate(ctx context.Context, token string) (Caller, error) {
	id, secret, ok := parts(token)
	if !ok {
		return Caller{}, ErrWrong
	}
	key, found, err := k.found.Get(ctx, id, func(ctx context.Context) (Key, bool, error) { return k.row(ctx, k.db, id) })
	if err != nil {
		return Caller{}, err
	}
	// The same work whether there is such a key or not: the secret of none is all zeros, which no text is known to hash to.
	shown := fingerprintOf(secret)
	same := subtle.ConstantTimeCompare(shown[:], key.secret[:]) == 1
	switch {
	case !same || !found:
		return Caller{}, ErrWrong
	case key.revoked():
		return Caller{}, ErrRevoked
	case key.expired(k.now()):
		return Caller{}, ErrExpired
	}
	return key.caller(), nil
}
