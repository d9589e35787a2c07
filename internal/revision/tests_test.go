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

func TestCheckFindsEveryKindOfProblem(t *testing.T) {
	good := fstest.MapFS{}
	for name, text := range treeOf(t) {
		good[name] = &fstest.MapFile{Data: []byte(text)}
	}
	if found, err := revision.Check(t.Context(), good); err != nil || len(found) > 0 {
		t.Fatalf("%v, %v", found, err)
	}
	const article = "norms/decreto_9921_2019/art_39.rego"
	for name, e := range map[string]struct {
		file, from, to string
		rule, detail   string
	}{
		"a builtin that reads a clock": {article, "import data.lib.units\n", "import data.lib.units\n\nnow := time.now_ns()\n", "rego-type", "undefined function time.now_ns"},
		"a misspelt fact":              {article, "input.facts.service.interstate", "input.facts.service.interestate", "rego-type", "interestate"},
		"an unused import":             {article, "import data.lib.units\n", "import data.lib.calendar\nimport data.lib.units\n", "rego-compile", "import data.lib.calendar unused"},
		"a quote that is not there":    {article, "quote: 'à pessoa idosa'", "quote: 'ao idoso'", "metadata", "does not stand in the text"},
		"a syntax error":               {article, "import rego.v2\n", "import rego.v2\n\nx := {\n", "rego-parse", ""},
		"a test that does not parse":   {"lib/units_test.rego", "import rego.v2\n", "import rego.v2\n\nx := {\n", "rego-parse", ""},
		"an unformatted file":          {article, "import rego.v2\n", "import   rego.v2\n", "format", "opa fmt"},
		"a wrong amount":               {"params/minimum_wage.yaml", "cents: 162100", "cents: 0", "params", "amount"},
		"a wrong status":               {"norms/decreto_9921_2019/norm.yaml", "status: faculty", "status: facultative", "corpus", "unknown status"},
	} {
		broken := fstest.MapFS{}
		for file, data := range good {
			broken[file] = data
		}
		text := strings.Replace(string(good[e.file].Data), e.from, e.to, 1)
		if text == string(good[e.file].Data) {
			t.Fatalf("%s: nothing was changed", name)
		}
		broken[e.file] = &fstest.MapFile{Data: []byte(text)}
		found, err := revision.Check(t.Context(), broken)
		if err != nil {
			t.Fatal(err)
		}
		ok := false
		for _, f := range found {
			ok = ok || (f.File == e.file && f.Rule == e.rule && strings.Contains(f.Detail, e.detail))
		}
		if !ok {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

// treeOf is every file of the policies of the program, by its path within the tree.
func treeOf(t *testing.T) map[string]string {
	t.Helper()
	dir := tree(t)
	all := map[string]string{}
	for name, text := range listing(t, dir) {
		if rel := strings.TrimPrefix(name, dir+"/"); text != "folder" {
			all[rel] = text
		}
	}
	return all
}
