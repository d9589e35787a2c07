package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"deferido/internal/config"
	"deferido/internal/decision"
	"deferido/internal/desk"
	"deferido/internal/engine"
	"deferido/internal/httpapi"
	"deferido/internal/lifecycle"
	"deferido/internal/revision"
)

// newDesk makes the desk of some records.
func newDesk(c config.Config, r *records) *desk.Desk {
	rules := lifecycle.Rules{Approvals: config.List(c.Approval.Roles), RollbackByTwo: c.Approval.RollbackByTwo}
	return desk.New(desk.Options{
		Office: lifecycle.New(r.db, r.Journal, rules, now), Records: r, Sets: r.replayer.Sets,
		Sandbox: revision.Sandbox{MemoryBytes: int64(c.Activation.CheckMemoryMB) << 20, Deadline: c.Activation.CheckDeadline},
		Service: decision.Service{Now: now, Reading: c.Reading, Program: version()},
	})
}

// current is what is in service, once the set of the program, or of its settings, has been put into service where people have
// not put another.
func current(ctx context.Context, d *desk.Desk, c config.Config, set *engine.Set) (lifecycle.Activation, error) {
	log, err := d.Begin(ctx, set.Revision())
	if err != nil {
		return lifecycle.Activation{}, err
	}
	current, _ := log.At(time.Now())
	if c.Policies != "" && current.Revision != set.Revision() {
		return current, exit(exitUsage, errors.New("policies: people have activated another revision in these records; bring the folder in as a draft, or use other records"))
	}
	return current, nil
}

// apiDesk is the desk as the API works at it.
type apiDesk struct{ *desk.Desk }

// Active is what is in service.
func (d apiDesk) Active() (httpapi.Set, int) { return d.Serving() }

// Await is what is in service once it is at least as new as an activation.
func (d apiDesk) Await(ctx context.Context, activation int) (httpapi.Set, int, error) {
	set, seq, err := d.Desk.Await(ctx, activation)
	if err != nil {
		return nil, 0, fmt.Errorf("waiting for an activation: %w", err)
	}
	return set, seq, nil
}

// Check checks a draft.
func (d apiDesk) Check(ctx context.Context, id string) (*revision.CheckReport, error) {
	return d.Desk.Check(ctx, id, nil)
}
