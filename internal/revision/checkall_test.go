package revision_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"deferido/internal/revision"
)

// The tree of the program has nothing to correct, and no stage is skipped.
func TestTheEmbeddedTreeIsSound(t *testing.T) {
	var told []revision.Progress
	report, err := revision.CheckAll(t.Context(), edit(t).tree(), revision.Options{Progress: func(p revision.Progress) { told = append(told, p) }})
	if err != nil {
		t.Fatal(err)
	}
	if !report.Sound() || len(report.Stages) != len(revision.Stages) {
		t.Errorf("%+v", report)
	}
	if last := told[len(told)-1]; len(told) != len(revision.Stages)+1 || last.Done != last.Of || last.Stage != "" {
		t.Errorf("%+v", told)
	}
}

// broken is a tree in which one thing is wrong.
type broken struct {
	do     func(e *edited)
	stages []string
	// What is found, and nothing else: the file, a text of the line that is named (empty for the file as a whole), the rule,
	// and words of the detail.
	file, at, rule, detail string
}

func in(file, from, to string) func(*edited) {
	return func(e *edited) { e.replace(file, from, to) }
}

const (
	grantRego = "decision/grant.rego"
	fareRego  = "decision/fare.rego"
	art40     = "norms/lei_10741_2003/art_40.rego"
	art44     = "norms/decreto_9921_2019/art_44.rego"
	factsJSON = "schemas/facts.json"
	readings  = "readings/interpretations.yaml"
)

var static = []string{revision.StageLoad, revision.StageLint, revision.StageLedger, revision.StageParameters, revision.StageFormat}

