package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"deferido/internal/store/storetest"
)

// end ends the server and gathers all that it left.
func (w *watch) end(t *testing.T) {
	if err := w.served.command.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	rest, _ := io.ReadAll(w.stdout)
	if err := w.served.command.Wait(); err != nil {
		t.Fatalf("it ended with %v: %s", err, w.served.stderr)
	}
	w.add("standard output", rest)
	w.add("the log", []byte(w.served.stderr.String()))
	w.folder(t, w.data, "the data folder")
	w.folder(t, w.tmp, "the folder for temporary files")
	w.folder(t, w.served.command.Dir, "the working folder")
	w.add("journal show", []byte(does(t, append([]string{"journal", "show", w.ids["single elderly-refusal"]}, w.where...)...)))
	w.add("key list", []byte(does(t, append([]string{"key", "list"}, w.where...)...)))
	backup := filepath.Join(t.TempDir(), "backup")
	does(t, append([]string{"backup", backup}, w.where...)...)
	w.unpack(t, backup)
	w.tables(t)
	w.kept = append(w.kept, "the data folder: deferido.db", "the data folder, while serving: deferido.db", "the data folder, while serving: deferido.db-wal",
		"journal show", theBackup+", decoded", "the tables")
}

// folder reads every file of a folder, and its name.
func (w *watch) folder(t *testing.T, root, place string) {
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) { // removed meanwhile
			return nil
		}
		w.add(place+": "+name, text)
		w.add(place+": the names of its files", []byte(name))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// theBackup is a place where base64 is expected; what it stands for is a place of its own.
const theBackup = "the backup"

// unpack reads a backup as it stands in its file, decompressed, and with the bytes of its rows decoded.
func (w *watch) unpack(t *testing.T, name string) {
	packed, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	w.add("the backup, compressed", packed)
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	w.add(theBackup, text)
	for line := range bytes.Lines(text) {
		var cells []any
		if json.Unmarshal(line, &cells) != nil { // a header
			continue
		}
		for _, c := range cells {
			cell, _ := c.(string)
			for _, packed := range []string{cell, strings.TrimPrefix(cell, "b")} {
				if raw, err := base64.StdEncoding.DecodeString(packed); err == nil {
					w.add(theBackup+", decoded", raw)
				}
			}
		}
	}
}

// tables reads every column of every table that the store has, its own and others'.
func (w *watch) tables(t *testing.T) {
	db := storetest.Open(t, w.from)
	list := "SELECT name FROM sqlite_master WHERE type = 'table'"
	if w.from.URL != "" {
		list = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
	}
	rows, err := db.Query(list)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil || len(names) < 10 {
		t.Fatalf("%v: %v", names, err)
	}
	for _, name := range names {
		rows, err := db.Query("SELECT * FROM " + name)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		for rows.Next() {
			if err := rows.Scan(into...); err != nil {
				t.Fatal(err)
			}
			for _, v := range values {
				if raw, is := v.([]byte); is {
					v = string(raw)
				}
				w.add("the tables", fmt.Append(nil, v))
			}
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

// search searches everything that was written.
func (w *watch) search(t *testing.T) {
	w.mu.Lock()
	defer w.mu.Unlock()
	secrets := map[string]string{}
	for role, token := range w.tokens {
		secrets["the secret of the key of "+role] = strings.SplitN(token, "_", 3)[2]
	}
	s := newSought(w.values(), secrets)
	places := map[string]int{}
	for _, where := range slices.Sorted(maps.Keys(w.wrote)) {
		text, told := w.wrote[where], 0
		for _, f := range s.in(text) {
			if where == theBackup && strings.HasPrefix(f.form, "base64") {
				continue
			}
			if strings.HasSuffix(w.of(f.marker), placeFact) && slices.Contains(w.kept, where) && (f.marker != w.gone || strings.Contains(where, "while serving")) {
				places[where]++
				continue
			}
			if told++; told <= 5 {
				t.Errorf("%s, offset %d: %s, %s: …%q…", where, f.offset, w.of(f.marker), f.form, text[max(0, f.offset-60):min(len(text), f.offset+60)])
			}
		}
		if told > 5 {
			t.Errorf("%s: %d more", where, told-5)
		}
	}
	w.control(t, places)
}

// control checks that what may stand somewhere was found there, and that something was written wherever it was searched: else
// that nothing else was found would mean nothing.
func (w *watch) control(t *testing.T, places map[string]int) {
	t.Helper()
	wanted := []string{theBackup + ", decoded", "the tables", "journal show", "GET /v1/decisions/{id}/receipt?policies=true of single elderly-refusal",
		"GET /v1/decisions/{id}/refusal.html of single elderly-refusal", "GET /v1/decisions/{id}/refusal.pdf of single elderly-refusal"}
	if w.from.URL == "" {
		wanted = append(wanted, "the data folder: deferido.db")
	}
	for _, where := range wanted {
		if places[where] == 0 {
			t.Errorf("%s: the place of no request was found, so the search there proves nothing", where)
		}
	}
	for _, where := range []string{"the log", "the traces", "GET /metrics", "the folder for temporary files: witness", "the data folder: the names of its files"} {
		if len(w.wrote[where]) < 20 {
			t.Errorf("%s: nothing was written", where)
		}
	}
	total := 0
	for _, text := range w.wrote {
		total += len(text)
	}
	t.Logf("%d markers, %d places, %d bytes", len(w.all), len(w.wrote), total)
}
