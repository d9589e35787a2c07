package mutation

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/tester"

	"deferido/fixtures"
	"deferido/internal/engine"
	"deferido/policies"
)

// spare is a file that the tests add to the policies. Nothing in the law needs it.
const spare = "spare/limit.rego"

// law is a file of Rego with its tests. The tests know the file as spare.
type law struct{ rego, tests string }

// withSpare is the embedded policies without their tests, and with files of a test's own: spare/<name>.rego.
func withSpare(t testing.TB, files map[string]law) fs.FS {
	t.Helper()
	tree := changed(t, nil).(fstest.MapFS)
	for name := range tree {
		if strings.HasSuffix(name, testSuffix) {
			delete(tree, name)
		}
	}
	for name, l := range files {
		head := "package spare." + name
		tree["spare/"+name+".rego"] = &fstest.MapFile{Data: []byte(head + "\n\nimport rego.v2\n\n" + l.rego + "\n")}
		tests := head + "_test\n\nimport rego.v2\n\nimport data.spare." + name + " as spare\n\n" + l.tests + "\n"
		tree["spare/"+name+testSuffix] = &fstest.MapFile{Data: []byte(tests)}
	}
	return tree
}

// verdicts are what became of the changes of a file, by change.
func verdicts(r *Report, file string) map[string]Outcome {
	all := map[string]Outcome{}
	for _, v := range r.Verdicts {
		if v.File == file {
			all[v.Rule+" "+v.Change()] = v.Outcome
		}
	}
	return all
}

func TestAMutantIsKilledSurvivesOrIsRefused(t *testing.T) {
	want := map[string]map[string]Outcome{}
	files := map[string]law{}
	for name, c := range map[string]struct {
		law
		want map[string]Outcome
	}{
		"bound": {
			law{"limit := 3", "test_limit if spare.limit > 2"}, // one side of the bound
			map[string]Outcome{"limit 3 → 2": Killed, "limit 3 → 4": Survived, "limit ∅ → if false": Killed},
		},
		"untested": {
			law{"limit := 3", "test_nothing if true"},
			map[string]Outcome{"limit 3 → 2": Survived, "limit 3 → 4": Survived, "limit ∅ → if false": Survived},
		},
		"function": {
			law{"small(n) if n < 3", "test_small if spare.small(2)"},
			map[string]Outcome{
				"small n < 3 → [1 | n < 3]": Survived, "small < → <=": Survived, "small < → >=": Killed, "small 3 → 2": Killed, "small 3 → 4": Survived,
				"small n < 3 → { false; n < 3 }": Killed,
			},
		},
		"value": {
			law{"limit := n if n := max([2, 3])", "test_limit if spare.limit == 3"},
			map[string]Outcome{
				"limit n := max([2, 3]) → { false; n := max([2, 3]) }": Killed, "limit max → min": Killed, "limit 2, → ∅": Survived, "limit , 3 → ∅": Killed,
				"limit 2 → 1": Survived, "limit 2 → 3": Survived, "limit 3 → 2": Killed, "limit 3 → 4": Killed,
			},
		},
		"imported": {
			law{"import data.lib.units\n\nlimit := [units.hour]", "test_limit if spare.limit == [3600000000000]"}, // which may no longer be needed
			map[string]Outcome{"limit [units.hour] → []": Refused, "limit ∅ → if false": Killed},
		},
		"indexed": {
			law{
				`mode := 1 if input.mode == "rodoviario"` + "\n\n" + `mode := 2 if input.mode == "ferroviario"`,
				`test_road if spare.mode == 1 with input as {"mode": "rodoviario"}` + "\n\n" + `test_rail if not spare.mode with input as {"mode": "aquaviario"}`,
			},
			map[string]Outcome{
				`mode input.mode == "rodoviario" → true`: Killed, `mode == → !=`: Killed, `mode "rodoviario" → "ferroviario"`: Killed,
				`mode 1 → 0`: Killed, `mode 1 → 2`: Killed, `mode input.mode == "rodoviario" → { false; input.mode == "rodoviario" }`: Killed,
				`mode input.mode == "ferroviario" → true`: Killed, `mode "ferroviario" → "aquaviario"`: Killed,
				`mode 2 → 1`: Survived, `mode 2 → 3`: Survived, `mode input.mode == "ferroviario" → { false; input.mode == "ferroviario" }`: Survived,
			},
		},
	} {
		files[name], want["spare/"+name+".rego"] = c.law, c.want
	}
	r, err := Run(context.Background(), withSpare(t, files), nil, Options{Filter: Filter{File: "spare"}})
	if err != nil {
		t.Fatal(err)
	}
	for file, wanted := range want {
		if got := verdicts(r, file); !maps.Equal(got, wanted) {
			t.Errorf("%s: %v, want %v", file, got, wanted)
		}
	}
	for _, v := range r.Verdicts {
		if (v.By == "") != (v.Outcome == Survived) {
			t.Errorf("%s: %s by %q", v.At(), v.Outcome, v.By)
		}
	}
}

