package account

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"deferido/internal/identity"
)

// ProviderOptions say which OpenID provider knows people, and what of what it says of them counts.
type ProviderOptions struct {
	Issuer       string // URL, as the provider writes it
	ClientID     string
	ClientSecret string // empty for a public client
	Name         string // as the page of signing in calls it
	Scopes       []string

	// The claims that a login, a name, roles and a carrier are read from. Dots lead into objects where there is no claim of the
	// whole name.
	LoginClaim, NameClaim, RoleClaim, CarrierClaim string
	// Roles are which role the values of the role claim give; of several that a person has, the first in the list counts.
	Roles []RoleOf
}

// RoleOf is the role that a value of the role claim gives.
type RoleOf struct {
	Value string
	Role  identity.Role
}

// ParseRoles reads "role=value; role=value". A role may have several values, and a value hold commas and equals signs.
func ParseRoles(text string) ([]RoleOf, error) {
	var all []RoleOf
	for part := range strings.SplitSeq(text, ";") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		role, value, _ := strings.Cut(part, "=")
		one := RoleOf{strings.TrimSpace(value), identity.Role(strings.TrimSpace(role))}
		if !slices.Contains([]identity.Role{identity.Carrier, identity.Regulator, identity.Lawyer, identity.Admin}, one.Role) || one.Value == "" {
			return nil, errors.New("want carrier, regulator, lawyer or admin before each =, and a value of the role claim after it")
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		return nil, errors.New("nobody would have a role: give at least one, such as admin=deferido-admins")
	}
	return all, nil
}

// How long the provider may take to answer, and how long one that did not is not asked again who it is.
const (
	providerTimeout = 10 * time.Second
	providerPause   = 5 * time.Second
)

// Provider is an OpenID provider. It is asked who it is when somebody first comes by it, and again until it answers: the
// program does not need it to start. It is safe for concurrent use.
type Provider struct {
	options ProviderOptions
	client  *http.Client

	mu     sync.Mutex
	known  *oidc.Provider
	failed error
	again  time.Time // when it may be asked again after a failure
}

// NewProvider checks the options, and asks the provider nothing.
func NewProvider(o ProviderOptions) (*Provider, error) {
	switch {
	case !safe(o.Issuer):
		return nil, errors.New("oidc.issuer: want an https URL; http only where the provider is on this machine")
	case o.ClientID == "":
		return nil, errors.New("oidc.client_id: want the id under which the provider knows this program")
	case len(o.Roles) == 0:
		return nil, errors.New("oidc.roles: want at least one role")
	case slices.ContainsFunc(o.Roles, func(r RoleOf) bool { return r.Role == identity.Carrier }) && o.CarrierClaim == "":
		return nil, errors.New("oidc.carrier_claim: the role carrier needs the claim that names the carrier")
	}
	return &Provider{options: o, client: &http.Client{Timeout: providerTimeout}}, nil
}

// safe tells whether nobody on the way can speak for an issuer.
func safe(issuer string) bool {
	u, err := url.Parse(issuer)
	if err != nil || u.Host == "" {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return u.Scheme == "https" || (u.Scheme == "http" && (u.Hostname() == "localhost" || (err == nil && ip.IsLoopback())))
}

// Name is what pages call the provider.
func (p *Provider) Name() string { return p.options.Name }

// discovered is the provider as it describes itself.
func (p *Provider) discovered(ctx context.Context) (*oidc.Provider, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.known != nil:
		return p.known, nil
	case time.Now().Before(p.again):
		return nil, p.failed
	}
	// Others wait for it too: it does not end with the request that began it.
	known, err := oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), p.client), p.options.Issuer)
	if err != nil {
		p.failed, p.again = providerDown(err), time.Now().Add(providerPause)
		return nil, p.failed
	}
	p.known = known
	return known, nil
}

func providerDown(cause error) error {
	r := refused(ProviderDown, "O provedor de identidade não respondeu como devia. Tente de novo em um minuto, ou avise quem administra o sistema.",
		"The identity provider did not answer as it should. Try again in a minute, or tell whoever administers the system.")
	r.cause = cause
	return r
}

// config is how this program speaks to the provider; redirect is where people come back to.
func (p *Provider) config(known *oidc.Provider, redirect string) *oauth2.Config {
	return &oauth2.Config{
		ClientID: p.options.ClientID, ClientSecret: p.options.ClientSecret, Endpoint: known.Endpoint(), RedirectURL: redirect,
		Scopes: append([]string{oidc.ScopeOpenID}, p.options.Scopes...),
	}
}

// said is what the provider says of a person.
type said struct {
	issuer, subject string
	claims          claims
}

// exchange trades the code that somebody came back with for what the provider says of them.
func (p *Provider) exchange(ctx context.Context, v *visit, code string) (*said, error) {
	known, err := p.discovered(ctx)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(oidc.ClientContext(ctx, p.client), 2*providerTimeout)
	defer cancel()
	config := p.config(known, v.redirect)
	token, err := config.Exchange(ctx, code, oauth2.VerifierOption(v.verifier))
	var refusal *oauth2.RetrieveError
	switch {
	case errors.As(err, &refusal) && refusal.ErrorCode == "invalid_grant":
		return nil, visitEnded()
	case err != nil:
		return nil, providerDown(fmt.Errorf("trading a code: %w", withoutBody(err)))
	}
	raw, _ := token.Extra("id_token").(string)
	id, err := known.Verifier(&oidc.Config{ClientID: p.options.ClientID}).Verify(ctx, raw)
	switch {
	case err != nil:
		return nil, providerDown(fmt.Errorf("reading the ID token: %w", err))
	case id.Nonce != v.nonce:
		return nil, visitEnded()
	}
	s := &said{issuer: id.Issuer, subject: id.Subject}
	if err := id.Claims(&s.claims); err != nil {
		return nil, providerDown(fmt.Errorf("reading the ID token: %w", err))
	}
	if known.UserInfoEndpoint() != "" && !s.claims.has(p.options.RoleClaim) {
		if err := p.more(ctx, known, config.TokenSource(ctx, token), s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// more adds what the provider says of a person elsewhere than in the token.
func (p *Provider) more(ctx context.Context, known *oidc.Provider, token oauth2.TokenSource, s *said) error {
	info, err := known.UserInfo(ctx, token)
	if err != nil {
		return providerDown(fmt.Errorf("reading the user info: %w", err))
	}
	if info.Subject != s.subject {
		return providerDown(errors.New("the user info is somebody else's"))
	}
	var more claims
	if err := info.Claims(&more); err != nil {
		return providerDown(fmt.Errorf("reading the user info: %w", err))
	}
	for name, value := range more {
		if _, said := s.claims[name]; !said {
			s.claims[name] = value
		}
	}
	return nil
}

// withoutBody is an error that does not quote what the provider answered, which may name a person.
func withoutBody(err error) error {
	var refusal *oauth2.RetrieveError
	if errors.As(err, &refusal) {
		return fmt.Errorf("status %d, %q", refusal.Response.StatusCode, refusal.ErrorCode)
	}
	return err
}
