package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deferido/internal/config"
	"deferido/internal/decision"
	"deferido/internal/desk"
	"deferido/internal/identity"
	"deferido/internal/journal"
	"deferido/internal/lifecycle"
	"deferido/internal/store"
)

// atDesk is a command at the desk: who works there, and what for.
type atDesk struct {
	*desk.Desk
	records  *records
	settings config.Config
	who      lifecycle.Actor
}

// onDesk makes the function of a command that works on drafts and revisions, if whoever calls it may.
func (p *program) onDesk(action identity.Action, do func(ctx context.Context, d *atDesk, args []string) error) func(*cobra.Command, []string) error {
	return run(func(command *cobra.Command, args []string) (err error) {
		settings, err := p.config(command)
		if err != nil {
			return err
		}
		set, err := load(command.Context(), settings)
		if err != nil {
			return err
		}
		records, err := openRecords(command.Context(), settings, set, journal.Options{Log: p.logger(settings.Log)})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, records.Close()) }()
		d := &atDesk{Desk: newDesk(settings, records), records: records, settings: settings}
		if _, err := current(command.Context(), d.Desk, settings, set); err != nil {
			return err
		}
		keyFile, _ := command.Flags().GetString("key-file")
		if d.who, err = caller(command.Context(), records.db, keyFile, action); err != nil {
			return err
		}
		return refusedLife(do(command.Context(), d, args))
	})
}

// caller is who calls a command: the holder of the key in a file, or whoever sits at this machine.
func caller(ctx context.Context, db *store.DB, keyFile string, action identity.Action) (lifecycle.Actor, error) {
	header := ""
	if keyFile != "" {
		token, err := os.ReadFile(keyFile)
		if err != nil {
			return lifecycle.Actor{}, exit(exitUsage, fmt.Errorf("--key-file: %w", err))
		}
		header = "Bearer " + strings.TrimSpace(string(token))
	}
	who := identity.Caller{ID: string(identity.Local), Role: identity.Local}
	if header != "" {
		var err error
		if who, err = identity.NewKeys(db, time.Now).Identify(ctx, header); err != nil {
			return lifecycle.Actor{}, exit(exitUsage, fmt.Errorf("--key-file: %w", err))
		}
	}
	access, err := identity.NewAccess(ctx)
	if err != nil {
		return lifecycle.Actor{}, err
	}
	verdict, err := access.May(ctx, who, action, "")
	if err == nil && !verdict.Allowed {
		err = exit(exitUsage, fmt.Errorf("%s (--key-file names the key of who may)", verdict.Reason.EN))
	}
	return lifecycle.Actor{ID: who.ID, Role: string(who.Role)}, err
}

// refusedLife gives a refusal of the desk its exit status.
func refusedLife(err error) error {
	var refused *lifecycle.Refused
	var conflict *lifecycle.Conflict
	switch {
	case errors.As(err, &refused):
		return exit(exitUsage, err)
	case errors.As(err, &conflict):
		return exit(exitUsage, fmt.Errorf("%w; read it again (deferido draft get) and put it with --base", err))
	case errors.Is(err, decision.ErrUnavailable):
		return exit(exitUnavailable, err)
	}
	return err
}

// deskFlags gives a command the flags of all that work at the desk.
func deskFlags(c *cobra.Command) {
	storeFlags(c.PersistentFlags())
	config.AddFlags(c.PersistentFlags(), "policies", "reading", "approval.roles")
	c.PersistentFlags().String("key-file", "", "a file with the API key of who does this; without it whoever sits at this machine, who can neither approve nor activate")
}
