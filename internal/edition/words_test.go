package edition

import (
	"context"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"deferido/fixtures"
	"deferido/internal/civil"
	"deferido/internal/engine"
	"deferido/policies"
)

// A rule says what it compares, or nothing: what the words do not cover has none.
func TestWhatRulesSay(t *testing.T) {
	e := with(t, "package norms.decreto_9921_2019.art_99\n\nimport rego.v2\n\nimport data.lib.units\n\n", strings.Join(rules(), "\n\n"))
	day, err := civil.New(2026, 12, 12)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range saying {
		w := e.wording(day)
		got := "(nothing)"
		if c, ok := w.clauseOf(e.rules.byPath["norms.decreto_9921_2019.art_99."+name], nil); ok {
			got = c.phrase.Text("pt-BR")
			switch c.verdict {
			case always:
				got = "(always)"
			case never:
				got = "(never)"
			}
		}
		if diff := cmp.Diff(want.words, got); diff != "" {
			t.Errorf("%s\n%s (-want +got):\n%s", name, want.rego, diff)
		}
	}
}

// saying are rules by name, each with its words.
var saying = map[string]struct{ rego, words string }{
	"at_most":        {`at_most := input.facts.seats.free_granted <= 2`, "vagas gratuitas concedidas ≤ 2"},
	"turned":         {`turned := 2 >= input.facts.seats.free_granted`, "(nothing)"},
	"minutes":        {`minutes := input.ns.request.made_at < (input.ns.trip.line_departs_at - (90 * units.minute))`, "momento do pedido < partida do ponto inicial da linha − 1\u00a0h 30\u00a0min"},
	"half_a_second":  {`half_a_second := input.ns.request.made_at < (input.ns.trip.line_departs_at - 500000000)`, "(nothing)"},
	"wage":           {`wage := input.facts.beneficiary.monthly_income_cents <= (3 * input.params.minimum_wage_cents)`, "renda mensal ≤ 3 × R$\u00a01.621,00 = R$\u00a04.863,00"},
	"other_wage":     {`other_wage := input.facts.beneficiary.monthly_income_cents <= input.params.none_cents`, "(nothing)"},
	"mixed":          {`mixed := input.facts.beneficiary.monthly_income_cents <= input.facts.trip.distance_km`, "(nothing)"},
	"product":        {`product := (input.facts.seats.free_granted * 2) < 4`, "(nothing)"},
	"quotient":       {`quotient := (input.facts.fare.tariff_cents / 2) < 4`, "(nothing)"},
	"both":           {"both if {\n\tinput.facts.service.regular\n\tinput.facts.service.interstate\n}", "linha regular: sim; e transporte interestadual: sim"},
	"one":            {"one if input.facts.service.regular\n\none if input.facts.service.interstate", "linha regular: sim; ou transporte interestadual: sim"},
	"true_and_false": {"true_and_false if input.facts.service.regular\n\ntrue_and_false := false if input.facts.service.interstate", "linha regular: sim"},
	"never_true":     {`never_true := false if input.facts.service.regular`, "(nothing)"},
	"defaulted":      {"default defaulted := true\n\ndefaulted := input.facts.service.regular", "(nothing)"},
	"otherwise":      {"otherwise if input.facts.service.regular\n\nelse := false", "(nothing)"},
	"in_force":       {`in_force if input.in_force.decreto_9921_2019`, "(always)"},
	"not_in_force":   {`not_in_force if input.in_force.decreto_5934_2006`, "(never)"},
	"by_day":         {"by_day if {\n\tinput.in_force.decreto_9921_2019\n\tinput.facts.service.regular\n}", "linha regular: sim"},
	"no_longer":      {"no_longer if {\n\tinput.in_force.decreto_5934_2006\n\tinput.facts.service.regular\n}", "(never)"},
	"a_measure":      {`a_measure := count(input.facts.beneficiary.documents) > 1`, "(nothing)"},
	"a_loop":         {"a_loop if a_pool\n\na_pool if a_loop2\n\na_loop2 if input.facts.service.regular", "linha regular: sim"},
	"unlike":         {`unlike := input.facts.service.class != "leito"`, "classe do serviço ≠ leito"},
	"texts":          {`texts := input.facts.service.class == input.facts.service.vehicle_class`, "classe do serviço = classe do veículo"},
	"an_act":         {`an_act := "recusou_documento" in input.facts.conduct.acts`, "atos praticados: inclui «Não aceitou documento indicado na legislação»"},
	"with_input":     {"with_input if in_force with input as {}", "(nothing)"},
	"no_fact":        {`no_fact := input.quarter.months > 2`, "(nothing)"},
}

func rules() []string {
	var all []string
	for _, name := range sortedKeys(saying) {
		all = append(all, saying[name].rego)
	}
	return all
}

// with is the edition of the policies with one more module, which no set has.
func with(t *testing.T, head, body string) *Edition {
	t.Helper()
	ctx := context.Background()
	set, err := engine.Load(ctx, policies.FS, fixtures.FS)
	if err != nil {
		t.Fatal(err)
	}
	tree := fstest.MapFS{"norms/decreto_9921_2019/art_99.rego": {Data: []byte(head + body + "\n")}}
	err = engine.EachFile(policies.FS, nil, func(name string, content []byte) error {
		tree[name] = &fstest.MapFile{Data: content}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(ctx, set, fs.FS(tree))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Quotes that overlap, contain each other or are the same are each marked whole.
func TestQuotesThatOverlap(t *testing.T) {
	const line = "§ 2º - um único bilhete, com antecedência de três horas"
	found := placed(line, []string{"com antecedência", "único bilhete, com", "antecedência de três horas", "de três", "com antecedência", "duas horas", ""}, 4)
	if len(found) != 4 {
		t.Fatalf("%v", found)
	}
	var spans []span
	for quote, s := range found {
		if line[s.start:s.end] != quote {
			t.Errorf("%q is at %q", quote, line[s.start:s.end])
		}
		spans = append(spans, s)
	}
	text := marked(line, spans)
	if text.Printed != "§ 2º - " || text.Whole() != line {
		t.Errorf("%q, %q", text.Printed, text.Whole())
	}
	if found["único bilhete, com"].number != 4 || found["com antecedência"].number != 5 || found["de três"].number != 6 || found["antecedência de três horas"].number != 7 {
		t.Errorf("%v", found)
	}
	for quote, s := range found {
		got := ""
		for _, segment := range text.Segments {
			for _, n := range segment.Marks {
				if n == s.number {
					got += segment.Text
				}
			}
		}
		if got != quote {
			t.Errorf("%q is marked as %q", quote, got)
		}
	}
	if whole := marked("I - em linhas", []span{{1, 0, 4}}); whole.Printed != "" || whole.Whole() != "I - em linhas" {
		t.Errorf("a quote of the label: %+v", whole)
	}
}
