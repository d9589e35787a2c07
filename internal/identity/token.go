package identity

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"regexp"
	"strings"
)

// A key is shown once, as dfd_<id>_<secret>. The id is public; of the secret only a SHA-256 is kept: it is 32 random bytes,
// which nobody guesses, so that a slower hash would protect nothing.
const prefix = "dfd_"

var (
	tokenForm = regexp.MustCompile(`\A` + prefix + `([a-z2-7]{10})_([A-Za-z0-9_-]{43})\z`)
	keyIDForm = regexp.MustCompile(`\A[a-z2-7]{10}\z`)
)

// fingerprint is the SHA-256 of a secret as it is written, so that another spelling of the same bytes is another secret.
type fingerprint [sha256.Size]byte

func fingerprintOf(secret string) fingerprint { return sha256.Sum256([]byte(secret)) }

// newToken draws an id and a secret.
func newToken() (id, secret string) {
	var drawn [7 + 32]byte
	_, _ = rand.Read(drawn[:]) // it never fails: the program ends where the system has no randomness
	id = strings.ToLower(base32.StdEncoding.EncodeToString(drawn[:7]))[:10]
	return id, base64.RawURLEncoding.EncodeToString(drawn[7:])
}

func written(id, secret string) string { return prefix + id + "_" + secret }

// parts are those of a token of the right form.
func parts(token string) (id, secret string, ok bool) {
	found := tokenForm.FindStringSubmatch(token)
	if found == nil {
		return "", "", false
	}
	return found[1], found[2], true
}

// bearer is the token of an Authorization header (RFC 6750, section 2.1); the name of the scheme has no case.
func bearer(authorization string) (token string, ok bool) {
	scheme, token, found := strings.Cut(strings.TrimSpace(authorization), " ")
	return strings.TrimLeft(token, " "), found && strings.EqualFold(scheme, "Bearer")
}
