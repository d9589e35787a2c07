package bundle

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"errors"
	"testing"
)

// Whatever is sent, as it is or as the tar of a bundle, is refused with a reason, unless it holds the very set that was signed.
func FuzzImport(f *testing.F) {
	// The same in every process of the fuzzer: a seed that one signs is read by another.
	key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), bytes.Repeat([]byte{7}, numberBytes))
	if err != nil {
		f.Fatal(err)
	}
	sound := exportOf(f, small(), key)
	archive := unzipped(f, sound)
	f.Add(sound)
	f.Add(archive)
	for _, bundles := range refusals(f, key) {
		for _, bundle := range bundles {
			if len(bundle) > smallBytes {
				continue
			}
			f.Add(bundle)
			if archive, err := inflate(bytes.NewReader(bundle), Options{MaxBytes: smallBytes}); err == nil {
				f.Add(archive)
			}
		}
	}
	o := Options{MaxBytes: smallBytes, MaxFiles: smallFiles, MinSeq: 7}
	f.Fuzz(func(t *testing.T, sent []byte) {
		for _, bundle := range [][]byte{sent, zipped(t, sent)} {
			got, err := Import(bytes.NewReader(bundle), public(key), o)
			var refused *Refusal
			switch {
			case err != nil && (!errors.As(err, &refused) || got != nil):
				t.Errorf("%v, %v", got, err)
			case err == nil && !bytes.Equal(unzipped(t, bundle), archive):
				t.Error("another archive than the one signed is taken")
			}
		}
	})
}
