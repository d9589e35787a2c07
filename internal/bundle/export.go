package bundle

import (
	"compress/gzip"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"io"

	"deferido/internal/engine"
)

// Export writes a policy set as a bundle, signed with a P-256 key under the id by which those who verify know it. It checks that
// the content is the revision that it is said to be, and that a bundle can carry it. Equal content and keys give equal bytes (of
// one version of Go, whose gzip may change).
func Export(w io.Writer, c Content, key *ecdsa.PrivateKey, keyID string) error {
	if err := export(w, c, key, keyID); err != nil {
		return fmt.Errorf("exporting a bundle: %w", err)
	}
	return nil
}

func export(w io.Writer, c Content, key *ecdsa.PrivateKey, keyID string) error {
	switch {
	case c.Seq < 1:
		return errors.New("the sequence number of an activation is at least 1")
	case keyID == "":
		return errors.New("the key has no id")
	case key == nil:
		return errNoP256
	}
	if err := checkCurve(&key.PublicKey); err != nil {
		return err
	}
	files, err := gather(c.Policies, c.Cases)
	if err != nil {
		return err
	}
	policies, cases, err := trees(files) // what is written, whatever becomes of the source meanwhile
	if err != nil {
		return err
	}
	is, err := engine.Revision(policies, cases)
	if err != nil {
		return err
	}
	if is != c.Revision {
		return errors.New("the content is another revision than the one given")
	}
	described, err := describe(c, policies, files)
	if err != nil {
		return err
	}
	files = append([]entry{{manifestFile, described}}, files...)
	signatures, err := sign(files, key, keyID)
	if err != nil {
		return fmt.Errorf("signing: %w", err)
	}
	z := gzip.NewWriter(w)
	return errors.Join(pack(z, append([]entry{{signaturesFile, signatures}}, files...)), z.Close())
}
