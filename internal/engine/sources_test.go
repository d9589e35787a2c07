package engine_test

import (
	"strings"
	"testing"

	"deferido/internal/engine"
)

// joined are sources, each behind its package.
func joined(all []engine.Source) string {
	var b strings.Builder
	for _, s := range all {
		b.WriteString(s.Package + "\n" + s.Text + "\n\n")
	}
	return b.String()
}

// The three hours stand in a rule without a provision of its own; the rule of art. 39, § 2º, I rests on it.
func TestSourcesHoldWhatARuleRestsOn(t *testing.T) {
	text := joined(set.Sources("decreto_9921_2019", "art39_par2_inc1"))
	for _, part := range []string{"grant.when.in_time := ", "advance := 3 * units.hour", "lib.units\nhour := ", "deadline := "} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not among\n%s", part, text)
		}
	}
	for _, source := range set.Sources("decreto_9921_2019", "art39_par2_inc1") {
		if !strings.HasPrefix(source.Text, source.Name) {
			t.Errorf("%s is the name of\n%s", source.Name, source.Text)
		}
	}
	if strings.Contains(text, "arrival_advance") {
		t.Errorf("the thirty minutes are among\n%s", text)
	}
	if other := set.Sources("decreto_9921_2019", "art99"); len(other) > 0 {
		t.Errorf("a provision that does not exist has %d", len(other))
	}
}

// What combines the conditions of a provision is as much its rule as they are.
func TestWaysNameTheConditions(t *testing.T) {
	ways := joined(set.Ways("decreto_9921_2019", "art39_par2_inc1"))
	if !strings.Contains(ways, `grant.requires.gratuidade.seat := [{"seat_not_granted", "in_time"}, {"seat_not_granted", "seat_unsold"}]`) {
		t.Errorf("the ways of the seat are not among\n%s", ways)
	}
	if strings.Contains(ways, "requires.gratuidade.person") {
		t.Errorf("the person's is among\n%s", ways)
	}
}

func TestWhatRestsOnAReadingAndOnAParameter(t *testing.T) {
	if rules := set.RulesOfReading("IR-07"); len(rules) == 0 || rules[0].Title == "" {
		t.Errorf("%v", rules)
	}
	for _, i := range set.Interpretations() {
		if len(set.SourcesOfReading(i.ID)) == 0 {
			t.Errorf("nothing rests on %s", i.ID)
		}
	}
	if texts := set.SourcesOfReading("IR-12"); len(texts) != len(set.Questions()) {
		t.Errorf("%d clocks, %d questions", len(texts), len(set.Questions()))
	}
	if used := set.ParametersOf("decreto_9921_2019", "art39_cpt"); len(used) != 1 || used[0].Name != "minimum_wage" {
		t.Errorf("%v", used)
	}
	if used := set.ParametersOf("decreto_9921_2019", "art39_par6"); len(used) != 0 {
		t.Errorf("%v", used)
	}
	if all := set.Parameters(); len(all) != 1 || all[0].Name != "minimum_wage" {
		t.Errorf("%v", all)
	}
}
