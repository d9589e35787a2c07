package journal

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// The files of the key that signs checkpoints, in the data folder.
const (
	PrivateKeyFile = "journal-key.pem"
	PublicKeyFile  = "journal-key.pub.pem"
)

// OpenKey reads the key of a data folder. Where there is none it makes one, and writes its public half beside it for those
// who verify; existed tells which.
func OpenKey(folder string) (key ed25519.PrivateKey, existed bool, err error) {
	name := filepath.Join(folder, PrivateKeyFile)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		key, err = makeKey(folder)
		return key, false, err
	}
	if err != nil {
		return nil, false, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, true, fmt.Errorf("%s holds no PEM", name)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, true, fmt.Errorf("%s holds no key: %w", name, err)
	}
	key, ok := parsed.(ed25519.PrivateKey)
	if !ok {
		return nil, true, fmt.Errorf("%s holds no Ed25519 key", name)
	}
	return key, true, nil
}

func makeKey(folder string) (ed25519.PrivateKey, error) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, err
	}
	open, err := PublicPEM(public)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(folder, PublicKeyFile), open, 0o644); err != nil {
		return nil, err
	}
	// The private half is written last and at once: it tells that the journal was founded.
	private0 := filepath.Join(folder, PrivateKeyFile)
	temporary := private0 + ".new"
	if err := os.WriteFile(temporary, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600); err != nil {
		return nil, err
	}
	return private, os.Rename(temporary, private0)
}

// PublicPEM writes a public key as others read it.
func PublicPEM(key ed25519.PublicKey) ([]byte, error) {
	encoded, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: encoded}), nil
}

// ParsePublicPEM reads the public keys of a text.
func ParsePublicPEM(text []byte) ([]ed25519.PublicKey, error) {
	var keys []ed25519.PublicKey
	for {
		var block *pem.Block
		if block, text = pem.Decode(text); block == nil {
			break
		}
		parsed, err := x509.ParsePKIXPublicKey(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("not a public key: %w", err)
		}
		key, ok := parsed.(ed25519.PublicKey)
		if !ok {
			return nil, errors.New("not an Ed25519 public key")
		}
		keys = append(keys, key)
	}
	if keys == nil {
		return nil, errors.New("no public key in PEM")
	}
	return keys, nil
}
