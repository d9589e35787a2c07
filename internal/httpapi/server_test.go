package httpapi_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/httpapi"
)

func TestHealthAndReadiness(t *testing.T) {
	var fault error
	h := build(t, func(o *httpapi.Options) { o.Ready = func() error { return fault } })
	for _, target := range []string{"/healthz", "/readyz"} {
		if w := h.get(t, target, "Accept", "text/plain"); w.Code != 200 || w.Body.String() != "{\"status\":\"ok\"}\n" {
			t.Errorf("%s: %d %s", target, w.Code, w.Body)
		}
	}
	fault = errors.New("SECRET")
	w := h.get(t, "/readyz")
	wantProblem(t, w, 503, "not-ready")
	if w.Header().Get("Retry-After") == "" || strings.Contains(w.Body.String()+h.logs.String(), "SECRET") {
		t.Errorf("%v %s %s", w.Header(), w.Body, h.logs)
	}
	fault = nil
	h.Drain()
	wantProblem(t, h.get(t, "/readyz"), 503, "not-ready")
	if w := h.get(t, "/healthz"); w.Code != 200 {
		t.Errorf("status %d", w.Code)
	}
}

// send posts a decision over a real connection.
func (l *live) send(c *http.Client, body string) (int, string, error) {
	r, err := c.Post("http://"+l.address+"/v1/decisions", "application/json", strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	return r.StatusCode, string(text), err
}

func TestRequestsUnderWayAreAnsweredAtTheEnd(t *testing.T) {
	begun, release := make(chan struct{}), make(chan struct{})
	l := start(t, deciding(func(ctx context.Context, a decision.Activation, r *decision.Request, lang string) (*decision.Decision, error) {
		close(begun)
		<-release
		return allow(ctx, a, r, lang)
	}))
	c, body := client(t, false), request(t, "ticket")
	answered := make(chan string, 1)
	go func() {
		status, text, err := l.send(c, body)
		answered <- fmt.Sprintln(status, text, err)
	}()
	<-begun
	stopped := make(chan error, 1)
	go func() { stopped <- l.stop() }()
	time.Sleep(20 * time.Millisecond) // the server has begun to end
	close(release)
	if got := <-answered; !strings.HasPrefix(got, "200 ") {
		t.Error(got)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}

func TestServerIsKeptThroughManyRequests(t *testing.T) {
	l := start(t, nil)
	for name, two := range map[string]bool{"HTTP/1.1": false, "HTTP/2": true} {
		c := client(t, two)
		for range 50 {
			if status, text, err := l.send(c, request(t, "ticket")); status != 200 {
				t.Fatalf("%s: %d %s %v", name, status, text, err)
			}
		}
	}
	if err := l.stop(); err != nil {
		t.Error(err)
	}
	if _, _, err := l.send(client(t, false), "{}"); err == nil {
		t.Error("served after the end")
	}
}

func TestBodyThatDoesNotArrive(t *testing.T) {
	l := start(t, func(o *httpapi.Options) { o.Timeouts.Body = 50 * time.Millisecond })
	for name, sent := range map[string]string{
		"length":  "Content-Length: 100\r\n\r\n{",
		"chunked": "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"que",
	} {
		conn, err := net.Dial("tcp", l.address)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "POST /v1/decisions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n%s", sent)
		_ = conn.SetReadDeadline(time.Now().Add(5 * time.Second))
		text, _ := io.ReadAll(conn)
		if !strings.HasPrefix(string(text), "HTTP/1.1 408") || !strings.Contains(string(text), "/body-timeout") {
			t.Errorf("%s: %q", name, text)
		}
		conn.Close()
	}
}

func TestBodyThatBreaksOff(t *testing.T) {
	l := start(t, nil)
	conn, err := net.Dial("tcp", l.address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST /v1/decisions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{}")
	_ = conn.(*net.TCPConn).CloseWrite()
	text, _ := io.ReadAll(conn)
	if !strings.HasPrefix(string(text), "HTTP/1.1 400") || !strings.Contains(string(text), "/incomplete-body") {
		t.Errorf("%q", text)
	}
}

func TestLengthIsNotBelieved(t *testing.T) {
	l := start(t, nil)
	for name, sent := range map[string]string{
		"told":     fmt.Sprintf("Content-Length: %d\r\n\r\n", 1<<40),
		"not told": "Transfer-Encoding: chunked\r\n\r\n" + chunk(`"`+strings.Repeat("x", 1<<20)),
	} {
		conn, err := net.Dial("tcp", l.address)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "POST /v1/decisions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n%s", sent)
		_ = conn.SetReadDeadline(time.Now().Add(5 * time.Second))
		text, err := bufio.NewReader(conn).ReadString('\n')
		if !strings.HasPrefix(text, "HTTP/1.1 413") {
			t.Errorf("%s: %q %v", name, text, err)
		}
		conn.Close()
	}
}

func TestHeaderThatDoesNotArrive(t *testing.T) {
	h := build(t, nil)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := httpapi.NewServer(httpapi.ServerOptions{Handler: h, ReadHeader: 50 * time.Millisecond})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx, listener) }()
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "POST /v1/deci")
	_ = conn.SetReadDeadline(time.Now().Add(5 * time.Second))
	if _, err := io.ReadAll(conn); err != nil {
		t.Error(err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// What outlasts the grace is cut off, and Run says so.
func TestGraceHasAnEnd(t *testing.T) {
	release := make(chan struct{})
	begun := make(chan struct{})
	h := build(t, deciding(func(ctx context.Context, a decision.Activation, r *decision.Request, lang string) (*decision.Decision, error) {
		close(begun)
		<-release
		return allow(ctx, a, r, lang)
	}))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := httpapi.NewServer(httpapi.ServerOptions{Handler: h, Drain: h.Drain, Grace: 50 * time.Millisecond})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx, listener) }()
	l := &live{house: h, address: listener.Addr().String()}
	sent := make(chan error, 1)
	body := request(t, "ticket")
	c := client(t, false)
	go func() {
		_, _, err := l.send(c, body)
		sent <- err
	}()
	<-begun
	cancel()
	if err := <-ended; !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Run: %v", err)
	}
	if err := <-sent; err == nil {
		t.Error("the client was answered")
	}
	close(release)
}
