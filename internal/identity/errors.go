package identity

import (
	"errors"
	"fmt"
	"strings"

	"deferido/internal/decision"
)

// ErrUnauthenticated is wrapped by all that is wrong with what a caller showed. Who calls is told no more than this one;
// those below are for the log.
var ErrUnauthenticated = errors.New("the caller is not authenticated")

// What is wrong with what a caller showed.
var (
	ErrMissing = fmt.Errorf("%w: no key was sent", ErrUnauthenticated)
	ErrWrong   = fmt.Errorf("%w: the key is malformed, unknown or has another secret", ErrUnauthenticated)
	ErrExpired = fmt.Errorf("%w: the key has expired", ErrUnauthenticated)
	ErrRevoked = fmt.Errorf("%w: the key is revoked", ErrUnauthenticated)
)

// ErrUnavailable is wrapped where the store could not be read or written.
var ErrUnavailable = errors.New("the store is not available")

// errRefused is wrapped by all that is refused for what was asked, and not because the store failed.
var errRefused = errors.New("refused")

// What is refused.
var (
	ErrNoSuchKey     = fmt.Errorf("%w: there is no such key", errRefused)
	ErrKeyEnded      = fmt.Errorf("%w: the key is revoked or has expired; create a new one", errRefused)
	ErrNoSuchCarrier = fmt.Errorf("%w: there is no such carrier", errRefused)
	ErrCarrierInUse  = fmt.Errorf("%w: keys in use name the carrier, or accounts do; revoke or disable them first", errRefused)
)

// Invalid is all that is to be corrected in what was given.
type Invalid struct {
	Faults []Fault // never empty
}

// Fault is a field to correct. The sentence repeats no value.
type Fault struct {
	Pointer string // JSON Pointer (RFC 6901) in what was given
	Detail  decision.Sentence
}

// Error is for logs and the command line, in English.
func (e *Invalid) Error() string { return e.In("en") }

// In lists the faults in a language: English for "en", Portuguese otherwise.
func (e *Invalid) In(lang string) string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.Pointer + ": " + f.Detail.In(lang)
	}
	return strings.Join(lines, "\n")
}

func (e *Invalid) Unwrap() error { return errRefused }

// stored tells of an error what was being done with the store. What is refused, and nil, stay as they are.
func stored(doing string, err error) error {
	switch {
	case err == nil, errors.Is(err, errRefused):
		return err
	case errors.Is(err, ErrUnavailable):
		return fmt.Errorf("%s: %w", doing, err)
	}
	return fmt.Errorf("%w: %s: %w", ErrUnavailable, doing, err)
}
