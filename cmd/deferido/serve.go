package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"deferido/internal/config"
	"deferido/internal/engine"
	"deferido/internal/httpapi"
	"deferido/internal/lifecycle"
)

func (p *program) serveCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "serve", Short: "Serve decisions over HTTP", Args: none,
		Long: strings.TrimSpace(`
Serves decisions over HTTP. Once it is ready it prints one line with its address; then it logs on standard error. SIGTERM
and SIGINT end it: it accepts nothing more, and answers what is under way.

While there is no account it also tells, on standard error, the code by which the first administrator makes theirs.

Exit status: 0 told to end and all answered, 64 usage or settings, 69 the address cannot be served on, 70 internal error.`),
		RunE: run(func(c *cobra.Command, _ []string) error {
			settings, err := p.config(c)
			if err != nil {
				return err
			}
			return p.serve(c.Context(), settings)
		}),
	}
	config.AddFlags(c.Flags(), config.Keys()...)
	return c
}

// serve serves until the context is done or a signal comes.
func (p *program) serve(ctx context.Context, c config.Config) (err error) {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	set, err := load(ctx, c)
	if err != nil {
		return err
	}
	h := &house{settings: c, set: set, log: p.logger(c.Log)}
	defer func() { err = errors.Join(err, h.close()) }()
	if err := h.open(ctx); err != nil {
		return err
	}
	code, err := h.firstCode(ctx)
	if err != nil {
		return err
	}
	server := httpapi.NewServer(httpapi.ServerOptions{
		Handler: h.tracing.Middleware(front{h.api, h.portal}), Drain: h.api.Drain, Log: h.log, Grace: c.ShutdownGrace, TLS: h.tls,
	})
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Listen)
	if err != nil {
		return exit(exitUnavailable, fmt.Errorf("listening: %w", err))
	}
	if _, err := fmt.Fprintf(p.stdout, "deferido: listening on %s://%s\n", h.scheme(), listener.Addr()); err != nil {
		return errors.Join(err, listener.Close())
	}
	if err := p.tellFirst(h, code, listener.Addr()); err != nil {
		return errors.Join(err, listener.Close())
	}
	if !h.portal.Full() {
		h.log.Info("the portal is served plain; npm ci --prefix internal/portal adds the live answer, the editor and the fonts")
	}
	if err := server.Run(ctx, listener); err != nil {
		return fmt.Errorf("serving: %w", err)
	}
	return nil
}

// logger makes the log that the settings ask for, on standard error.
func (p *program) logger(c config.Log) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.SlogLevel()}
	if c.Format == "text" {
		return slog.New(slog.NewTextHandler(p.stderr, options))
	}
	return slog.New(slog.NewJSONHandler(p.stderr, options))
}

// alone is the one set that the program serves; its activation is the first.
type alone struct{ set *engine.Set }

func (a alone) Active() (httpapi.Set, int) { return a.set, 1 }

func (a alone) Await(_ context.Context, activation int) (httpapi.Set, int, error) {
	if activation > 1 {
		return nil, 0, lifecycle.ErrBehind
	}
	return a.set, 1, nil
}
