package journal

import (
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"database/sql"
	"encoding/hex"
	"fmt"
	"hash/maphash"
)

// Finding is something in a journal that is not as its chains say.
type Finding struct {
	Chain int64  `json:"chain"`
	Seq   int64  `json:"seq,omitempty"` // of the entry; 0 where it is about the chain
	ID    string `json:"id,omitempty"`
	What  string `json:"what"` // altered, removed, reordered, truncated, unknown, unsigned, index, erased or policies
	Text  string `json:"text"`
}

// Report is what Verify saw.
type Report struct {
	Journal     string    `json:"journal"`
	Entries     int       `json:"entries"`
	Erased      int       `json:"erased"`
	Chains      int       `json:"chains"`
	Checkpoints int       `json:"checkpoints"`
	Unsealed    int       `json:"unsealed"` // entries that no checkpoint covers yet
	Findings    []Finding `json:"findings"`
	More        int       `json:"more,omitempty"` // findings beyond those told
}

// maxFindings bounds the findings of a report.
const maxFindings = 1000

// Verifying says how to verify.
type Verifying struct {
	// Trusted are the keys whose checkpoints count; none: those that the journal itself names.
	Trusted []ed25519.PublicKey
	// Witnessed are the checkpoints that a second place has; each must be true of the journal.
	Witnessed []*Checkpoint
	// Set checks the archive of a policy set against its revision; nil leaves it.
	Set func(revision string, archive []byte) error
	// Progress is told how many entries were seen; it may be nil.
	Progress func(entries int)
}

