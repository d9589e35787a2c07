package mutation

import (
	"context"

	"deferido/internal/engine"
	"deferido/internal/revision"
)

// holds reports whether a policy set answers a case as it says. The error is that of the context. Policies that make the
// program panic do not answer: a server would say that it failed.
func holds(ctx context.Context, law *engine.Set, c *revision.Case) (held bool, err error) {
	defer func() {
		if recover() != nil {
			held, err = false, nil
		}
	}()
	result, err := c.Run(ctx, law)
	return err == nil && len(result.Differences) == 0, err
}

// failing is the first case that a policy set does not answer as it says; empty if there is none.
func failing(ctx context.Context, law *engine.Set, cases []revision.Case) (string, error) {
	for i := range cases {
		if held, err := holds(ctx, law, &cases[i]); err != nil || !held {
			return cases[i].ID, err
		}
	}
	return "", nil
}
