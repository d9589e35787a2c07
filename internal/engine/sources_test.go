package engine_test

import (
	"strings"
	"testing"
)

// The three hours stand in a rule without a provision of its own; the rule of art. 39, § 2º, I rests on it.
func TestSourcesHoldWhatARuleRestsOn(t *testing.T) {
	text := strings.Join(set.Sources("decreto_9921_2019", "art39_par2_inc1"), "\n\n")
	for _, part := range []string{"grant.when.in_time := ", "advance := 3 * units.hour", "lib.units\nhour := ", "deadline := "} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not among\n%s", part, text)
		}
	}
	if strings.Contains(text, "arrival_advance") {
		t.Errorf("the thirty minutes are among\n%s", text)
	}
	if other := set.Sources("decreto_9921_2019", "art99"); len(other) > 0 {
		t.Errorf("a provision that does not exist has %d", len(other))
	}
}
