package store_test

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// written makes a SQLite store with something in it, closes it, and returns its file.
func written(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "deferido.db")
	db, err := store.Open(t.Context(), store.Source{File: file})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		if _, err := db.Exec("INSERT INTO entries (n, kind, id, at, prev, commitment, hash, content) VALUES (?, 'decision', ?, 0, x'', x'', x'', ?)", i, i, make([]byte, 3000)); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

// wantLeft fails unless a store is refused with an error of a kind, and its file left as it is.
func wantLeft(t *testing.T, file string, kind error) {
	t.Helper()
	before, beforeErr := os.ReadFile(file)
	for _, expected := range []bool{true, false} {
		db, err := store.Open(t.Context(), store.Source{File: file, Expected: expected})
		if err == nil {
			t.Errorf("opened, expected: %v", expected)
			_ = db.Close()
		} else if !errors.Is(err, kind) || !strings.Contains(err.Error(), "restore a backup") && !strings.Contains(err.Error(), "another program") {
			t.Errorf("expected: %v: %v", expected, err)
		}
		after, err := os.ReadFile(file)
		if (err == nil) != (beforeErr == nil) || !bytes.Equal(before, after) {
			t.Errorf("the file is not as it was: %d bytes, then %d (%v)", len(before), len(after), err)
		}
	}
}

func TestADamagedFileIsRefusedAndLeftAsItIs(t *testing.T) {
	for name, damage := range map[string]func(content []byte) []byte{
		"cut off":               func(c []byte) []byte { return c[:len(c)/2] },
		"cut off within a page": func(c []byte) []byte { return c[:len(c)-1000] },
		"cut off in its head":   func(c []byte) []byte { return c[:50] },
		"one byte":              func([]byte) []byte { return []byte{0} },
		"no SQLite":             func(c []byte) []byte { return bytes.Repeat([]byte("no database "), len(c)/12) },
		"garbled head": func(c []byte) []byte {
			return append([]byte("SQLite format 3\x00"), bytes.Repeat([]byte{0xa5}, len(c))...)
		},
		"garbled pages": func(c []byte) []byte {
			for i := 4096; i < len(c); i++ {
				c[i] ^= 0x5a
			}
			return c
		},
		"a page of zeros": func(c []byte) []byte {
			clear(c[2*4096 : 12*4096])
			return c
		},
	} {
		t.Run(name, func(t *testing.T) {
			file := written(t)
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, damage(content), 0o600); err != nil {
				t.Fatal(err)
			}
			wantLeft(t, file, store.ErrDamaged)
		})
	}
}

func TestAFileOfAnotherProgramIsRefusedAndLeftAsItIs(t *testing.T) {
	for name, statements := range map[string]string{
		"of one that marks its files": "PRAGMA application_id = 7; CREATE TABLE theirs (x)",
		"of one that does not":        "CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)",
		"in WAL mode":                 "PRAGMA journal_mode = WAL; CREATE TABLE theirs (x)",
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "theirs.db")
			db, err := sql.Open("sqlite", file)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.Exec(statements); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			wantLeft(t, file, store.ErrDamaged)
		})
	}
}

func TestAFileThatWasThereIsNeverMadeAnew(t *testing.T) {
	folder := t.TempDir()
	gone, empty := filepath.Join(folder, "gone.db"), filepath.Join(folder, "empty.db")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{gone, empty} {
		if _, err := store.Open(t.Context(), store.Source{File: file, Expected: true}); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: %v", file, err)
		}
	}
	if _, err := os.Stat(gone); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it was made: %v", err)
	}
	if info, err := os.Stat(empty); err != nil || info.Size() != 0 {
		t.Errorf("it was written: %v, %v", info, err)
	}
	for _, file := range []string{gone, empty} { // and where nothing is expected, both are a beginning
		db, err := store.Open(t.Context(), store.Source{File: file})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestAStoreIsOpenedAgain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		for i := range 3 {
			from.Expected = i > 0
			db, err := store.Open(t.Context(), from)
			if err != nil {
				t.Fatal(err)
			}
			var n int
			if err := db.QueryRow("SELECT count(*) FROM meta").Scan(&n); err != nil || n != i {
				t.Errorf("%d, %v", n, err)
			}
			if _, err := db.Exec(db.Bind("INSERT INTO meta (name, value) VALUES (?, ?)"), string(rune('a'+i)), []byte{1}); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestASchemaOfANewerProgramIsRefusedAndLeftAsItIs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		db := storetest.Open(t, from)
		version := func(db interface {
			QueryRow(string, ...any) *sql.Row
		}) (v int64) {
			t.Helper()
			if err := db.QueryRow("SELECT max(version_id) FROM goose_db_version").Scan(&v); err != nil {
				t.Fatal(err)
			}
			return v
		}
		newer := version(db) + 1
		if _, err := db.Exec(db.Bind("INSERT INTO goose_db_version (version_id, is_applied) VALUES (?, ?)"), newer, true); err != nil {
			t.Fatal(err)
		}
		if from.URL == "" {
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			wantLeft(t, from.File, store.ErrNewer)
			return
		}
		if _, err := store.Open(t.Context(), from); !errors.Is(err, store.ErrNewer) {
			t.Errorf("%v", err)
		}
		if v := version(db); v != newer {
			t.Errorf("version %d was made %d", newer, v)
		}
	})
}

func TestThePasswordIsInNoMessage(t *testing.T) {
	from := storetest.Postgres(t)
	for _, url := range []string{
		strings.Replace(from.URL, "deferido@", "deferido:geheim%40@", 1) + "x", "postgres://a:geheim@127.0.0.1:1/b", "postgres://a:geheim@[x", "postgres://a:geheim@127.0.0.1:x/b",
	} {
		_, err := store.Open(t.Context(), store.Source{URL: url})
		if err == nil || strings.Contains(err.Error(), "geheim") {
			t.Errorf("%v", err)
		}
	}
}
