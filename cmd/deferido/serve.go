package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"deferido/fixtures"
	"deferido/internal/config"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/httpapi"
)

func (p *program) serveCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "serve", Short: "Serve decisions over HTTP", Args: none,
		Long: strings.TrimSpace(`
Serves decisions over HTTP. Once it is ready it prints one line with its address; then it logs on standard error. SIGTERM
and SIGINT end it: it accepts nothing more, and answers what is under way.

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
func (p *program) serve(ctx context.Context, c config.Config) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	set, err := load(ctx, c)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return exit(exitUsage, fmt.Errorf("data: %w", err))
	}
	log := p.logger(c.Log)
	api := httpapi.New(httpapi.Options{
		Decider: &decision.Service{Now: now, Reading: c.Reading}, Sets: alone{set}, Log: log, Version: version(), Language: c.Language,
		ProblemBase: c.ProblemBase + "/", Examples: fixtures.FS,
		Timeouts: httpapi.Timeouts{Decision: c.DecisionTimeout, Line: c.StreamLineTimeout, Write: c.StreamLineTimeout},
	})
	server := httpapi.NewServer(httpapi.ServerOptions{Handler: api, Drain: api.Drain, Log: log, Grace: c.ShutdownGrace})
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Listen)
	if err != nil {
		return exit(exitUnavailable, fmt.Errorf("listening: %w", err))
	}
	if _, err := fmt.Fprintf(p.stdout, "deferido: listening on http://%s\n", listener.Addr()); err != nil {
		return errors.Join(err, listener.Close())
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
