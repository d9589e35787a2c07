package journal_test

import (
	"bytes"
	"crypto/ed25519"
	"slices"
	"testing"

	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// tampering is something done to the store behind the journal's back, and what Verify must say of it.
type tampering struct {
	name  string
	do    func(s *scene)
	how   func(s *scene) journal.Verifying // nil: without keys or witness
	chain int64
	seqs  []int64
	what  string
	alone bool // there is no other finding
}

func TestAnUntouchedJournalVerifies(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		s := newScene(t, from)
		for name, how := range map[string]journal.Verifying{
			"alone": {}, "with its key": byKey(s), "with its witness": byWitness(s),
			"with both": {Trusted: byKey(s).Trusted, Witnessed: s.witnessed},
		} {
			report := s.verify(how)
			if len(report.Findings) != 0 {
				t.Errorf("%s: %+v", name, report.Findings)
			}
			if report.Entries != lastSeq+lastSeq2 || report.Chains != 2 || report.Erased != 1 || report.Unsealed != 0 || report.Journal != s.reader.ID() {
				t.Errorf("%s: %+v", name, report)
			}
		}
	})
}

func TestEveryTamperingIsFoundWhereItIs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from store.Source) {
		s := newScene(t, from)
		all := slices.Concat(entryTamperings, removals, indexTamperings, countTamperings, checkpointTamperings, replacements)
		for _, c := range all {
			t.Run(c.name, func(t *testing.T) {
				s.t = t
				defer s.restore()
				c.do(s)
				how := journal.Verifying{}
				if c.how != nil {
					how = c.how(s)
				}
				c.check(t, s.verify(how))
			})
		}
		s.t = t
		if report := s.verify(byWitness(s)); len(report.Findings) != 0 {
			t.Fatalf("the journal was not put back: %+v", report.Findings)
		}
	})
}

func (c *tampering) check(t *testing.T, report *journal.Report) {
	t.Helper()
	for _, seq := range c.seqs {
		if !slices.ContainsFunc(report.Findings, func(f journal.Finding) bool { return f.Chain == c.chain && f.Seq == seq && f.What == c.what }) {
			t.Errorf("%s entry %d of chain %d is not among %+v", c.what, seq, c.chain, report.Findings)
		}
	}
	for _, f := range report.Findings {
		if c.alone && (f.Chain != c.chain || !slices.Contains(c.seqs, f.Seq)) {
			t.Errorf("found besides: %+v", f)
		}
	}
}

func byKey(*scene) journal.Verifying {
	return journal.Verifying{Trusted: []ed25519.PublicKey{key.Public().(ed25519.PublicKey)}}
}

func byWitness(s *scene) journal.Verifying { return journal.Verifying{Witnessed: s.witnessed} }

// change alters an entry of chain 1; what makes the alteration may say how its hashes are.
func change(seq int64, how func(r *journal.Row)) func(*scene) {
	return func(s *scene) {
		r := s.row(1, seq)
		how(r)
		s.put(r)
	}
}

// otherAnswer alters what was decided.
func otherAnswer(r *journal.Row) {
	r.Content = bytes.Replace(r.Content, []byte("número"), []byte("numero"), 1)
}