// Verify reads the whole journal, as it is at one moment, and returns what is not as it should be. An error means that it
// could not be read.
func (r *Reader) Verify(ctx context.Context, how Verifying) (*Report, error) {
	v := &verifier{Reader: r, how: how, report: &Report{Journal: r.id, Findings: []Finding{}}, ends: map[int64]*entry{}, wanted: map[int64][]wanted{}, decided: map[string]bool{}}
	err := r.db.Snapshot(ctx, func(tx *sql.Tx) error {
		for _, step := range []func(context.Context, *sql.Tx) error{v.checkpoints, v.readIndex, v.entries, v.heads, v.counts, v.sets} {
			if err := step(ctx, tx); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading the journal: %w", err)
	}
	return v.report, nil
}

// verifier is a verification under way.
type verifier struct {
	*Reader
	how    Verifying
	report *Report

	erasures *erasures
	ends     map[int64]*entry   // the last entry of each chain
	wanted   map[int64][]wanted // hashes that checkpoints tell of, by number of entry
	sealed   map[int64]int64    // the last entry that a checkpoint covers, by chain
	kept     map[string]bool    // digests of the checkpoints that hold
	index    index
	counted  counted
	behind   *behind
	decided  map[string]bool // revisions of the policy sets that decided
}

func (v *verifier) find(n int64, id, what, text string, args ...any) {
	if len(v.report.Findings) == maxFindings {
		v.report.More++
		return
	}
	chain, seq := placeOf(n)
	v.report.Findings = append(v.report.Findings, Finding{chain, seq, id, what, fmt.Sprintf(text, args...)})
}

// entries verifies each entry, in the order of the chains.
func (v *verifier) entries(ctx context.Context, tx *sql.Tx) (err error) {
	if v.erasures, err = v.Reader.erasures(ctx, tx); err != nil {
		return err
	}
	if v.behind, err = v.Reader.behind(ctx, tx); err != nil {
		return err
	}
	v.counted = counted{maphash.MakeSeed(), map[[2]int64]uint64{}}
	rows, err := tx.QueryContext(ctx, "SELECT "+entryColumns+" FROM entries ORDER BY n")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		e := &entry{}
		if err := rows.Scan(e.columns()...); err != nil {
			return err
		}
		v.link(e)
		v.content(e)
		if v.report.Entries++; v.how.Progress != nil && v.report.Entries%10_000 == 0 {
			v.how.Progress(v.report.Entries)
		}
	}
	for n := range v.index.sums { // that no entry took
		v.find(n, "", "index", "something is found in the index that is no entry")
	}
	return rows.Err()
}

// link verifies that an entry follows the one before it in its chain, and what checkpoints tell of it.
func (v *verifier) link(e *entry) {
	chain, seq := e.place()
	before, prev, last := v.ends[chain], origin(v.id, chain), int64(0)
	if before != nil {
		prev = before.hash
		_, last = before.place()
	}
	genuine := hmac.Equal(e.hashed(), e.hash)
	switch {
	case seq != last+1 && seq == last+2:
		v.find(numberOf(chain, last+1), "", "removed", "the entry %d of chain %d was removed", last+1, chain)
	case seq != last+1:
		v.find(numberOf(chain, last+1), "", "removed", "the entries %d to %d of chain %d were removed", last+1, seq-1, chain)
	case hmac.Equal(e.prev, prev):
	case genuine && before != nil: // what this one follows is what stood in the place of the one before
		v.find(before.n, before.id, "altered", "the entry is not the one that the next follows")
	default:
		v.find(e.n, e.id, "reordered", "the entry does not follow the one before it")
	}
	if !genuine {
		v.find(e.n, e.id, "altered", "the entry was altered, or put into the place of another")
	}
	for _, w := range v.wanted[e.n] {
		if w.hash != hex.EncodeToString(e.hash) {
			v.find(e.n, e.id, "altered", "the entry is not the one that %s sealed", w.by)
		}
	}
	delete(v.wanted, e.n)
	v.ends[chain] = e
}

// content verifies what an entry holds and is found by, or that its erasure is on record.
func (v *verifier) content(e *entry) {
	var expected []facet
	switch {
	case e.content == nil:
		v.report.Erased++
		if e.kind != kindDecision && e.kind != kindFailure || !v.erasures.cover(e) { // nothing else is ever erased
			v.find(e.n, e.id, "erased", "the content was erased, and no erasure is on record")
		}
	case !hmac.Equal(commit(e.salt, e.content), e.commitment):
		v.find(e.n, e.id, "altered", "the content was altered")
		return
	case e.kind == kindDecision || e.kind == kindFailure:
		record, facets, err := e.found()
		if err != nil || record.ID != e.id || record.DecidedAt.UnixNano() != e.at || kindOf(record) != e.kind {
			v.find(e.n, e.id, "altered", "the content is not that of this entry")
			return
		}
		v.decided[record.Revision] = true
		expected = v.indexed(e, facets)
	case e.kind == kindEvent:
		stored, err := e.event()
		if err != nil {
			v.find(e.n, e.id, "altered", "the content is not that of this entry")
			return
		}
		expected = []facet{{facetKind, kindEvent}, {facetSubject, stored.Subject}}
	default:
		expected = []facet{{facetKind, e.kind}}
	}
	if !v.index.take(e, expected) {
		v.find(e.n, e.id, "index", "the entry is not found by what it says, or by more than that")
	}
}

// heads verifies that no chain was cut off at its end.
func (v *verifier) heads(ctx context.Context, tx *sql.Tx) error {
	heads, err := v.Reader.heads(ctx, tx)
	if err != nil {
		return err
	}
	told := map[int64]bool{}
	for _, h := range heads {
		told[h.Chain] = true
		end := v.ends[h.Chain]
		switch {
		case end == nil && h.Seq == 0:
			if h.Hash != hex.EncodeToString(origin(v.id, h.Chain)) {
				v.find(numberOf(h.Chain, 0), "", "altered", "the beginning of chain %d was altered", h.Chain)
			}
		case end == nil:
			v.find(numberOf(h.Chain, 1), "", "truncated", "the whole chain %d was removed", h.Chain)
		case end.n < numberOf(h.Chain, h.Seq):
			_, seq := end.place()
			v.find(numberOf(h.Chain, seq+1), "", "truncated", "the entries %d to %d at the end of chain %d were removed", seq+1, h.Seq, h.Chain)
		case end.n > numberOf(h.Chain, h.Seq) || hex.EncodeToString(end.hash) != h.Hash:
			v.find(end.n, end.id, "unknown", "the chain %d does not end where it says", h.Chain)
		}
	}
	v.report.Chains = len(v.ends)
	for chain, end := range v.ends {
		if _, seq := end.place(); !told[chain] {
			v.find(end.n, end.id, "unknown", "the chain %d is not known", chain)
		} else if seq > v.sealed[chain] {
			v.report.Unsealed += int(seq - v.sealed[chain])
		}
	}
	for n, ws := range v.wanted { // that no entry took
		chain, seq := placeOf(n)
		v.find(n, "", "truncated", "%s sealed the entry %d of chain %d, which is not there", ws[0].by, seq, chain)
	}
	return nil
}

func compareFindings(a, b Finding) int {
	if a.Chain != b.Chain {
		return int(a.Chain - b.Chain)
	}
	return int(a.Seq - b.Seq)
}

// sets verifies that each policy set that decided is kept and is the one that it is named after.
func (v *verifier) sets(ctx context.Context, tx *sql.Tx) error {
	if v.how.Set == nil {
		return nil
	}
	rows, err := tx.QueryContext(ctx, "SELECT revision, archive FROM policy_sets")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var revision string
		var archive []byte
		if err := rows.Scan(&revision, &archive); err != nil {
			return err
		}
		if err := v.how.Set(revision, archive); err != nil {
			v.find(0, "", "policies", "the policy set %s was altered: %v", revision, err)
		}
		delete(v.decided, revision)
	}
	for revision := range v.decided {
		v.find(0, "", "policies", "the policy set %s decided and is not kept", revision)
	}
	return rows.Err()
}
