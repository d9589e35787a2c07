package bundle

import (
	"archive/tar"
	"bytes"
	"crypto/ecdsa"
	"errors"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// refusals are bundles made of the small set, by what is wrong with them.
func refusals(t testing.TB, key *ecdsa.PrivateKey) map[Kind]map[string][]byte {
	sound := exportOf(t, small(), key)
	entries := entriesOf(t, sound)
	all := map[Kind]map[string][]byte{
		Unreadable: {
			"nothing": nil, "no gzip": []byte("no gzip at all"), "cut off": sound[:len(sound)/2], "no sum at its end": sound[:len(sound)-1],
			"no tar": zipped(t, bytes.Repeat([]byte("no tar"), 200)), "a tar cut off": zipped(t, unzipped(t, sound)[:3*512+10]),
		},
		Bomb:    {"zeros": zipped(t, make([]byte, 32<<20))},
		Partial: {}, Altered: {},
		Unsigned: {"no signatures": packed(t, entries[1:]), "an empty tar": packed(t, nil)},
		Extra: {
			"a text": packed(t, with(entries, "norms/a/art_2.txt", "x")), "a policy": packed(t, with(entries, "lib/more.rego", "package lib.more")),
			"an empty file": packed(t, with(entries, "norms/a/art_2.txt", "")),
		},
		Older: {"the one before": sound}, // its seq is 7
		Manifest: {
			"none": signedAnew(t, without(entries, manifestFile), key), "of another program": signedManifest(t, entries, key, `{"revision":"x"}`, ""),
			"another format": signedManifest(t, entries, key, `"format": 1`, `"format": 2`), "seq 0": signedManifest(t, entries, key, `"seq": 7`, `"seq": 0`),
			"spaces": signedManifest(t, entries, key, "  ", " "), "more": signedManifest(t, entries, key, `"roots"`, `"wasm": [], "roots"`),
			"a key twice": signedManifest(t, entries, key, `"seq": 7`, `"seq": 9, "seq": 7`), "too long": signedManifest(t, entries, key, "\n}", strings.Repeat(" ", maxManifest)+"\n}"),
		},
		Revision: {
			"another name":         signedManifest(t, entries, key, `"sha256:`, `"sha256:0`),
			"another file, signed": signedAnew(t, replaced(t, entries, "norms/a/art_1.txt", []byte("x")), key),
			"one file more":        signedAnew(t, with(entries, "norms/a/art_2.txt", "x"), key),
			"one file less":        signedAnew(t, without(entries, "norms/a/art_1.txt"), key),
			"spaces in the data":   packed(t, replaced(t, entries, "lib/data.yaml", []byte("numbers: {three:  3}\n"))),
		},
	}
	for _, e := range entries[1:] {
		all[Partial][e.name] = packed(t, without(entries, e.name))
		if !isData(e.name) && e.name != manifestFile {
			all[Altered][e.name] = packed(t, replaced(t, entries, e.name, append([]byte(" "), e.content...)))
		}
	}
	all[Altered]["seq"] = packed(t, replaced(t, entries, manifestFile, bytes.Replace(entries[1].content, []byte(`"seq": 7`), []byte(`"seq": 8`), 1)))
	maps.Copy(all, badSignatures(t, entries, key))
	maps.Copy(all, badArchives(t, entries, key))
	return all
}

// signedManifest is a bundle whose manifest has one text for another; all of it where there is no other.
func signedManifest(t testing.TB, entries []entry, key *ecdsa.PrivateKey, from, to string) []byte {
	t.Helper()
	text := from
	if to != "" {
		text = strings.Replace(string(entries[1].content), from, to, 1)
	}
	return signedAnew(t, replaced(t, entries, manifestFile, []byte(text)), key)
}

func badSignatures(t testing.TB, entries []entry, key *ecdsa.PrivateKey) map[Kind]map[string][]byte {
	parts := token(t, entries[0].content)
	header := func(text string) []byte { return withToken(t, entries, encoded(text), parts[1], parts[2]) }
	file := func(text string) []byte { return packed(t, replaced(t, entries, signaturesFile, []byte(text))) }
	whole := strings.Join(parts[:], ".")
	last := strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", parts[2][len(parts[2])-1])
	unusedBits := parts[2][:len(parts[2])-1] + string("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[last^1])
	stranger := entriesOf(t, exportOf(t, small(), newKey(t)))
	return map[Kind]map[string][]byte{
		BadToken: {
			"no JSON": file("{"), "no token": file(`{"signatures":[]}`), "two": file(`{"signatures":["` + whole + `","` + whole + `"]}`),
			"a plugin": file(`{"signatures":["` + whole + `"],"plugin":"x"}`), "spaces": file(`{"signatures": ["` + whole + `"]}`),
			"two parts": withToken(t, entries, parts[0], parts[1]), "four parts": withToken(t, entries, append(parts[:], "")...),
			"unused bits": withToken(t, entries, parts[0], parts[1], unusedBits), "a line break": withToken(t, entries, parts[0], parts[1]+"\n", parts[2]),
			"an extension": header(`{"alg":"ES256","kid":"a key","typ":"JWT","crit":["x"]}`), "no id": header(`{"alg":"ES256","typ":"JWT"}`),
			"a header that is none": header(`[]`), "far too long": file(string(noise(maxSignatures + 1))),
		},
		Algorithm: {
			"none": withToken(t, entries, encoded(`{"alg":"none","kid":"a key","typ":"JWT"}`), parts[1], ""), "none, with a signature": header(`{"alg":"none","kid":"a key","typ":"JWT"}`),
			"HS256 with the public key": macWithPublicKey(t, entries, key), "RS256": header(`{"alg":"RS256","kid":"a key","typ":"JWT"}`),
			"ES384": header(`{"alg":"ES384","kid":"a key","typ":"JWT"}`), "small letters": header(`{"alg":"es256","kid":"a key","typ":"JWT"}`), "not said": header(`{"kid":"a key"}`),
		},
		UnknownKey: {"another id": header(`{"alg":"ES256","kid":"another","typ":"JWT"}`)},
		Signature: {
			"another's": packed(t, stranger), "another's on these files": packed(t, append(stranger[:1:1], entries[1:]...)),
			"an HMAC that says ES256": withToken(t, entries, mac(t, entries, key, algorithm)...),
			"empty":                   withToken(t, entries, parts[0], parts[1], ""), "short": withToken(t, entries, parts[0], parts[1], parts[2][:40]),
			"zeros":        withToken(t, entries, parts[0], parts[1], strings.Repeat("A", 86)),
			"other claims": withToken(t, entries, parts[0], encoded(`{"files":[]}`), parts[2]),
		},
	}
}

// badArchives are made by whoever has the key: what no signature makes acceptable.
func badArchives(t testing.TB, entries []entry, key *ecdsa.PrivateKey) map[Kind]map[string][]byte {
	bad := map[Kind]map[string][]byte{BadName: {}, Link: {}, Special: {}, Duplicate: {}, TooLarge: {}, TooMany: {}, Form: badForms(t, entries, key)}
	for _, name := range []string{
		"../a.txt", "lib/../../a.txt", "lib/../a.txt", "/etc/a.txt", "./a.txt", "lib//a.txt", "lib/.", "..", "C:/a.txt", `C:\a.txt`, `lib\a.txt`,
		`\\server\a.txt`, "a.txt:stream", "a\x1b[31m.txt", "a\n.txt", "a\u202etxt.rego", "a\xff.txt", "lib/.manifest", "lib/x.manifest", ".manifest.pb", "patch.json",
		"lib/patch.json", "plan.json", "plan.pb", "policy.wasm", "lib/.signatures.json", "cases/a.rego", "cases/data.json", "cases/b/data.yaml",
	} {
		bad[BadName][name] = signedAnew(t, with(entries, name, "{}"), key)
	}
	for name, kind := range map[string]byte{"symbolic": tar.TypeSymlink, "hard": tar.TypeLink} {
		bad[Link][name] = tarOf(t, entries, tar.Header{Typeflag: kind, Name: "lib/x.txt", Linkname: "lib/units.rego"}, "")
		bad[Link][name+", out"] = tarOf(t, entries, tar.Header{Typeflag: kind, Name: "lib/x.txt", Linkname: "../../etc/passwd"}, "")
	}
	for name, kind := range map[string]byte{"folder": tar.TypeDir, "character": tar.TypeChar, "block": tar.TypeBlock, "pipe": tar.TypeFifo} {
		bad[Special][name] = tarOf(t, entries, tar.Header{Typeflag: kind, Name: "lib/x"}, "")
	}
	bad[Special]["records for all"] = tarOf(t, entries, tar.Header{Typeflag: tar.TypeXGlobalHeader, PAXRecords: map[string]string{"path": "../x"}}, "")
	for name, other := range map[string]string{"the same": "lib/units.rego", "in capitals": "LIB/Units.rego", "a folder of it": "lib", "a folder in it": "lib/units.rego/x.txt", "a second manifest": manifestFile, "a second signature": signaturesFile} {
		bad[Duplicate][name] = packed(t, append(slices.Clone(entries), entry{other, []byte("x")}))
	}
	bad[TooLarge]["a sparse file"] = sparse(t)
	bad[TooLarge]["packed"] = zipped(t, noise(smallBytes+1))
	bad[TooLarge]["unpacked"] = zipped(t, bytes.Repeat(noise(1000), smallBytes/1000+1))
	many := slices.Clone(entries)
	for len(many) <= smallFiles {
		many = append(many, entry{"lib/" + strings.Repeat("a", len(many)) + ".txt", nil})
	}
	bad[TooMany]["empty files"] = signedAnew(t, many, key)
	return bad
}

// badForms hold sound files under a sound signature, and are not as they were exported.
func badForms(t testing.TB, entries []entry, key *ecdsa.PrivateKey) map[string][]byte {
	sound := exportOf(t, small(), key)
	archive := unzipped(t, sound)
	other := slices.Clone(entries)
	other[2], other[3] = other[3], other[2]
	mode := slices.Clone(archive)
	copy(mode[100:], "0000777\x00")
	hidden := slices.Clone(archive)
	at := bytes.Index(hidden, []byte("lib/units.rego"))
	copy(hidden[at+len("lib/units.rego"):], "\x00/../../evil")
	return map[string][]byte{
		"another order": packed(t, other), "another mode": zipped(t, summed(mode, 0)), "a name after NUL": zipped(t, summed(hidden, at)),
		"bytes after the tar": zipped(t, append(slices.Clone(archive), "more"...)), "bytes after the end": append(slices.Clone(sound), 0),
		"a second gzip": append(slices.Clone(sound), zipped(t, []byte("more"))...), "no end of the tar": zipped(t, archive[:len(archive)-1024]),
		"a Go file": signedAnew(t, with(entries, "lib/a.go", "package a"), key), "a hidden file": signedAnew(t, with(entries, "lib/.a.txt", "a"), key),
	}
}

// The bounds under which the crafted bundles are read.
const (
	smallBytes = 1 << 20
	smallFiles = 50
)

func bounds(kind Kind) Options {
	o := Options{MaxBytes: smallBytes, MaxFiles: smallFiles, MinSeq: 7}
	switch kind {
	case Older:
		o.MinSeq = 8
	case Bomb, BadToken:
		o.MaxBytes = 0 // the usual one, which these keep
	}
	return o
}

func TestRefusals(t *testing.T) {
	key := newKey(t)
	if _, err := Import(bytes.NewReader(exportOf(t, small(), key)), public(key), bounds("")); err != nil {
		t.Fatalf("what the others are made of: %v", err)
	}
	all := refusals(t, key)
	for kind := range sentences {
		if len(all[kind]) == 0 {
			t.Errorf("no bundle is refused as %q", kind)
		}
	}
	for kind, bundles := range all {
		for name, bundle := range bundles {
			got, err := Import(bytes.NewReader(bundle), public(key), bounds(kind))
			var refused *Refusal
			if !errors.As(err, &refused) || refused.Kind != kind || got != nil {
				t.Errorf("%s, %q: %v", kind, name, err)
				continue
			}
			for _, said := range []string{refused.In("pt-BR"), refused.In("en")} {
				if strings.Contains(said, "%") || strings.ContainsAny(said, "\x1b\n") || strings.Contains(said, "etc") {
					t.Errorf("%s, %q: %q", kind, name, said)
				}
			}
		}
	}
}

// What is claimed costs no memory: only what is there, within the bounds.
func TestMemoryIsBounded(t *testing.T) {
	key := newKey(t)
	all := refusals(t, key)
	o := Options{MaxBytes: smallBytes, MaxFiles: smallFiles}
	for kind, bundles := range all {
		for name, bundle := range bundles {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := Import(bytes.NewReader(bundle), public(key), o)
			runtime.ReadMemStats(&after)
			if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 16*smallBytes {
				t.Errorf("%s, %q: %d bytes (%v)", kind, name, allocated, err)
			}
		}
	}
}

// No single byte of an archive can be another one, be it of a file, of a header or of the padding.
func TestEveryAlteredByteIsRefused(t *testing.T) {
	key := newKey(t)
	sound := exportOf(t, small(), key)
	archive := unzipped(t, sound)
	refusedAs := map[Kind]int{}
	for i := range archive {
		altered := slices.Clone(archive)
		altered[i] ^= 1 << (i % 8)
		entries, err := unpack(altered, Options{}.bounded())
		if err == nil {
			_, err = open(altered, entries, public(key), Options{}.bounded())
		}
		var refused *Refusal
		if !errors.As(err, &refused) {
			t.Fatalf("byte %d of %d: %v", i, len(archive), err)
		}
		refusedAs[refused.Kind]++
	}
	for _, kind := range []Kind{Altered, Signature, Form, Unreadable, Revision, Manifest} {
		if refusedAs[kind] == 0 {
			t.Errorf("nothing was refused as %s: %v", kind, refusedAs)
		}
	}
	// Under gzip, an altered byte is found or is of no consequence.
	for i := range sound {
		altered := slices.Clone(sound)
		altered[i] ^= 1 << (i % 8)
		if _, err := Import(bytes.NewReader(altered), public(key), Options{}); err == nil && !bytes.Equal(unzipped(t, altered), archive) {
			t.Fatalf("byte %d of %d is taken", i, len(sound))
		}
	}
}

// The key is chosen by the id that the token names, among several.
func TestAnyOfTheKeysMayHaveSigned(t *testing.T) {
	key, other := newKey(t), newKey(t)
	bundle := exportOf(t, small(), key)
	keys := map[string]*ecdsa.PublicKey{keyID: &key.PublicKey, "other": &other.PublicKey}
	if _, err := Import(bytes.NewReader(bundle), keys, Options{}); err != nil {
		t.Error(err)
	}
	for name, keys := range map[string]map[string]*ecdsa.PublicKey{"none": nil, "only the other": {"other": &other.PublicKey}} {
		var refused *Refusal
		if _, err := Import(bytes.NewReader(bundle), keys, Options{}); !errors.As(err, &refused) || refused.Kind != UnknownKey {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Import(bytes.NewReader(bundle), map[string]*ecdsa.PublicKey{keyID: nil}, Options{}); err == nil {
		t.Error("a key that is none is taken")
	}
}
