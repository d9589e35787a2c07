package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// crowd are callers of a server, each of which sends one call after the other. A single call has a key, and is sent again under
// it until it is answered.
type crowd struct {
	server served
	client *http.Client
	bodies [][]byte
	bears  bool // refusals for want of the journal are borne

	over    atomic.Bool // no more calls
	leaving atomic.Bool // the server is: a call that gets no answer is no fault, and its caller's last
	wait    sync.WaitGroup
	told    atomic.Int64 // decisions
	refused atomic.Int64 // attempts
	slowest atomic.Int64 // attempt, in nanoseconds

	sync.Mutex
	decisions map[string][]byte // as they were told, by id, each a line
	keys      map[string]*call
	faults    []error
	last      string // line of the stream, which is no decision
}

// call is a single call, and the id of its decision once it was told.
type call struct {
	body int
	id   string
}

func newCrowd(t *testing.T, s served) *crowd {
	l := &crowd{server: s, client: clients(t), decisions: map[string][]byte{}, keys: map[string]*call{}}
	for _, name := range []string{"elderly-free-seat", "elderly-refusal", "youth-free-seat", "fare-discount", "sale-after-deadline", "retention"} {
		l.bodies = append(l.bodies, bytes.TrimSpace(compact(t, "requests/"+name+".json")))
	}
	return l
}

// fault notes what must not be.
func (l *crowd) fault(format string, args ...any) {
	l.Lock()
	defer l.Unlock()
	l.faults = append(l.faults, fmt.Errorf(format, args...))
}

// unanswered notes a call that got no answer.
func (l *crowd) unanswered(err error) {
	if !l.leaving.Load() {
		l.fault("no answer: %w", err)
	}
}

// tell notes a decision that was told.
func (l *crowd) tell(line []byte) (id string) {
	id = response{body: line}.id()
	l.Lock()
	l.decisions[id] = line
	l.Unlock()
	l.told.Add(1)
	return id
}

// singles starts callers of single decisions.
func (l *crowd) singles(name string, callers int) {
	for caller := range callers {
		l.wait.Go(func() {
			for i := 0; !l.over.Load(); i++ {
				key := fmt.Sprintf("%s-%d-%d", name, caller, i)
				c := &call{body: (caller + i) % len(l.bodies)}
				l.Lock()
				l.keys[key] = c
				l.Unlock()
				for !l.attempt(key, c) {
					if l.over.Load() {
						return
					}
					time.Sleep(20 * time.Millisecond)
				}
				if c.id == "" {
					return
				}
			}
		})
	}
}

// attempt sends a call. It is false where it is to be sent again.
func (l *crowd) attempt(key string, c *call) (done bool) {
	began := time.Now()
	got, err := ask(context.Background(), l.client, http.MethodPost, l.server.address+"/v1/decisions", l.bodies[c.body], "Idempotency-Key", key, "X-Request-ID", key)
	took := int64(time.Since(began))
	for old := l.slowest.Load(); took > old && !l.slowest.CompareAndSwap(old, took); old = l.slowest.Load() {
	}
	switch {
	case err != nil:
		l.unanswered(err)
		return true
	case got.status == http.StatusOK:
		id := l.tell(got.body)
		l.Lock()
		c.id = id
		l.Unlock()
		return true
	case l.bears && got.header.Get("Retry-After") != "" && isOutage(got):
		l.refused.Add(1)
		return false
	}
	l.fault("status %d: %s", got.status, got.body)
	return true
}

// isOutage reports whether a call was refused because the journal is not available, or because of the attempt before it.
func isOutage(r response) bool {
	switch r.problem() {
	case "not-recorded", "journal-unavailable":
		return r.status == http.StatusServiceUnavailable
	case "idempotency-key-in-flight":
		return r.status == http.StatusConflict
	}
	return false
}

// batches starts callers of batches.
func (l *crowd) batches(name string, callers, items int) {
	for caller := range callers {
		l.wait.Go(func() {
			for i := 0; !l.over.Load(); i++ {
				all := make([][]byte, items)
				for n := range all {
					all[n] = l.bodies[(caller+i+n)%len(l.bodies)]
				}
				if !l.batch(fmt.Sprintf("%s-%d-%d", name, caller, i), all) {
					return
				}
			}
		})
	}
}

