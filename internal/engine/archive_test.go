package engine_test

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"deferido/fixtures"
	"deferido/internal/engine"
	"deferido/policies"
)

func TestAnArchiveIsTheRevisionThatItIsNamedAfter(t *testing.T) {
	archive, err := engine.Archive(policies.FS, fixtures.FS)
	if err != nil {
		t.Fatal(err)
	}
	again, err := engine.Archive(policies.FS, fixtures.FS)
	if err != nil || !bytes.Equal(archive, again) {
		t.Fatalf("equal trees give other bytes: %v", err)
	}
	files, err := engine.OpenArchive(archive, set.Revision())
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := engine.Load(t.Context(), files, files)
	if err != nil {
		t.Fatal(err)
	}
	if loaded.Revision() != set.Revision() {
		t.Errorf("%s and not %s", loaded.Revision(), set.Revision())
	}
}

// A folder whose name comes before that of the cases changes nothing of how a revision is named.
func TestARevisionIsTheSameWhereverItsCasesLie(t *testing.T) {
	apart := fstest.MapFS{"annex/a.rego": {Data: []byte("package a")}, "z.txt": {Data: []byte("z")}, "a-b/c.txt": {Data: []byte("c")}, "a/b.txt": {Data: []byte("b")}}
	cases := fstest.MapFS{"cases/one.json": {Data: []byte("{}")}, "requests/other.json": {Data: []byte("{}")}}
	together := fstest.MapFS{"cases/one.json": cases["cases/one.json"]}
	for name, file := range apart {
		together[name] = file
	}
	one, err := engine.Revision(apart, cases)
	if err != nil {
		t.Fatal(err)
	}
	other, err := engine.Revision(together)
	if err != nil || one != other {
		t.Errorf("%s and %s, %v", one, other, err)
	}
	archive, err := engine.Archive(apart, cases)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := engine.OpenArchive(archive, one); err != nil {
		t.Error(err)
	}
}

func TestWhatIsNoArchiveIsRefused(t *testing.T) {
	sound, err := engine.Archive(policies.FS, fixtures.FS)
	if err != nil {
		t.Fatal(err)
	}
	other, err := engine.Archive(fstest.MapFS{"a.rego": {Data: []byte("package a")}})
	if err != nil {
		t.Fatal(err)
	}
	for name, archive := range map[string][]byte{
		"nothing": nil, "no zip": []byte("zip"), "cut off": sound[:len(sound)/2], "another revision": other, "a bomb": bomb(t),
		"an altered file": bytes.Replace(sound, []byte("PK\x03\x04"), []byte("PK\x03\x05"), 1),
	} {
		if _, err := engine.OpenArchive(archive, set.Revision()); err == nil {
			t.Errorf("%s is taken", name)
		} else if strings.Contains(err.Error(), "panic") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// bomb is a small archive of much.
func bomb(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("a.rego")
	if err != nil {
		t.Fatal(err)
	}
	for range 65 {
		if _, err := w.Write(make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
