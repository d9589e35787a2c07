package identity

import (
	"context"
	"errors"

	"deferido/internal/decision"
)

// Known is a carrier of a register; nil where it has none of that id, and where there is no register.
func Known(ctx context.Context, register interface {
	Get(ctx context.Context, id string) (decision.Carrier, error)
}, id string) (*decision.Carrier, error) {
	if id == "" || register == nil {
		return nil, nil
	}
	carrier, err := register.Get(ctx, id)
	switch {
	case errors.Is(err, ErrNoSuchCarrier):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &carrier, nil
}
