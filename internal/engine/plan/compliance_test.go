package plan

import (
	"context"
	"errors"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/test/cases"
	"github.com/open-policy-agent/opa/v1/topdown"
	"github.com/open-policy-agent/opa/v1/util"
)

// TestCompliance runs OPA's public suite, which OPA runs against topdown. A case passes with the result or the error
// that the suite wants. The exceptions are listed with their reasons, and a listed case that passes is a failure too.
func TestCompliance(t *testing.T) {
	Register()
	var outcome tally
	t.Cleanup(func() { outcome.report(t) })
	for _, d := range dialects {
		set := cases.MustLoad(filepath.Join(opaDir(t), "v1/test/cases/testdata", d.folder)).Sorted()
		for _, tc := range set.Cases {
			id := d.folder + "/" + tc.Note
			t.Run(d.name+"/"+tc.Note, func(t *testing.T) {
				if len(tc.Env) == 0 {
					t.Parallel()
				}
				outcome.add(t, id, runCase(t, tc, d.options))
			})
		}
	}
}

// dialects are the ways in which OPA reads the suite: both versions of the language, each with and without the `not` of
// version 2.
var dialects = []struct {
	name, folder string
	options      ast.ParserOptions
}{
	{"v0", "v0", ast.ParserOptions{RegoVersion: ast.RegoV0}},
	{"v1", "v1", ast.ParserOptions{RegoVersion: ast.RegoV1}},
	{"v0 not", "v0", ast.ParserOptions{RegoVersion: ast.RegoV0, FutureKeywords: []string{"not"}}},
	{"v1 not", "v1", ast.ParserOptions{RegoVersion: ast.RegoV1, FutureKeywords: []string{"not"}}},
}

func opaDir(t testing.TB) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/open-policy-agent/opa").Output()
	if err != nil {
		t.Fatalf("find OPA's sources: %v", err)
	}
	return strings.TrimSpace(string(out))
}

type tally struct {
	sync.Mutex
	passed, excepted, both int
	seen                   map[string]bool
}

func (a *tally) add(t *testing.T, id string, err error) {
	t.Helper()
	a.Lock()
	defer a.Unlock()
	reason, listed := exceptions[id]
	switch {
	case listed && err == nil:
		t.Errorf("passes, but is listed as an exception: %s", reason)
	case listed:
		a.excepted++
		t.Logf("excepted, %s: %v", reason, err)
	case err != nil:
		t.Error(err)
	default:
		a.passed++
	}
	if listed {
		if a.seen == nil {
			a.seen = map[string]bool{}
		}
		a.seen[id] = true
	}
}

func (a *tally) report(t *testing.T) {
	t.Logf("compliance: %d cases pass, %d are excepted", a.passed, a.excepted)
	if t.Failed() || a.passed == 0 {
		return
	}
	for id := range maps.Keys(exceptions) {
		if !a.seen[id] {
			t.Errorf("no such case: %s", id)
		}
	}
}

// runCase returns what is wrong with the evaluation of tc.
func runCase(t *testing.T, tc cases.TestCase, options ast.ParserOptions) error {
	for k, v := range tc.Env {
		t.Setenv(k, v)
	}
	program, err := prepareCase(tc, options)
	if err != nil {
		return err
	}
	input, err := caseInput(tc)
	if err != nil {
		return err
	}
	results, err := program.EvalSet(t.Context(), input)
	if errors.Is(err, ErrInternal) {
		return err
	}
	return judge(tc, results, err)
}

