package bundle

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/ecdsa"
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"
	"time"

	"deferido/fixtures"
	"deferido/internal/engine"
	"deferido/policies"
)

const keyID = "a key"

var madeAt = time.Date(2026, 12, 1, 9, 30, 0, 0, time.UTC)

// small is a set with every sort of file. It is parsed and never compiled.
func small() Content {
	return Content{
		Policies: fstest.MapFS{
			"lib/units.rego":      {Data: []byte("package lib.units\n\nimport rego.v2\n\nthree := data.lib.numbers.three\n")},
			"lib/units_test.rego": {Data: []byte("package lib.units_test\n\nimport rego.v2\n\ntest_three if data.lib.units.three == 3\n")},
			"lib/data.yaml":       {Data: []byte("numbers: {three: 3}\n")},
			"norms/a/art_1.txt":   {Data: []byte("Art. 1º São três horas.\n")},
			"norms/a/norm.yaml":   {Data: []byte("title: Decreto\n")},
		},
		Cases: fstest.MapFS{"cases/one.json": {Data: []byte("{\"id\": \"one\"}\n")}, "requests/none.json": {Data: []byte("{}")}},
		Seq:   7, MadeAt: madeAt,
	}
}

// embedded is the set of the program.
func embedded() Content {
	return Content{Policies: policies.FS, Cases: fixtures.FS, Seq: 1, MadeAt: madeAt}
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func public(key *ecdsa.PrivateKey) map[string]*ecdsa.PublicKey {
	return map[string]*ecdsa.PublicKey{keyID: &key.PublicKey}
}

// exportOf is the bundle of a content, whose revision is filled in.
func exportOf(t testing.TB, c Content, key *ecdsa.PrivateKey) []byte {
	t.Helper()
	var err error
	if c.Revision, err = engine.Revision(c.Policies, c.Cases); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Export(&b, c, key, keyID); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// unzipped is the tar in a bundle.
func unzipped(t testing.TB, bundle []byte) []byte {
	t.Helper()
	archive, err := inflate(bytes.NewReader(bundle), Options{}.bounded())
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

// entriesOf are the files in a bundle.
func entriesOf(t testing.TB, bundle []byte) []entry {
	t.Helper()
	entries, err := unpack(unzipped(t, bundle), Options{}.bounded())
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

func zipped(t testing.TB, archive []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write(archive)
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// packed is a bundle of entries, whatever they are.
func packed(t testing.TB, entries []entry) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := pack(&b, entries); err != nil {
		t.Fatal(err)
	}
	return zipped(t, b.Bytes())
}

// signedAnew is a bundle of entries with a sound signature over them: what only the holder of the key can make.
func signedAnew(t testing.TB, entries []entry, key *ecdsa.PrivateKey) []byte {
	t.Helper()
	signatures, err := sign(entries[1:], key, keyID)
	if err != nil {
		t.Fatal(err)
	}
	return packed(t, append([]entry{{signaturesFile, signatures}}, entries[1:]...))
}

// tarOf is a bundle with one more header before its entries, with its content.
func tarOf(t testing.TB, entries []entry, first tar.Header, content string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	first.Size = int64(len(content))
	err := w.WriteHeader(&first)
	if err == nil {
		_, err = w.Write([]byte(content))
	}
	if err = errors.Join(err, w.Flush()); err == nil {
		err = pack(&b, entries)
	}
	if err != nil {
		t.Fatal(err)
	}
	return zipped(t, b.Bytes())
}

// revisionFiles are the files of a revision by path.
func revisionFiles(t testing.TB, policies, cases fs.FS) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := engine.EachFile(policies, []fs.FS{cases}, func(name string, content []byte) error {
		files[name] = string(content)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
