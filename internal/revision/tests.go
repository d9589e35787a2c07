package revision

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/bundle"
	"github.com/open-policy-agent/opa/v1/cover"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/tester"
)

// Tested is how the Rego tests of a policies tree went.
type Tested struct {
	Results []TestResult // by file, then by line
	// Covered and NotCovered count the lines of the policies that the tests evaluate and do not. Tests are not counted.
	Covered, NotCovered int
	Gaps                []Lines // that are not covered, by file
}

// TestResult is how one test went.
type TestResult struct {
	File     string // within the tree
	Line     int
	Name     string // test_late_request_still_gets_an_unsold_seat
	Passed   bool
	Detail   string // why it did not pass, where there is more to say than that it failed
	Printed  string // by print()
	Duration time.Duration
}

// Lines are lines of a file, from the first to the last.
type Lines struct {
	File        string
	First, Last int
}

// Failed counts the tests that did not pass.
func (t *Tested) Failed() int {
	n := 0
	for _, r := range t.Results {
		if !r.Passed {
			n++
		}
	}
	return n
}

// Coverage is the share of the lines that are covered, in per cent. It is 100 only if no line is left.
func (t *Tested) Coverage() float64 {
	if t.NotCovered == 0 {
		return 100
	}
	// 99.96 is not to be read as 100.0.
	return min(99.9, 100*float64(t.Covered)/float64(t.Covered+t.NotCovered))
}

// testTimeout bounds one test. Evaluation is traced for the coverage, and so is slow.
const testTimeout = 30 * time.Second

// Test runs the Rego tests of a policies tree as `opa test -b` does: .rego files, and data.yaml or data.json, nothing else.
func Test(ctx context.Context, tree fs.FS) (*Tested, error) { return test(ctx, tree, "") }

// TestOnly runs the tests whose path ("data.norms.decreto_9921_2019.art_39_test.test_in_time") a regular expression finds.
// Coverage, which makes tests slow, is not measured.
func TestOnly(ctx context.Context, tree fs.FS, only string) (*Tested, error) {
	return test(ctx, tree, only)
}

func test(ctx context.Context, tree fs.FS, only string) (*Tested, error) {
	loader, err := bundle.NewFSLoader(tree)
	if err != nil {
		return nil, err
	}
	read, err := bundle.NewCustomReader(loader).WithSkipBundleVerification(true).WithProcessAnnotations(true).
		WithRegoVersion(ast.RegoV1).WithBundleName("").Read()
	if err != nil {
		return nil, fmt.Errorf("reading the policies: %w", err)
	}
	modules := map[string]*ast.Module{}
	for _, file := range read.Modules {
		name := strings.TrimPrefix(file.Path, "/")
		relocate(file.Parsed, name)
		modules[name] = file.Parsed
	}
	store := inmem.NewFromObject(read.Data)
	tracer := cover.New()
	t := &Tested{}
	err = storage.Txn(ctx, store, storage.TransactionParams{}, func(txn storage.Transaction) error {
		runner := tester.NewRunner().SetStore(store).SetModules(modules).SetTimeout(testTimeout).CapturePrintOutput(true)
		if only == "" {
			runner = runner.SetCoverageQueryTracer(tracer)
		} else {
			runner = runner.Filter(only)
		}
		results, err := runner.RunTests(ctx, txn)
		if err != nil {
			return err
		}
		for r := range results {
			t.add(r)
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(t.Results, func(a, b TestResult) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	if only == "" {
		t.cover(tracer.Report(modules))
	}
	return t, nil
}

// relocate names in every place of a module its file within the tree; the loader gives it a leading slash.
func relocate(module *ast.Module, name string) {
	ast.NewGenericVisitor(func(x any) bool {
		if node, ok := x.(ast.Node); ok {
			if at := node.Loc(); at != nil {
				at.File = name
			}
		}
		return false
	}).Walk(module)
}

func (t *Tested) add(r *tester.Result) {
	if r.Skip {
		return // a rule named todo_test_…: written down, and not a test yet
	}
	result := TestResult{Name: r.Name, Passed: r.Pass(), Printed: string(r.Output), Duration: r.Duration}
	if r.Location != nil {
		result.File, result.Line = strings.TrimPrefix(r.Location.File, "/"), r.Location.Row
	}
	if r.Error != nil {
		result.Detail = r.Error.Error()
	}
	for name, sub := range r.SubResults.Iter {
		if sub.Fail {
			result.Detail = strings.TrimSpace(result.Detail + "\ncase " + strings.Join(name, "/"))
		}
	}
	t.Results = append(t.Results, result)
}

func (t *Tested) cover(report cover.Report) {
	for file, r := range report.Files {
		if strings.HasSuffix(file, "_test.rego") {
			continue
		}
		t.Covered += r.CoveredLines
		t.NotCovered += r.NotCoveredLines
		for _, gap := range r.NotCovered {
			t.Gaps = append(t.Gaps, Lines{strings.TrimPrefix(file, "/"), gap.Start.Row, gap.End.Row})
		}
	}
	slices.SortFunc(t.Gaps, func(a, b Lines) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.First, b.First)) })
	t.Gaps = merged(t.Gaps)
}

// merged joins ranges that touch or overlap: a head and its body are one gap.
func merged(gaps []Lines) []Lines {
	var all []Lines
	for _, g := range gaps {
		if n := len(all) - 1; n >= 0 && all[n].File == g.File && g.First <= all[n].Last+1 {
			all[n].Last = max(all[n].Last, g.Last)
			continue
		}
		all = append(all, g)
	}
	return all
}
