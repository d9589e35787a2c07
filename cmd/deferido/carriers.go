package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"deferido/internal/config"
	"deferido/internal/decision"
	"deferido/internal/identity"
	"deferido/internal/store"
)

func (p *program) carrierCommand() *cobra.Command {
	c := group("carrier", "Register carriers, whose names stand on documents", "")
	storeFlags(c.PersistentFlags())
	c.AddCommand(p.carrierPutCommand(), p.carrierListCommand(), p.carrierRemoveCommand())
	return c
}

// onCarriers makes the function of a command that works on the register.
func (p *program) onCarriers(do func(ctx context.Context, carriers *identity.Carriers, args []string) error) func(*cobra.Command, []string) error {
	return p.onStore(func(ctx context.Context, _ config.Config, db *store.DB, args []string) error {
		return refusedIdentity(do(ctx, identity.NewCarriers(db, time.Now), args))
	})
}

func (p *program) carrierPutCommand() *cobra.Command {
	return &cobra.Command{
		Use: "put FILE|-", Short: "Register a carrier, or change it", Args: one("FILE, or - for standard input"),
		Long: `The file is JSON: {"id", "name", "cnpj", "address", "complaints", "terminals": [{"name", "address"}]}.`,
		RunE: p.onCarriers(func(ctx context.Context, carriers *identity.Carriers, args []string) error {
			input, err := p.open(args[0])
			if err != nil {
				return err
			}
			defer input.Close()
			var given decision.Carrier
			d := json.NewDecoder(input)
			d.DisallowUnknownFields()
			if err := d.Decode(&given); err != nil || d.More() {
				return exit(exitUsage, fmt.Errorf("%s is no carrier: want a JSON object with id, name, cnpj, address, complaints and terminals", args[0]))
			}
			kept, err := carriers.Put(ctx, given)
			if err != nil {
				return err
			}
			return p.say("registered %s: %s", kept.ID, kept.Name)
		}),
	}
}

func (p *program) carrierListCommand() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the carriers, one as JSON a line", Args: none,
		RunE: p.onCarriers(func(ctx context.Context, carriers *identity.Carriers, _ []string) error {
			all, err := carriers.List(ctx)
			if err != nil {
				return err
			}
			for _, carrier := range all {
				if err := p.sayJSON(carrier); err != nil {
					return err
				}
			}
			return nil
		}),
	}
}

func (p *program) carrierRemoveCommand() *cobra.Command {
	return &cobra.Command{
		Use: "remove ID", Short: "Take a carrier out of the register", Args: one("ID of a carrier"),
		RunE: p.onCarriers(func(ctx context.Context, carriers *identity.Carriers, args []string) error {
			if err := carriers.Remove(ctx, args[0]); err != nil {
				return err
			}
			return p.say("removed %s", args[0])
		}),
	}
}
