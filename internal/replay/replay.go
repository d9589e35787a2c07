package replay

import (
	"context"

	"deferido/internal/decision"
)

// Replayer decides recorded decisions again.
type Replayer struct {
	Service *decision.Service
	Sets    *Sets
}

// Replay makes a recorded decision again under the policy set that decided. Its error is a *decision.Problem, or wraps
// ErrNoSet or decision.ErrNothing.
func (r *Replayer) Replay(ctx context.Context, record *decision.Record, how decision.Replaying) (*decision.Decision, error) {
	if record.Failure != "" {
		return nil, decision.ErrNothing
	}
	set, err := r.Sets.Set(ctx, record.Revision)
	if err != nil {
		return nil, err
	}
	return r.Service.Replay(ctx, set, record, how)
}

// Explain decides a recorded decision again and explains it.
func (r *Replayer) Explain(ctx context.Context, record *decision.Record, lang string) (*decision.Explained, error) {
	again, err := r.Replay(ctx, record, decision.Replaying{Language: lang, Explain: true})
	if err != nil {
		return nil, err
	}
	same, err := r.same(ctx, record)
	if err != nil {
		return nil, err
	}
	return &decision.Explained{ID: record.ID, Explanation: again.Explanation, Evaluation: decision.Evaluation{
		Revision: record.Revision, AsOf: record.AsOf, DecidedBy: record.Program, Program: r.Service.Program, Same: same,
	}}, nil
}

// same decides again as it was decided, and compares the bytes.
func (r *Replayer) same(ctx context.Context, record *decision.Record) (bool, error) {
	again, err := r.Replay(ctx, record, decision.Replaying{})
	if err != nil {
		return false, err
	}
	answer, err := again.Encode()
	return string(answer) == string(record.Answer), err
}
