package revision

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"

	"deferido/internal/corpus"
	"deferido/internal/engine"
	"deferido/internal/facts"
)

// The stages of a check, in the order in which they run.
const (
	StageLoad       = "load"       // parse, strict compile, METADATA, quotes, facts, texts: all that the program asks of a set
	StageLint       = "lint"       // what the language allows and the law cannot bear
	StageLedger     = "ledger"     // every provision that decides has a rule
	StageParameters = "parameters" // every parameter has a value on every day on which it is read
	StageFormat     = "format"     // opa fmt
	StagePrecedence = "precedence" // no two articles in force contradict each other
	StageTests      = "tests"      // the Rego tests pass and cover every line
	StageCases      = "cases"      // every case is answered as it says
	StageProperties = "properties" // total and monotone
)

// Stages are all of them.
var Stages = []string{StageLoad, StageLint, StageLedger, StageParameters, StageFormat, StagePrecedence, StageTests, StageCases, StageProperties}

// Options say what to check.
type Options struct {
	Only     []string       // stages; all where empty
	Progress func(Progress) // called before each stage and at the end; may be nil
	// Seed picks the requests that the properties are tried on. Equal trees, options and days give equal reports.
	Seed uint64
}

// Progress tells how far a check is.
type Progress struct {
	Stage string `json:"stage"` // that begins; empty at the end
	Done  int    `json:"done"`  // stages
	Of    int    `json:"of"`
}

// CheckReport is what a check found.
type CheckReport struct {
	Findings []Finding     `json:"findings"` // by file, then by line; never nil
	Stages   []StageReport `json:"stages"`
}

// StageReport is how one stage went.
type StageReport struct {
	Name     string `json:"name"`
	Findings int    `json:"findings"`
	// Skipped says why the stage could not run; empty where it did. A tree is sound only where no stage was skipped.
	Skipped string `json:"skipped,omitempty"`
	// Tried counts the tests or the cases that were run; of other stages it is 0.
	Tried int `json:"tried,omitempty"`
}

// Sound reports whether nothing is to be corrected and no stage was skipped.
func (r *CheckReport) Sound() bool {
	return len(r.Findings) == 0 && !slices.ContainsFunc(r.Stages, func(s StageReport) bool { return s.Skipped != "" })
}

// CheckAll checks a tree, stage by stage, and returns one report. A tree that is in a bad way is no error: it has findings,
// and stages that could not run.
func CheckAll(ctx context.Context, tree Tree, options Options) (*CheckReport, error) {
	only := options.Only
	if len(only) == 0 {
		only = Stages
	}
	for _, name := range only {
		if !slices.Contains(Stages, name) {
			return nil, fmt.Errorf("there is no stage %q of the checks", name)
		}
	}
	c := &check{tree: tree, seed: options.Seed}
	loaded := c.load(ctx)
	report := &CheckReport{Findings: []Finding{}}
	done := 0
	tell := func(stage string) {
		if options.Progress != nil {
			options.Progress(Progress{Stage: stage, Done: done, Of: len(only)})
		}
	}
	for _, s := range c.stages(loaded) {
		if !slices.Contains(only, s.name) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		tell(s.name)
		c.tried = 0
		found, skipped, err := s.run(ctx)
		if err != nil {
			return nil, fmt.Errorf("checking the %s: %w", s.name, err)
		}
		found = inOrder(found)
		report.Stages = append(report.Stages, StageReport{s.name, len(found), skipped, c.tried})
		report.Findings = append(report.Findings, found...)
		done++
	}
	tell("")
	report.Findings = inOrder(report.Findings)
	return report, ctx.Err()
}

// check is a tree under check, with as much of it as could be made out.
type check struct {
	tree  Tree
	seed  uint64
	tried int // by the stage that runs

	set     *engine.Set // nil where the program would not load the tree
	corpus  *corpus.Corpus
	params  map[string]*corpus.Parameter
	facts   *facts.Schema
	schema  *schema
	law     *ast.Compiler          // of the policies without the tests; nil where they do not compile
	modules map[string]*ast.Module // of the policies, with references resolved and nothing rewritten; nil as law
	tests   map[string]*ast.Module // as parsed
	cases   []Case

	byPlace map[string][]*ast.Rule            // rules of modules
	queries map[string]rego.PreparedEvalQuery // by text
}

// stage is a part of a check: it returns findings, or why it cannot run.
type stage struct {
	name string
	run  func(context.Context) (found []Finding, skipped string, err error)
}

// The reasons for which a stage cannot run.
const (
	notLoaded   = "the policies do not load"
	notCompiled = "the Rego does not compile"
	noCorpus    = "the norms do not load"
)

func (c *check) stages(loaded []Finding) []stage {
	needs := func(there bool, reason string, run func(context.Context) ([]Finding, error)) func(context.Context) ([]Finding, string, error) {
		return func(ctx context.Context) ([]Finding, string, error) {
			if !there {
				return nil, reason, nil
			}
			found, err := run(ctx)
			return found, "", err
		}
	}
	return []stage{
		{StageLoad, needs(true, "", func(context.Context) ([]Finding, error) { return loaded, nil })},
		{StageLint, needs(c.law != nil, notCompiled, c.lint)},
		{StageLedger, needs(c.set != nil, notLoaded, c.ledger)},
		{StageParameters, needs(c.law != nil && c.corpus != nil && c.params != nil, notCompiled, c.parameters)},
		{StageFormat, needs(true, "", func(context.Context) ([]Finding, error) { return checkFormat(c.tree.Policies) })},
		{StagePrecedence, needs(c.set != nil, notLoaded, c.precedence)},
		{StageTests, needs(c.law != nil, notCompiled, c.runTests)},
		{StageCases, needs(c.set != nil, notLoaded, c.runCases)},
		{StageProperties, needs(c.set != nil, notLoaded, c.properties)},
	}
}

// load reads the tree as the program does, and again in parts, since what is sound of a tree that does not load is checked
// all the same. It returns what is wrong with it.
func (c *check) load(ctx context.Context) []Finding {
	var problems []error
	var err error
	if c.set, err = engine.Load(ctx, c.tree.Policies, nil); err != nil {
		c.set = nil
		problems = append(problems, err)
	}
	if c.cases, err = ReadCases(c.tree.Cases); err != nil {
		problems = append(problems, err)
	}
	// What follows fails only where the load did, which has told why.
	c.corpus, _ = corpus.Load(c.tree.Policies)
	c.params, _ = corpus.LoadParams(c.tree.Policies)
	c.compile()
	return c.placed(findings(errors.Join(problems...)))
}
