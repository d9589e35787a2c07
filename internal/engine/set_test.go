package engine_test

import (
	"context"
	"os"
	"testing"

	"deferido/internal/engine"
	"deferido/policies"
)

var set *engine.Set

func TestMain(m *testing.M) {
	var err error
	if set, err = engine.Load(context.Background(), policies.FS); err != nil {
		println(err.Error())
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestLoads(t *testing.T) {}
