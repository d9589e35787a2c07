package account

import (
	"errors"
	"fmt"
	"time"

	"deferido/internal/decision"
	"deferido/internal/identity"
)

// Kind is what kind of refusal it is.
type Kind string

// The kinds of refusals.
const (
	Wrong        Kind = "wrong-password"    // or no such login: which of both is not told
	Held         Kind = "too-many-attempts" // Wait says for how long
	Busy         Kind = "busy"              // too many sign in at once; Wait says for how long
	Disabled     Kind = "account-disabled"
	Ended        Kind = "session-ended" // or there never was one
	NoUser       Kind = "unknown-user"
	NotLocal     Kind = "not-local"     // a provider keeps this of the person
	OwnAccount   Kind = "own-account"   // nobody does this to themselves
	WrongCode    Kind = "wrong-code"    // of the first administrator
	FirstIsMade  Kind = "first-is-made" // there is somebody already
	NoProvider   Kind = "no-provider"   // none is set
	ProviderDown Kind = "provider-down" // it does not answer, or not as it should
	VisitEnded   Kind = "visit-ended"   // the visit to the provider took too long, was of another browser, or ended before
	NotLetIn     Kind = "not-let-in"    // by the provider
	NoRole       Kind = "no-role"       // nothing that the provider says of the person gives a role here
	NoCarrier    Kind = "no-carrier"    // the provider names none that is registered
	NoLogin      Kind = "no-login"      // the provider names none that can be one
	LoginTaken   Kind = "login-taken"   // by somebody else
)

// Refused says why something is not done, to who wants it done.
type Refused struct {
	Kind   Kind
	Detail decision.Sentence
	Wait   time.Duration // before it is worth another try; zero where that is not the matter

	cause error
}

// Error is for logs, in English. It names no person.
func (r *Refused) Error() string {
	if r.cause != nil {
		return r.Detail.EN + " (" + r.cause.Error() + ")"
	}
	return r.Detail.EN
}

// Unwrap gives what caused it, and of a session that ended identity.ErrUnauthenticated.
func (r *Refused) Unwrap() error {
	if r.Kind == Ended {
		return identity.ErrUnauthenticated
	}
	return r.cause
}

// KindOf is the kind of an error that is, or wraps, a *Refused; empty for any other.
func KindOf(err error) Kind {
	var r *Refused
	if errors.As(err, &r) {
		return r.Kind
	}
	return ""
}

func refused(kind Kind, pt, en string) *Refused {
	return &Refused{Kind: kind, Detail: decision.Sentence{PT: pt, EN: en}}
}

// errEnded is of whoever has no session.
var errEnded = refused(Ended, "Sua sessão terminou: entre de novo.", "Your session has ended: sign in again.")

// errWrong tells as much of a login that is not there as of one that is.
var errWrong = refused(Wrong, "O nome de acesso ou a senha não confere.", "The login or the password is not right.")

func errDisabled() error {
	return refused(Disabled, "Esta conta está desativada. Fale com quem administra o sistema.", "This account is disabled. Talk to whoever administers the system.")
}

func errNoUser() error {
	return refused(NoUser, "Não há conta com este nome de acesso.", "There is no account of this login.")
}

// held says for how long nothing is tried any more.
func held(wait time.Duration) error {
	wait = (wait + time.Second - 1).Truncate(time.Second) // whoever waits so long does not come too early
	r := refused(Held, "Tentativas demais. Tente de novo em "+spoken(wait, "segundo", "minuto")+".",
		"Too many attempts. Try again in "+spoken(wait, "second", "minute")+".")
	r.Wait = wait
	return r
}

// errBusy is of more people than can sign in at once.
func errBusy(wait time.Duration) error {
	r := refused(Busy, "Muita gente está entrando agora. Tente de novo em "+spoken(wait, "segundo", "minuto")+".",
		"Many people are signing in now. Try again in "+spoken(wait, "second", "minute")+".")
	r.Wait = wait
	return r
}

// spoken is a duration of whole seconds in words: in minutes, rounded up, where it is longer than two of them.
func spoken(d time.Duration, second, minute string) string {
	n, unit := int(d/time.Second), second
	if d > 2*time.Minute {
		n, unit = int((d+time.Minute-1)/time.Minute), minute
	}
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}

// stored tells of an error what was being done with the store, and wraps identity.ErrUnavailable. What is refused or to be
// corrected, and nil, stay as they are.
func stored(doing string, err error) error {
	var invalid *identity.Invalid
	var no *Refused
	if err == nil || errors.As(err, &no) || errors.As(err, &invalid) {
		return err
	}
	return fmt.Errorf("%w: %s: %w", identity.ErrUnavailable, doing, err)
}
