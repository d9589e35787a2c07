package main

import (
	"fmt"
	"runtime/debug"
)

// The exit statuses; those from 64 on are those of sysexits.h.
const (
	exitOK          = 0  // done; of decide: allow
	exitDeny        = 1  // of decide alone
	exitIncomplete  = 2  // of decide alone
	exitUsage       = 64 // bad input or usage
	exitFindings    = 65 // law check or law test found something
	exitUnavailable = 69 // the address cannot be served on
	exitInternal    = 70 // the program failed
	exitOutput      = 74 // standard output failed
)

// exitError ends the program with a status.
type exitError struct {
	status int
	err    error // what to say; nil when all is said
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("status %d", e.status)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

func exit(status int, err error) error { return &exitError{status, err} }

// panicked is a panic that was recovered, with its stack.
func panicked(cause any) error {
	return exit(exitInternal, fmt.Errorf("internal error: %v\n%s", cause, debug.Stack()))
}
