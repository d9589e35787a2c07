package httpapi_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/httpapi"
)

// dial sends the header of a stream over a bare connection.
func (l *live) dial(t testing.TB, extra string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", l.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "POST /v1/decisions/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n%s\r\n", extra)
	return conn
}

func chunk(text string) string { return fmt.Sprintf("%x\r\n%s\r\n", len(text), text) }

func TestClientThatDiesMidLine(t *testing.T) {
	var decided atomic.Int64
	l := start(t, deciding(func(ctx context.Context, a decision.Activation, r *decision.Request, lang string) (*decision.Decision, error) {
		decided.Add(1)
		return allow(ctx, a, r, lang)
	}))
	conn := l.dial(t, "Transfer-Encoding: chunked\r\n")
	answers := bufio.NewReader(conn)
	io.WriteString(conn, chunk(one("a")+"\n"))
	for {
		text, err := answers.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(text, `"reference":"a"`) {
			break
		}
	}
	io.WriteString(conn, chunk(one("b"))) // a whole request, but not the end of its line
	conn.(*net.TCPConn).CloseWrite()
	rest, _ := io.ReadAll(answers)
	if !bytes.Contains(rest, []byte(`{"end":{"lines":1,"reason":"aborted"}}`)) {
		t.Errorf("%q", rest)
	}
	if err := l.stop(); err != nil {
		t.Error(err)
	}
	if decided.Load() != 1 {
		t.Errorf("%d decided", decided.Load())
	}
}

// A body whose length is told is whole or not at all, too.
func TestBodyShorterThanItsLength(t *testing.T) {
	l := start(t, nil)
	conn := l.dial(t, "Content-Length: 1000\r\n")
	io.WriteString(conn, one("a"))
	conn.(*net.TCPConn).CloseWrite()
	rest, _ := io.ReadAll(conn)
	if !bytes.Contains(rest, []byte(`{"end":{"lines":0,"reason":"aborted"}}`)) {
		t.Errorf("%q", rest)
	}
}

func TestClientThatDoesNotReadIsCutOffAndHoldsNoMemory(t *testing.T) {
	var decided atomic.Int64
	l := start(t, func(o *httpapi.Options) {
		o.Timeouts.Write = 300 * time.Millisecond
		o.Decider = deciderFunc(func(ctx context.Context, a decision.Activation, r *decision.Request, lang string) (*decision.Decision, error) {
			decided.Add(1)
			d, err := allow(ctx, a, r, lang)
			d.Warnings = []decision.Warning{{Code: "x", Text: strings.Repeat("x", 64<<10)}} // to fill the network's buffers soon
			return d, err
		})
	})
	conn := l.dial(t, "Transfer-Encoding: chunked\r\n")
	sent, text := 0, chunk(one("a")+"\n")
	_ = conn.SetWriteDeadline(time.Now().Add(20 * time.Second))
	var err error
	for sent < 1_000_000 && err == nil { // until the server cuts the connection
		_, err = io.WriteString(conn, text)
		sent++
	}
	if ne, timeout := err.(net.Error); err == nil || timeout && ne.Timeout() {
		t.Errorf("not cut off after %d lines: %v", sent, err)
	}
	if err := l.stop(); err != nil {
		t.Error(err)
	}
	if n := decided.Load(); n > 1000 {
		t.Errorf("%d lines decided for a client that reads none", n)
	}
	if !strings.Contains(l.logs.String(), `"abandoned":true`) {
		t.Error(l.logs)
	}
}

func TestClientThatWaitsToBeAskedForTheBody(t *testing.T) {
	l := start(t, nil)
	conn := l.dial(t, "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n")
	answers := bufio.NewReader(conn)
	if text, err := answers.ReadString('\n'); err != nil || !strings.HasPrefix(text, "HTTP/1.1 100") {
		t.Fatalf("%q %v", text, err)
	}
	io.WriteString(conn, chunk(one("a")+"\n")+"0\r\n\r\n")
	_ = conn.SetReadDeadline(time.Now().Add(5 * time.Second))
	var all strings.Builder
	for !strings.Contains(all.String(), `{"end":{"lines":1}}`) {
		text, err := answers.ReadString('\n')
		if err != nil {
			t.Fatalf("%v after %q", err, all.String())
		}
		all.WriteString(text)
	}
	if !strings.Contains(all.String(), `"reference":"a"`) {
		t.Error(all.String())
	}
}

// The connection is fit for another request after a stream, with none of its deadlines.
func TestConnectionIsKeptAfterAStream(t *testing.T) {
	l := start(t, func(o *httpapi.Options) { o.Timeouts.Line = time.Second })
	c := client(t, false)
	for range 3 {
		in, answers, _ := l.open(t, c)
		_, _ = io.WriteString(in, one("a")+"\n")
		answerLine(t, answers)
		in.Close()
		wantEnd(t, answers, 1, "")
		time.Sleep(1200 * time.Millisecond)
		r, err := c.Get("http://" + l.address + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
	}
}

func TestStreamThatTheClientDoesNotAccept(t *testing.T) {
	l := start(t, nil)
	conn := l.dial(t, "Transfer-Encoding: chunked\r\nAccept: text/html\r\n")
	_ = conn.SetReadDeadline(time.Now().Add(5 * time.Second)) // answered though the body never ends
	text, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil || !strings.HasPrefix(text, "HTTP/1.1 406") {
		t.Errorf("%q %v", text, err)
	}
}
