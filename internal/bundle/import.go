package bundle

import (
	"crypto/ecdsa"
	"fmt"
	"io"
	"slices"

	opa "github.com/open-policy-agent/opa/v1/bundle"

	"deferido/internal/engine"
)

// Import reads a bundle that Export wrote and that one of the keys, by id, has signed. What it does not take is a *Refusal,
// which says why; any other error is one of reading r or of the keys. It writes nothing anywhere, and what it holds in memory is
// bounded by a small multiple of Options.MaxBytes. It does not compile the policies: who activates them does.
func Import(r io.Reader, keys map[string]*ecdsa.PublicKey, o Options) (*Imported, error) {
	for _, key := range keys {
		if err := checkCurve(key); err != nil {
			return nil, fmt.Errorf("importing a bundle: a key that was given: %w", err)
		}
	}
	o = o.bounded()
	archive, err := inflate(r, o)
	if err != nil {
		return nil, err
	}
	entries, err := unpack(archive, o)
	if err != nil {
		return nil, err
	}
	return open(archive, entries, keys, o)
}

// open verifies the entries of an archive.
func open(archive []byte, entries []entry, keys map[string]*ecdsa.PublicKey, o Options) (*Imported, error) {
	at := slices.IndexFunc(entries, func(e entry) bool { return e.name == signaturesFile })
	if at < 0 {
		return nil, refuse(Unsigned)
	}
	keyID, signed, err := verify(entries[at].content, keys)
	if err != nil {
		return nil, err
	}
	m, files, err := cover(entries, signed)
	if err != nil {
		return nil, err
	}
	if seq := m.Metadata.Deferido.Seq; seq < o.MinSeq {
		return nil, refuse(Older, seq, o.MinSeq)
	}
	imported := &Imported{Revision: m.Revision, Seq: m.Metadata.Deferido.Seq, MadeAt: m.Metadata.Deferido.MadeAt, KeyID: keyID}
	if imported.Policies, imported.Cases, err = trees(files); err != nil {
		return nil, fmt.Errorf("importing a bundle: %w", err)
	}
	is, err := engine.Revision(imported.Policies, imported.Cases)
	if err != nil || is != m.Revision {
		return nil, refuse(Revision)
	}
	// The bytes of structured files are known now, and only now are they parsed.
	for _, f := range files {
		if isData(f.name) {
			if err := unaltered(f, signed); err != nil {
				return nil, err
			}
		}
	}
	if err := exported(archive, entries, imported); err != nil {
		return nil, err
	}
	return imported, nil
}

// cover holds the entries against what is signed: each has its digest in the token, and none is missing. It returns the manifest,
// and the files of the revision, of which those that OPA takes for data are still to be verified.
func cover(entries []entry, signed map[string]opa.FileInfo) (m *manifest, files []entry, err error) {
	present := map[string]bool{}
	for i, e := range entries {
		if _, known := signed[e.name]; !known && e.name != signaturesFile {
			return nil, nil, refuse(Extra, i+1)
		}
		present[e.name] = true
	}
	for name := range signed {
		if !present[name] {
			return nil, nil, refuse(Partial, name)
		}
	}
	for _, e := range entries {
		switch {
		case e.name == signaturesFile:
			continue
		case e.name == manifestFile:
			if m, err = readManifest(e.content); err != nil {
				return nil, nil, err
			}
		default:
			files = append(files, e)
		}
		if isData(e.name) {
			continue
		}
		if err := unaltered(e, signed); err != nil {
			return nil, nil, err
		}
	}
	if m == nil {
		return nil, nil, refuse(Manifest)
	}
	return m, files, nil
}

// unaltered holds a file against its digest in the token.
func unaltered(f entry, signed map[string]opa.FileInfo) error {
	if is, err := digest(f); err != nil || is != signed[f.name] {
		return refuse(Altered, f.name)
	}
	return nil
}

// exported holds an archive against the one that Export would write of its content: no header, order, padding or file that is no
// part of a revision hides in it.
func exported(archive []byte, entries []entry, imported *Imported) error {
	files, err := gather(imported.Policies, imported.Cases)
	var whole []entry
	for _, name := range []string{signaturesFile, manifestFile} {
		whole = append(whole, entries[slices.IndexFunc(entries, func(e entry) bool { return e.name == name })])
	}
	if err != nil || !packsTo(append(whole, files...), archive) {
		return refuse(Form)
	}
	return nil
}
