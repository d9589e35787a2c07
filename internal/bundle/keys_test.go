package bundle

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"os/exec"
	"strings"
	"testing"

	"deferido/internal/testkit"
)

func TestKeysComeBackFromPEM(t *testing.T) {
	key := newKey(t)
	private, err := PrivatePEM(key)
	if err != nil {
		t.Fatal(err)
	}
	open, err := PublicPEM(&key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ParsePrivatePEM(private); err != nil || !got.Equal(key) {
		t.Errorf("private: %v", err)
	}
	got, err := ParsePublicPEM(open)
	if err != nil || !got.Equal(&key.PublicKey) {
		t.Fatalf("public: %v", err)
	}
	id, err := KeyID(got)
	if other, errOther := KeyID(&newKey(t).PublicKey); err != nil || errOther != nil || len(id) != 2*keyIDBytes || id == other {
		t.Errorf("ids %q and %q: %v, %v", id, other, err, errOther)
	}
	if _, err := ParsePublicPEM(private); err == nil {
		t.Error("a private key is read as a public one")
	}
	if _, err := ParsePrivatePEM(open); err == nil {
		t.Error("a public key is read as a private one")
	}
}

// OpenSSL reads the keys.
func TestOpenSSLReadsTheKeys(t *testing.T) {
	openssl := testkit.Program(t, "openssl", "openssl")
	key := newKey(t)
	private, err := PrivatePEM(key)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(openssl, "pkey", "-pubout")
	c.Stdin = bytes.NewReader(private)
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	if open, err := PublicPEM(&key.PublicKey); err != nil || !bytes.Equal(open, out) {
		t.Errorf("%v: %s", err, out)
	}
}

func TestKeysThatAreNone(t *testing.T) {
	other, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	openEd, ed, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := PrivatePEM(other); err == nil {
		t.Error("P-384 is written")
	}
	if _, err := PublicPEM(nil); err == nil {
		t.Error("nothing is written")
	}
	for name, e := range map[string]struct {
		private, public []byte
		want            string
	}{
		"nothing":    {nil, nil, "no PEM block"},
		"no PEM":     {[]byte("key"), []byte("key"), "no PEM block"},
		"no key":     {pem.EncodeToMemory(&pem.Block{Type: privateBlock}), pem.EncodeToMemory(&pem.Block{Type: publicBlock}), "not a p"},
		"P-384":      {privateText(t, other), publicText(t, &other.PublicKey), "P-256"},
		"Ed25519":    {privateText(t, ed), publicText(t, openEd), "P-256"},
		"of another": {bytes.Replace(privateText(t, ed), []byte("PRIVATE"), []byte("RSA PRIVATE"), 2), publicText(t, openEd)[:30], "no PEM block"},
	} {
		if _, err := ParsePrivatePEM(e.private); err == nil || !strings.Contains(err.Error(), e.want) {
			t.Errorf("%s, private: %v", name, err)
		}
		if _, err := ParsePublicPEM(e.public); err == nil || !strings.Contains(err.Error(), e.want) {
			t.Errorf("%s, public: %v", name, err)
		}
	}
}

func privateText(t *testing.T, key any) []byte {
	t.Helper()
	encoded, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: privateBlock, Bytes: encoded})
}

func publicText(t *testing.T, key any) []byte {
	t.Helper()
	encoded, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: publicBlock, Bytes: encoded})
}
