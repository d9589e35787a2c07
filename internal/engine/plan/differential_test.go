package plan_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"pgregory.net/rapid"

	"deferido/internal/engine/plan/plantest"
)

// miniature compiles the small policy set in testdata.
func miniature(t testing.TB) *ast.Compiler {
	t.Helper()
	modules := map[string]string{}
	err := filepath.WalkDir("testdata/miniature", func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".rego") {
			return err
		}
		source, err := os.ReadFile(path)
		modules[path] = string(source)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return ast.MustCompileModules(modules)
}

func miniatureInput(t testing.TB) ast.Value {
	t.Helper()
	file, err := os.Open("testdata/miniature/input.json")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	v, err := ast.ValueFromReader(file)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestMiniatureEqualsTopdown(t *testing.T) {
	oracle := plantest.NewOracle(t, miniature(t), "data.decision.grant")
	example := miniatureInput(t)
	if v, err := oracle.Check(t, example); v == nil || err != nil {
		t.Fatalf("the example: %v, %v", v, err)
	}
	oracle.Check(t, nil)
	inputs := plantest.Variants(example, ast.String("ferroviario"), ast.String("aquaviario"), ast.String("executivo"),
		ast.String("jovem_baixa_renda"), ast.String("desconto"))
	rapid.Check(t, func(t *rapid.T) {
		oracle.Check(t, inputs.Draw(t, "input"))
	})
	decided(t, oracle)
}

// Every package of the miniature, whole: many rules that a decision does not ask for.
func TestWholeMiniatureEqualsTopdown(t *testing.T) {
	oracle := plantest.NewOracle(t, miniature(t), "data.norms")
	inputs := plantest.Variants(miniatureInput(t))
	rapid.Check(t, func(t *rapid.T) {
		oracle.Check(t, inputs.Draw(t, "input"))
	})
	decided(t, oracle)
}

// decided fails where the plan itself answered too few of the documents for the comparison to mean much.
func decided(t *testing.T, oracle *plantest.Oracle) {
	t.Helper()
	t.Logf("%d documents, %d of them left to topdown", oracle.Checked, oracle.Doubted)
	if 2*oracle.Doubted > oracle.Checked {
		t.Error("topdown was asked for more than half of the documents")
	}
}
