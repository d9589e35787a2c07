package journal

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"deferido/internal/decision"
)

// onceKept is how long an idempotency key is remembered (the decision contract).
const onceKept = 7 * 24 * time.Hour

// Once makes an idempotency key and the request that it came with into what may be kept of them. Both are hashed under a
// secret of the journal, the request also under the key: requests alone have too little entropy to be hashed bare.
func (r *Reader) Once(caller, key string, request ...[]byte) *decision.Once {
	o := &decision.Once{Key: keyed(r.secret, []byte(caller), []byte(key))}
	o.Body = keyed(keyed(r.secret, []byte(key)), request...)
	return o
}

// keyed is HMAC-SHA-256 over parts, each with its length.
func keyed(secret []byte, parts ...[]byte) []byte {
	h := hmac.New(sha256.New, secret)
	for _, p := range parts {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(p)))
		h.Write(length[:])
		h.Write(p)
	}
	return h.Sum(nil)
}

// Begin takes an idempotency key for a call. Where the call was recorded before it returns that record, and the key is free
// again. The error wraps decision.ErrInFlight or decision.ErrOtherRequest where the key cannot be used. Otherwise the key is
// the call's until release is called and what it recorded has been written.
func (j *Journal) Begin(ctx context.Context, once *decision.Once) (found *decision.Record, release func(), err error) {
	if !j.take(once) {
		return nil, nil, decision.ErrInFlight
	}
	found, err = j.recorded(ctx, once)
	if found != nil || err != nil {
		j.release(once)
		return found, nil, err
	}
	return nil, func() { j.release(once) }, nil
}

// recorded is the record of the call that an idempotency key was used for; nil where it was not used.
func (j *Journal) recorded(ctx context.Context, once *decision.Once) (*decision.Record, error) {
	var body []byte
	var id string
	var at int64
	err := j.db.QueryRowContext(ctx, j.db.Bind("SELECT body, id, at FROM once WHERE key = ?"), once.Key).Scan(&body, &id, &at)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("%w: looking for an idempotency key: %w", ErrUnavailable, err)
	case at < j.onceSince():
		return nil, nil
	case !hmac.Equal(body, once.Body):
		return nil, decision.ErrOtherRequest
	}
	return j.Get(ctx, id)
}

// onceSince is the time before which idempotency keys are forgotten.
func (j *Journal) onceSince() int64 { return j.options.Now().Add(-onceKept).UnixNano() }

// take takes a key that nobody has.
func (j *Journal) take(once *decision.Once) bool {
	j.holds.Lock()
	defer j.holds.Unlock()
	if j.keys[string(once.Key)] > 0 {
		return false
	}
	j.keys[string(once.Key)] = 1
	return true
}

func (j *Journal) hold(once *decision.Once) {
	j.holds.Lock()
	defer j.holds.Unlock()
	j.keys[string(once.Key)]++
}

func (j *Journal) release(once *decision.Once) {
	j.holds.Lock()
	defer j.holds.Unlock()
	if j.keys[string(once.Key)]--; j.keys[string(once.Key)] <= 0 {
		delete(j.keys, string(once.Key))
	}
}

// forgetKeys deletes the idempotency keys whose time is over.
func (j *Journal) forgetKeys(ctx context.Context) error {
	_, err := j.db.ExecContext(ctx, j.db.Bind("DELETE FROM once WHERE at < ?"), j.onceSince())
	return err
}
