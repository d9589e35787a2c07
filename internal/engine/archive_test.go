package engine_test

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"deferido/internal/engine"
	"deferido/policies"
)

func TestAnArchiveIsTheRevisionThatItIsNamedAfter(t *testing.T) {
	archive, err := engine.Archive(policies.FS)
	if err != nil {
		t.Fatal(err)
	}
	again, err := engine.Archive(policies.FS)
	if err != nil || !bytes.Equal(archive, again) {
		t.Fatalf("equal trees give other bytes: %v", err)
	}
	files, err := engine.OpenArchive(archive, set.Revision())
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := engine.Load(t.Context(), files, nil)
	if err != nil {
		t.Fatal(err)
	}
	if loaded.Revision() != set.Revision() {
		t.Errorf("%s and not %s", loaded.Revision(), set.Revision())
	}
}

func TestWhatIsNoArchiveIsRefused(t *testing.T) {
	sound, err := engine.Archive(policies.FS)
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
