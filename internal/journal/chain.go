package journal

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"
)

// entry is a link of a chain.
type entry struct {
	n          int64 // seq × chains + chain
	kind, id   string
	at         int64 // nanoseconds since 1970 UTC
	prev, hash []byte
	salt       []byte // nil once erased
	content    []byte // JSON; nil once erased
	commitment []byte
	facets     []facet
}

// maxChains is how many chains a journal can have; it makes the number of an entry.
const maxChains = 1024

func numberOf(chain, seq int64) int64      { return seq*maxChains + chain }
func placeOf(n int64) (chain, seq int64)   { return n % maxChains, n / maxChains }
func (e *entry) place() (chain, seq int64) { return placeOf(e.n) }
func (e *entry) moment() time.Time         { return time.Unix(0, e.at).UTC() }
func (e *entry) link(chain, seq int64, p []byte) {
	e.n, e.prev = numberOf(chain, seq), p
	e.hash = e.hashed()
}

const saltLength = 32

// newEntry makes an entry that is not yet part of a chain.
func newEntry(kind, id string, at time.Time, content any) (*entry, error) {
	text, err := encode(content)
	if err != nil {
		return nil, err
	}
	e := &entry{kind: kind, id: id, at: at.UnixNano(), content: text, salt: make([]byte, saltLength)}
	rand.Read(e.salt) // never fails
	e.commitment = commit(e.salt, text)
	return e, nil
}

// commit is the salted hash of a content: HMAC-SHA-256 under the salt. Without the salt, which goes when the content is
// erased, it tells nothing of a content that could be guessed.
func commit(salt, content []byte) []byte {
	h := hmac.New(sha256.New, salt)
	h.Write(content)
	return h.Sum(nil)
}

// hashed is the hash of the entry: SHA-256 over a fixed prefix, the hash before, and each part with its length.
func (e *entry) hashed() []byte {
	h := sha256.New()
	h.Write([]byte("deferido entry 1\n"))
	h.Write(e.prev)
	var number [8]byte
	for _, n := range []int64{e.n, e.at} {
		binary.BigEndian.PutUint64(number[:], uint64(n))
		h.Write(number[:])
	}
	for _, part := range [][]byte{[]byte(e.kind), []byte(e.id), e.commitment} {
		binary.BigEndian.PutUint64(number[:], uint64(len(part)))
		h.Write(number[:])
		h.Write(part)
	}
	return h.Sum(nil)
}

// origin is the hash before the first entry of a chain; it belongs to one journal and one chain.
func origin(journal string, chain int64) []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "deferido journal 1\n%s\n%d\n", journal, chain))
	return sum[:]
}
