package httpapi

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// ServerOptions are what a Server is made of. Handler is required; a zero time is its default.
type ServerOptions struct {
	Handler http.Handler
	// Drain is called when the server begins to end, before it waits for requests under way: API.Drain.
	Drain func()
	// Log gets what net/http has to say; nil discards.
	Log        *slog.Logger
	ReadHeader time.Duration // to receive the header of a request: 5 s
	Idle       time.Duration // between the requests of a connection: 2 min
	Grace      time.Duration // for requests under way, once the server ends: 10 s
	TLS        *tls.Config   // nil serves in clear
}

// Server serves HTTP/1.1, and HTTP/2 over TLS or, to those who know that it does, in clear text. The time for bodies and answers is the
// handler's matter, since it differs by route.
type Server struct {
	http  *http.Server
	drain func()
	grace time.Duration
	tls   *tls.Config
}

// maxHeader bounds the header of a request, in bytes.
const maxHeader = 64 << 10

// NewServer makes a server.
func NewServer(o ServerOptions) *Server {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	orElse := func(d, standard time.Duration) time.Duration {
		if d > 0 {
			return d
		}
		return standard
	}
	s := &Server{drain: o.Drain, grace: orElse(o.Grace, 10*time.Second), tls: o.TLS}
	if s.drain == nil {
		s.drain = func() {}
	}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(true)
	protocols.SetUnencryptedHTTP2(true)
	s.http = &http.Server{
		Handler: o.Handler, Protocols: protocols, MaxHeaderBytes: maxHeader,
		ReadHeaderTimeout: orElse(o.ReadHeader, 5*time.Second), IdleTimeout: orElse(o.Idle, 2*time.Minute),
		ErrorLog: slog.NewLogLogger(o.Log.Handler(), slog.LevelWarn),
	}
	return s
}

// Run serves a listener until the context is done; then it ends within the grace. It closes the listener. The error is nil
// when the server ended because it was told to and every request under way was answered.
func (s *Server) Run(ctx context.Context, listener net.Listener) error {
	if s.tls != nil {
		listener = tls.NewListener(listener, s.tls)
	}
	served := make(chan error, 1)
	go func() { served <- s.http.Serve(listener) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.grace)
	defer cancel()
	err := s.Shutdown(grace)
	if ended := <-served; !errors.Is(ended, http.ErrServerClosed) {
		err = errors.Join(err, ended)
	}
	return err
}

// Shutdown stops accepting, tells streams to end and waits for requests under way. Those that are left when the context is
// done are cut off, and the error says that there were some.
func (s *Server) Shutdown(ctx context.Context) error {
	s.drain()
	if err := s.http.Shutdown(ctx); err != nil {
		return errors.Join(err, s.http.Close())
	}
	return nil
}
