package mutation

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/engine"
	"deferido/policies"
)

// What is made of a rule, by kind.
func TestEachSortOfPlaceIsChanged(t *testing.T) {
	const rego = "package norms.decreto_9921_2019.art_39\n\nimport rego.v2\n\n"
	for rule, want := range map[string][]string{
		`limit := 3`: {"number 3 → 2", "number 3 → 4", "rule ∅ → if false"},
		`q.when.in_time := input.a <= 3`: {
			"truth input.a <= 3 → false", "truth input.a <= 3 → true", "comparison <= → <", "comparison <= → >",
			"number 3 → 2", "number 3 → 4", "rule ∅ → if false",
		},
		`q.where.road := input.mode == "rodoviario"`: {
			`truth input.mode == "rodoviario" → false`, `truth input.mode == "rodoviario" → true`, "comparison == → !=",
			`text "rodoviario" → "ferroviario"`, "rule ∅ → if false",
		},
		`q.requires.gratuidade.seat := [{"a", "b"}, {"c"}]`: {
			`member {"a", "b"}, → ∅`, `order {"a", "b"}, {"c"} → {"c"}, {"a", "b"}`, `member "a", → ∅`, `member , "b" → ∅`,
			`member , {"c"} → ∅`, `member {"c"} → set()`, "rule ∅ → if false",
		},
		`q.governs := {"a"}`: {`member {"a"} → set()`, "rule ∅ → if false"},
		"q.notes.always.x if {\n\tinput.a\n\tnot input.b\n}": {
			"rule ∅ → false;", "condition input.a → true", "negation not → ∅", "condition not input.b → true",
		},
		`q.notes.always.x if input.a`: {"condition input.a → true", "rule input.a → { false; input.a }"},
		`q.remedies.x := {"to": "at_most", "value": limit}`: {
			`member "to": "at_most", → ∅`, `text "at_most" → ""`, `member , "value": limit → ∅`, "rule ∅ → if false",
		},
		"every_one if {\n\tlist := input.list\n\tevery x in list {\n\t\tx > 1\n\t}\n}": {
			"rule ∅ → false;", "condition every x in list { x > 1 } → [1 | every x in list { x > 1 }]", "quantifier every x in list { x > 1 } → some x in list x > 1",
			"comparison > → <=", "comparison > → >=", "number 1 → 0", "number 1 → 2",
		},
		`begun if input.day >= day("2024-02-29")`: {
			`condition input.day >= day("2024-02-29") → [1 | input.day >= day("2024-02-29")]`, `rule input.day >= day("2024-02-29") → { false; input.day >= day("2024-02-29") }`,
			"comparison >= → <", "comparison >= → >", `number "2024-02-29" → "2024-02-28"`, `number "2024-02-29" → "2024-03-01"`,
		},
		`known := {"a": (input.a | {1}), "b": (input.b | input.c) - (input.a | input.d)}`: {
			`member "a": (input.a | {1}), → ∅`, "operator | → &", "member {1} → set()", "number 1 → 0", "number 1 → 2",
			`member , "b": (input.b | input.c) - (input.a | input.d) → ∅`, "operator | → &", "operator - → &", "operator | → &", "rule ∅ → if false",
		},
		`default held := false`:              {"boolean false → true"},
		`far := count(input.a - input.b)`:    {"operator - → &", "rule ∅ → if false"},
		`names := input.a - (input.b | {1})`: {"operator - → &", "operator | → &", "member {1} → set()", "number 1 → 0", "number 1 → 2", "rule ∅ → if false"},
		`advance := input.a - 2 * input.b`:   {"operator - → +", "number 2 → 1", "number 2 → 3", "operator * → /", "rule ∅ → if false"},
		`least := min({1, input.a})`:         {"operator min → max", "member 1, → ∅", "number 1 → 0", "number 1 → 2", "member , input.a → ∅", "rule ∅ → if false"},
		`found contains name if some name in input.names`: {
			"rule some name in input.names → { false; some name in input.names }",
		},
		`first := [x | some x in input.list; x > 1][0]`: {
			"condition x > 1 → [1 | x > 1]", "comparison > → <=", "comparison > → >=", "number 1 → 0", "number 1 → 2", "number 0 → 1", "rule ∅ → if false",
		},
	} {
		t.Run(rule, func(t *testing.T) {
			var got []string
			for _, m := range mutants(t, alone(t, rego+rule+"\n")) {
				got = append(got, string(m.Kind)+" "+m.Change())
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("made:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// A mutant is a small change of the text: it parses, has the rules that were there, and is not what was there.
func TestMutantsOfTheLawAreSmallChangesOfOneRule(t *testing.T) {
	modules, err := engine.ParseModules(policies.FS, false)
	if err != nil {
		t.Fatal(err)
	}
	all := mutants(t, policies.FS)
	if len(all) < 1000 {
		t.Fatalf("%d mutants", len(all))
	}
	for _, m := range (Filter{Sample: 250, Seed: 7}).Select(all) {
		text := m.apply(read(t, m.File))
		line := strings.Split(read(t, m.File), "\n")[m.Line-1]
		if rest := line[m.Column-1:]; !strings.HasPrefix(m.Before, rest) && !strings.HasPrefix(rest, m.Before) {
			t.Errorf("%s: %q stands there", m.At(), rest)
		}
		module, err := ast.ParseModuleWithOpts(m.File, text, ast.ParserOptions{
			ProcessAnnotation: true, RegoVersion: ast.RegoV1, Capabilities: capabilities,
		})
		if err != nil {
			t.Errorf("%s: %v", m.At(), err)
			continue
		}
		var differ []string
		for i, rule := range module.Rules {
			if i >= len(modules[m.File].Rules) || rule.String() != modules[m.File].Rules[i].String() {
				differ = append(differ, nameOf(rule))
			}
		}
		if len(module.Rules) != len(modules[m.File].Rules) || !slices.Equal(differ, []string{m.Rule}) {
			t.Errorf("%s: it changes %v", m.At(), differ)
		}
	}
}

func TestMutantsAreTheSameEveryTimeAndHaveIDsOfTheirOwn(t *testing.T) {
	first, second := mutants(t, policies.FS), mutants(t, policies.FS)
	if !slices.Equal(first, second) {
		t.Error("the same policies gave other mutants")
	}
	ids := map[string]string{}
	for _, m := range first {
		if other, taken := ids[m.ID]; taken {
			t.Errorf("%s: its id is that of %s", m.At(), other)
		}
		ids[m.ID] = m.At()
	}
}

func TestAnEditElsewhereLeavesTheIDs(t *testing.T) {
	ids := func(source string) map[string]string {
		byID := map[string]string{}
		for _, m := range mutants(t, alone(t, source)) {
			byID[m.ID] = m.At()
		}
		return byID
	}
	source := read(t, article)
	before, after := ids(source), ids(strings.Replace(source, "import data.lib.units\n", "import data.lib.units\n\n# Mais uma regra.\n\nmore := 7 * units.hour\n", 1))
	for id, at := range before {
		if after[id] == "" {
			t.Errorf("%s has another id", at)
		}
	}
	if len(after) <= len(before) {
		t.Errorf("%d mutants, and %d with a rule more", len(before), len(after))
	}
}

func TestMutantsSayWhichProvisionTheyAreOf(t *testing.T) {
	want := map[string]string{
		article + " grant.when.in_time":                                                "art39_par2_inc1", // of its own METADATA
		article + " grant.remedies.in_time":                                            "art39_par2_inc1", // of the condition of its name
		article + " grant.values.in_time.minimum":                                      "art39_par2_inc1",
		article + " reserved_seats":                                                    "art39_cpt",       // of the first condition that needs it
		article + " grant.requires.gratuidade.return":                                  "art39_par2_inc2", // of the condition that it names
		article + " grant.where.initial_point":                                         "art39",           // of none: the article
		"disputes/toll.rego fare.exemption.gives.toll":                                 "",
		"disputes/toll.rego fare.exemption.when.no_toll":                               "art40_cpt_inc1",
		"lib/settle.rego due":                                                          "",
		"norms/resolucao_antt_1692_2006/art_2_1.rego conduct.when.refusals_documented": "art2-1",
	}
	for _, m := range mutants(t, policies.FS) {
		at := m.File + " " + m.Rule
		fragment, asked := want[at]
		if !asked {
			continue
		}
		delete(want, at)
		if m.Fragment != fragment || (fragment != "") != (m.URN != "" && m.Label != "") {
			t.Errorf("%s is of %q, %q, %q; want %q", at, m.Fragment, m.URN, m.Label, fragment)
		}
	}
	for at := range want {
		t.Errorf("no mutant of %s", at)
	}
}

func TestAFilterTakesAProvisionWithItsParts(t *testing.T) {
	all := mutants(t, policies.FS)
	for _, filter := range []Filter{{Provision: "art39_par2"}, {Provision: "urn:lex:br:federal:decreto:2019-07-18;9921!art39_par2"}} {
		taken := filter.Select(all)
		if len(taken) == 0 {
			t.Errorf("%+v takes nothing", filter)
		}
		for _, m := range taken {
			if !strings.HasPrefix(m.Fragment, "art39_par2") {
				t.Errorf("%+v takes %s of %s", filter, m.At(), m.Label)
			}
		}
	}
	for _, m := range (Filter{Provision: "art3"}).Select(all) {
		if m.Fragment != "art3" && !strings.HasPrefix(m.Fragment, "art3_") {
			t.Errorf("art3 takes %s", m.Label)
		}
	}
}

func TestASampleIsOfItsSeed(t *testing.T) {
	all := mutants(t, policies.FS)
	said := func(seed uint64) string {
		taken := Filter{Sample: 20, Seed: seed}.Select(all)
		if len(taken) != 20 || !slices.IsSortedFunc(taken, func(a, b Mutant) int { return strings.Compare(a.File, b.File) }) {
			t.Errorf("seed %d takes %d, or out of order", seed, len(taken))
		}
		return fmt.Sprint(taken)
	}
	if said(1) != said(1) {
		t.Error("a seed picks twice differently")
	}
	if said(1) == said(2) {
		t.Error("two seeds pick the same")
	}
}
