package account

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base32"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"time"

	"deferido/internal/identity"
)

// A token is 32 random bytes, which nobody guesses: of it only the SHA-256 is kept, since a slower hash would protect nothing.
var tokenForm = regexp.MustCompile(`\A[A-Za-z0-9_-]{43}\z`)

func newToken() string {
	var drawn [32]byte
	_, _ = rand.Read(drawn[:]) // it never fails: the program ends where the system has no randomness
	return base64.RawURLEncoding.EncodeToString(drawn[:])
}

// fingerprint is the SHA-256 of a secret as it is written.
func fingerprint(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return string(sum[:])
}

// Session is somebody who is signed in.
type Session struct {
	ID      string // names it among those of the person; nothing can be done with it
	User    User
	Caller  identity.Caller
	BeganAt time.Time
	UsedAt  time.Time // when something last came of it, to a minute
	EndsAt  time.Time // unless something comes of it before
}

// touched is how often it is noted that a session is in use.
const touched = time.Minute

// Caller tells who is signed in with a token, as SignIn gave it. The error is a *Refused of Ended where nobody is, which wraps
// identity.ErrUnauthenticated; it wraps identity.ErrUnavailable where the store cannot be read: what was read in the last 30 s is
// used then, if there is anything.
func (a *Accounts) Caller(ctx context.Context, token string) (Session, error) {
	if !tokenForm.MatchString(token) {
		return Session{}, errEnded
	}
	key := fingerprint(token)
	s, found, err := a.sessions.Get(ctx, key, func(ctx context.Context) (Session, bool, error) { return a.session(ctx, key) })
	switch {
	case err != nil:
		return Session{}, err
	case !found || !a.now().Before(s.EndsAt):
		return Session{}, errEnded
	}
	return s, nil
}

// session reads a session that is not over, and notes that it is in use.
func (a *Accounts) session(ctx context.Context, key string) (Session, bool, error) {
	var r userRow
	var began, used int64
	err := a.db.QueryRowContext(ctx, a.db.Bind("SELECT "+qualified("u")+", s.began_at, s.used_at FROM sessions s JOIN users u ON u.login = s.login WHERE s.token = ?"),
		[]byte(key)).Scan(append(r.into(), &began, &used)...)
	if errors.Is(err, sql.ErrNoRows) {
		return Session{}, false, nil
	}
	if err != nil {
		return Session{}, false, stored("reading a session", err)
	}
	now, s := a.now(), a.sessionOf(key, r.user(), moment(began), moment(used))
	if s.User.Disabled() || !now.Before(s.EndsAt) {
		return Session{}, false, nil
	}
	if now.Sub(s.UsedAt) >= min(touched, a.options.Idle/10) {
		if _, err := a.db.ExecContext(ctx, a.db.Bind("UPDATE sessions SET used_at = ? WHERE token = ?"), now.UnixNano(), []byte(key)); err != nil {
			// It is over a little sooner; where nothing can be written, what is there can still be read.
			a.options.Log.Warn("it could not be noted that a session is in use", slog.String("cause", err.Error()))
			return s, true, nil
		}
		s = a.sessionOf(key, s.User, s.BeganAt, now.UTC())
	}
	return s, true, nil
}

func qualified(table string) string {
	return table + "." + strings.ReplaceAll(userColumns, ", ", ", "+table+".")
}

func (a *Accounts) sessionOf(key string, u User, began, used time.Time) Session {
	ends := began.Add(a.options.Life)
	if idle := used.Add(a.options.Idle); idle.Before(ends) {
		ends = idle
	}
	id := strings.ToLower(base32.StdEncoding.EncodeToString([]byte(key[:5])))
	return Session{ID: id, User: u, Caller: u.Caller(), BeganAt: began, UsedAt: used, EndsAt: ends}
}

