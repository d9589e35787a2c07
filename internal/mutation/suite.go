package mutation

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/bundle"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/topdown"

	"deferido/internal/engine"
)

const (
	testSuffix = "_test.rego"
	testPrefix = "test_"
)

// suite is the Rego tests of a tree, compiled once. A mutant's rule is put in the place of its own among the compiled ones, so
// a mutant costs its tests and not a compilation of them. A suite runs one mutant at a time.
type suite struct {
	compiler *ast.Compiler
	store    storage.Store
	tests    []*regoTest
	// reached are, for each rule of a policy, the tests that evaluate it or another of its name. No other test can notice a
	// change of it.
	reached map[place][]int
}

// place is a rule: its name in a file.
type place struct{ file, rule string }

// regoTest is one Rego test.
type regoTest struct {
	file, name string
	query      ast.Body
}

// newSuite compiles the policies and tests of a tree, which must all pass, and finds which test reaches which rule.
func newSuite(ctx context.Context, tree fs.FS) (*suite, error) {
	s, err := compileSuite(tree)
	if err != nil {
		return nil, err
	}
	s.reached = map[place][]int{}
	for i, t := range s.tests {
		tracer := reach{}
		passed, err := s.passes(ctx, t, tracer)
		if err == nil && !passed {
			err = fmt.Errorf("%s: %s fails before anything is changed", t.file, t.name)
		}
		if err != nil {
			return nil, err
		}
		for p := range tracer {
			s.reached[p] = append(s.reached[p], i)
		}
	}
	return s, nil
}

// another is a suite of the same tree that can run beside this one.
func (s *suite) another(tree fs.FS) (*suite, error) {
	other, err := compileSuite(tree)
	if err == nil {
		other.reached = s.reached
	}
	return other, err
}

func compileSuite(tree fs.FS) (*suite, error) {
	modules, err := engine.ParseModules(tree, true)
	if err != nil {
		return nil, fmt.Errorf("parsing the policies: %w", err)
	}
	data, err := dataOf(tree)
	if err != nil {
		return nil, err
	}
	s := &suite{compiler: ast.NewCompiler(), store: inmem.NewFromObject(data)}
	if s.compiler.Compile(modules); s.compiler.Failed() {
		return nil, fmt.Errorf("compiling the policies with their tests: %w", s.compiler.Errors)
	}
	for name, module := range s.compiler.Modules {
		for _, rule := range module.Rules {
			if strings.HasSuffix(name, testSuffix) && strings.HasPrefix(nameOf(rule), testPrefix) {
				ref := module.Package.Path.Extend(rule.Head.Ref())
				s.tests = append(s.tests, &regoTest{name, nameOf(rule), ast.NewBody(ast.Equality.Expr(ast.NewTerm(ref), ast.VarTerm(outcome)))})
			}
		}
	}
	slices.SortStableFunc(s.tests, func(a, b *regoTest) int { return strings.Compare(a.file+" "+a.name, b.file+" "+b.name) })
	return s, nil
}

// dataOf reads data.yaml and data.json as the stock tester does.
func dataOf(tree fs.FS) (map[string]any, error) {
	loader, err := bundle.NewFSLoader(tree)
	if err != nil {
		return nil, fmt.Errorf("reading the data of the policies: %w", err)
	}
	read, err := bundle.NewCustomReader(loader).WithSkipBundleVerification(true).WithRegoVersion(ast.RegoV1).WithBundleName("").Read()
	if err != nil {
		return nil, fmt.Errorf("reading the data of the policies: %w", err)
	}
	return read.Data, nil
}

// outcome is the variable that a test's value is bound to.
const outcome = "outcome"

// passes reports whether a test passes. An error of its evaluation is a failure; the error returned is that of the context.
func (s *suite) passes(ctx context.Context, t *regoTest, tracer topdown.QueryTracer) (bool, error) {
	passed := false
	err := storage.Txn(ctx, s.store, storage.TransactionParams{}, func(txn storage.Transaction) error {
		cancel := topdown.NewCancel()
		defer context.AfterFunc(ctx, cancel.Cancel)()
		// The index of the rules is of those that were compiled with the tests, and not of a rule that stands for one of them.
		query := topdown.NewQuery(t.query).WithCompiler(s.compiler).WithStore(s.store).WithTransaction(txn).WithCancel(cancel).
			WithIndexing(false).WithEarlyExit(false)
		if tracer != nil {
			query = query.WithQueryTracer(tracer)
		}
		return query.Iter(ctx, func(result topdown.QueryResult) error {
			passed = result[outcome].Equal(ast.BooleanTerm(true))
			return nil
		})
	})
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	return passed && err == nil, nil
}

// reach notes which rules an evaluation enters.
type reach map[place]bool

// Enabled is that of a tracer.
func (reach) Enabled() bool { return true }

// Config is that of a tracer.
func (reach) Config() topdown.TraceConfig { return topdown.TraceConfig{} }

// TraceEvent notes a rule that is entered.
func (r reach) TraceEvent(event topdown.Event) {
	if rule, is := event.Node.(*ast.Rule); is && event.Op == topdown.EnterOp && rule.Location != nil {
		r[place{rule.Location.File, nameOf(rule)}] = true
	}
}

// kill runs the tests that can notice a mutant, its own article's first, until one fails. It is that test; nil if none does.
func (s *suite) kill(ctx context.Context, m *Mutant, changed *ast.Rule) (*regoTest, error) {
	rule := s.compiler.Modules[m.File].Rules[m.ordinal]
	original := *rule
	*rule = *changed
	defer func() { *rule = original }()
	own := strings.TrimSuffix(m.File, ".rego") + testSuffix
	var others []*regoTest
	for _, i := range s.reached[place{m.File, m.Rule}] {
		t := s.tests[i]
		if t.file != own {
			others = append(others, t)
			continue
		}
		if passed, err := s.passes(ctx, t, nil); err != nil || !passed {
			return t, err
		}
	}
	for _, t := range others {
		if passed, err := s.passes(ctx, t, nil); err != nil || !passed {
			return t, err
		}
	}
	return nil, nil
}
