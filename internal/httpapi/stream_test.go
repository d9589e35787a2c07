package httpapi_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/httpapi"
)

// live is an API behind a real server.
type live struct {
	*house
	address string
	stop    func() error // ends the server and waits for it
}

func start(t testing.TB, change func(*httpapi.Options)) *live {
	t.Helper()
	h := build(t, change)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := httpapi.NewServer(httpapi.ServerOptions{Handler: h, Drain: h.Drain, Grace: 5 * time.Second})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx, listener) }()
	l := &live{house: h, address: listener.Addr().String()}
	var result error
	var once atomic.Bool
	l.stop = func() error {
		if once.CompareAndSwap(false, true) {
			cancel()
			result = <-ended
		}
		return result
	}
	t.Cleanup(func() { _ = l.stop() })
	return l
}

// client is an HTTP client of one protocol.
func client(t testing.TB, two bool) *http.Client {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(!two)
	protocols.SetUnencryptedHTTP2(two)
	transport := &http.Transport{Protocols: protocols}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// open begins a stream: what is written is sent, what is read are the answers.
func (l *live) open(t testing.TB, c *http.Client) (*io.PipeWriter, *bufio.Reader, *http.Response) {
	t.Helper()
	out, in := io.Pipe()
	r, err := http.NewRequest(http.MethodPost, "http://"+l.address+"/v1/decisions/batch", out)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-ndjson")
	r.Header.Set("Accept", "application/x-ndjson")
	response, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	if response.StatusCode != http.StatusOK {
		t.Fatalf("status %s", response.Status)
	}
	return in, bufio.NewReader(response.Body), response
}

func one(reference any) string {
	return fmt.Sprintf(`{"question":"grant","reference":"%v","facts":{"trip":{"distance_km":430}}}`, reference)
}

// answerLine reads a line and holds it to the document.
func answerLine(t testing.TB, r *bufio.Reader) []byte {
	t.Helper()
	text, err := r.ReadBytes('\n')
	if err != nil {
		t.Fatalf("%v after %q", err, text)
	}
	checkAnswer(t, http.MethodPost, "/v1/decisions/batch", 200, "application/x-ndjson", text)
	return text
}

func wantEnd(t testing.TB, r *bufio.Reader, lines int, reason string) {
	t.Helper()
	text := answerLine(t, r)
	var end httpapi.StreamEnd
	if err := json.Unmarshal(text, &end); err != nil || end.End.Lines != lines || end.End.Reason != reason || !bytes.Contains(text, []byte(`"end"`)) {
		t.Errorf("last line %s, want %d lines and reason %q", text, lines, reason)
	}
	if rest, err := io.ReadAll(r); err != nil || len(rest) > 0 {
		t.Errorf("after the last line: %q, %v", rest, err)
	}
}

func TestStreamAnswersWhileTheClientStillSends(t *testing.T) {
	for name, two := range map[string]bool{"HTTP/1.1": false, "HTTP/2": true} {
		t.Run(name, func(t *testing.T) {
			l := start(t, nil)
			in, answers, response := l.open(t, client(t, two))
			if response.Proto[:6] != name[:6] {
				t.Errorf("spoke %s", response.Proto)
			}
			for i := range 1000 {
				if _, err := io.WriteString(in, one(i)+"\n"); err != nil {
					t.Fatal(err)
				}
				var d decision.Decision
				text, err := answers.ReadBytes('\n')
				if err != nil {
					t.Fatal(err)
				}
				if err := json.Unmarshal(text, &d); err != nil || d.Reference != fmt.Sprint(i) {
					t.Fatalf("line %d: %v %s", i, err, text)
				}
			}
			in.Close()
			wantEnd(t, answers, 1000, "")
			if err := l.stop(); err != nil {
				t.Error(err)
			}
			if logs := l.logs.String(); !strings.Contains(logs, `"lines":1000`) || strings.Contains(logs, "430") {
				t.Error(logs)
			}
		})
	}
}

func TestStreamKeepsOrder(t *testing.T) {
	l := start(t, deciding(func(ctx context.Context, a decision.Activation, r *decision.Request, lang string) (*decision.Decision, error) {
		if strings.HasSuffix(r.Reference, "3") {
			time.Sleep(2 * time.Millisecond)
		}
		return allow(ctx, a, r, lang)
	}))
	in, answers, _ := l.open(t, client(t, false))
	go func() {
		for i := range 500 {
			_, _ = io.WriteString(in, one(i)+"\n")
		}
		in.Close()
	}()
	for i := range 500 {
		var d decision.Decision
		if text := answerLine(t, answers); json.Unmarshal(text, &d) != nil || d.Reference != fmt.Sprint(i) {
			t.Fatalf("line %d: %s", i, text)
		}
	}
	wantEnd(t, answers, 500, "")
}

func TestLinesOfAllKinds(t *testing.T) {
	l := start(t, nil)
	in, answers, _ := l.open(t, client(t, false))
	huge := `{"reference":"huge","question":"` + strings.Repeat("x", 3<<20) + `"}`
	brim := one("brim")
	brim += strings.Repeat(" ", 1<<20-len(brim)) // exactly the limit
	go func() {
		for _, text := range []string{
			one("crlf") + "\r\n", "\n", "   \r\n", "{not json\n", huge + "\n", brim + "\r\n", brim + " \n",
			`{"question":"grant","reference":"bad","facts":{"nope":1}}` + "\n", one("twice") + one("twice") + "\n", one("last"),
		} {
			_, _ = io.WriteString(in, text)
		}
		in.Close()
	}()
	for _, want := range []struct{ kind, reference, place string }{
		{"", "crlf", ""}, {"not-json", "", "4"}, {"too-large", "huge", "5"}, {"", "brim", ""}, {"too-large", "brim", "7"},
		{"invalid-facts", "bad", "8"}, {"trailing-data", "twice", "9"}, {"", "last", ""},
	} {
		text := answerLine(t, answers)
		p := problemIn(t, text)
		switch {
		case p.Reference != want.reference:
			t.Errorf("reference %q, want %q: %s", p.Reference, want.reference, text)
		case want.kind == "" && p.Type != "", want.kind != "" && !strings.HasSuffix(p.Type, "/"+want.kind):
			t.Errorf("%s, want %q", text, want.kind)
		case want.place != "" && !strings.HasSuffix(p.Instance, "#/lines/"+want.place):
			t.Errorf("%s, want line %s", p.Instance, want.place)
		}
	}
	wantEnd(t, answers, 8, "")
}

func TestEmptyStream(t *testing.T) {
	l := start(t, nil)
	in, answers, _ := l.open(t, client(t, false))
	in.Close()
	wantEnd(t, answers, 0, "")
}

func TestEachLineHasTheSetInService(t *testing.T) {
	l := start(t, nil)
	in, answers, _ := l.open(t, client(t, false))
	for seq := 7; seq < 10; seq++ {
		l.sets.activate(l.sets.set, seq)
		_, _ = io.WriteString(in, one("x")+"\n")
		var d decision.Decision
		if text := answerLine(t, answers); json.Unmarshal(text, &d) != nil || d.Policy.Activation != seq {
			t.Errorf("activation %d, want %d", d.Policy.Activation, seq)
		}
	}
	in.Close()
	wantEnd(t, answers, 3, "")
}

func TestShutdownEndsAStreamAfterItsLine(t *testing.T) {
	for name, two := range map[string]bool{"HTTP/1.1": false, "HTTP/2": true} {
		t.Run(name, func(t *testing.T) {
			l := start(t, nil)
			in, answers, _ := l.open(t, client(t, two))
			defer in.Close()
			_, _ = io.WriteString(in, one("a")+"\n"+one("b")[:20]) // and half a line, which is never decided
			answerLine(t, answers)
			stopped := make(chan error, 1)
			go func() { stopped <- l.stop() }()
			wantEnd(t, answers, 1, "shutdown")
			in.Close() // an HTTP/2 client would otherwise hold its side open
			if err := <-stopped; err != nil {
				t.Error(err)
			}
		})
	}
}

func TestStreamEndsWhenNoLineComes(t *testing.T) {
	l := start(t, func(o *httpapi.Options) { o.Timeouts.Line = 300 * time.Millisecond })
	in, answers, _ := l.open(t, client(t, false))
	defer in.Close()
	_, _ = io.WriteString(in, one("a")+"\n"+"{")
	answerLine(t, answers)
	wantEnd(t, answers, 1, "timeout")
}

// A slow decision is no slow client: the deadline of the next line does not run while the client waits for us.
func TestDeadlineOfALineDoesNotRunWhileWeDecide(t *testing.T) {
	l := start(t, func(o *httpapi.Options) {
		o.Timeouts.Line = 200 * time.Millisecond
		o.Decider = deciderFunc(func(ctx context.Context, a decision.Activation, r *decision.Request, lang string) (*decision.Decision, error) {
			if r.Reference == "0" {
				time.Sleep(600 * time.Millisecond) // the queue fills behind it
			}
			return allow(ctx, a, r, lang)
		})
	})
	in, answers, _ := l.open(t, client(t, true))
	go func() {
		for i := range 100 {
			_, _ = io.WriteString(in, one(i)+"\n")
		}
		in.Close()
	}()
	for range 100 {
		answerLine(t, answers)
	}
	wantEnd(t, answers, 100, "")
}

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
	l := start(t, func(o *httpapi.Options) { o.Timeouts.Line = 200 * time.Millisecond })
	c := client(t, false)
	for range 3 {
		in, answers, _ := l.open(t, c)
		_, _ = io.WriteString(in, one("a")+"\n")
		answerLine(t, answers)
		in.Close()
		wantEnd(t, answers, 1, "")
		time.Sleep(300 * time.Millisecond)
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
