package journal

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"deferido/internal/decision"
)

// Receipt is a decision with the proof that it stands in a journal. It can be verified without the journal.
type Receipt struct {
	Format  int    `json:"receipt"` // 1
	Journal string `json:"journal"`
	// Record is what was kept of the decision: the very bytes that the chain commits to.
	Record json.RawMessage `json:"record"`
	Salt   []byte          `json:"salt"`
	Link   Link            `json:"link"` // of the record
	// Path are the links after it, up to the one that the checkpoint seals.
	Path []Link `json:"path"`
	// Checkpoint seals the chain; null while none does.
	Checkpoint *Checkpoint `json:"checkpoint"`
	PublicKey  string      `json:"public_key"` // of the checkpoint's signer, in PEM
	// Policies is the policy set that decided, as a zip; only on request.
	Policies []byte `json:"policies,omitempty"`
}

// Link is an entry of a chain without its content.
type Link struct {
	Chain      int64  `json:"chain"`
	Seq        int64  `json:"seq"`
	Kind       string `json:"kind"`
	ID         string `json:"id"`
	At         int64  `json:"at"`         // nanoseconds since 1970 UTC
	Previous   string `json:"previous"`   // hash of the link before, in hexadecimal
	Commitment string `json:"commitment"` // HMAC-SHA-256 of the content under its salt, in hexadecimal
	Hash       string `json:"hash"`       // of all this, in hexadecimal
}

func (e *entry) asLink() Link {
	chain, seq := e.place()
	return Link{
		Chain: chain, Seq: seq, Kind: e.kind, ID: e.id, At: e.at, Previous: hex.EncodeToString(e.prev),
		Commitment: hex.EncodeToString(e.commitment), Hash: hex.EncodeToString(e.hash),
	}
}

// entry is the link as an entry; its hash is what the link says.
func (l *Link) entry() (*entry, error) {
	e := &entry{n: numberOf(l.Chain, l.Seq), kind: l.Kind, id: l.ID, at: l.At}
	if chain, seq := e.place(); chain != l.Chain || seq != l.Seq {
		return nil, fmt.Errorf("the link %d of chain %d has no place", l.Seq, l.Chain)
	}
	for text, into := range map[string]*[]byte{l.Previous: &e.prev, l.Commitment: &e.commitment, l.Hash: &e.hash} {
		b, err := hex.DecodeString(text)
		if err != nil || hex.EncodeToString(b) != text {
			return nil, fmt.Errorf("the link %d of chain %d is not in hexadecimal", l.Seq, l.Chain)
		}
		*into = b
	}
	return e, nil
}

// Receipt returns the receipt of a decision, without its policy set. Where nothing seals the record yet, its Checkpoint is
// nil. Its error wraps ErrNotFound, ErrUnavailable or an *Erased.
func (r *Reader) Receipt(ctx context.Context, id string) (*Receipt, error) {
	e, err := r.entry(ctx, id)
	if err != nil {
		return nil, err
	}
	if e.content == nil {
		return nil, &Erased{ID: id, At: e.moment()}
	}
	receipt := &Receipt{Format: 1, Journal: r.id, Record: e.content, Salt: e.salt, Link: e.asLink(), Path: []Link{}}
	chain, seq := e.place()
	c, s, err := r.checkpointOver(ctx, r.db, chain, seq)
	if err != nil || c == nil {
		return receipt, err
	}
	last := s.head(chain)
	if last == nil {
		return nil, fmt.Errorf("the checkpoint %d of chain %d does not tell of its own chain", s.Number, s.Chain)
	}
	following, err := r.entries(ctx, r.db.Bind("SELECT "+entryColumns+" FROM entries WHERE n > ? AND n <= ? AND n % ? = ? ORDER BY n"),
		e.n, numberOf(chain, last.Seq), maxChains, chain)
	if err != nil {
		return nil, err
	}
	for _, f := range following {
		receipt.Path = append(receipt.Path, f.asLink())
	}
	receipt.Checkpoint = c
	keys, err := r.Keys(ctx)
	if err != nil {
		return nil, err
	}
	public, err := PublicPEM(keys[c.Signer])
	receipt.PublicKey = string(public)
	return receipt, err
}

