package journal_test

import (
	"bytes"
	"errors"
	"net"
	"net/url"
	"sync/atomic"
	"testing"

	"deferido/internal/decision"
	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
)

// proxy stands between a journal and its PostgreSQL, and breaks the connection at a commit.
type proxy struct {
	listener net.Listener
	server   string
	armed    atomic.Pointer[breaking]
}

// breaking says where to break the connection: before the server gets the commit, or before its answer is heard.
type breaking struct{ heard bool }

// newProxy returns a proxy of a database, and the URL of the database through it.
func newProxy(t *testing.T, database string) (*proxy, string) {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, server: u.Host}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go p.serve(client)
		}
	}()
	u.Host = l.Addr().String()
	return p, u.String()
}

func (p *proxy) serve(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", p.server)
	if err != nil {
		return
	}
	defer server.Close()
	var deaf atomic.Bool
	go func() {
		defer client.Close()
		buffer := make([]byte, 64<<10)
		for {
			n, err := server.Read(buffer)
			if deaf.Load() || err != nil {
				return
			}
			if _, err := client.Write(buffer[:n]); err != nil {
				return
			}
		}
	}()
	buffer := make([]byte, 64<<10)
	for {
		n, err := client.Read(buffer)
		if err != nil {
			return
		}
		if bytes.Contains(bytes.ToLower(buffer[:n]), []byte("commit\x00")) {
			if b := p.armed.Swap(nil); b != nil {
				if !b.heard {
					return
				}
				deaf.Store(true)
			}
		}
		if _, err := server.Write(buffer[:n]); err != nil {
			return
		}
	}
}

func TestACommitWhoseAnswerIsLostIsLookedUp(t *testing.T) {
	from := storetest.Postgres(t)
	p, through := newProxy(t, from.URL)
	j := open(t, storetest.Open(t, store.Source{URL: through}), journal.Options{})
	keep(t, j, record(0))
	p.armed.Store(&breaking{heard: true})
	r := record(1)
	if err := j.Record(t.Context(), r); err != nil {
		t.Errorf("what was committed is not acknowledged: %v", err)
	}
	if p.armed.Load() != nil {
		t.Error("no commit was seen")
	}
	keep(t, j, record(2))
	if report := sound(t, j.Reader); report.Entries != 3 {
		t.Errorf("%+v", report)
	}
	if _, err := j.Get(t.Context(), r.ID); err != nil {
		t.Error(err)
	}
}

func TestACommitThatDidNotArriveIsNotAcknowledged(t *testing.T) {
	from := storetest.Postgres(t)
	p, through := newProxy(t, from.URL)
	j := open(t, storetest.Open(t, store.Source{URL: through}), journal.Options{})
	keep(t, j, record(0))
	p.armed.Store(&breaking{})
	o := once(j, "a", "k", "x")
	if err := j.Record(t.Context(), called(1, o)); !errors.Is(err, decision.ErrUnavailable) {
		t.Errorf("acknowledged: %v", err)
	}
	testkit.Eventually(t, "the journal writes again", func() bool { return j.Ready() == nil })
	wantFree(t, j, o)
	keep(t, j, called(2, o))
	if report := sound(t, j.Reader); report.Entries != 2 {
		t.Errorf("%+v", report)
	}
}
