package main

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"deferido/internal/config"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/identity"
	"deferido/internal/journal"
)

// recording decides by the set that the records of the data folder have in service, and keeps what is decided there. The
// function closes them.
func (p *program) recording(ctx context.Context, c config.Config, set *engine.Set, service *decision.Service) (*engine.Set, int, func() error, error) {
	records, err := openRecords(ctx, c, set, journal.Options{Log: p.logger(c.Log)})
	if err != nil {
		return nil, 0, nil, err
	}
	d := newDesk(c, records)
	serving, err := current(ctx, d, c, set)
	if err == nil {
		set, err = d.Set(ctx, serving.Revision)
	}
	if err != nil {
		return nil, 0, nil, errors.Join(err, records.Close())
	}
	service.Recorder = records
	return set, serving.Seq, records.Close, nil
}

// callOf is who asks for the decisions of a command: whoever sits at this machine, for the carrier of the settings.
func callOf(c config.Config) decision.Call {
	return decision.Call{Caller: string(identity.Local), Carrier: c.Carrier, RequestID: uuid.Must(uuid.NewV7()).String()}
}