var entryTamperings = []tampering{
	{name: "a content altered", do: change(7, otherAnswer), chain: 1, seqs: []int64{7}, what: "altered", alone: true},
	{name: "a content replaced by no JSON", do: change(7, func(r *journal.Row) { r.Content = []byte("{") }), chain: 1, seqs: []int64{7}, what: "altered", alone: true},
	{name: "a content emptied", do: change(7, func(r *journal.Row) { r.Content = []byte(" ") }), chain: 1, seqs: []int64{7}, what: "altered", alone: true},
	{name: "an answer altered and its hashes made right", do: change(7, func(r *journal.Row) {
		otherAnswer(r)
		r.Rehash()
	}), chain: 1, seqs: []int64{7}, what: "altered", alone: true},
	{name: "the last answer altered and its hashes made right", do: change(lastSeq, func(r *journal.Row) {
		otherAnswer(r)
		r.Rehash()
	}), chain: 1, seqs: []int64{lastSeq}, what: "altered", alone: true},
	{name: "a sealed answer altered and all hashes after it made right", do: func(s *scene) { rewrite(s, 7) }, chain: 1, seqs: []int64{8, 16, 24, lastSeq}, what: "altered"},
	{name: "a time altered", do: change(7, func(r *journal.Row) { r.At++ }), chain: 1, seqs: []int64{7}, what: "altered", alone: true},
	{name: "a time altered and its hashes made right", do: change(7, func(r *journal.Row) {
		r.At++
		r.Rehash()
	}), chain: 1, seqs: []int64{7}, what: "altered", alone: true},
	{name: "a kind altered", do: change(7, func(r *journal.Row) { r.Kind = "failure" }), chain: 1, seqs: []int64{7}, what: "altered", alone: true},
	{name: "an id altered", do: change(7, func(r *journal.Row) { r.ID = "0" + r.ID[1:len(r.ID)-1] + "x" }), chain: 1, seqs: []int64{7}, what: "altered", alone: true},
	{name: "two entries swapped", do: func(s *scene) {
		a, b := s.row(1, 7), s.row(1, 9)
		a.N, b.N = b.N, a.N
		s.exec("DELETE FROM entries WHERE n IN (?, ?)", a.N, b.N)
		s.put(a)
		s.put(b)
	}, chain: 1, seqs: []int64{7, 9}, what: "altered"},
	{name: "two contents swapped", do: func(s *scene) {
		a, b := s.row(1, 7), s.row(1, 9)
		a.Content, a.Salt, b.Content, b.Salt = b.Content, b.Salt, a.Content, a.Salt
		s.put(a)
		s.put(b)
	}, chain: 1, seqs: []int64{7, 9}, what: "altered", alone: true},
	{name: "two contents swapped with their commitments", do: func(s *scene) {
		a, b := s.row(1, 7), s.row(1, 9)
		a.Content, a.Salt, a.Commitment, b.Content, b.Salt, b.Commitment = b.Content, b.Salt, b.Commitment, a.Content, a.Salt, a.Commitment
		s.put(a)
		s.put(b)
	}, chain: 1, seqs: []int64{7, 9}, what: "altered", alone: true},
	{name: "an entry renumbered", do: func(s *scene) {
		s.exec("UPDATE entries SET n = ? WHERE n = ?", journal.NumberOf(1, lastSeq+1), journal.NumberOf(1, lastSeq))
	}, chain: 1, seqs: []int64{lastSeq}, what: "removed"},
	{name: "an entry moved to another chain", do: func(s *scene) {
		s.exec("UPDATE entries SET n = ? WHERE n = ?", journal.NumberOf(2, lastSeq2+1), journal.NumberOf(1, 7))
	}, chain: 1, seqs: []int64{7}, what: "removed"},
	{name: "an entry forged after the last", do: func(s *scene) { forge(s, 1, lastSeq+1) }, chain: 1, seqs: []int64{lastSeq + 1}, what: "unknown"},
	{name: "an entry forged in the place of another", do: func(s *scene) { forge(s, 1, 9) }, chain: 1, seqs: []int64{9}, what: "altered", alone: true},
	{name: "a chain forged", do: func(s *scene) { forge(s, 3, 1) }, chain: 3, seqs: []int64{1}, what: "unknown"},
	{name: "the end of a chain altered", do: func(s *scene) { s.exec("UPDATE chains SET hash = ? WHERE chain = 1", make([]byte, 32)) }, chain: 1, seqs: []int64{lastSeq}, what: "unknown", alone: true},
	{name: "a chain that its table does not know", do: func(s *scene) { s.exec("DELETE FROM chains WHERE chain = 2") }, chain: 2, seqs: []int64{lastSeq2}, what: "unknown", alone: true},
	{name: "a chain with a beginning of another", do: func(s *scene) {
		s.exec("INSERT INTO chains (chain, seq, hash) VALUES (3, 0, ?)", journal.Origin("another", 3))
	}, chain: 3, seqs: []int64{0}, what: "altered", alone: true},
}

// rewrite alters an answer and makes all hashes after it right, and the end of the chain: what one can do who has no key.
func rewrite(s *scene, from int64) {
	var prev []byte
	for seq := from; seq <= lastSeq; seq++ {
		r := s.row(1, seq)
		if seq == from {
			otherAnswer(r)
		} else {
			r.Prev = prev
		}
		r.Rehash()
		s.put(r)
		prev = r.Hash
	}
	s.exec("UPDATE chains SET hash = ? WHERE chain = 1", prev)
}

// forge puts an entry into a chain that looks as if it followed the one before it.
func forge(s *scene, chain, seq int64) {
	r := s.row(1, 7)
	id := "01900000-0000-7000-8000-000000000000"
	r.Content = bytes.ReplaceAll(r.Content, []byte(r.ID), []byte(id))
	r.N, r.ID, r.Prev = journal.NumberOf(chain, seq), id, journal.Origin(s.reader.ID(), chain)
	if seq > 1 {
		r.Prev = s.row(chain, seq-1).Hash
	}
	r.Rehash()
	s.put(r)
}
