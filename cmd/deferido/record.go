package main

import (
	"context"

	"github.com/google/uuid"

	"deferido/internal/config"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/identity"
	"deferido/internal/journal"
)

// recorder opens the records of the data folder for the decisions of a command. The function closes them.
func (p *program) recorder(ctx context.Context, c config.Config, set *engine.Set) (decision.Recorder, func() error, error) {
	records, err := openRecords(ctx, c, set, journal.Options{Log: p.logger(c.Log)})
	if err != nil {
		return nil, nil, err
	}
	return records, records.Close, nil
}

// callOf is who asks for the decisions of a command: whoever sits at this machine, for the carrier of the settings.
func callOf(c config.Config) decision.Call {
	return decision.Call{Caller: string(identity.Local), Carrier: c.Carrier, RequestID: uuid.Must(uuid.NewV7()).String()}
}
