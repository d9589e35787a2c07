package journal

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
)

// Statement is what a checkpoint says and a key signs: where each chain ended.
type Statement struct {
	Journal  string    `json:"journal"`
	Chain    int64     `json:"chain"`  // of the writer that made it
	Number   int64     `json:"number"` // from 1, within the chain
	At       time.Time `json:"at"`
	Previous string    `json:"previous"` // SHA-256 of the statement before it in the chain, in hexadecimal; empty for the first
	Heads    []Head    `json:"heads"`
}

// Head is where a chain ended.
type Head struct {
	Chain int64  `json:"chain"`
	Seq   int64  `json:"seq"`
	Hash  string `json:"hash"` // hexadecimal
}

// Checkpoint is a signed statement.
type Checkpoint struct {
	Statement json.RawMessage `json:"statement"` // the very bytes that are signed
	Signer    string          `json:"signer"`    // SHA-256 of the public key, in hexadecimal
	Signature []byte          `json:"signature"` // Ed25519
}

// read returns what the checkpoint says.
func (c *Checkpoint) read() (*Statement, error) {
	var s Statement
	if err := json.Unmarshal(c.Statement, &s); err != nil {
		return nil, fmt.Errorf("a checkpoint that cannot be read: %w", err)
	}
	return &s, nil
}

// SignerID names a public key.
func SignerID(key ed25519.PublicKey) string {
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:])
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// enlist publishes the key of a writer.
func (r *Reader) enlist(ctx context.Context, key ed25519.PrivateKey, now time.Time) error {
	public := key.Public().(ed25519.PublicKey)
	_, err := r.db.ExecContext(ctx, r.db.Bind("INSERT INTO signers (signer, public_key, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"), SignerID(public), []byte(public), now.UnixNano())
	return err
}

// Keys are the public keys of all who signed checkpoints, by signer.
func (r *Reader) Keys(ctx context.Context) (map[string]ed25519.PublicKey, error) {
	rows, err := r.db.QueryContext(ctx, "SELECT signer, public_key FROM signers")
	if err != nil {
		return nil, fmt.Errorf("%w: reading the keys: %w", ErrUnavailable, err)
	}
	defer rows.Close()
	keys := map[string]ed25519.PublicKey{}
	for rows.Next() {
		var signer string
		var key []byte
		if err := rows.Scan(&signer, &key); err != nil {
			return nil, err
		}
		keys[signer] = key
	}
	return keys, rows.Err()
}

// sealedUpTo is the last entry of a chain that a checkpoint of that chain covers.
func (r *Reader) sealedUpTo(ctx context.Context, q querier, chain int64) (sealed int64, err error) {
	err = q.QueryRowContext(ctx, r.db.Bind("SELECT coalesce(max(sealed), 0) FROM checkpoints WHERE chain = ?"), chain).Scan(&sealed)
	if err != nil {
		err = fmt.Errorf("%w: reading how far chain %d is sealed: %w", ErrUnavailable, chain, err)
	}
	return sealed, err
}

// head is where a chain ended; nil where the statement does not say.
func (s *Statement) head(chain int64) *Head {
	for i := range s.Heads {
		if s.Heads[i].Chain == chain {
			return &s.Heads[i]
		}
	}
	return nil
}

// querier is a connection, a transaction or a whole store.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// lastCheckpoint is the newest checkpoint of a chain; both are nil where there is none.
func (r *Reader) lastCheckpoint(ctx context.Context, q querier, chain int64) (*Checkpoint, *Statement, error) {
	return readCheckpoint(q.QueryRowContext(ctx, r.db.Bind("SELECT statement, signer, signature FROM checkpoints WHERE chain = ? ORDER BY number DESC LIMIT 1"), chain))
}

// checkpointOver is the first checkpoint of a chain that covers an entry; both are nil where there is none yet.
func (r *Reader) checkpointOver(ctx context.Context, q querier, chain, seq int64) (*Checkpoint, *Statement, error) {
	return readCheckpoint(q.QueryRowContext(ctx, r.db.Bind("SELECT statement, signer, signature FROM checkpoints WHERE chain = ? AND sealed >= ? ORDER BY sealed LIMIT 1"), chain, seq))
}

func readCheckpoint(row *sql.Row) (*Checkpoint, *Statement, error) {
	c := &Checkpoint{}
	err := row.Scan((*[]byte)(&c.Statement), &c.Signer, &c.Signature)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%w: reading a checkpoint: %w", ErrUnavailable, err)
	}
	s, err := c.read()
	return c, s, err
}

// sealNow makes a checkpoint of all chains, where this one has grown since the last.
func (w *writer) sealNow(ctx context.Context) error {
	j := w.journal
	if err := w.reconnect(ctx); err != nil {
		return err
	}
	if w.unsealed == 0 {
		j.sealed.Store(j.options.Now().UnixNano())
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, j.options.CommitTimeout)
	defer cancel()
	c, err := w.checkpointed(ctx)
	if err != nil {
		w.disconnect() // whether it was made is read anew
		return fmt.Errorf("making a checkpoint: %w", err)
	}
	w.unsealed = 0
	j.sealed.Store(j.options.Now().UnixNano())
	j.options.Witness.send(c)
	return nil
}

// checkpointed writes a checkpoint.
func (w *writer) checkpointed(ctx context.Context) (*Checkpoint, error) {
	done, err := w.db.Turn(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	conn, j := w.lease.Conn, w.journal
	s := &Statement{Journal: j.id, Chain: w.chain, Number: 1, At: j.options.Now().UTC()}
	last, before, err := j.lastCheckpoint(ctx, conn, w.chain)
	if err != nil {
		return nil, err
	}
	if last != nil {
		s.Number, s.Previous = before.Number+1, digest(last.Statement)
	}
	heads, err := j.heads(ctx, conn)
	if err != nil {
		return nil, err
	}
	s.Heads = slices.DeleteFunc(heads, func(h Head) bool { return h.Seq == 0 }) // which nothing is in
	text, err := encode(s)
	if err != nil {
		return nil, err
	}
	c := &Checkpoint{
		Statement: text, Signer: SignerID(j.options.Key.Public().(ed25519.PublicKey)), Signature: ed25519.Sign(j.options.Key, text),
	}
	_, err = conn.ExecContext(ctx, w.db.Bind("INSERT INTO checkpoints (chain, number, sealed, at, statement, signer, signature) VALUES (?, ?, ?, ?, ?, ?, ?)"),
		s.Chain, s.Number, w.seq, s.At.UnixNano(), []byte(c.Statement), c.Signer, c.Signature)
	return c, err
}

// heads are where the chains end.
func (r *Reader) heads(ctx context.Context, q querier) ([]Head, error) {
	rows, err := q.QueryContext(ctx, "SELECT chain, seq, hash FROM chains ORDER BY chain")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var heads []Head
	for rows.Next() {
		var h Head
		var hash []byte
		if err := rows.Scan(&h.Chain, &h.Seq, &hash); err != nil {
			return nil, err
		}
		h.Hash = hex.EncodeToString(hash)
		heads = append(heads, h)
	}
	return heads, rows.Err()
}

// newEventID names an entry that is no decision.
func newEventID() (string, error) {
	id, err := uuid.NewV7()
	return id.String(), err
}

// NewestCheckpoint is the newest checkpoint of all; nil where there is none.
func (r *Reader) NewestCheckpoint(ctx context.Context) (*Checkpoint, error) {
	c, _, err := readCheckpoint(r.db.QueryRowContext(ctx, "SELECT statement, signer, signature FROM checkpoints ORDER BY at DESC LIMIT 1"))
	return c, err
}
