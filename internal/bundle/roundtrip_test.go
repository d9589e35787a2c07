package bundle

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"deferido/internal/engine"
)

func TestWhatIsExportedComesBack(t *testing.T) {
	key := newKey(t)
	without := small()
	without.Cases = nil
	for name, content := range map[string]Content{"embedded": embedded(), "small": small(), "without cases": without} {
		t.Run(name, func(t *testing.T) {
			bundle := exportOf(t, content, key)
			if again := exportOf(t, content, key); !bytes.Equal(bundle, again) {
				t.Error("equal content gives other bytes")
			}
			got, err := Import(bytes.NewReader(bundle), public(key), Options{MinSeq: content.Seq})
			if err != nil {
				t.Fatal(err)
			}
			files := revisionFiles(t, content.Policies, content.Cases)
			if diff := cmp.Diff(files, revisionFiles(t, got.Policies, got.Cases)); diff != "" {
				t.Errorf("files exported (-) and imported (+):\n%s", diff)
			}
			if err := fstest.TestFS(got.Policies, "lib"); err != nil {
				t.Error(err)
			}
			revision, err := engine.Revision(content.Policies, content.Cases)
			if err != nil || got.Revision != revision || got.Seq != content.Seq || !got.MadeAt.Equal(madeAt) || got.KeyID != keyID {
				t.Errorf("%v: %s %d %s %s", err, got.Revision, got.Seq, got.MadeAt, got.KeyID)
			}
			returned := Content{Policies: got.Policies, Cases: got.Cases, Seq: got.Seq, MadeAt: got.MadeAt}
			if !bytes.Equal(bundle, exportOf(t, returned, key)) {
				t.Error("what was imported is exported otherwise")
			}
			t.Logf("%d files, %d bytes, unpacked %d", len(files), len(bundle), len(unzipped(t, bundle)))
		})
	}
}

// What comes back compiles to the set that went out.
func TestAnImportedSetLoads(t *testing.T) {
	key := newKey(t)
	content := embedded()
	got, err := Import(bytes.NewReader(exportOf(t, content, key)), public(key), Options{})
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := engine.Load(t.Context(), got.Policies, got.Cases)
	if err != nil {
		t.Fatal(err)
	}
	if loaded.Revision() != got.Revision {
		t.Errorf("%s and not %s", loaded.Revision(), got.Revision)
	}
}

func TestTheManifestSaysWhatTheBundleIs(t *testing.T) {
	content := small()
	var err error
	if content.Revision, err = engine.Revision(content.Policies, content.Cases); err != nil {
		t.Fatal(err)
	}
	want := `{
  "revision": "` + content.Revision + `",
  "roots": [
    "lib"
  ],
  "rego_version": 1,
  "metadata": {
    "deferido": {
      "format": 1,
      "seq": 7,
      "made_at": "2026-12-01T09:30:00Z"
    }
  }
}
`
	entries := entriesOf(t, exportOf(t, content, newKey(t)))
	if diff := cmp.Diff(want, string(entries[1].content)); diff != "" || entries[1].name != manifestFile {
		t.Error(diff)
	}
}

func TestWhatIsNotExported(t *testing.T) {
	key := newKey(t)
	other, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	with := func(name, text string) func(*Content) {
		return func(c *Content) { c.Policies.(fstest.MapFS)[name] = &fstest.MapFile{Data: []byte(text)} }
	}
	for name, e := range map[string]struct {
		change func(*Content)
		key    *ecdsa.PrivateKey
		id     string
		want   string
	}{
		"no key":             {nil, nil, keyID, "P-256"},
		"another curve":      {nil, other, keyID, "P-256"},
		"no id":              {nil, key, "", "no id"},
		"no seq":             {func(c *Content) { c.Seq = 0 }, key, keyID, "at least 1"},
		"another revision":   {func(c *Content) { c.Revision = "sha256:0" }, key, keyID, "another revision"},
		"a patch":            {with("lib/patch.json", "{}"), key, keyID, "lib/patch.json"},
		"a second manifest":  {with("lib/a.manifest", "{}"), key, keyID, "lib/a.manifest"},
		"a compiled policy":  {with("policy.wasm", ""), key, keyID, "policy.wasm"},
		"a drive":            {with("c:/a.txt", ""), key, keyID, "c:/a.txt"},
		"capitals":           {with("lib/Units.rego", "package lib.units"), key, keyID, "capitals"},
		"what is no Rego":    {with("lib/other.rego", "package"), key, keyID, "other.rego"},
		"data that are none": {with("lib/b/data.json", "{"), key, keyID, "lib/b/data.json"},
		"no Rego": {func(c *Content) {
			c.Policies = fstest.MapFS{"a.txt": {Data: []byte("a")}}
			c.Cases = nil
		}, key, keyID, "no Rego"},
		"a case that is policy": {func(c *Content) {
			c.Cases = fstest.MapFS{"cases/a.rego": {Data: []byte("package a")}}
		}, key, keyID, "cases/a.rego"},
		"a case that is data": {func(c *Content) {
			c.Cases = fstest.MapFS{"cases/data.json": {Data: []byte("{}")}}
		}, key, keyID, "cases/data.json"},
	} {
		t.Run(name, func(t *testing.T) {
			content := small()
			if e.change != nil {
				e.change(&content)
			}
			if content.Revision == "" {
				var err error
				if content.Revision, err = engine.Revision(content.Policies, content.Cases); err != nil {
					t.Fatal(err)
				}
			}
			var b bytes.Buffer
			if err := Export(&b, content, e.key, e.id); err == nil || !strings.Contains(err.Error(), e.want) || b.Len() > 0 {
				t.Errorf("%v, %d bytes", err, b.Len())
			}
		})
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestErrorsOfReadingAndWritingAreTold(t *testing.T) {
	key := newKey(t)
	content := small()
	var err error
	if content.Revision, err = engine.Revision(content.Policies, content.Cases); err != nil {
		t.Fatal(err)
	}
	if err := Export(full{}, content, key, keyID); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("writing: %v", err)
	}
	var refused *Refusal
	if _, err := Import(iotest.ErrReader(io.ErrNoProgress), public(key), Options{}); !errors.Is(err, io.ErrNoProgress) || errors.As(err, &refused) {
		t.Errorf("reading: %v", err)
	}
}

func TestDataAtTheRootAreAllOfTheBundle(t *testing.T) {
	key := newKey(t)
	content := small()
	content.Policies.(fstest.MapFS)["data.json"] = &fstest.MapFile{Data: []byte(`{"other": 1}`)}
	bundle := exportOf(t, content, key)
	m, err := readManifest(entriesOf(t, bundle)[1].content)
	if err != nil || len(m.Roots) != 1 || m.Roots[0] != "" {
		t.Fatalf("%v, %v", m, err)
	}
	if _, err := Import(bytes.NewReader(bundle), public(key), Options{}); err != nil {
		t.Error(err)
	}
}
