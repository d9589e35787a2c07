package bundle

import (
	"archive/tar"
	"bytes"
	"crypto/ecdsa"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	opa "github.com/open-policy-agent/opa/v1/bundle"
)

// replaced are entries of which one has another content.
func replaced(t testing.TB, entries []entry, name string, content []byte) []entry {
	t.Helper()
	i := slices.IndexFunc(entries, func(e entry) bool { return e.name == name })
	if i < 0 {
		t.Fatalf("there is no %s", name)
	}
	entries = slices.Clone(entries)
	entries[i].content = content
	return entries
}

// without are entries less one.
func without(entries []entry, name string) []entry {
	return slices.DeleteFunc(slices.Clone(entries), func(e entry) bool { return e.name == name })
}

// with are entries and one more, in its place by name.
func with(entries []entry, name, content string) []entry {
	more := append(slices.Clone(entries), entry{name, []byte(content)})
	slices.SortStableFunc(more[2:], func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return more
}

// token is that of .signatures.json, in its three parts.
func token(t testing.TB, signatures []byte) [3]string {
	t.Helper()
	var config opa.SignaturesConfig
	if err := json.Unmarshal(signatures, &config); err != nil {
		t.Fatal(err)
	}
	return [3]string(strings.Split(config.Signatures[0], "."))
}

// withToken is a bundle whose token is another.
func withToken(t testing.TB, entries []entry, parts ...string) []byte {
	t.Helper()
	signatures, err := signaturesOf(strings.Join(parts, "."))
	if err != nil {
		t.Fatal(err)
	}
	return packed(t, replaced(t, entries, signaturesFile, signatures))
}

func encoded(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

// macWithPublicKey is a bundle whose token is an HMAC with the text of the public key as its secret: a verifier that believes the
// token's own algorithm takes it.
func macWithPublicKey(t testing.TB, entries []entry, key *ecdsa.PrivateKey) []byte {
	t.Helper()
	return withToken(t, entries, mac(t, entries, key, "HS256")...)
}

// mac are the parts of a token with such an HMAC that says it is of an algorithm.
func mac(t testing.TB, entries []entry, key *ecdsa.PrivateKey, algorithm string) []string {
	t.Helper()
	secret, err := PublicPEM(&key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	header := encoded(`{"alg":"` + algorithm + `","kid":"` + keyID + `","typ":"JWT"}`)
	claims := token(t, entries[0].content)[1]
	h := hmac.New(sha256.New, secret)
	h.Write([]byte(header + "." + claims))
	return []string{header, claims, base64.RawURLEncoding.EncodeToString(h.Sum(nil))}
}

// publicFile is the public half of a key in a file.
func publicFile(t *testing.T, key *ecdsa.PrivateKey) string {
	t.Helper()
	text, err := PublicPEM(&key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	return written(t, "key.pub.pem", text)
}

// noise are bytes that do not pack: of a generator with a fixed beginning.
func noise(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{}).Read(b) // never fails
	return b
}

// summed is an archive whose header at a place has the sum that it should have.
func summed(archive []byte, at int) []byte {
	header := archive[at : at+512]
	copy(header[148:156], "        ")
	sum := 0
	for _, b := range header {
		sum += int(b)
	}
	copy(header[148:156], fmt.Sprintf("%06o\x00 ", sum))
	return archive
}

// sparse is a bundle of a file that claims a terabyte and holds nothing of it (PAX format 1.0 of GNU tar).
func sparse(t testing.TB) []byte {
	t.Helper()
	var records string
	for _, r := range []string{"GNU.sparse.major=1", "GNU.sparse.minor=0", "GNU.sparse.name=lib/a.txt", "GNU.sparse.realsize=1099511627776"} {
		records += fmt.Sprintf("%d %s\n", len(r)+4, r) // the length counts itself, of two digits
	}
	var b bytes.Buffer
	holes := make([]byte, 512)
	copy(holes, "1\n1099511627776\n0\n")
	if err := pack(&b, []entry{{"records", []byte(records)}, {"lib/a.txt", holes}}); err != nil {
		t.Fatal(err)
	}
	archive := b.Bytes()
	archive[156] = tar.TypeXHeader
	return zipped(t, summed(archive, 0))
}
