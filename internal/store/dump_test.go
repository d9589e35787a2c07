package store_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// fill puts rows of every kind of value into a store.
func fill(t *testing.T, db *store.DB, rows int) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, uint64(rows)))
	blob := func() []byte {
		b := make([]byte, random.IntN(200))
		for i := range b {
			b[i] = byte(random.IntN(256))
		}
		return b
	}
	put := func(statement string, args ...any) {
		if _, err := db.ExecContext(t.Context(), db.Bind(statement), args...); err != nil {
			t.Fatal(err)
		}
	}
	put("INSERT INTO meta (name, value) VALUES (?, ?)", "journal", blob())
	put("INSERT INTO chains (chain, seq, hash) VALUES (?, ?, ?)", 1, rows, blob())
	put("INSERT INTO tallies (provision, carrier, day, class, chain, n) VALUES (?, ?, ?, ?, ?, ?)", 0, 1, -1, 1, 1, rows)
	put("INSERT INTO class_facets (facet, class) VALUES (?, ?)", 1, 1)
	put("INSERT INTO backlog (chain, first, last) VALUES (?, ?, ?)", 1, 1, rows)
	put("INSERT INTO signers (signer, public_key, at) VALUES (?, ?, ?)", "a", blob(), 1)
	put("INSERT INTO checkpoints (chain, number, sealed, at, statement, signer, signature) VALUES (?, ?, ?, ?, ?, ?, ?)", 1, 1, 1, 1, blob(), "a", blob())
	put("INSERT INTO api_keys (id, secret, role, carrier, label, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)", "k", blob(), "admin", "", "balcão ✓ \x01\"", 1, nil)
	put("INSERT INTO users (login, name, role, carrier, source, issuer, subject, password, created_at, disabled_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", "ana", "Ana Conceição", "carrier", "c", "local", "", "", "$argon2id$", 1, nil)
	put("INSERT INTO sessions (token, login, began_at, used_at) VALUES (?, ?, ?, ?)", []byte("a session"), "ana", 1, 2)
	put("INSERT INTO report_counts (carrier, month, section, paying, disability_pass) VALUES (?, ?, ?, ?, ?)", "c", "2026-07", "Goiânia – Brasília", 3, nil)
	for i := range rows {
		var salt, content any // some are erased
		if i%3 != 0 {
			salt, content = blob(), append(blob(), 'x')
		}
		put("INSERT INTO entries (n, kind, id, at, prev, salt, content, commitment, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
			int64(i)<<10|1, "decision", fmt.Sprint(i), int64(i)-5, blob(), salt, content, blob(), blob())
		put("INSERT INTO facets (kind, value) VALUES (?, ?)", "provision", fmt.Sprint("urn:", i))
	}
	put("INSERT INTO entry_facets (facet, at, n) SELECT facet, 7, 1 FROM facets")
}

func dump(t *testing.T, db *store.DB) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := db.Dump(t.Context(), &b, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// content is what a dump says, in no order: the rows of a table have none.
func content(t *testing.T, dumped []byte) []string {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(dumped))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	lines = lines[:len(lines)-1] // its hash depends on the order
	slices.Sort(lines)
	return lines
}

// A backup goes from each database into each, and says the same there.
func TestADumpGoesIntoEitherDatabase(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		source := storetest.Open(t, from)
		fill(t, source, 100)
		dumped := dump(t, source)
		storetest.Each(t, func(t *testing.T, into store.Source) {
			db := storetest.Open(t, into)
			rows, err := db.Restore(t.Context(), bytes.NewReader(dumped), nil)
			if err != nil {
				t.Fatal(err)
			}
			if want, got := content(t, dumped), content(t, dump(t, db)); !slices.Equal(want, got) || rows < 300 {
				t.Errorf("%d rows, which are others", rows)
			}
			if _, err := db.ExecContext(t.Context(), db.Bind("INSERT INTO facets (kind, value) VALUES (?, ?)"), "outcome", "allow"); err != nil {
				t.Errorf("nothing new can be added: %v", err)
			}
			if _, err := db.Restore(t.Context(), bytes.NewReader(dumped), nil); !errors.Is(err, store.ErrNotEmpty) {
				t.Errorf("restored over what is there: %v", err)
			}
		})
	})
}

// Nobody comes in by a backup: who is signed in, or on the way, is not in it.
func TestADumpHoldsNoSession(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		source := storetest.Open(t, from)
		fill(t, source, 1)
		said := strings.Join(content(t, dump(t, source)), "\n")
		for _, table := range []string{"sessions", "first_code", "oidc_visits"} {
			if strings.Contains(said, `"`+table+`"`) {
				t.Errorf("it holds %s", table)
			}
		}
		if !strings.Contains(said, "Ana Conceição") {
			t.Error("it holds no people")
		}
	})
}

// What is not a whole dump changes nothing.
func TestABrokenDumpIsRefusedWhole(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		source := storetest.Open(t, storetest.SQLite(t))
		fill(t, source, 20)
		text := unpacked(t, dump(t, source))
		db := storetest.Open(t, from)
		lines := bytes.SplitAfter(text, []byte("\n"))
		random := rand.New(rand.NewPCG(2, 3))
		broken := map[string][]byte{
			"nothing": {}, "cut off": text[:len(text)/2], "without its last line": bytes.Join(lines[:len(lines)-2], nil),
			"without a row": bytes.Join(slices.Delete(slices.Clone(lines), 12, 13), nil), "another schema": bytes.Replace(text, []byte(`"schema":`), []byte(`"schema":9`), 1),
			"another table": bytes.Replace(text, []byte(`"table":"meta"`), []byte(`"table":"sqlite_schema"`), 1),
			"a statement":   bytes.Replace(text, []byte(`"columns":["name"`), []byte(`"columns":["name) VALUES (1); --"`), 1),
		}
		for range 30 { // one byte of it
			altered := bytes.Clone(text)
			altered[random.IntN(len(altered))] ^= 1 << random.IntN(8)
			broken[fmt.Sprintf("altered %d", len(broken))] = altered
		}
		for name, text := range broken {
			if _, err := db.Restore(t.Context(), bytes.NewReader(packed(t, text)), nil); err == nil {
				t.Fatalf("%s: it was restored", name)
			}
		}
		if _, err := db.Restore(t.Context(), strings.NewReader("no gzip"), nil); !errors.Is(err, store.ErrNoDump) {
			t.Errorf("%v", err)
		}
		if _, err := db.Restore(t.Context(), bytes.NewReader(packed(t, text)), nil); err != nil {
			t.Errorf("after all that the store was not empty: %v", err)
		}
	})
}

func unpacked(t *testing.T, dumped []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(dumped))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func packed(t *testing.T, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Two programs that start at once bring a new PostgreSQL database up to date once.
func TestTwoOpenANewStoreAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		errs := make(chan error, 4)
		for range cap(errs) {
			go func() {
				db, err := store.Open(t.Context(), from)
				if err == nil {
					err = db.Close()
				}
				errs <- err
			}()
		}
		for range cap(errs) {
			if err := <-errs; err != nil {
				t.Error(err)
			}
		}
	})
}
