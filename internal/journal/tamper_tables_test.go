package journal_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"

	"deferido/internal/journal"
)

var removals = []tampering{
	{name: "an entry deleted", do: func(s *scene) { s.cut(1, 7, 7) }, chain: 1, seqs: []int64{7}, what: "removed", alone: true},
	{name: "the first entry deleted", do: func(s *scene) { s.cut(1, 1, 1) }, chain: 1, seqs: []int64{1}, what: "removed", alone: true},
	{name: "entries deleted in the middle", do: func(s *scene) { s.cut(1, 9, 11) }, chain: 1, seqs: []int64{9}, what: "removed", alone: true},
	{name: "the last entries deleted", do: func(s *scene) { s.cut(1, 25, lastSeq) }, chain: 1, seqs: []int64{25}, what: "truncated"},
	{name: "the last entries deleted and the chain set back", do: func(s *scene) {
		s.cut(2, 15, lastSeq2)
		s.exec("UPDATE chains SET seq = 14, hash = ? WHERE chain = 2", s.row(2, 14).Hash)
	}, chain: 2, seqs: []int64{16, lastSeq2}, what: "truncated", alone: false},
	{name: "a content erased without an erasure", do: func(s *scene) {
		s.exec("UPDATE entries SET salt = NULL, content = NULL WHERE n = ?", journal.NumberOf(1, 7))
		s.exec("DELETE FROM entry_facets WHERE n = ?", journal.NumberOf(1, 7))
	}, chain: 1, seqs: []int64{7}, what: "erased", alone: true},
	{name: "an erasure erased", do: func(s *scene) {
		s.exec("UPDATE entries SET salt = NULL, content = NULL WHERE n = ?", journal.NumberOf(1, erasureSeq))
		s.exec("DELETE FROM entry_facets WHERE n = ?", journal.NumberOf(1, erasureSeq))
	}, chain: 1, seqs: []int64{erasedSeq, erasureSeq}, what: "erased", alone: true},
	{name: "an erasure altered", do: change(erasureSeq, func(r *journal.Row) { r.Content = []byte("null") }), chain: 1, seqs: []int64{erasureSeq}, what: "altered"},
	{name: "an erasure replaced by no JSON", do: change(erasureSeq, func(r *journal.Row) { r.Content = []byte("{") }), chain: 1, seqs: []int64{erasureSeq}, what: "altered"},
	{name: "an erasure widened", do: func(s *scene) {
		change(erasureSeq, func(r *journal.Row) {
			r.Content = bytes.Replace(r.Content, []byte(`"ids":[`), []byte(`"ids":["`+s.row(1, 7).ID+`",`), 1)
		})(s)
		s.exec("UPDATE entries SET salt = NULL, content = NULL WHERE n = ?", journal.NumberOf(1, 7))
		s.exec("DELETE FROM entry_facets WHERE n = ?", journal.NumberOf(1, 7))
	}, chain: 1, seqs: []int64{erasureSeq}, what: "altered"},
	{name: "a whole chain deleted, told by a checkpoint of the other", do: func(s *scene) { s.drop(2) }, chain: 2, seqs: []int64{lastSeq2}, what: "truncated"},
	{name: "everything deleted, told by the witness", do: func(s *scene) {
		s.drop(1)
		s.drop(2)
	}, how: byWitness, chain: 1, seqs: []int64{lastSeq}, what: "truncated"},
}

// cut deletes entries and what they are found by.
func (s *scene) cut(chain, from, to int64) {
	for seq := from; seq <= to; seq++ {
		s.exec("DELETE FROM entries WHERE n = ?", journal.NumberOf(chain, seq))
		s.exec("DELETE FROM entry_facets WHERE n = ?", journal.NumberOf(chain, seq))
	}
}

// drop deletes all that the store has of a chain.
func (s *scene) drop(chain int64) {
	s.exec("DELETE FROM checkpoints WHERE chain = ?", chain)
	s.exec("DELETE FROM chains WHERE chain = ?", chain)
	s.exec("DELETE FROM entries WHERE n % 1024 = ?", chain)
	s.exec("DELETE FROM entry_facets WHERE n % 1024 = ?", chain)
}

// facetOf selects the number of a facet.
const facetOf = "(SELECT facet FROM facets WHERE kind = ? AND value = ?)"

