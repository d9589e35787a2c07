package bundle

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
)

// The types of PEM blocks: PKCS #8 for the private half (RFC 5958), PKIX for the public one (RFC 5280), as OpenSSL and OPA read
// them.
const (
	privateBlock = "PRIVATE KEY"
	publicBlock  = "PUBLIC KEY"
)

// keyIDBytes is how much of the hash of a key names it.
const keyIDBytes = 8

// GenerateKey makes a key that signs bundles, on the curve P-256.
func GenerateKey() (*ecdsa.PrivateKey, error) { return ecdsa.GenerateKey(elliptic.P256(), rand.Reader) }

// KeyID names a key by what it is: the beginning of the SHA-256 of its public half in PKIX form, in hexadecimal.
func KeyID(key *ecdsa.PublicKey) (string, error) {
	encoded, err := marshalPublic(key)
	sum := sha256.Sum256(encoded)
	return hex.EncodeToString(sum[:keyIDBytes]), err
}

// PrivatePEM writes a key for its owner.
func PrivatePEM(key *ecdsa.PrivateKey) ([]byte, error) {
	if err := checkCurve(&key.PublicKey); err != nil {
		return nil, err
	}
	encoded, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: privateBlock, Bytes: encoded}), nil
}

// PublicPEM writes the public half for those who verify; the stock opa takes it as --verification-key.
func PublicPEM(key *ecdsa.PublicKey) ([]byte, error) {
	encoded, err := marshalPublic(key)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: publicBlock, Bytes: encoded}), nil
}

func marshalPublic(key *ecdsa.PublicKey) ([]byte, error) {
	if err := checkCurve(key); err != nil {
		return nil, err
	}
	return x509.MarshalPKIXPublicKey(key)
}

// ParsePrivatePEM reads what PrivatePEM wrote.
func ParsePrivatePEM(text []byte) (*ecdsa.PrivateKey, error) {
	encoded, err := block(text, privateBlock)
	if err != nil {
		return nil, err
	}
	parsed, err := x509.ParsePKCS8PrivateKey(encoded)
	if err != nil {
		return nil, fmt.Errorf("not a private key: %w", err)
	}
	key, ok := parsed.(*ecdsa.PrivateKey)
	if !ok {
		return nil, errNoP256
	}
	return key, checkCurve(&key.PublicKey)
}

// ParsePublicPEM reads what PublicPEM wrote.
func ParsePublicPEM(text []byte) (*ecdsa.PublicKey, error) {
	encoded, err := block(text, publicBlock)
	if err != nil {
		return nil, err
	}
	parsed, err := x509.ParsePKIXPublicKey(encoded)
	if err != nil {
		return nil, fmt.Errorf("not a public key: %w", err)
	}
	key, ok := parsed.(*ecdsa.PublicKey)
	if !ok {
		return nil, errNoP256
	}
	return key, checkCurve(key)
}

// block is the first PEM block of a text, which must be of a type.
func block(text []byte, kind string) ([]byte, error) {
	b, _ := pem.Decode(text)
	if b == nil || b.Type != kind {
		return nil, fmt.Errorf("there is no PEM block %s", kind)
	}
	return b.Bytes, nil
}

var errNoP256 = errors.New("the key is not one on the curve P-256, which ES256 wants")

func checkCurve(key *ecdsa.PublicKey) error {
	if key == nil || key.Curve != elliptic.P256() {
		return errNoP256
	}
	return nil
}
