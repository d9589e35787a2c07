package main

import (
	"errors"

	"deferido/internal/config"
	"deferido/internal/decision"
)

// openRecorder opens the record of decisions in the data folder. The function closes it.
func openRecorder(config.Config) (decision.Recorder, func() error, error) {
	return nil, nil, exit(exitUsage, errors.New("--data: this program keeps no records yet; leave it out, and nothing is recorded"))
}
