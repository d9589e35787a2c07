package account

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"errors"
	"net/netip"
	"net/url"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"deferido/internal/identity"
)

// How long a visit to the provider may take, how many are under way at most, and how often one address may begin one: so many
// at once, and then so many a second.
const (
	visitLife      = 10 * time.Minute
	visitMost      = 10_000
	visitBurst     = 20
	visitPerSecond = 0.2
)

// Visit is somebody who goes to the provider to sign in.
type Visit struct {
	URL   string // where the browser goes
	State string // what it keeps until it comes back, in a cookie: 43 characters
}

// visit is what the store keeps of one.
type visit struct{ nonce, verifier, redirect, back string }

// Leave sends somebody to the provider, to come back to the address redirect. From is where they come from now, back where they
// want to go then; it is the caller's to check. The error is a *Refused: NoProvider, ProviderDown, Held or Busy.
func (a *Accounts) Leave(ctx context.Context, from netip.Addr, redirect, back string) (Visit, error) {
	p := a.options.Provider
	if p == nil {
		return Visit{}, errNoProvider()
	}
	if wait, ok := a.visits.Allow(identity.Neighbourhood(from).String(), 1); !ok {
		return Visit{}, held(wait)
	}
	known, err := p.discovered(ctx)
	if err != nil {
		return Visit{}, err
	}
	state, v := newToken(), visit{nonce: newToken(), verifier: oauth2.GenerateVerifier(), redirect: redirect, back: back}
	if err := a.keepVisit(ctx, state, v); err != nil {
		return Visit{}, stored("noting a visit to the provider", err)
	}
	return Visit{p.config(known, redirect).AuthCodeURL(state, oidc.Nonce(v.nonce), oauth2.S256ChallengeOption(v.verifier)), state}, nil
}

func (a *Accounts) keepVisit(ctx context.Context, state string, v visit) error {
	now := a.now()
	return a.db.Change(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, a.db.Bind("DELETE FROM oidc_visits WHERE at <= ?"), now.Add(-visitLife).UnixNano()); err != nil {
			return err
		}
		var under int
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM oidc_visits").Scan(&under); err != nil {
			return err
		}
		if under >= visitMost {
			return errBusy(time.Minute)
		}
		_, err := tx.ExecContext(ctx, a.db.Bind("INSERT INTO oidc_visits (state, nonce, verifier, redirect, back, at) VALUES (?, ?, ?, ?, ?, ?)"),
			[]byte(fingerprint(state)), v.nonce, v.verifier, v.redirect, v.back, now.UnixNano())
		return err
	})
}

// Return signs in somebody who comes back from the provider: kept is the state that their browser kept, query what they came back
// with. It returns the token of the session, and where they wanted to go, also beside an error. A visit is good once. The error
// is a *Refused: NoProvider, ProviderDown, VisitEnded, NotLetIn, NoRole, NoCarrier, NoLogin, LoginTaken or Disabled.
func (a *Accounts) Return(ctx context.Context, kept string, query url.Values) (token string, s Session, back string, err error) {
	p := a.options.Provider
	if p == nil {
		return "", Session{}, "", errNoProvider()
	}
	if !tokenForm.MatchString(kept) || subtle.ConstantTimeCompare([]byte(kept), []byte(query.Get("state"))) != 1 {
		return "", Session{}, "", visitEnded()
	}
	v, err := a.endVisit(ctx, kept)
	if err != nil {
		return "", Session{}, "", err
	}
	switch why := query.Get("error"); {
	case why == "access_denied" || why == "consent_required" || why == "login_required" || why == "interaction_required":
		return "", Session{}, v.back, refused(NotLetIn, "O provedor de identidade não deixou entrar, ou a entrada foi cancelada lá.", "The identity provider let nobody in, or signing in was cancelled there.")
	case why != "" || query.Get("code") == "":
		return "", Session{}, v.back, providerDown(errors.New("it sent somebody back with an error"))
	}
	said, err := p.exchange(ctx, v, query.Get("code"))
	if err != nil {
		return "", Session{}, v.back, err
	}
	u, err := a.welcome(ctx, said)
	if err != nil {
		return "", Session{}, v.back, err
	}
	token, s, err = a.begin(ctx, &u)
	return token, s, v.back, err
}

// endVisit takes a visit out of the store: nobody comes back from it again.
func (a *Accounts) endVisit(ctx context.Context, state string) (*visit, error) {
	var v visit
	var at int64
	err := a.db.QueryRowContext(ctx, a.db.Bind("DELETE FROM oidc_visits WHERE state = ? RETURNING nonce, verifier, redirect, back, at"),
		[]byte(fingerprint(state))).Scan(&v.nonce, &v.verifier, &v.redirect, &v.back, &at)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, visitEnded()
	case err != nil:
		return nil, stored("ending a visit to the provider", err)
	case a.now().Sub(moment(at)) >= visitLife:
		return nil, visitEnded()
	}
	return &v, nil
}

func visitEnded() error {
	return refused(VisitEnded, "A ida ao provedor de identidade demorou demais, já foi usada ou começou em outro navegador. Entre de novo.",
		"The visit to the identity provider took too long, was used already or began in another browser. Sign in again.")
}

func errNoProvider() error {
	return refused(NoProvider, "Aqui só se entra com nome de acesso e senha.", "One only signs in with a login and a password here.")
}