func TestCasesNoticeWhatNoRegoTestDoes(t *testing.T) {
	tree := withSpare(t, map[string]law{"limit": {"limit := 3", "test_nothing if true"}})
	r, err := Run(context.Background(), tree, fixtures.FS, Options{Filter: Filter{File: article, Provision: "art39_par2", Sample: 12, Seed: 3}})
	if err != nil {
		t.Fatal(err)
	}
	byCase := 0
	for _, v := range r.Verdicts {
		if strings.HasPrefix(v.By, "case ") {
			byCase++
		}
	}
	if byCase == 0 {
		t.Errorf("the cases notice none of %d changes of the deadline", len(r.Verdicts))
	}
}

func TestWhatFailsBeforehandIsSaid(t *testing.T) {
	content, err := fs.ReadFile(fixtures.FS, "cases/boarding-late.json")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(content), `"id": "boarding-late"`, `"id": "wrong"`, 1)
	wrong := fstest.MapFS{"cases/wrong.json": {Data: []byte(strings.Replace(text, `"outcome": "deny"`, `"outcome": "allow"`, 1))}}
	for name, c := range map[string]struct {
		tests string
		cases fs.FS
		want  string
	}{
		"a test": {"test_limit if spare.limit == 4", nil, "test_limit fails before anything is changed"},
		"a case": {"test_limit if spare.limit == 3", wrong, "case wrong fails before anything is changed"},
	} {
		_, err := Run(context.Background(), withSpare(t, map[string]law{"limit": {"limit := 3", c.tests}}), c.cases, Options{Filter: Filter{File: spare}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s that fails: %v", name, err)
		}
	}
}

func TestARunStopsWhenItIsTold(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	tree := withSpare(t, map[string]law{"limit": {"limit := 3", "test_limit if spare.limit == 3"}})
	tried := 0
	_, err := Run(ctx, tree, nil, Options{Filter: Filter{File: "norms"}, Progress: func(done, _ int) {
		tried = done
		stop()
	}})
	if !errors.Is(err, context.Canceled) || tried > 2 {
		t.Errorf("after %d mutants: %v", tried, err)
	}
}

func TestMutantsTriedBesideEachOtherFareAsOneByOne(t *testing.T) {
	tree := withSpare(t, map[string]law{"limit": {"limit := 3\n\nsmall(n) if n < limit", "test_small if {\n\tspare.small(2)\n\tnot spare.small(3)\n}"}})
	run := func(parallel int) []Verdict {
		last := 0
		r, err := Run(context.Background(), tree, nil, Options{Filter: Filter{File: spare}, Parallel: parallel, Progress: func(done, total int) {
			if done != last+1 || total < done {
				t.Errorf("progress %d of %d after %d", done, total, last)
			}
			last = done
		}})
		if err != nil {
			t.Fatal(err)
		}
		return r.Verdicts
	}
	if one, three := run(1), run(3); !slices.Equal(one, three) {
		t.Errorf("one by one %v, three at once %v", one, three)
	}
}

// The verdict on a mutant is that of OPA's own tester on a tree that has it: the test that is said to notice it fails there.
func TestTheTestThatIsSaidToNoticeAMutantDoes(t *testing.T) {
	r, err := Run(context.Background(), policies.FS, nil, Options{Filter: Filter{Sample: 8, Seed: 11}})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range r.Verdicts {
		file, name, byTest := strings.Cut(v.By, ": ")
		if v.Outcome != Killed || !byTest {
			continue
		}
		tree := changed(t, map[string]string{v.File: v.apply(read(t, v.File))})
		if passed := stock(t, tree, file, name); passed != nil && *passed {
			t.Errorf("%s: %s passes", v.At(), v.By)
		}
	}
}

// stock runs one test with OPA's tester. It is nil where the tree does not compile with its tests.
func stock(t *testing.T, tree fs.FS, file, name string) *bool {
	t.Helper()
	modules, err := engine.ParseModules(tree, true)
	if err != nil {
		t.Fatal(err)
	}
	store := inmem.New()
	var passed *bool
	err = storage.Txn(context.Background(), store, storage.TransactionParams{}, func(txn storage.Transaction) error {
		path := modules[file].Package.Path.String() + "." + name
		results, err := tester.NewRunner().SetStore(store).SetModules(modules).Filter("^"+path+"$").RunTests(context.Background(), txn)
		if err != nil {
			return nil // it does not compile
		}
		for result := range results {
			ok := result.Pass()
			passed = &ok
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return passed
}
