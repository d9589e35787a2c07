package journal

import (
	"bytes"
	"context"
	"crypto/hmac"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"deferido/internal/decision"
	"deferido/internal/store"
)

// group are pendings on its way into the store.
type group struct {
	*writer
	pendings []*pending

	repeated map[*pending]string // those whose call was recorded before, and under which id; empty for another request
	entries  []*entry
	chain    int64
	seq      int64 // of the last entry
	head     []byte
	sent     bool // the commit was asked for
	written  int
}

// errRefused is of a change that was not made, for a reason of its own.
var errRefused = errors.New("the change was refused")

// run writes the group in one transaction.
func (c *group) run(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.journal.options.CommitTimeout)
	defer cancel()
	done, err := c.db.Turn(ctx)
	if err != nil {
		return err
	}
	defer done()
	if err := c.number(ctx); err != nil {
		return err
	}
	tx, err := c.lease.Conn.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("beginning to write: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // of no effect once committed
	if err := c.calls(ctx, tx); err != nil {
		return err
	}
	if also := c.pendings[0].also; also != nil {
		if err := also(ctx, tx); err != nil {
			c.pendings[0].refused = err
			return errRefused
		}
	}
	c.linked()
	if len(c.entries) > 0 {
		if err := errors.Join(c.insertEntries(ctx), c.insertFacets(ctx), c.insertTallies(ctx), c.advance(ctx, tx)); err != nil {
			return err
		}
	}
	c.sent = true
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("committing: %w", err)
	}
	c.written = len(c.entries)
	c.writer.seq, c.writer.head, c.writer.unsealed = c.seq, c.head, c.writer.unsealed+len(c.entries)
	c.journal.length.Store(c.seq)
	return nil
}

// calls notes the idempotency keys. Of two programs that note the same key one waits for the other, and then finds it used:
// in the order of the keys, so that they never wait for each other.
func (c *group) calls(ctx context.Context, tx *sql.Tx) error {
	c.repeated = map[*pending]string{}
	var keyed []*pending
	for _, p := range c.pendings {
		if p.once != nil {
			keyed = append(keyed, p)
		}
	}
	slices.SortFunc(keyed, func(a, b *pending) int { return bytes.Compare(a.once.Key, b.once.Key) })
	for _, p := range keyed {
		noted, err := tx.ExecContext(ctx, c.db.Bind(`INSERT INTO once (key, body, id, at) VALUES (?, ?, ?, ?)
			ON CONFLICT (key) DO UPDATE SET body = excluded.body, id = excluded.id, at = excluded.at WHERE once.at < ?`),
			p.once.Key, p.once.Body, p.entries[0].id, c.journal.options.Now().UnixNano(), c.journal.onceSince())
		if err != nil {
			return fmt.Errorf("noting an idempotency key: %w", err)
		}
		if n, err := noted.RowsAffected(); err != nil || n > 0 {
			if err != nil {
				return fmt.Errorf("noting an idempotency key: %w", err)
			}
			continue
		}
		var body []byte
		var id string
		if err := tx.QueryRowContext(ctx, c.db.Bind("SELECT body, id FROM once WHERE key = ?"), p.once.Key).Scan(&body, &id); err != nil {
			return fmt.Errorf("reading an idempotency key: %w", err)
		}
		if !hmac.Equal(body, p.once.Body) {
			id = ""
		}
		c.repeated[p] = id
	}
	return nil
}

// linked makes the entries links of the chain.
func (c *group) linked() {
	c.entries = nil
	c.chain, c.seq, c.head = c.writer.chain, c.writer.seq, c.writer.head
	for _, p := range c.pendings {
		if _, repeated := c.repeated[p]; repeated {
			continue
		}
		for _, e := range p.entries {
			c.seq++
			e.link(c.chain, c.seq, c.head)
			c.head = e.hash
			c.entries = append(c.entries, e)
		}
	}
}

