package httpapi

import (
	"bytes"
	"errors"
	"io"
	"os"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/go-json-experiment/json"

	"deferido/internal/facts"
)

// firstRoom is what is set aside for a body at first: what Content-Length says costs its sender nothing.
const firstRoom = 64 << 10

// body reads the whole body of a request, up to a limit in bytes and within a time.
func (x *exchange) body(c *gin.Context, limit int, within time.Duration) ([]byte, *refusal) {
	if c.Request.ContentLength > int64(limit) {
		return nil, x.tooLarge(c, limit)
	}
	x.readBy(within)
	var b bytes.Buffer
	b.Grow(int(min(max(c.Request.ContentLength, 0), firstRoom)) + bytes.MinRead)
	_, err := b.ReadFrom(io.LimitReader(c.Request.Body, int64(limit)+1))
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		x.closes(c)
		return nil, refuse(kindTimeout, "O corpo não chegou a tempo.", "The body did not arrive in time.")
	case err != nil:
		x.closes(c)
		return nil, refuse(kindIncomplete, "O corpo acabou antes do fim.", "The body ended before its end.")
	case b.Len() > limit:
		return nil, x.tooLarge(c, limit)
	}
	x.readAll()
	return b.Bytes(), nil
}

// decode reads a body as a value, as strictly as requests are read: known keys, as they are written and each once, and
// nothing after the end. Its error may repeat what was sent.
func decode(body []byte, into any) error {
	return json.Unmarshal(body, into, json.RejectUnknownMembers(true))
}

func (x *exchange) tooLarge(c *gin.Context, limit int) *refusal {
	x.unread(c)
	return refusedText(&facts.Error{Kind: facts.TooLarge, Limit: limit}, kindFacts)
}
