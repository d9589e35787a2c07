// Package account is the people who sign in: their accounts, their passwords or the provider that knows them, and their
// sessions. What anybody does to an account stands in the journal's chain, in the same transaction as the change itself;
// who signed in when does not.
//
// What a person may do is the policy's, in package identity: to it a person is a Caller like the holder of a key, whose id is
// "user:" and the login.
package account

import (
	"context"
	"database/sql"
	"log/slog"
	"strings"
	"time"

	"deferido/internal/identity"
	"deferido/internal/journal"
	"deferido/internal/recent"
	"deferido/internal/store"
)

// Recorder makes a change of the store and records who made it, both or neither: a *journal.Journal.
type Recorder interface {
	Do(ctx context.Context, e journal.Event, change func(ctx context.Context, tx *sql.Tx) error) error
}

// Options say how accounts are kept.
type Options struct {
	// Recorder is needed by whatever changes an account or signs anybody in; nil is enough to list.
	Recorder Recorder
	// Life is how long a session lasts at most, Idle how long it lasts while nothing comes of it: 12 h and 2 h.
	Life, Idle time.Duration
	// Provider knows people too; nil for none.
	Provider *Provider
	// Log gets what goes wrong, and never a person; nil discards.
	Log *slog.Logger
}

// The limits of a session where Options say none.
const (
	standardLife = 12 * time.Hour
	standardIdle = 2 * time.Hour
)

// How long a session that was read is used: while the store answers, and while it does not; and how many are kept.
const (
	sessionFresh = 250 * time.Millisecond
	sessionStale = 30 * time.Second
	sessionsKept = 4096
)

// How often a sign-in may fail: of one login, and from one address.
const (
	loginTries   = 10
	loginWithin  = 10 * time.Minute
	loginPause   = 5 * time.Minute
	addressTries = 30 // in a minute
	addressPause = time.Minute
)

// Accounts are the accounts and sessions of a store. They are safe for concurrent use, and other programs may change them
// meanwhile: a session is good as soon as it begins, and is over within 250 ms of its end, wherever it was ended.
type Accounts struct {
	db      *store.DB
	now     func() time.Time
	options Options

	sessions  *recent.Cache[Session]
	hashing   hashing
	logins    *identity.Tries[string]
	addresses *identity.Failures
	visits    *identity.Limits
}

// New are the accounts of a store, by a clock.
func New(db *store.DB, now func() time.Time, o Options) *Accounts {
	if o.Life == 0 {
		o.Life = standardLife
	}
	if o.Idle == 0 {
		o.Idle = standardIdle
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Accounts{
		db: db, now: now, options: o,
		sessions:  recent.NewCache[Session](sessionsKept, sessionFresh, sessionStale, now),
		hashing:   newHashing(),
		logins:    identity.NewTries[string](loginTries, loginWithin, loginPause, now),
		addresses: identity.NewFailures(addressTries, addressPause, now),
		visits:    identity.NewLimits(visitPerSecond, visitBurst, now),
	}
}

// Provider knows people too; nil where there is none.
func (a *Accounts) Provider() *Provider { return a.options.Provider }

// Source is who knows a person.
type Source string

// The sources.
const (
	Local Source = "local" // this store, by a password
	OIDC  Source = "oidc"  // a provider
)

// User is an account without its password. Instants are in UTC; DisabledAt and SignedInAt are zero where there is none.
type User struct {
	Login      string        `json:"login"`
	Name       string        `json:"name"` // as pages show it
	Role       identity.Role `json:"role"`
	Carrier    string        `json:"carrier,omitempty"` // id; of the role Carrier alone
	Source     Source        `json:"source"`
	CreatedAt  time.Time     `json:"created_at"`
	DisabledAt time.Time     `json:"disabled_at,omitzero"`
	SignedInAt time.Time     `json:"signed_in_at,omitzero"`

	issuer, subject string // of OIDC
	password        string // argon2id; empty for OIDC
}

// Disabled tells whether the person can no longer sign in.
func (u *User) Disabled() bool { return !u.DisabledAt.IsZero() }

// Caller is the person as the policy of who may do what sees them.
func (u *User) Caller() identity.Caller {
	return identity.Caller{ID: CallerID(u.Login), Role: u.Role, Carrier: u.Carrier}
}

// callerPrefix begins the id of every caller who is a person. No key's id does.
const callerPrefix = "user:"

// CallerID is the id of the caller that a person is.
func CallerID(login string) string { return callerPrefix + login }

// LoginOf is the login of the person that a caller is; false where the caller is none.
func LoginOf(callerID string) (login string, person bool) {
	return strings.CutPrefix(callerID, callerPrefix)
}