var indexTamperings = []tampering{
	{name: "a row of the index deleted", do: func(s *scene) {
		s.exec("DELETE FROM entry_facets WHERE n = ? AND facet = "+facetOf, journal.NumberOf(1, 7), "provision", "urn:a")
	}, chain: 1, seqs: []int64{7}, what: "index", alone: true},
	{name: "a row of the index altered", do: func(s *scene) {
		s.exec("UPDATE entry_facets SET facet = "+facetOf+" WHERE n = ? AND facet = "+facetOf, "provision", "urn:b3", journal.NumberOf(1, 7), "provision", "urn:a")
	}, chain: 1, seqs: []int64{7}, what: "index", alone: true},
	{name: "the time of a row of the index altered", do: func(s *scene) {
		s.exec("UPDATE entry_facets SET at = at + 1 WHERE n = ? AND facet = "+facetOf, journal.NumberOf(1, 7), "provision", "urn:a")
	}, chain: 1, seqs: []int64{7}, what: "index", alone: true},
	{name: "a row of the index inserted", do: func(s *scene) {
		s.exec("INSERT INTO entry_facets (facet, at, n) VALUES ("+facetOf+", ?, ?)", "contested", "true", s.row(1, 7).At, journal.NumberOf(1, 7))
	}, chain: 1, seqs: []int64{7}, what: "index", alone: true},
	{name: "a row of the index of a facet that is not known", do: func(s *scene) {
		s.exec("INSERT INTO entry_facets (facet, at, n) VALUES (99999, ?, ?)", s.row(1, 7).At, journal.NumberOf(1, 7))
	}, chain: 1, seqs: []int64{7}, what: "index", alone: true},
	{name: "a row of the index of no entry", do: func(s *scene) {
		s.exec("INSERT INTO entry_facets (facet, at, n) VALUES ("+facetOf+", ?, ?)", "contested", "true", s.row(1, 7).At, journal.NumberOf(2, 700))
	}, chain: 2, seqs: []int64{700}, what: "index", alone: true},
	{name: "a row of the index of what was erased", do: func(s *scene) {
		s.exec("INSERT INTO entry_facets (facet, at, n) VALUES ("+facetOf+", ?, ?)", "contested", "true", s.row(1, erasedSeq).At, journal.NumberOf(1, erasedSeq))
	}, chain: 1, seqs: []int64{erasedSeq}, what: "index", alone: true},
	{name: "a facet renamed", do: func(s *scene) {
		s.exec("UPDATE facets SET value = 'carrier-9' WHERE kind = 'carrier' AND value = 'carrier-0'")
	}, chain: 1, seqs: []int64{1, 4, 7}, what: "index"},
	{name: "a facet deleted", do: func(s *scene) { s.exec("DELETE FROM facets WHERE kind = 'carrier' AND value = 'carrier-0'") }, chain: 1, seqs: []int64{1, 4, 7}, what: "index"},
}

// aClass selects the number of a class.
const aClass = "(SELECT min(facet) FROM facets WHERE kind = 'class')"