// begin begins a session of a person as they were read, and clears away those that are over.
func (a *Accounts) begin(ctx context.Context, u *User) (token string, s Session, err error) {
	now := a.now()
	token = newToken()
	err = a.db.Change(ctx, func(tx *sql.Tx) error {
		// The row is locked: whoever disables the person or changes the password meanwhile ends this session too, or has it not
		// begin.
		done, err := tx.ExecContext(ctx, a.db.Bind("UPDATE users SET signed_in_at = ? WHERE login = ? AND password = ? AND disabled_at IS NULL"),
			now.UnixNano(), u.Login, u.password)
		if found, err := changed(done, err); err != nil {
			return err
		} else if !found {
			return errEnded
		}
		last, _, err := a.user(ctx, tx, u.Login)
		if err != nil {
			return err
		}
		s = a.sessionOf(fingerprint(token), last, now.UTC(), now.UTC())
		if _, err := tx.ExecContext(ctx, a.db.Bind("DELETE FROM sessions WHERE began_at <= ? OR used_at <= ?"),
			now.Add(-a.options.Life).UnixNano(), now.Add(-a.options.Idle).UnixNano()); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, a.db.Bind("INSERT INTO sessions (token, login, began_at, used_at) VALUES (?, ?, ?, ?)"),
			[]byte(fingerprint(token)), u.Login, now.UnixNano(), now.UnixNano())
		return err
	})
	if err != nil {
		return "", Session{}, stored("beginning a session", err)
	}
	return token, s, nil
}

// Sessions are those of a person that are not over, the last used first.
func (a *Accounts) Sessions(ctx context.Context, login string) (_ []Session, err error) {
	u, err := a.User(ctx, login)
	if err != nil {
		return nil, err
	}
	rows, err := a.db.QueryContext(ctx, a.db.Bind("SELECT token, began_at, used_at FROM sessions WHERE login = ? ORDER BY used_at DESC, token"), u.Login)
	if err != nil {
		return nil, stored("listing sessions", err)
	}
	defer func() { err = errors.Join(err, stored("listing sessions", rows.Close())) }()
	all := []Session{}
	for rows.Next() {
		var key []byte
		var began, used int64
		if err := rows.Scan(&key, &began, &used); err != nil {
			return nil, stored("listing sessions", err)
		}
		if s := a.sessionOf(string(key), u, moment(began), moment(used)); a.now().Before(s.EndsAt) {
			all = append(all, s)
		}
	}
	return all, stored("listing sessions", rows.Err())
}

// SignOut ends the session of a token, if there is one.
func (a *Accounts) SignOut(ctx context.Context, token string) error {
	if !tokenForm.MatchString(token) {
		return nil
	}
	key := fingerprint(token)
	_, err := a.db.ExecContext(ctx, a.db.Bind("DELETE FROM sessions WHERE token = ?"), []byte(key))
	a.sessions.Forget(key)
	return stored("ending a session", err)
}

// SignOutEverywhere ends all sessions of a person.
func (a *Accounts) SignOutEverywhere(ctx context.Context, login string) error {
	var tokens []string
	err := a.db.Change(ctx, func(tx *sql.Tx) (err error) {
		tokens, err = a.endAll(ctx, tx, loginAs(login))
		return err
	})
	a.forget(tokens)
	return stored("ending the sessions of a person", err)
}

// endAll ends all sessions of a person, in a transaction, and returns which to forget once it is committed.
func (a *Accounts) endAll(ctx context.Context, tx *sql.Tx, login string) (keys []string, err error) {
	rows, err := tx.QueryContext(ctx, a.db.Bind("DELETE FROM sessions WHERE login = ? RETURNING token"), login)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var key []byte
		if err := rows.Scan(&key); err != nil {
			return nil, fmt.Errorf("reading which sessions ended: %w", err)
		}
		keys = append(keys, string(key))
	}
	return keys, rows.Err()
}

func (a *Accounts) forget(keys []string) {
	for _, key := range keys {
		a.sessions.Forget(key)
	}
}