// Encode writes the receipt as JSON, so that the record and the checkpoint keep their very bytes: json.Marshal would write
// <, > and & in another way.
func (r *Receipt) Encode() ([]byte, error) { return encodeAll(r) }

// ParseReceipt reads a receipt.
func ParseReceipt(text []byte) (*Receipt, error) {
	var r Receipt
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil || d.More() {
		return nil, errors.New("this is no receipt: it is not the JSON that GET /v1/decisions/{id}/receipt answers")
	}
	if r.Format != 1 {
		return nil, fmt.Errorf("a receipt of format %d; this program reads format 1", r.Format)
	}
	// The bytes that were committed to have no space between the values, whatever a receipt was printed with.
	for _, raw := range []*json.RawMessage{&r.Record, r.statement()} {
		var compact bytes.Buffer
		if raw != nil && json.Compact(&compact, *raw) == nil {
			*raw = compact.Bytes()
		}
	}
	return &r, nil
}

func (r *Receipt) statement() *json.RawMessage {
	if r.Checkpoint == nil {
		return nil
	}
	return &r.Checkpoint.Statement
}

// Verify checks that the record stands in the chain and that a checkpoint seals it, signed by a key that is trusted; without
// any, by the key that the receipt itself brings, which proves no more than that nothing in it was changed since. It returns
// the record.
func (r *Receipt) Verify(trusted []ed25519.PublicKey) (*decision.Record, error) {
	e, err := r.Link.entry()
	if err != nil {
		return nil, err
	}
	e.salt, e.content = r.Salt, r.Record
	if !hmac.Equal(commit(e.salt, e.content), e.commitment) {
		return nil, errors.New("the record was altered: it is not the one that the chain commits to")
	}
	if !hmac.Equal(e.hashed(), e.hash) {
		return nil, errors.New("the link of the record was altered")
	}
	record, err := e.record()
	if err != nil {
		return nil, err
	}
	if record.ID != e.id || record.DecidedAt.UnixNano() != e.at {
		return nil, errors.New("the link is that of another record")
	}
	last := e
	for i := range r.Path {
		next, err := r.Path[i].entry()
		if err != nil {
			return nil, err
		}
		if next.n != last.n+maxChains || !hmac.Equal(next.prev, last.hash) || !hmac.Equal(next.hashed(), next.hash) {
			return nil, fmt.Errorf("the chain is broken at its link %d", r.Path[i].Seq)
		}
		last = next
	}
	return record, r.sealedBy(last, trusted)
}

// ErrUnsealed is wrapped where no checkpoint seals a record yet.
var ErrUnsealed = errors.New("no checkpoint seals the record yet")

func (r *Receipt) sealedBy(last *entry, trusted []ed25519.PublicKey) error {
	if r.Checkpoint == nil {
		return ErrUnsealed
	}
	s, err := r.Checkpoint.read()
	if err != nil {
		return err
	}
	chain, seq := last.place()
	head := s.head(chain)
	if s.Journal != r.Journal || head == nil || head.Seq != seq || head.Hash != hex.EncodeToString(last.hash) {
		return errors.New("the checkpoint seals something else")
	}
	if len(trusted) == 0 {
		if trusted, err = ParsePublicPEM([]byte(r.PublicKey)); err != nil {
			return fmt.Errorf("the key of the receipt: %w", err)
		}
	}
	for _, key := range trusted {
		if SignerID(key) == r.Checkpoint.Signer && ed25519.Verify(key, r.Checkpoint.Statement, r.Checkpoint.Signature) {
			return nil
		}
	}
	return errors.New("the checkpoint is not signed by a key that is trusted")
}
