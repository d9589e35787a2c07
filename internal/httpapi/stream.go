package httpapi

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strconv"
	"sync"

	"github.com/gin-gonic/gin"
	"golang.org/x/sync/semaphore"

	"deferido/internal/facts"
)

// StreamEnd is the last line of a stream of answers.
type StreamEnd struct {
	End End `json:"end"`
}

// End tells how a stream ended.
type End struct {
	// Lines is how many lines were answered; blank ones do not count.
	Lines int `json:"lines"`
	// Reason is why the stream ended before its client had sent all; absent where it did not. What was sent beyond Lines was
	// not decided.
	Reason string `json:"reason,omitempty"`
}

// The reasons for which a stream ends early.
const (
	endShutdown = "shutdown" // the program is going out of service
	endTimeout  = "timeout"  // the next line did not come in time
	endAborted  = "aborted"  // the body broke off
)

// decideStream answers POST /v1/decisions/batch in lines: one request a line in, one answer a line out, in order, while
// the client still sends. Each line is decided by the set in service when it arrives.
//
// A reader cuts lines, workers decide them, each is kept beside others so that they share a commit, and this goroutine
// writes. What is between them is bounded in lines and in bytes, so the reader stops when the client does not take its
// answers, and memory is bounded however long the stream.
func (a *API) decideStream(c *gin.Context, x *exchange) *refusal {
	if _, refused := a.pinFor(c); refused != nil {
		return refused
	}
	if err := x.control.EnableFullDuplex(); err != nil {
		return internal(err) // without it net/http drops what the client sends after the first answer
	}
	// A line that was taken is decided, whatever becomes of the body; only an answer that cannot be sent ends the rest.
	ctx, cancel := context.WithCancel(context.WithoutCancel(c.Request.Context()))
	defer cancel()
	s := &stream{
		api: a, exchange: x, source: &inflow{exchange: x, within: a.Timeouts.Line},
		lines: &lineReader{bufio.NewReaderSize(c.Request.Body, 32<<10), maxRequest},
		order: make(chan *job, underWay), work: make(chan *job, 2*a.parallel), room: semaphore.NewWeighted(bytesUnderWay),
	}
	defer s.source.end()
	defer context.AfterFunc(a.draining, s.source.halt)()
	s.greet(c)
	var hands sync.WaitGroup
	hands.Go(func() { s.read(ctx) })
	for range a.parallel {
		hands.Go(func() { s.decide(ctx) })
	}
	err := s.write(c)
	if err != nil {
		cancel()
		s.source.end()
		for range s.order { // so that the reader finds room, and the end
		}
	}
	hands.Wait()
	s.keeping.Wait()
	x.note(slog.Int("lines", s.answered), slog.Int("problems", s.refused))
	if err == nil {
		err = s.finish(c)
	}
	if err != nil {
		panic(http.ErrAbortHandler) // the client did not take it all: it must not look whole
	}
	if s.reason == endShutdown {
		x.unread(c) // a client that still sends when its connection closes would lose the last answers
	}
	return nil
}

// What of a stream may be under way: lines, and their bytes.
const (
	underWay      = 128
	bytesUnderWay = 8 << 20
)

// stream is a stream of requests under way.
type stream struct {
	api      *API
	exchange *exchange
	source   *inflow
	lines    *lineReader
	order    chan *job // as they came
	work     chan *job // the same, to be decided
	room     *semaphore.Weighted
	keeping  sync.WaitGroup
	reason   string // set before order is closed

	answered, refused int
}

// job is a line and, once decided, its answer.
type job struct {
	line
	place
	done chan told
}

// greet sends the header before the first line is read: a client may wait for it.
func (s *stream) greet(c *gin.Context) {
	h := c.Writer.Header()
	h.Set("Content-Type", s.exchange.form.answers)
	if c.GetHeader("Expect") != "" && c.Request.ProtoMajor == 1 {
		// Once the header is sent net/http no longer asks for the body of a client that waits to be asked.
		if inner, ok := c.Writer.(interface{ Unwrap() http.ResponseWriter }); ok {
			inner.Unwrap().WriteHeader(http.StatusContinue)
		}
	}
	c.Writer.WriteHeaderNow()
	_ = s.exchange.control.Flush()
}