var trees = map[string]broken{
	// Parse and compile.
	"a syntax error":               {in(art39, "import rego.v2\n", "import rego.v2\n\nx := )\n"), []string{revision.StageLoad}, art39, "x := )", "rego-parse", ""},
	"a test that does not parse":   {in("lib/units_test.rego", "import rego.v2\n", "import rego.v2\n\nx := )\n"), static, "lib/units_test.rego", "x := )", "rego-parse", ""},
	"a misspelt fact":              {in(art39, "input.facts.service.interstate", "input.facts.service.interestate"), static, art39, "interestate", "rego-type", "interestate"},
	"an unused import":             {in(art39, "import data.lib.units\n", "import data.lib.calendar\nimport data.lib.units\n"), static, art39, "import data.lib.calendar", "rego-compile", "unused"},
	"a variable of nowhere":        {in(art39, "arrival_advance := 30 * units.minute", "arrival_advance := half * units.minute"), static, art39, "arrival_advance :=", "rego-unsafe-var", "half"},
	"a clock":                      {in(art39, "# Dois sal", "now := time.now_ns()\n\n# Dois sal"), static, art39, "now :=", "builtin", "time.now_ns"},
	"the network":                  {in(art39, "# Dois sal", "web := http.send({\"url\": \"x\", \"method\": \"get\"})\n\n# Dois sal"), static, art39, "web :=", "builtin", "http.send"},
	"chance":                       {in(art39, "# Dois sal", "dice := rand.intn(\"x\", 6)\n\n# Dois sal"), static, art39, "dice :=", "builtin", "rand.intn"},
	"the runtime":                  {in(art39, "# Dois sal", "env := opa.runtime()\n\n# Dois sal"), static, art39, "env :=", "builtin", "opa.runtime"},
	"a function that is none":      {in(art39, "# Dois sal", "x := nothing.at_all(1)\n\n# Dois sal"), static, art39, "x :=", "rego-type", "nothing.at_all"},
	"a measure that is none":       {in(art39, "input.ns.request.made_at <= deadline", "input.ns.request.mode_at <= deadline"), static, art39, "mode_at", "fact", "no such measure"},
	"a remedy of no fact":          {in(art39, `{"fact": "/facts/request/channel"`, `{"fact": "/facts/request/chanel"`), static, art39, "chanel", "fact", "/facts/request/chanel"},
	"a question that asks no fact": {in(grantRego, "first: [/facts/beneficiary/category", "first: [/facts/beneficiary/kind"), static, grantRego, "# METADATA\n# title: 'Concess", "fact", "/facts/beneficiary/kind"},

	// METADATA.
	"an unknown key":                      {in(art39, "#   provision: art39_par3\n", "#   provision: art39_par3\n#   colour: red\n"), static, art39, "grant.when.authorized_section :=", "annotation", "custom.colour"},
	"no reason in English":                {in(art39, "#     en: 'The journey must", "#     fr: 'The journey must"), static, art39, "grant.when.interstate :=", "annotation", "one in en"},
	"a condition without METADATA":        {in(art39, "grant.seats.in_time :=", "grant.when.extra := true\n\ngrant.seats.in_time :="), static, art39, "grant.when.extra", "annotation", "no METADATA"},
	"a quote that does not stand there":   {in(art39, "quote: 'à pessoa idosa'", "quote: 'ao idoso'"), static, art39, "grant.where.elderly_person :=", "quote", "ao idoso"},
	"a provision that is not there":       {in(art39, "provision: art39_par5\n", "provision: art39_par55\n"), static, art39, "grant.when.seat_unsold :=", "provision", "art39_par55"},
	"an article that is not named":        {in(grantRego, `matters.grant.articles["resolucao_antt_1692_2006.art_4"] :=`, `matters.grant.others["resolucao_antt_1692_2006.art_4"] :=`), static, "norms/resolucao_antt_1692_2006/art_4.rego", "grant.governs :=", "named", "not named"},
	"an interpretation that is not there": {in(art39, "reading: IR-17", "reading: IR-77"), static, art39, "grant.when.own_channel :=", "annotation", "IR-77"},

	// The texts and the ledger.
	"a text that was altered": {in("norms/decreto_9921_2019/art_39.txt", "três horas", "duas horas"), []string{revision.StageLoad}, "norms/decreto_9921_2019/art_39.txt", "", "text-hash", "sha256"},
	"a text without a hash":   {func(e *edited) { e.write("norms/decreto_9921_2019/art_99.txt", "Art. 99.\n") }, static, "norms/decreto_9921_2019/art_99.txt", "", "corpus", "no hash"},
	"an unknown status":       {in(norm39, "fragment: art39_par6\n    status: duty", "fragment: art39_par6\n    status: dutty"), static, norm39, "- fragment: art39_par6", "ledger", "unknown status"},
	"a line that is unclassified": {
		func(e *edited) {
			e.reword("decreto_9921_2019", "epigraph.txt", "\n", "\nMais uma linha.\n")
		}, static, "norms/decreto_9921_2019/epigraph.txt", "Mais uma linha.", "ledger", "is no provision",
	},
	"a condition of which no rule speaks": {
		in("norms/resolucao_antt_1692_2006/norm.yaml", "fragment: art8_cpt\n    status: competence\n", "fragment: art8_cpt\n    status: competence\n    questions: [report]\n"),
		static, "norms/resolucao_antt_1692_2006/norm.yaml", "- fragment: art8_cpt", "ledger", "no rule speaks of it",
	},
	"a key that norm.yaml does not have": {in(norm39, "source: Só", "sources: Só"), static, norm39, "sources: Só", "corpus", "sources"},

	// Parameters, interpretations, schemas, cases.
	"a wrong amount":           {in(wageOf, "cents: 162100", "cents: 0"), static, wageOf, "cents: 0", "params", "amount"},
	"a parameter out of order": {in(wageOf, "from: 2004-05-01", "from: 2003-01-01"), static, wageOf, "from: 2003-01-01", "params", "date"},
	"a parameter that begins late": {func(e *edited) {
		for _, from := range []string{"2003-04-01", "2004-05-01"} {
			at := strings.Index(e.read(wageOf), "  - {from: "+from)
			e.write(wageOf, e.read(wageOf)[:at]+e.read(wageOf)[at+strings.Index(e.read(wageOf)[at:], "\n")+1:])
		}
	}, static, wageOf, "  - {from: 2005-05-01", "params", "no value from 2004-01-01"},
	"a parameter that is none": {in(art39, "2 * input.params.minimum_wage_cents", "2 * input.params.minimal_wage_cents"), static, art39, "minimal_wage", "params", "minimal_wage_cents"},
	"an interpretation in one language": {
		func(e *edited) {
			e.write(readings, e.read(readings)+"- id: IR-99\n  pt-BR: Uma escolha.\n  en: ''\n  alternatives: [{pt-BR: Outra., en: Another.}]\n")
		},
		static, readings, "- id: IR-99", "interpretations", "each language",
	},
	"a schema that is no JSON":     {in(factsJSON, `"type": "object"`, `"type": "object`), []string{revision.StageLoad}, factsJSON, "", "schema", ""},
	"a case that is no JSON":       {in(theCase, `"outcome"`, `"outcome`), static, theCase, `"outcome`, "case", ""},
	"a case that expects nonsense": {in(theCase, `"outcome"`, `"outcom"`), static, theCase, "", "case", "outcom"},
	"a case under another name":    {in(theCase, `"id": "grant-elderly-in-time"`, `"id": "another"`), static, theCase, `"id"`, "case", "not named as its file"},

	// What the language allows and the law cannot bear.
	"a default": {in(art39, "grant.seats.in_time :=", "default grant.seats.in_time := false\n\ngrant.seats.in_time :="), static, art39, "default grant", "default", "grant.seats.in_time"},
	"not over a fact": {
		in(art39, "sale.gives.from_at := {\"at\": deadline, \"as\": \"/facts/trip/line_departs_at\"} if not sale.where.reserves_none", "sale.gives.from_at := {\"at\": deadline, \"as\": \"/facts/trip/line_departs_at\"} if not input.facts.service.regular"),
		static, art39, "if not input.facts.service.regular", "negation", "over a fact",
	},
	"a condition that rests on not": {
		in(art39, "grant.when.in_time := grant.seats.in_time\n", "grant.when.in_time := grant.seats.in_time\n\nasked_late if grant.seats.in_time == false\n\ngrant.where.not_late if not asked_late\n"),
		[]string{revision.StageLint}, art39, "grant.where.not_late if", "negation", "rests on",
	},
	"a test twice": {
		func(e *edited) {
			e.write("lib/units_test.rego", e.read("lib/units_test.rego")+"\ntest_twice if true\n\ntest_twice if 1 == 1\n")
		},
		[]string{revision.StageLint}, "lib/units_test.rego", "test_twice if 1 == 1", "test-name", "test_twice",
	},
	"a truth value in an order": {
		in(art39, "grant.where.outward_trip := input.facts.request.return_trip == false", "grant.where.outward_trip := input.facts.request.return_trip < 1"),
		static, art39, "return_trip < 1", "comparison", "boolean",
	},
	"a text in an order with a number": {
		in(art39, "grant.where.elderly_person := input.facts.beneficiary.category == \"pessoa_idosa\"", "grant.where.elderly_person := input.facts.beneficiary.category >= reserved_seats"),
		static, art39, "category >= reserved_seats", "comparison", "string",
	},
	"a difference of types": {
		in(art39, "grant.where.outward_trip := input.facts.request.return_trip == false", "grant.where.outward_trip := input.facts.request.channel != reserved_seats"),
		static, art39, "channel != reserved_seats", "comparison", "number",
	},
	"an element of a list in an order with a text": {
		in("norms/resolucao_antt_1692_2006/art_4.rego", "\tdocument.kind == \"documento_com_foto\"", "\tdocument.kind == \"documento_com_foto\"\n\tdocument.original >= 1"),
		[]string{revision.StageLint}, "norms/resolucao_antt_1692_2006/art_4.rego", "document.original >= 1", "comparison", "boolean",
	},
	"a format": {in(art39, "import rego.v2\n", "import   rego.v2\n"), static, art39, "import   rego.v2", "format", "opa fmt"},

	// Precedence.
	"constants that contradict each other": {
		in("norms/resolucao_antt_1692_2006/art_6.rego", "fare.gives.toll :=", "fare.gives.other_fees := \"devido\"\n\nfare.gives.toll :="),
		[]string{revision.StagePrecedence}, art40, "fare.gives.other_fees", "precedence", "resolucao_antt_1692_2006.art_6",
	},
	"values that contradict each other in a case": {
		in("norms/resolucao_antt_1692_2006/art_3.rego", "fare.gives.fare_max_cents := half_fare", "fare.gives.fare_max_cents := half_fare + 1"),
		[]string{revision.StagePrecedence}, art40, "fare.gives.fare_max_cents", "precedence", "under the law of",
	},
	"what yields no longer": {
		in(fareRego, `"decreto_9921_2019.art_44": {"resolucao_antt_1692_2006.art_6", "disputes.toll"}`, `"decreto_9921_2019.art_44": {"resolucao_antt_1692_2006.art_6"}`),
		[]string{revision.StagePrecedence}, "disputes/toll.rego", "", "precedence", "disputes.toll and decreto_9921_2019.art_44 give t",
	},

	// Cases and properties.
	"a case that is not so": {in(theCase, `"outcome": "allow"`, `"outcome": "deny"`), []string{revision.StageCases}, theCase, `"outcome": "deny"`, "case", "outcome is allow and should be deny"},
	"two values for one name": {
		in(art44, "fare.gives.meals := \"devido\"\n", "fare.gives.meals := \"devido\"\n\nfare.gives.meals := \"isento\" if input.facts.fare.charged_cents > 0\n"),
		[]string{revision.StageProperties}, art44, "", "total", "",
	},
	"absence that decides": {
		in(art39, "grant.when.authorized_section := input.facts.trip.section_stop_authorized", "grant.when.authorized_section := object.get(input.facts, [\"trip\", \"section_stop_authorized\"], false)"),
		[]string{revision.StageProperties}, "", "", "monotone", "section_stop_authorized",
	},
}

