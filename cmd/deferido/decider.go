package main

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"deferido/internal/decision"
	"deferido/internal/engine"
)

// decider answers requests as the command line asks for. It is safe for concurrent use.
type decider struct {
	set         *engine.Set
	activation  int // sequence number
	service     *decision.Service
	lang        string
	timeout     time.Duration
	explain     bool
	problemBase string
	call        decision.Call
}

// answer is what a request got: a decision or a problem.
type answer struct {
	item
	decision *decision.Decision
	problem  *problem
}

// status is the exit status of the answer to a single request.
func (a *answer) status() int {
	if a.problem != nil {
		return a.problem.exit
	}
	switch a.decision.Outcome {
	case "allow":
		return exitOK
	case "deny":
		return exitDeny
	}
	return exitIncomplete
}

// answer decides a request. A panic is a problem of that request alone.
func (d *decider) answer(ctx context.Context, it item) (a *answer) {
	a = &answer{item: it}
	defer func() {
		if cause := recover(); cause != nil {
			a.decision, a.problem = nil, d.problem(fmt.Errorf("internal error: %v\n%s", cause, debug.Stack()))
		}
	}()
	request, err := d.set.Parse(it.body)
	if err != nil {
		a.problem = d.problem(err)
		return a
	}
	request.Explain = request.Explain || d.explain
	request.Call = d.call
	limited, cancel := context.WithTimeout(ctx, d.timeout)
	defer cancel()
	a.decision, err = d.service.Decide(limited, decision.Activation{Law: d.set, Seq: d.activation}, request, d.lang)
	if err != nil {
		a.decision, a.problem = nil, d.problem(err)
		a.problem.Reference = request.Reference
	}
	return a
}