// batch sends a batch. It is false where no answer came.
func (l *crowd) batch(request string, items [][]byte) bool {
	body := fmt.Appendf(nil, `{"items":[%s]}`, bytes.Join(items, []byte(",")))
	got, err := ask(context.Background(), l.client, http.MethodPost, l.server.address+"/v1/decisions/batch", body, "X-Request-ID", request)
	if err != nil {
		l.unanswered(err)
		return false
	}
	if l.bears && isOutage(got) {
		l.refused.Add(1)
		return true
	}
	var answer struct{ Items []json.RawMessage }
	if err := json.Unmarshal(got.body, &answer); err != nil || got.status != http.StatusOK || len(answer.Items) != len(items) {
		l.fault("a batch of %d: status %d, %w: %s", len(items), got.status, err, got.body)
	}
	for _, item := range answer.Items {
		l.tell(append(item, '\n'))
	}
	return true
}

// stream starts a caller of a stream, which sends lines until it is over and as fast as they are answered.
func (l *crowd) stream(t *testing.T, request string) {
	body, in := io.Pipe()
	l.wait.Go(func() {
		defer in.Close()
		for i := 0; !l.over.Load(); i++ {
			if _, err := in.Write(append(bytes.Clone(l.bodies[i%len(l.bodies)]), '\n')); err != nil {
				return
			}
		}
	})
	l.wait.Go(func() {
		defer body.Close()
		if err := l.lines(request, body); err != nil {
			l.unanswered(err)
		}
	})
}

func (l *crowd) lines(request string, body io.Reader) error {
	r, err := http.NewRequest(http.MethodPost, l.server.address+"/v1/decisions/batch", body)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/x-ndjson")
	r.Header.Set("X-Request-ID", request)
	got, err := l.client.Do(r)
	if err != nil {
		return err
	}
	defer got.Body.Close()
	for lines := bufio.NewReader(got.Body); ; {
		line, err := lines.ReadBytes('\n')
		switch {
		case err != nil:
			return err
		case strings.HasPrefix(string(line), `{"end":`):
			l.last = string(line)
			return nil
		case response{body: line}.id() == "":
			return fmt.Errorf("a line that is no decision: %s", line)
		}
		l.tell(line)
	}
}

// end waits for the callers; nothing may have been wrong.
func (l *crowd) end(t *testing.T) {
	t.Helper()
	l.over.Store(true)
	l.wait.Wait()
	if err := errors.Join(l.faults[:min(len(l.faults), 5)]...); err != nil {
		t.Fatalf("%d faults: %v", len(l.faults), err)
	}
}

// found checks that a server has each decision that was told, with the same bytes.
func (l *crowd) found(t *testing.T, s served) {
	t.Helper()
	for id, line := range l.decisions {
		if got := asks(t, l.client, http.MethodGet, s.address+"/v1/decisions/"+id, nil); got.status != http.StatusOK || !bytes.Equal(got.body, line) {
			t.Fatalf("it was told\n%sand what is found is %d\n%s", line, got.status, got.body)
		}
	}
}

// both sends the same call to two servers at once, again and again until each has answered: with the same decision.
func both(t *testing.T, c *http.Client, servers []served, bodies [][]byte, caller, number int) {
	key, body := fmt.Sprintf("both-%d-%d", caller, number), bodies[(caller+number)%len(bodies)]
	var wait sync.WaitGroup
	answers := make([]response, len(servers))
	for i, s := range servers {
		wait.Go(func() {
			for {
				got, err := ask(context.Background(), c, http.MethodPost, s.address+"/v1/decisions", body, "Idempotency-Key", key, "X-Request-ID", key)
				if answers[i] = got; err == nil && isOutage(got) && got.status == http.StatusConflict {
					continue
				}
				if err != nil || got.status != http.StatusOK {
					t.Errorf("status %d, %v: %s", got.status, err, got.body)
				}
				return
			}
		})
	}
	wait.Wait()
	if !bytes.Equal(answers[0].body, answers[1].body) {
		t.Errorf("one call, two decisions:\n%s%s", answers[0].body, answers[1].body)
	}
}