var countTamperings = []tampering{
	{name: "a count raised", do: func(s *scene) {
		s.exec("UPDATE tallies SET n = n + 1 WHERE chain = 1 AND provision = 0 AND carrier = 0 AND class = (SELECT min(class) FROM tallies WHERE chain = 1)")
	}, chain: 1, seqs: []int64{0}, what: "index", alone: true},
	{name: "a count deleted", do: func(s *scene) {
		s.exec("DELETE FROM tallies WHERE chain = 2 AND carrier = 0 AND provision = "+facetOf, "provision", "urn:a")
	}, chain: 2, seqs: []int64{0}, what: "index", alone: true},
	{name: "a count inserted", do: func(s *scene) {
		s.exec("INSERT INTO tallies (provision, carrier, day, class, chain, n) VALUES (0, 0, 1, " + aClass + ", 2, 1)")
	}, chain: 2, seqs: []int64{0}, what: "index", alone: true},
	{name: "a count of a chain that is not there", do: func(s *scene) {
		s.exec("INSERT INTO tallies (provision, carrier, day, class, chain, n) VALUES (0, 0, 1, " + aClass + ", 7, 1)")
	}, chain: 7, seqs: []int64{0}, what: "index", alone: true},
	{name: "counts moved to another day", do: func(s *scene) { s.exec("UPDATE tallies SET day = day + 1 WHERE chain = 1") }, chain: 1, seqs: []int64{0}, what: "index", alone: true},
	{name: "counts moved to another chain", do: func(s *scene) {
		s.exec("UPDATE tallies SET chain = 3 WHERE chain = 2")
	}, chain: 3, seqs: []int64{0}, what: "index"},
	{name: "counts of a provision moved to one that is not known", do: func(s *scene) {
		s.exec("UPDATE tallies SET provision = 99999 WHERE chain = 2 AND provision = "+facetOf, "provision", "urn:a")
	}, chain: 2, seqs: []int64{0}, what: "index", alone: true},
	{name: "counts of a carrier put in the place of all", do: func(s *scene) {
		s.exec("DELETE FROM tallies WHERE chain = 1 AND carrier = 0 AND provision = 0")
		s.exec("UPDATE tallies SET carrier = 0 WHERE chain = 1 AND provision = 0 AND carrier = "+facetOf, "carrier", "carrier-1")
	}, chain: 1, seqs: []int64{0}, what: "index", alone: true},
	{name: "all counts deleted", do: func(s *scene) { s.exec("DELETE FROM tallies") }, chain: 1, seqs: []int64{0}, what: "index"},
	{name: "a facet taken from a class", do: func(s *scene) {
		s.exec("DELETE FROM class_facets WHERE class = "+aClass+" AND facet = "+facetOf, "kind", "decision")
	}, chain: 0, seqs: []int64{0}, what: "index", alone: true},
	{name: "all facets taken from a class", do: func(s *scene) { s.exec("DELETE FROM class_facets WHERE class = " + aClass) }, chain: 0, seqs: []int64{0}, what: "index", alone: true},
	{name: "a facet given to a class", do: func(s *scene) {
		s.exec("INSERT INTO class_facets (facet, class) VALUES ("+facetOf+", "+aClass+")", "carrier", "carrier-1")
	}, chain: 0, seqs: []int64{0}, what: "index", alone: true},
	{name: "a class made of what is none", do: func(s *scene) {
		s.exec("INSERT INTO class_facets (facet, class) VALUES ("+facetOf+", "+facetOf+")", "kind", "decision", "carrier", "carrier-1")
	}, chain: 0, seqs: []int64{0}, what: "index", alone: true},
	{name: "a class that is not known", do: func(s *scene) {
		s.exec("INSERT INTO class_facets (facet, class) VALUES ("+facetOf+", 99999)", "kind", "decision")
	}, chain: 0, seqs: []int64{0}, what: "index", alone: true},
	{name: "a class renamed", do: func(s *scene) {
		s.exec("UPDATE facets SET value = 'kind=decision' WHERE facet = (SELECT f.facet FROM entry_facets f JOIN facets k ON k.facet = f.facet WHERE f.n = ? AND k.kind = 'class')", journal.NumberOf(1, 7))
	}, chain: 1, seqs: []int64{7}, what: "index"},
	{name: "what is in the index said not to be", do: func(s *scene) { s.exec("INSERT INTO backlog (chain, first, last) VALUES (1, 7, 8)") }, chain: 1, seqs: []int64{7, 8}, what: "index", alone: true},
	{name: "all said not to be in the index", do: func(s *scene) { s.exec("UPDATE chains SET indexed = 0 WHERE chain = 2") }, chain: 2, seqs: []int64{1, lastSeq2}, what: "index"},
}

