package httpapi_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

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