func TestEachThingThatIsWrongIsFound(t *testing.T) {
	for name, b := range trees {
		t.Run(name, func(t *testing.T) {
			e := edit(t)
			b.do(e)
			report, err := revision.CheckAll(t.Context(), e.tree(), revision.Options{Only: b.stages})
			if err != nil {
				t.Fatal(err)
			}
			if want := map[bool]int{false: 1, true: 2}[name == "what yields no longer"]; len(report.Findings) != want { // toll and terminal
				t.Errorf("%d findings: %+v", len(report.Findings), report.Findings)
			}
			for _, f := range report.Findings {
				line := 0
				if b.at != "" {
					line = e.line(b.file, b.at)
				}
				if b.file != "" && (f.File != b.file || b.at != "" && f.Line != line) || f.Rule != b.rule || !strings.Contains(f.Detail, b.detail) || f.Advice == "" {
					t.Errorf("%+v, want %s:%d", f, b.file, line)
				}
			}
		})
	}
}

func TestTestsThatFailAndLinesThatNoneReaches(t *testing.T) {
	tree := fstest.MapFS{"schemas/facts.json": {Data: []byte(edit(t).read(factsJSON))}}
	tree["lib/a.rego"] = &fstest.MapFile{Data: []byte("package lib.a\n\nimport rego.v2\n\none := 1\n\ntwo := 2 + one\n")}
	tree["lib/a_test.rego"] = &fstest.MapFile{Data: []byte("package lib.a_test\n\nimport rego.v2\n\nimport data.lib.a\n\ntest_one_is_two if a.one == 2\n")}
	report, err := revision.CheckAll(t.Context(), revision.Tree{Policies: tree}, revision.Options{Only: []string{revision.StageTests}})
	if err != nil {
		t.Fatal(err)
	}
	f := report.Findings
	if len(f) != 2 || f[0].Rule != "coverage" || f[0].File != "lib/a.rego" || f[0].Line != 7 || f[1].Rule != "test" || f[1].File != "lib/a_test.rego" || f[1].Line != 7 {
		t.Errorf("%+v", f)
	}
}

func TestStagesThatCannotRunSaySo(t *testing.T) {
	e := edit(t).replace(art39, "import rego.v2\n", "import rego.v2\n\nx := )\n")
	report, err := revision.CheckAll(t.Context(), e.tree(), revision.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range report.Stages {
		ran := s.Name == revision.StageLoad || s.Name == revision.StageFormat
		if (s.Skipped == "") != ran {
			t.Errorf("%+v", s)
		}
	}
	if report.Sound() {
		t.Error("it is sound")
	}
	if _, err := revision.CheckAll(t.Context(), e.tree(), revision.Options{Only: []string{"taste"}}); err == nil {
		t.Error("a stage that is none was taken")
	}
}
