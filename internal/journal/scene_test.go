package journal_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// scene is a journal of two chains, closed, and a copy of it that it can be put back to after each tampering:
//
//	chain 1: 25 decisions, the fifth of them erased, the erasure, and one decision more
//	chain 2: 20 decisions
type scene struct {
	t         testing.TB
	db        *store.DB
	reader    *journal.Reader
	witnessed []*journal.Checkpoint
}

const (
	erasedSeq  = 5
	erasureSeq = 26
	lastSeq    = 27 // of chain 1
	lastSeq2   = 20 // of chain 2
	sealedEach = 8
)

func newScene(t testing.TB, from store.Source) *scene {
	t.Helper()
	s := &scene{t: t, db: storetest.Open(t, from)}
	file := filepath.Join(t.TempDir(), "witness")
	first := open(t, s.db, journal.Options{Sealed: sealedEach, Witness: journal.NewWitness(file, nil)})
	second := open(t, s.db, journal.Options{Sealed: sealedEach, Witness: journal.NewWitness(file, nil)})
	s.reader = first.Reader
	var erased string
	for i := range 25 {
		r := record(i)
		keep(t, first, r)
		if i == erasedSeq-1 {
			erased = r.ID
		}
		if i < lastSeq2 {
			keep(t, second, record(100+i))
		}
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	if err := first.Erase(t.Context(), erased, "local"); err != nil {
		t.Fatal(err)
	}
	keep(t, first, record(26))
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	s.witnessed = witnessed(t, file)
	s.copyAll()
	return s
}

// witnessed reads the checkpoints of a witness's file.
func witnessed(t testing.TB, file string) []*journal.Checkpoint {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var all []*journal.Checkpoint
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		c := &journal.Checkpoint{}
		if err := json.Unmarshal(lines.Bytes(), c); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

// tables are those that can be tampered with, in the order in which rows can be inserted.
var tables = []string{"meta", "chains", "entries", "facets", "entry_facets", "class_facets", "tallies", "backlog", "policy_sets", "signers", "checkpoints"}

func (s *scene) copyAll() {
	for _, name := range tables {
		s.exec("CREATE TABLE kept_" + name + " AS SELECT * FROM " + name)
	}
}

// restore puts everything back.
func (s *scene) restore() {
	s.t.Helper()
	for i := len(tables) - 1; i >= 0; i-- {
		s.exec("DELETE FROM " + tables[i])
	}
	for _, name := range tables {
		overriding := ""
		if s.db.Postgres() {
			overriding = " OVERRIDING SYSTEM VALUE"
		}
		s.exec("INSERT INTO " + name + overriding + " SELECT * FROM kept_" + name)
	}
}

func (s *scene) exec(statement string, args ...any) {
	s.t.Helper()
	if _, err := s.db.Exec(s.db.Bind(statement), args...); err != nil {
		s.t.Fatalf("%s: %v", statement, err)
	}
}

// ask reads one value.
func ask[T any](s *scene, query string, args ...any) (v T) {
	s.t.Helper()
	if err := s.db.QueryRow(s.db.Bind(query), args...).Scan(&v); err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
	return v
}

func (s *scene) row(chain, seq int64) *journal.Row {
	s.t.Helper()
	r := &journal.Row{}
	if err := s.db.QueryRow(s.db.Bind("SELECT "+journal.RowColumns+" FROM entries WHERE n = ?"), journal.NumberOf(chain, seq)).Scan(r.Fields()...); err != nil {
		s.t.Fatal(err)
	}
	return r
}

// put replaces the entry of a number, or adds one.
func (s *scene) put(r *journal.Row) {
	s.t.Helper()
	s.exec("DELETE FROM entries WHERE n = ?", r.N)
	s.exec("INSERT INTO entries ("+journal.RowColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", r.N, r.Kind, r.ID, r.At, r.Prev, r.Salt, r.Content, r.Commitment, r.Hash)
}

func (s *scene) verify(how journal.Verifying) *journal.Report {
	s.t.Helper()
	report, err := s.reader.Verify(s.t.Context(), how)
	if err != nil {
		s.t.Fatal(err)
	}
	return report
}