var checkpointTamperings = []tampering{
	{name: "a checkpoint altered", do: func(s *scene) {
		text := ask[[]byte](s, "SELECT statement FROM checkpoints WHERE chain = 1 AND number = 2")
		s.exec("UPDATE checkpoints SET statement = ? WHERE chain = 1 AND number = 2", bytes.Replace(text, []byte(`"number":2`), []byte(`"number":7`), 1))
	}, chain: 1, seqs: []int64{16}, what: "unsigned"},
	{name: "a checkpoint that is no JSON", do: func(s *scene) {
		s.exec("UPDATE checkpoints SET statement = ? WHERE chain = 1 AND number = 2", []byte("{"))
	}, chain: 1, seqs: []int64{16}, what: "altered"},
	{name: "what a checkpoint covers altered", do: func(s *scene) { s.exec("UPDATE checkpoints SET sealed = 15 WHERE chain = 1 AND number = 2") }, chain: 1, seqs: []int64{15}, what: "altered"},
	{name: "a checkpoint deleted", do: func(s *scene) { s.exec("DELETE FROM checkpoints WHERE chain = 1 AND number = 2") }, chain: 1, seqs: []int64{24}, what: "removed", alone: true},
	{name: "the first checkpoint deleted", do: func(s *scene) { s.exec("DELETE FROM checkpoints WHERE chain = 1 AND number = 1") }, chain: 1, seqs: []int64{16}, what: "removed", alone: true},
	{name: "the last checkpoint deleted", do: func(s *scene) {
		s.exec("DELETE FROM checkpoints WHERE chain = 1 AND number = 4")
	}, how: byWitness, chain: 1, seqs: []int64{lastSeq}, what: "removed", alone: true},
	{name: "a checkpoint forged", do: func(s *scene) {
		s.exec("INSERT INTO checkpoints (chain, number, sealed, at, statement, signer, signature) SELECT chain, 5, 28, at, statement, signer, signature FROM checkpoints WHERE chain = 1 AND number = 4")
	}, chain: 1, seqs: []int64{28}, what: "altered", alone: true},
	{name: "a checkpoint signed by another", do: resign, how: byKey, chain: 1, seqs: []int64{lastSeq}, what: "unsigned", alone: true},
	{name: "a checkpoint signed by nobody known", do: func(s *scene) {
		resign(s)
		s.exec("UPDATE checkpoints SET signer = (SELECT min(signer) FROM signers WHERE signer <> checkpoints.signer) WHERE chain = 1 AND number = 4")
	}, chain: 1, seqs: []int64{lastSeq}, what: "unsigned", alone: true},
	{name: "two checkpoints swapped", do: func(s *scene) {
		s.exec("UPDATE checkpoints SET number = 1000 WHERE chain = 1 AND number = 1")
		s.exec("UPDATE checkpoints SET number = 1 WHERE chain = 1 AND number = 2")
		s.exec("UPDATE checkpoints SET number = 2 WHERE chain = 1 AND number = 1000")
	}, chain: 1, seqs: []int64{8, 16}, what: "altered"},
	{name: "a key altered", do: func(s *scene) { s.exec("UPDATE signers SET public_key = ?", make([]byte, ed25519.PublicKeySize)) }, chain: 2, seqs: []int64{8, 16, lastSeq2}, what: "unsigned"},
}

var otherKey = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{1}, ed25519.SeedSize))

// resign signs the last checkpoint of chain 1 with another key, which the journal is made to name.
func resign(s *scene) {
	public := otherKey.Public().(ed25519.PublicKey)
	s.exec("INSERT INTO signers (signer, public_key, at) VALUES (?, ?, 0)", journal.SignerID(public), []byte(public))
	text := ask[[]byte](s, "SELECT statement FROM checkpoints WHERE chain = 1 AND number = 4")
	s.exec("UPDATE checkpoints SET signer = ?, signature = ? WHERE chain = 1 AND number = 4", journal.SignerID(public), ed25519.Sign(otherKey, text))
}

var replacements = []tampering{
	{name: "everything replaced and signed by another, told by the key", do: replaceAll, how: byKey, chain: 1, seqs: []int64{8, lastSeq}, what: "unsigned"},
	{name: "everything replaced and signed by another, told by the witness", do: replaceAll, how: byWitness, chain: 1, seqs: []int64{0}, what: "unsigned"},
	{name: "everything replaced and signed by another beside the first, told by the witness", do: func(s *scene) {
		replaceAll(s)
		public := key.Public().(ed25519.PublicKey)
		s.exec("INSERT INTO signers (signer, public_key, at) VALUES (?, ?, 0)", journal.SignerID(public), []byte(public))
	}, how: byWitness, chain: 1, seqs: []int64{8, 16, 24, lastSeq}, what: "altered"},
}

// replaceAll writes another journal in the place of the first, sound in itself.
func replaceAll(s *scene) {
	for _, name := range []string{"checkpoints", "signers", "tallies", "entry_facets", "entries", "chains"} {
		s.exec("DELETE FROM " + name)
	}
	j, err := journal.Open(s.t.Context(), s.db, journal.Options{Key: otherKey, Sealed: sealedEach})
	if err != nil {
		s.t.Fatal(err)
	}
	for i := range lastSeq {
		r := record(i)
		r.Answer = json.RawMessage(`{"outcome":"allow"}`)
		keep(s.t, j, r)
	}
	if err := j.Close(); err != nil {
		s.t.Fatal(err)
	}
	if report := s.verify(journal.Verifying{}); len(report.Findings) != 0 {
		s.t.Fatalf("the other journal is not sound: %+v", report.Findings)
	}
}