// read queues lines until there are no more or the stream is to end.
func (s *stream) read(ctx context.Context) {
	defer close(s.work)
	defer close(s.order)
	for number := 1; s.source.await(); number++ {
		l, err := s.lines.next()
		if err != nil {
			s.stopped(err)
			return
		}
		if l.blank() {
			continue
		}
		j := &job{l, place{"#/lines/" + strconv.Itoa(number), s.api.pin()}, make(chan told, 1)}
		if !s.room.TryAcquire(int64(len(l.text))) {
			s.source.pause()
			if s.room.Acquire(ctx, int64(len(l.text))) != nil {
				return
			}
		}
		select {
		case s.order <- j:
		default:
			s.source.pause() // the client may take its time to read, and the deadline is for what it sends
			select {
			case s.order <- j:
			case <-ctx.Done():
				return
			}
		}
		select {
		case s.work <- j:
		case <-ctx.Done():
			j.done <- told{}
			return
		}
	}
	s.reason = endShutdown
}

// stopped tells why no line could be read.
func (s *stream) stopped(err error) {
	switch {
	case err == io.EOF:
		s.source.complete()
	case s.source.halted():
		s.reason = endShutdown
	case errors.Is(err, os.ErrDeadlineExceeded):
		s.reason = endTimeout
	default:
		s.reason = endAborted
	}
}

// decide decides lines; each is kept while the next is decided.
func (s *stream) decide(ctx context.Context) {
	for j := range s.work {
		if j.tooLong {
			r := refusedText(&facts.Error{Kind: facts.TooLarge, Limit: maxRequest}, kindFacts)
			j.done <- s.api.tellRefusal(s.exchange, j.place, r, j.text)
			continue
		}
		i := s.api.prepare(ctx, s.exchange, j.place, j.text)
		if i.made == nil {
			j.done <- s.api.tell(s.exchange, i, nil)
			continue
		}
		s.keeping.Go(func() { j.done <- s.keep(ctx, i) })
	}
}

// keep keeps a line and answers it. A panic becomes its answer.
func (s *stream) keep(ctx context.Context, i *item) (t told) {
	defer func() {
		if v := recover(); v != nil {
			s.api.logPanic(s.exchange, v)
			i.made, i.refused = nil, internal(nil)
			t = s.api.tell(s.exchange, i, nil)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, s.api.Timeouts.Decision)
	defer cancel()
	return s.api.tell(s.exchange, i, s.api.keep(ctx, i.made))
}

// write sends answers in the order of their lines. It never waits while something written is not sent.
func (s *stream) write(c *gin.Context) error {
	for j := range s.order {
		var t told
		select {
		case t = <-j.done:
		default:
			if err := s.flush(); err != nil {
				return err
			}
			t = <-j.done
		}
		s.room.Release(int64(len(j.text)))
		s.exchange.writeBy(s.api.Timeouts.Write)
		if _, err := c.Writer.Write(t.text); err != nil {
			return err
		}
		s.answered++
		if t.refused {
			s.refused++
		}
		if len(s.order) == 0 {
			if err := s.flush(); err != nil {
				return err
			}
		}
	}
	return s.flush()
}

func (s *stream) flush() error {
	s.exchange.writeBy(s.api.Timeouts.Write)
	defer s.exchange.unhurried()
	return s.exchange.control.Flush()
}

// finish sends the last line.
func (s *stream) finish(c *gin.Context) error {
	if s.reason != "" {
		s.exchange.note(slog.String("ended", s.reason))
	}
	text, err := encode(StreamEnd{End{s.answered, s.reason}})
	if err != nil {
		return err
	}
	if _, err := c.Writer.Write(text); err != nil {
		return err
	}
	return s.flush()
}
