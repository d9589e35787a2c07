package revision

import (
	"errors"
	"strings"

	"github.com/open-policy-agent/opa/v1/topdown"

	"deferido/internal/engine"
)

// evaluationPlace is where an evaluation failed, as far as it is known, and why.
func evaluationPlace(err error) (file string, line int, detail string) {
	var stopped *engine.EvaluationError
	if !errors.As(err, &stopped) {
		return "", 0, err.Error()
	}
	var refused *topdown.Error
	if !errors.As(stopped.Err, &refused) {
		return "", 0, stopped.Error()
	}
	if refused.Location != nil {
		file, line = refused.Location.File, refused.Location.Row
	}
	return file, line, "evaluating " + stopped.Rule + ": " + strings.Join(strings.Fields(refused.Message), " ")
}
