package bundle

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/sha256"
	"encoding/asn1"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	opa "github.com/open-policy-agent/opa/v1/bundle"
	"github.com/open-policy-agent/opa/v1/util"
)

// The one algorithm of signatures and the one of digests. A signature is two numbers of numberBytes each (RFC 7518, 3.4).
const (
	algorithm   = "ES256"
	digests     = opa.SHA256
	numberBytes = 32
)

// maxSignatures is how many bytes of .signatures.json are read.
const maxSignatures = 8 << 20

// tokenHeader is the header of the token (RFC 7515).
type tokenHeader struct {
	Algorithm string `json:"alg"`
	KeyID     string `json:"kid"`
	Type      string `json:"typ"`
}

// sign makes .signatures.json for files. OPA's own signer draws a random number for each signature; this one derives it from
// the key and the content (RFC 6979), so that equal content gives equal bytes.
func sign(files []entry, key *ecdsa.PrivateKey, keyID string) ([]byte, error) {
	var payload struct {
		Files []opa.FileInfo `json:"files"`
	}
	for _, f := range files {
		info, err := digest(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, err)
		}
		payload.Files = append(payload.Files, info)
	}
	header, err := json.Marshal(tokenHeader{algorithm, keyID, "JWT"})
	if err != nil {
		return nil, err
	}
	claims, err := json.Marshal(payload)
	if err != nil {
		return nil, err
	}
	signed := base64.RawURLEncoding.EncodeToString(header) + "." + base64.RawURLEncoding.EncodeToString(claims)
	sum := sha256.Sum256([]byte(signed))
	der, err := key.Sign(nil, sum[:], crypto.SHA256)
	if err != nil {
		return nil, err
	}
	var numbers struct{ R, S *big.Int }
	if _, err := asn1.Unmarshal(der, &numbers); err != nil {
		return nil, err
	}
	signature := make([]byte, 2*numberBytes)
	numbers.R.FillBytes(signature[:numberBytes])
	numbers.S.FillBytes(signature[numberBytes:])
	return signaturesOf(signed + "." + base64.RawURLEncoding.EncodeToString(signature))
}

// signaturesOf is .signatures.json with a token.
func signaturesOf(token string) ([]byte, error) {
	return json.Marshal(opa.SignaturesConfig{Signatures: []string{token}})
}

// digest is what the token says of a file: of a structured one, OPA hashes the value and not the bytes.
func digest(f entry) (opa.FileInfo, error) {
	hasher, err := opa.NewSignatureHasher(digests)
	if err != nil {
		return opa.FileInfo{}, err
	}
	var value any = f.content
	if opa.IsStructuredDoc(f.name) {
		if err := util.Unmarshal(f.content, &value); err != nil {
			return opa.FileInfo{}, err
		}
	}
	sum, err := hasher.HashFile(value)
	return opa.NewFile(f.name, hex.EncodeToString(sum), digests.String()), err
}

// verify reads .signatures.json and returns the id of the key that signed, and what the token says of every file.
func verify(content []byte, keys map[string]*ecdsa.PublicKey) (keyID string, signed map[string]opa.FileInfo, err error) {
	if len(content) > maxSignatures {
		return "", nil, refuse(BadToken)
	}
	var config opa.SignaturesConfig
	if err := json.Unmarshal(content, &config); err != nil || len(config.Signatures) != 1 {
		return "", nil, refuse(BadToken)
	}
	token := config.Signatures[0]
	if again, err := signaturesOf(token); err != nil || !bytes.Equal(again, content) { // a plugin, spaces, what else there is
		return "", nil, refuse(BadToken)
	}
	header, err := readToken(token)
	if err != nil {
		return "", nil, err
	}
	key, known := keys[header.KeyID]
	if !known || key == nil {
		return "", nil, refuse(UnknownKey)
	}
	text, err := PublicPEM(key)
	if err != nil {
		return "", nil, fmt.Errorf("a key that was given: %w", err)
	}
	// The algorithm is told here and not by the token, which may say anything.
	accepted := map[string]*opa.KeyConfig{header.KeyID: {Key: string(text), Algorithm: algorithm}}
	signed, err = opa.VerifyBundleSignature(config, opa.NewVerificationConfig(accepted, header.KeyID, "", nil))
	if err != nil {
		return "", nil, refuse(Signature)
	}
	return header.KeyID, signed, nil
}

// readToken takes a token apart. Its encoding must be the only one of its bytes: the last character of a signature has bits
// that decoders pass over.
func readToken(token string) (header tokenHeader, err error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return header, refuse(BadToken)
	}
	var decoded [3][]byte
	for i, part := range parts {
		if decoded[i], err = base64.RawURLEncoding.Strict().DecodeString(part); err != nil || strings.ContainsAny(part, "\r\n") {
			return header, refuse(BadToken)
		}
	}
	if err := json.Unmarshal(decoded[0], &header); err != nil {
		return header, refuse(BadToken)
	}
	if header.Algorithm != algorithm {
		return header, refuse(Algorithm)
	}
	if again, err := json.Marshal(header); err != nil || !bytes.Equal(again, decoded[0]) { // an extension that must be understood
		return header, refuse(BadToken)
	}
	return header, nil
}
