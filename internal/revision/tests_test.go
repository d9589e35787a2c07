package revision_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"deferido/internal/revision"
)

func TestOnlyRegoAndDataAreLoaded(t *testing.T) {
	tree := fstest.MapFS{
		"lib/a.rego":      {Data: []byte("package lib.a\n\nimport rego.v2\n\nx := data.lib.numbers.one\n")},
		"lib/a_test.rego": {Data: []byte("package lib.a_test\n\nimport rego.v2\n\ntest_x if {\n\tprint(\"seen\")\n\tdata.lib.a.x == 1\n\tnot data.lib.other\n}\n\ntodo_test_y if false\n")},
		"lib/data.yaml":   {Data: []byte("numbers: {one: 1}\n")},
		"lib/other.yaml":  {Data: []byte("other: true\n")},
		"norms/norm.yaml": {Data: []byte("not: [data\n")},
	}
	tested, err := revision.Test(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	if len(tested.Results) != 1 || tested.Failed() != 0 || tested.Coverage() != 100 || tested.Covered == 0 || len(tested.Gaps) != 0 {
		t.Errorf("%+v", tested)
	}
	if r := tested.Results[0]; r.File != "lib/a_test.rego" || r.Line != 5 || strings.TrimSpace(r.Printed) != "seen" {
		t.Errorf("%+v", r)
	}
}

func TestFullCoverageIsNotRoundedTo(t *testing.T) {
	if got := (&revision.Tested{Covered: 99999, NotCovered: 1}).Coverage(); got != 99.9 {
		t.Errorf("%v", got)
	}
}

func TestTestsThatDoNotCompile(t *testing.T) {
	tree := fstest.MapFS{"a.rego": {Data: []byte("package a\n\nx := y\n")}}
	if _, err := revision.Test(t.Context(), tree); err == nil || !strings.Contains(err.Error(), "a.rego:3") {
		t.Errorf("%v", err)
	}
}

// Check is what CheckAll finds without evaluating anything.
func TestCheckIsTheFastPart(t *testing.T) {
	if found, err := revision.Check(t.Context(), edit(t).policies); err != nil || len(found) > 0 {
		t.Fatalf("%v, %v", found, err)
	}
	e := edit(t).replace(wageOf, "cents: 162100", "cents: 0").replace(art39, "import rego.v2\n", "import   rego.v2\n")
	found, err := revision.Check(t.Context(), e.policies)
	if err != nil || len(found) != 2 || found[0].Rule != "format" || found[1].Rule != "params" {
		t.Errorf("%+v, %v", found, err)
	}
}
