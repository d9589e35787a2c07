package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"deferido/internal/config"
	"deferido/internal/journal"
	"deferido/internal/store"
)

// storeFlags gives a command the flags that say where the records are.
func storeFlags(flags *pflag.FlagSet) { config.AddFlags(flags, "data", "journal.url") }

// onStore makes the function of a command that works on the records.
func (p *program) onStore(do func(ctx context.Context, c config.Config, db *store.DB, args []string) error) func(*cobra.Command, []string) error {
	return run(func(command *cobra.Command, args []string) (err error) {
		settings, err := p.config(command)
		if err != nil {
			return err
		}
		db, err := openStore(command.Context(), settings)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, db.Close()) }()
		return do(command.Context(), settings, db, args)
	})
}

// onJournal makes the function of a command that reads the journal.
func (p *program) onJournal(do func(ctx context.Context, c config.Config, r *journal.Reader, args []string) error) func(*cobra.Command, []string) error {
	return p.onStore(func(ctx context.Context, c config.Config, db *store.DB, args []string) error {
		reader, err := journal.NewReader(ctx, db)
		if err != nil {
			return err
		}
		return do(ctx, c, reader, args)
	})
}

// watched tells on a terminal how far something is; elsewhere it tells nothing.
func (p *program) watched() *progress {
	w := &progress{began: time.Now()}
	if f := file(p.stderr); f != nil && term.IsTerminal(int(f.Fd())) {
		w.to = p.stderr
	}
	return w
}

// say writes a line to standard output.
func (p *program) say(format string, args ...any) error {
	_, err := fmt.Fprintf(p.stdout, format+"\n", args...)
	return err
}

// create makes a file that only its owner reads, and refuses to write over one. What it made is removed again when writing
// fails.
func create(name string, write func(w io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, os.ErrExist) {
		return exit(exitUsage, fmt.Errorf("%s is there already; name another file", name))
	}
	if err != nil {
		return exit(exitUsage, err)
	}
	if err := errors.Join(write(f), f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}
