package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"deferido/internal/config"
	"deferido/internal/identity"
	"deferido/internal/store"
)

func (p *program) keyCommand() *cobra.Command {
	c := group("key", "Make, list, rotate and revoke API keys", `
The first key closes a server that was open on loopback: from then on every caller needs one, or an account. What a role may do is a policy,
internal/identity/access/access.rego.`)
	storeFlags(c.PersistentFlags())
	c.AddCommand(p.keyCreateCommand(), p.keyListCommand(), p.keyRotateCommand(), p.keyRevokeCommand())
	return c
}

// onKeys makes the function of a command that works on the keys.
func (p *program) onKeys(do func(ctx context.Context, keys *identity.Keys, args []string) error) func(*cobra.Command, []string) error {
	return p.onStore(func(ctx context.Context, _ config.Config, db *store.DB, args []string) error {
		return refusedIdentity(do(ctx, identity.NewKeys(db, time.Now), args))
	})
}

// refusedIdentity gives an error of keys or carriers its exit status.
func refusedIdentity(err error) error {
	var invalid *identity.Invalid
	switch {
	case err == nil:
		return nil
	case errors.As(err, &invalid):
		return exit(exitUsage, errors.New(invalid.In("en")))
	case errors.Is(err, identity.ErrUnavailable):
		return exit(exitUnavailable, err)
	}
	return exit(exitUsage, err)
}

func (p *program) keyCreateCommand() *cobra.Command {
	wanted, expires := identity.NewKey{}, time.Duration(0)
	role := choice{"", []string{string(identity.Carrier), string(identity.Regulator), string(identity.Lawyer), string(identity.Admin)}}
	c := &cobra.Command{
		Use: "create --role ROLE", Short: "Make a key; it is shown this once", Args: none,
		RunE: p.onKeys(func(ctx context.Context, keys *identity.Keys, _ []string) error {
			wanted.Role = identity.Role(role.value)
			if expires > 0 {
				wanted.ExpiresAt = time.Now().Add(expires)
			}
			key, token, err := keys.Create(ctx, wanted)
			if err != nil {
				return err
			}
			return p.tellToken(key, token)
		}),
	}
	c.Flags().Var(&role, "role", "what the holder may do")
	c.Flags().StringVar(&wanted.Carrier, "carrier", "", "the id of the registered carrier whose key it is; only for the role carrier")
	c.Flags().StringVar(&wanted.Label, "label", "", "your words for it")
	c.Flags().DurationVar(&expires, "expires", 0, "after how long it is no longer good, such as 8760h; never without it")
	return c
}

// tellToken shows a key. The token alone goes to standard output, so that a script can take it.
func (p *program) tellToken(key identity.Key, token string) error {
	fmt.Fprintf(p.stderr, "key %s, role %s: keep it, it is shown this once\n", key.ID, key.Role)
	return p.say("%s", token)
}

func (p *program) keyListCommand() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the keys, without their secrets", Args: none,
		RunE: p.onKeys(func(ctx context.Context, keys *identity.Keys, _ []string) error {
			all, err := keys.List(ctx)
			if err != nil {
				return err
			}
			for _, k := range all {
				state := "good"
				switch {
				case !k.RevokedAt.IsZero():
					state = "revoked " + k.RevokedAt.Format(time.RFC3339)
				case !k.ExpiresAt.IsZero() && k.ExpiresAt.Before(time.Now()):
					state = "expired " + k.ExpiresAt.Format(time.RFC3339)
				case !k.ExpiresAt.IsZero():
					state = "good until " + k.ExpiresAt.Format(time.RFC3339)
				}
				fields := []string{k.ID, string(k.Role), orDash(k.Carrier), k.CreatedAt.Format(time.RFC3339), state, k.Label}
				if err := p.say("%s", strings.TrimRight(strings.Join(fields, "  "), " ")); err != nil {
					return err
				}
			}
			return nil
		}),
	}
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

func (p *program) keyRotateCommand() *cobra.Command {
	var overlap time.Duration
	c := &cobra.Command{
		Use: "rotate ID", Short: "Make another key like it; the old one is good for a while longer", Args: one("ID of a key"),
		RunE: p.onKeys(func(ctx context.Context, keys *identity.Keys, args []string) error {
			key, token, err := keys.Rotate(ctx, args[0], overlap)
			if err != nil {
				return err
			}
			return p.tellToken(key, token)
		}),
	}
	c.Flags().DurationVar(&overlap, "overlap", 24*time.Hour, "how long the old key is still good")
	return c
}

func (p *program) keyRevokeCommand() *cobra.Command {
	return &cobra.Command{
		Use: "revoke ID", Short: "End a key for good", Args: one("ID of a key"),
		RunE: p.onKeys(func(ctx context.Context, keys *identity.Keys, args []string) error {
			if err := keys.Revoke(ctx, args[0]); err != nil {
				return err
			}
			return p.say("revoked %s", args[0])
		}),
	}
}
