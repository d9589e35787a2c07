package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"deferido/internal/config"
	"deferido/internal/journal"
	"deferido/internal/store"
)

func (p *program) backupCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "backup FILE", Short: "Write all records into a file", Args: one("FILE, which must not be there"),
		Long: strings.TrimSpace(`
Verifies the journal and writes all that the store holds at one moment into a file, also while a server uses it: decisions,
policy sets, checkpoints, keys, carriers. A backup of SQLite can be restored into PostgreSQL, and the other way round. The
private key that seals the journal is not in it.

Exit status: 0 written, 65 the journal does not verify (nothing is written), 64 usage, 69 the records cannot be read.`),
	}
	storeFlags(c.Flags())
	c.RunE = p.onStore(func(ctx context.Context, _ config.Config, db *store.DB, args []string) error {
		if err := p.sound(ctx, db); err != nil {
			return err
		}
		watched, rows := p.watched(), 0
		err := create(args[0], func(w io.Writer) (err error) {
			rows, err = db.Dump(ctx, w, watched.tick)
			return err
		})
		if err != nil {
			return err
		}
		watched.end(rows)
		return p.say("wrote %d rows into %s", rows, args[0])
	})
	return c
}

func (p *program) restoreCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "restore FILE", Short: "Put a backup into an empty store", Args: one("FILE that deferido backup wrote"),
		Long: strings.TrimSpace(`
Puts a backup into the store of an empty data folder (--data) or an empty database (--journal-url), all of it or nothing, and
verifies the journal. A server that is started on it then goes on where the backup ended.

Exit status: 0 restored and verified, 65 no whole backup or it does not verify, 64 usage, 69 the store cannot be written.`),
	}
	storeFlags(c.Flags())
	c.RunE = run(func(command *cobra.Command, args []string) (err error) {
		settings, err := p.config(command)
		if err != nil {
			return err
		}
		db, err := openStoreAt(command.Context(), settings, false) // what is restored may have been lost
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, db.Close()) }()
		return p.restore(command.Context(), db, args[0])
	})
	return c
}

func (p *program) restore(ctx context.Context, db *store.DB, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return exit(exitUsage, err)
	}
	defer f.Close()
	watched := p.watched()
	rows, err := db.Restore(ctx, f, watched.tick)
	switch {
	case errors.Is(err, store.ErrNoDump):
		return exit(exitFindings, err)
	case errors.Is(err, store.ErrNotEmpty):
		return exit(exitUsage, fmt.Errorf("%w; restore into another data folder or database", err))
	case err != nil:
		return exit(exitUnavailable, err)
	}
	watched.end(rows)
	if err := p.sound(ctx, db); err != nil {
		return err
	}
	return p.say("restored %d rows, and the journal verifies", rows)
}

// sound verifies the journal of a store, and says what is wrong with it.
func (p *program) sound(ctx context.Context, db *store.DB) error {
	reader, err := journal.NewReader(ctx, db)
	if err != nil {
		return exit(exitUnavailable, err)
	}
	how, err := verifying("", "")
	if err != nil {
		return err
	}
	report, err := reader.Verify(ctx, how)
	if err != nil {
		return exit(exitUnavailable, err)
	}
	if len(report.Findings) == 0 {
		return nil
	}
	return errors.Join(p.tellVerified(report, "text"), exit(exitFindings, errors.New("the journal does not verify")))
}
