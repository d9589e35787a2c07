package main

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deferido/internal/journal"
)

// A damaged file of records is refused and left as it is; no new one takes its place.
func TestADamagedFileIsRefused(t *testing.T) {
	folder := t.TempDir()
	s := serve(t, "--data", folder)
	item := strings.TrimSpace(string(compact(t, "requests/elderly-free-seat.json")))
	hundred := `{"items":[` + strings.Repeat(item+",", 99) + item + `]}`
	if status, _, answer := s.post(t, "/v1/decisions/batch", "application/json", strings.NewReader(hundred)); status != http.StatusOK {
		t.Fatalf("status %d: %s", status, answer)
	}
	s.terminate(t)
	whole, err := os.ReadFile(filepath.Join(folder, storeFile))
	if err != nil {
		t.Fatal(err)
	}
	middle := bytes.Clone(whole)
	for i := range len(middle) / 4 {
		middle[len(middle)/2+i] ^= 0xa5
	}
	for name, damaged := range map[string][]byte{
		"overwritten in the middle":    middle,
		"overwritten at its beginning": append(bytes.Repeat([]byte("x"), 100), whole[100:]...),
		"cut off":                      whole[:len(whole)/2],
		"cut off within a page":        whole[:len(whole)-1000],
		"empty":                        {},
		"gone":                         nil,
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			data := t.TempDir()
			if err := os.CopyFS(data, os.DirFS(folder)); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(data, storeFile)
			if err := replace(file, damaged); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{{"serve", "--listen", "127.0.0.1:0"}, {"journal", "verify"}} {
				r := runProgram(t, append(args, "--data", data)...)
				if r.status != exitUnavailable || r.stdout != "" || !strings.Contains(r.stderr, file) || !strings.Contains(r.stderr, "restore a backup") {
					t.Errorf("%s: status %d: %s%s", args[0], r.status, r.stdout, r.stderr)
				}
			}
			left, err := os.ReadFile(file)
			if damaged == nil && !os.IsNotExist(err) || damaged != nil && !bytes.Equal(left, damaged) {
				t.Errorf("the file was changed: %v", err)
			}
			if _, err := os.Stat(filepath.Join(data, journal.PrivateKeyFile)); err != nil {
				t.Error(err)
			}
		})
	}
}

// replace puts a content in the place of a file; nil removes it.
func replace(name string, content []byte) error {
	if content == nil {
		return os.Remove(name)
	}
	return os.WriteFile(name, content, 0o600)
}