func (c *group) insertEntries(ctx context.Context) error {
	var n, at []int64
	var kind, id []string
	var prev, salt, content, commitment, hash [][]byte
	for _, e := range c.entries {
		n, at, kind, id = append(n, e.n), append(at, e.at), append(kind, e.kind), append(id, e.id)
		prev, salt, content = append(prev, e.prev), append(salt, e.salt), append(content, e.content)
		commitment, hash = append(commitment, e.commitment), append(hash, e.hash)
	}
	return c.lease.Insert(ctx, "entries",
		store.Column{Name: "n", Values: n}, store.Column{Name: "kind", Values: kind}, store.Column{Name: "id", Values: id},
		store.Column{Name: "at", Values: at}, store.Column{Name: "prev", Values: prev}, store.Column{Name: "salt", Values: salt},
		store.Column{Name: "content", Values: content}, store.Column{Name: "commitment", Values: commitment}, store.Column{Name: "hash", Values: hash})
}

func (c *group) insertFacets(ctx context.Context) error {
	var rows [][3]int64
	for _, e := range c.entries {
		for _, f := range e.facets {
			rows = append(rows, [3]int64{c.facets[f], e.at, e.n})
		}
	}
	return c.lease.Insert(ctx, "entry_facets", facetColumns(rows)...)
}

// facetColumns are rows of the index, in its order: each lies beside the one before.
func facetColumns(rows [][3]int64) []store.Column {
	slices.SortFunc(rows, func(a, b [3]int64) int { return slices.Compare(a[:], b[:]) })
	var columns [3][]int64
	for _, r := range rows {
		for i, v := range r {
			columns[i] = append(columns[i], v)
		}
	}
	return []store.Column{{Name: "facet", Values: columns[0]}, {Name: "at", Values: columns[1]}, {Name: "n", Values: columns[2]}}
}

// advance moves the end of the chain, which nobody else may have moved.
func (c *group) advance(ctx context.Context, tx *sql.Tx) error {
	moved, err := tx.ExecContext(ctx, c.db.Bind("UPDATE chains SET seq = ?, hash = ?, indexed = ? WHERE chain = ? AND seq = ?"), c.seq, c.head, c.seq, c.chain, c.writer.seq)
	if err != nil {
		return fmt.Errorf("moving the end of chain %d: %w", c.chain, err)
	}
	n, err := moved.RowsAffected()
	if err == nil && n != 1 {
		err = errors.New("it was moved by another writer")
	}
	if err != nil {
		return fmt.Errorf("moving the end of chain %d: %w", c.chain, err)
	}
	return nil
}

// answer tells those who wait.
func (c *group) answer() {
	for _, p := range c.pendings {
		id, repeated := c.repeated[p]
		switch {
		case !repeated:
			c.tell([]*pending{p}, nil)
		case id == "":
			c.tell([]*pending{p}, decision.ErrOtherRequest)
		default:
			c.tell([]*pending{p}, &repeatedError{id})
		}
	}
}

// repeatedError says under which id a call was recorded before.
type repeatedError struct{ id string }

func (r *repeatedError) Error() string { return "recorded before as " + r.id }

// number gives each new facet its number, before the group is written: a group that fails must not take them with it.
func (c *group) number(ctx context.Context) error {
	if c.facets == nil || len(c.facets) > facetsKept {
		c.writer.facets = map[facet]int64{}
	}
	var unknown []facet
	for _, p := range c.pendings {
		for _, e := range p.entries {
			for _, f := range e.facets {
				if _, known := c.facets[f]; !known && !slices.Contains(unknown, f) {
					unknown = append(unknown, f)
				}
			}
		}
	}
	slices.SortFunc(unknown, compareFacets)
	for _, f := range unknown {
		if c.facets[f] > 0 { // with its class
			continue
		}
		if err := c.journal.name(ctx, c.lease.Conn, c.facets, f); err != nil {
			return err
		}
	}
	return nil
}

// facetsKept bounds the facets whose numbers are remembered.
const facetsKept = 100_000
