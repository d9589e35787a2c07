package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"time"

	"deferido/internal/account"
	"deferido/internal/config"
	"deferido/internal/identity"
	"deferido/internal/portal"
	"deferido/internal/store"
)

// openAccounts opens the accounts of a store as the settings say.
func openAccounts(c config.Config, db *store.DB, recorder account.Recorder, log *slog.Logger) (*account.Accounts, error) {
	provider, err := openProvider(c.OIDC)
	if err != nil {
		return nil, exit(exitUsage, err)
	}
	return account.New(db, time.Now, account.Options{
		Recorder: recorder, Life: c.Sessions.Life, Idle: c.Sessions.Idle, Provider: provider, Log: log,
	}), nil
}

// openProvider knows the OpenID provider of the settings; nil where there is none.
func openProvider(c config.OIDC) (*account.Provider, error) {
	if c.Issuer == "" {
		return nil, nil
	}
	roles, err := account.ParseRoles(c.Roles)
	if err != nil {
		return nil, fmt.Errorf("oidc.roles: %w", err)
	}
	secret := ""
	if c.ClientSecretFile != "" {
		text, err := os.ReadFile(c.ClientSecretFile)
		if err != nil {
			return nil, fmt.Errorf("oidc.client_secret_file: %w", err)
		}
		secret = strings.TrimSpace(string(text))
	}
	return account.NewProvider(account.ProviderOptions{
		Issuer: c.Issuer, ClientID: c.ClientID, ClientSecret: secret, Name: c.Name, Scopes: config.List(c.Scopes),
		LoginClaim: c.LoginClaim, NameClaim: c.NameClaim, RoleClaim: c.RoleClaim, CarrierClaim: c.CarrierClaim, Roles: roles,
	})
}

// door knows who looks at a page.
type door struct {
	*account.Accounts
	keys *identity.Keys
}

// Visitor is whose session a token is of. Where there is none it is whoever sits at the machine, while nobody was ever given a
// key or an account.
func (d *door) Visitor(ctx context.Context, token string) (portal.Visitor, error) {
	ended := false
	if token != "" {
		s, err := d.Caller(ctx, token)
		if err == nil {
			return portal.Visitor{Caller: s.Caller, Name: s.User.Name}, nil
		}
		if ended = account.KindOf(err) == account.Ended; !ended {
			return portal.Visitor{}, err
		}
	}
	who, err := d.keys.Identify(ctx, "")
	switch {
	case err == nil:
		return portal.Visitor{Caller: who}, nil
	case !errors.Is(err, identity.ErrUnauthenticated):
		return portal.Visitor{}, err
	case ended:
		return portal.Visitor{}, portal.ErrNoSession
	}
	return portal.Visitor{}, nil
}

// firstCode is the code by which the first administrator makes their account; empty where there is one, or nothing is recorded. It
// is made before anybody is served.
func (h *house) firstCode(ctx context.Context) (string, error) {
	if h.door == nil {
		return "", nil
	}
	code, wanted, err := h.door.First(ctx)
	if err != nil || !wanted {
		return "", err
	}
	return code, nil
}

// tellFirst tells how the first administrator makes their account. It goes to the terminal beside the log: standard output has
// the line with the address, and nothing more.
func (p *program) tellFirst(h *house, code string, at net.Addr) error {
	if code == "" {
		return nil
	}
	base := h.settings.PublicURL
	if base == "" {
		base = h.scheme() + "://" + at.String()
	}
	_, err := fmt.Fprintf(p.stderr, "deferido: first administrator: open %s/entrar/primeiro with the code %s\n", base, code)
	return err
}
