package journal

import (
	"context"
	"crypto/ed25519"
	"database/sql"
	"fmt"
	"slices"
)

// wanted is the hash that an entry must have, and who says so.
type wanted struct{ hash, by string }

// checkpoints verifies the signatures and the order of the checkpoints, and notes what they tell of the entries.
func (v *verifier) checkpoints(ctx context.Context, tx *sql.Tx) error {
	keys, err := v.trusted(ctx)
	if err != nil {
		return err
	}
	rows, err := tx.QueryContext(ctx, "SELECT chain, number, sealed, statement, signer, signature FROM checkpoints ORDER BY chain, number")
	if err != nil {
		return err
	}
	defer rows.Close()
	v.sealed, v.kept = map[int64]int64{}, map[string]bool{}
	var before *Checkpoint
	var at [3]int64 // chain, number, sealed
	for rows.Next() {
		c, last := &Checkpoint{}, at
		if err := rows.Scan(&at[0], &at[1], &at[2], (*[]byte)(&c.Statement), &c.Signer, &c.Signature); err != nil {
			return err
		}
		if at[0] != last[0] {
			before, last[1] = nil, 0
		}
		v.report.Checkpoints++
		v.checkpoint(c, before, keys, at, last[1])
		before = c
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, c := range v.how.Witnessed {
		v.witnessed(c, keys)
	}
	return nil
}

func (v *verifier) trusted(ctx context.Context) (map[string]ed25519.PublicKey, error) {
	if v.how.Trusted == nil {
		return v.Keys(ctx)
	}
	keys := map[string]ed25519.PublicKey{}
	for _, key := range v.how.Trusted {
		keys[SignerID(key)] = key
	}
	return keys, nil
}

func (v *verifier) checkpoint(c, before *Checkpoint, keys map[string]ed25519.PublicKey, at [3]int64, last int64) {
	where := numberOf(at[0], at[2])
	name := fmt.Sprintf("checkpoint %d of chain %d", at[1], at[0])
	s, err := c.read()
	switch {
	case err != nil:
		v.find(where, "", "altered", "%s cannot be read", name)
		return
	case !signed(c, keys):
		v.find(where, "", "unsigned", "%s is not signed by a trusted key", name)
		return
	case s.Journal != v.id || s.Chain != at[0] || s.Number != at[1] || s.head(at[0]) == nil || s.head(at[0]).Seq != at[2]:
		v.find(where, "", "altered", "%s stands in the place of another", name)
		return
	case at[1] != last+1:
		v.find(where, "", "removed", "%s follows checkpoint %d: those between were removed", name, last)
	case before != nil && s.Previous != digest(before.Statement), before == nil && s.Previous != "":
		v.find(where, "", "altered", "%s does not follow the one before it", name)
	}
	v.want(s, name)
	v.kept[digest(c.Statement)] = true
	v.sealed[at[0]] = max(v.sealed[at[0]], at[2])
}

func signed(c *Checkpoint, keys map[string]ed25519.PublicKey) bool {
	key, known := keys[c.Signer]
	return known && len(key) == ed25519.PublicKeySize && ed25519.Verify(key, c.Statement, c.Signature)
}

// witnessed takes in a checkpoint from a second place.
func (v *verifier) witnessed(c *Checkpoint, keys map[string]ed25519.PublicKey) {
	s, err := c.read()
	switch {
	case err != nil:
		v.find(0, "", "unsigned", "a witnessed checkpoint cannot be read")
	case !signed(c, keys):
		v.find(numberOf(s.Chain, 0), "", "unsigned", "the witnessed checkpoint %d of chain %d is not signed by a trusted key", s.Number, s.Chain)
	case s.Journal != v.id:
		v.find(numberOf(s.Chain, 0), "", "unknown", "the witness has checkpoints of another journal, %s", s.Journal)
	default:
		name := fmt.Sprintf("the witnessed checkpoint %d of chain %d", s.Number, s.Chain)
		v.want(s, name)
		if head := s.head(s.Chain); head != nil && !v.kept[digest(c.Statement)] {
			v.find(numberOf(s.Chain, head.Seq), "", "removed", "%s was removed, or another put into its place", name)
		}
	}
}

func (v *verifier) want(s *Statement, by string) {
	for _, h := range s.Heads {
		n := numberOf(h.Chain, h.Seq)
		w := wanted{h.Hash, by}
		if !slices.ContainsFunc(v.wanted[n], func(o wanted) bool { return o.hash == w.hash }) {
			v.wanted[n] = append(v.wanted[n], w)
		}
	}
}
