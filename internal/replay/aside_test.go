package replay

import (
	"runtime"
	"strings"
	"testing"

	"deferido/internal/engine"
)

// A set that brings its compilation down is an error, and no server that goes down with it; afterwards all is as before.
func TestACompilationThatPanicsIsAnError(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	s := NewSets(nil)
	for range 2 { // it is not remembered as bad, and nothing stays locked
		set, err := s.compiled("r", func() (*engine.Set, error) { panic("no such rule") })
		if set != nil || err == nil || !strings.Contains(err.Error(), "no such rule") {
			t.Fatalf("compiled: %v, %v", set, err)
		}
	}
	set, err := s.compiled("r", func() (*engine.Set, error) { return &engine.Set{}, nil })
	if set == nil || err != nil {
		t.Errorf("compiled afterwards: %v, %v", set, err)
	}
	if after := runtime.GOMAXPROCS(0); after != before {
		t.Errorf("%d processors afterwards, %d before", after, before)
	}
}