func prepareCase(tc cases.TestCase, parser ast.ParserOptions) (*Program, error) {
	if tc.ExperimentalKeywords {
		parser.Capabilities = ast.CapabilitiesForThisVersion(ast.CapabilitiesExperimentalKeywords(true))
	}
	modules := map[string]string{}
	for i, module := range tc.Modules {
		modules["test-"+strconv.Itoa(i)+".rego"] = module
	}
	compiler, err := ast.CompileModulesWithOpt(modules, ast.CompileOpts{ParserOptions: parser})
	if err != nil {
		return nil, err
	}
	var opts []Option
	if tc.Data != nil {
		data, err := ast.InterfaceToValue(*tc.Data)
		if err != nil {
			return nil, err
		}
		opts = append(opts, WithData(data))
	}
	if !tc.StrictError {
		opts = append(opts, WithLenientBuiltinErrors())
	}
	query, err := ast.ParseBody(tc.Query)
	if err != nil {
		return nil, err
	}
	r := rego.New(rego.ParsedQuery(query), rego.Compiler(compiler), rego.Store(inmem.New()), rego.Target(Target))
	var program *Program
	_, err = r.PrepareForEval(Capture(context.Background(), &program, opts...))
	return program, err
}

func caseInput(tc cases.TestCase) (ast.Value, error) {
	switch {
	case tc.InputTerm != nil:
		term, err := ast.ParseTerm(*tc.InputTerm)
		if err != nil {
			return nil, err
		}
		return term.Value, nil
	case tc.Input != nil:
		return ast.InterfaceToValue(*tc.Input)
	}
	return nil, nil
}

// judge compares as OPA's own runner does.
func judge(tc cases.TestCase, results ast.Set, err error) error {
	switch {
	case tc.WantError != nil || tc.WantErrorCode != nil:
		return judgeError(tc, err)
	case err != nil:
		return err
	case tc.WantResult == nil:
		return errors.New("the case wants nothing")
	}
	want := ast.NewSet()
	for _, bindings := range *tc.WantResult {
		want.Add(ast.NewTerm(ast.MustInterfaceToValue(map[string]any(bindings))))
	}
	got := ast.NewSet()
	for _, term := range results.Slice() {
		bindings, err := plainBindings(tc, term.Value.(ast.Object))
		if err != nil {
			return err
		}
		got.Add(ast.NewTerm(bindings))
	}
	if want.Compare(got) != 0 {
		return errors.New("result:\nwant " + want.String() + "\ngot  " + got.String())
	}
	return nil
}

func judgeError(tc cases.TestCase, err error) error {
	if err == nil {
		return errors.New("no error")
	}
	if tc.WantError != nil && !strings.Contains(err.Error(), *tc.WantError) {
		return errors.New("error: want " + *tc.WantError + "\ngot " + err.Error())
	}
	if tc.WantErrorCode != nil {
		if e, ok := err.(*topdown.Error); !ok || e.Code != *tc.WantErrorCode {
			return errors.New("error code: want " + *tc.WantErrorCode + "\ngot " + err.Error())
		}
	}
	return nil
}

func plainBindings(tc cases.TestCase, bindings ast.Object) (ast.Value, error) {
	out := ast.NewObject()
	err := bindings.Iter(func(name, val *ast.Term) error {
		plain, err := ast.JSON(val.Value)
		if err != nil {
			return err
		}
		if list, ok := plain.([]any); ok && tc.SortBindings {
			slices.SortFunc(list, util.Compare)
		}
		if tc.IgnoreGeneratedVars && strings.HasPrefix(string(name.Value.(ast.String)), "__localq") {
			return nil
		}
		v, err := ast.InterfaceToValue(plain)
		out.Insert(name, ast.NewTerm(v))
		return err
	})
	return out, err
}

// exceptions are the cases that the plan of OPA or this package does not answer, and why.
var exceptions = map[string]string{
	"v0/data/toplevel integer":        integerPath,
	"v1/data/toplevel integer":        integerPath,
	"v0/data/nested integer":          integerPath,
	"v1/data/nested integer":          integerPath,
	"v0/invalidkeyerror/missing keys": httpSend,
	"v1/invalidkeyerror/missing keys": httpSend,
	"v0/invalidkeyerror/invalid keys": httpSend,
	"v1/invalidkeyerror/invalid keys": httpSend,
}

const (
	integerPath = "the store of topdown takes data[1] for data[\"1\"], plans do not (open-policy-agent/opa#3711)"
	httpSend    = "http.send is refused with ErrUnsupported"
)
