package account

import (
	"context"
	"encoding/base64"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
	"golang.org/x/text/unicode/norm"

	"deferido/internal/identity"
)

// A password has so many characters at least and so many bytes at most. What kind of characters is nobody's business.
const (
	passwordLeast = 12
	passwordMost  = 1000
)

// argon is how passwords are hashed: two passes over 19 MiB, as OWASP advises.
var argon = argon2id.Params{Memory: 19 << 10, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// nobodys is the hash of no password that is known: comparing with it takes as long as with somebody's.
func nobodys(p argon2id.Params) string {
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", p.Memory, p.Iterations, p.Parallelism,
		base64.RawStdEncoding.EncodeToString(make([]byte, p.SaltLength)), base64.RawStdEncoding.EncodeToString(make([]byte, p.KeyLength)))
}

// How many passwords are hashed at a time, 19 MiB each, and how long one waits for its turn.
const (
	hashesAtOnce = 2
	hashTurn     = 3 * time.Second
)

// hashing hashes a few passwords at a time: many who sign in at once wait for each other, and do not eat the memory.
type hashing struct {
	turns chan struct{}
	how   argon2id.Params
}

func newHashing() hashing { return hashing{make(chan struct{}, hashesAtOnce), argon} }

// turn runs a function when it is its turn.
func (h hashing) turn(ctx context.Context, do func() error) error {
	late := time.NewTimer(hashTurn)
	defer late.Stop()
	select {
	case h.turns <- struct{}{}:
		defer func() { <-h.turns }()
		return do()
	case <-ctx.Done():
		return ctx.Err()
	case <-late.C:
		return errBusy(hashTurn)
	}
}

// hash hashes a password.
func (h hashing) hash(ctx context.Context, password string) (hash string, err error) {
	err = h.turn(ctx, func() error {
		hash, err = argon2id.CreateHash(normal(password), &h.how)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("hashing a password: %w", err)
	}
	return hash, nil
}

// same tells whether a password is that of a hash; an empty hash is nobody's.
func (h hashing) same(ctx context.Context, password, hash string) (same bool, err error) {
	if len(password) > passwordMost {
		return false, nil // nobody has such a one, whoever asks
	}
	compared := hash
	if hash == "" {
		compared = nobodys(h.how)
	}
	err = h.turn(ctx, func() error {
		same, err = argon2id.ComparePasswordAndHash(normal(password), compared)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("comparing a password: %w", err)
	}
	return same && hash != "", nil
}

// normal is a password as it is hashed: keyboards write ã in more than one way (NFKC, as NIST SP 800-63B advises).
func normal(password string) string { return norm.NFKC.String(password) }

// checkPassword adds what is to be corrected of a new password.
func checkPassword(c *identity.Check, pointer, password string) {
	switch {
	case len(password) > passwordMost:
		c.Add(pointer, fmt.Sprintf("Use no máximo %d bytes.", passwordMost), fmt.Sprintf("Use at most %d bytes.", passwordMost))
	case !utf8.ValidString(password):
		c.Add(pointer, "Use só caracteres que se possam escrever (UTF-8).", "Use only characters that can be written (UTF-8).")
	case utf8.RuneCountInString(normal(password)) < passwordLeast:
		c.Add(pointer, fmt.Sprintf("Use pelo menos %d caracteres; uma frase serve.", passwordLeast), fmt.Sprintf("Use at least %d characters; a phrase will do.", passwordLeast))
	}
}
