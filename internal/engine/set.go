package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/civil"
	"deferido/internal/corpus"
	"deferido/internal/decision"
	"deferido/internal/engine/plan"
	"deferido/internal/facts"
)

// Set is one policy set, compiled: the law of a whole policies tree. It never changes and is safe for concurrent use. It is
// a decision.Law.
type Set struct {
	revision  string
	corpus    *corpus.Corpus
	params    map[string]*corpus.Parameter
	schema    *facts.Schema
	source    []byte // of the schema
	results   []byte // their schema
	compiler  *ast.Compiler
	evaluator Evaluator

	questions       []decision.Question
	disputes        map[string]decision.Dispute
	interpretations []corpus.Interpretation
	rules           map[ruleKey]*decision.Rule
	reads           map[ruleKey][]string
	about           map[ruleKey][]string
	facts, tested   map[string][]string // by question
	inputRefs       map[string]ast.Ref
	cited           map[string][]decision.RuleOf // by norm and fragment
	cases           map[string][]string          // ids, by URN
	bodies          map[ruleKey][]*ast.Rule      // compiled
	aside           map[string][]decision.RuleOf // conditions that a dispute sets aside, by its name
	dated           map[ruleKey][]string         // the dated parameters that each rests on, sorted

	mu       sync.RWMutex
	contexts map[civil.Date]*facts.Context
}

var _ decision.Law = (*Set)(nil)

// Load compiles a policy set: a policies tree, and the cases (cases/<id>.json in their tree; nil for none) that say what it
// must answer. It returns every problem found, joined, each with its file.
func Load(ctx context.Context, fsys, cases fs.FS) (*Set, error) {
	s := &Set{
		disputes: map[string]decision.Dispute{}, rules: map[ruleKey]*decision.Rule{}, reads: map[ruleKey][]string{}, about: map[ruleKey][]string{},
		facts: map[string][]string{}, tested: map[string][]string{},
		inputRefs: map[string]ast.Ref{}, cited: map[string][]decision.RuleOf{}, contexts: map[civil.Date]*facts.Context{},
		bodies: map[ruleKey][]*ast.Rule{}, dated: map[ruleKey][]string{}, aside: map[string][]decision.RuleOf{},
	}
	if err := errors.Join(s.readTree(fsys, cases), s.readCompiled(fsys)); err != nil {
		return nil, err
	}
	return s, s.prepare(ctx)
}

// readTree reads what is not Rego.
func (s *Set) readTree(fsys, cases fs.FS) error {
	var errs [7]error
	s.corpus, errs[0] = corpus.Load(fsys)
	s.params, errs[1] = corpus.LoadParams(fsys)
	s.source, errs[2] = fs.ReadFile(fsys, SchemaFile)
	s.revision, errs[3] = Revision(fsys, cases)
	s.cases, errs[4] = readCases(cases)
	s.interpretations, errs[5] = corpus.LoadInterpretations(fsys)
	s.results, errs[6] = fs.ReadFile(fsys, ResultsFile)
	return errors.Join(errs[:]...)
}

// readCompiled compiles the Rego and reads what it declares.
func (s *Set) readCompiled(fsys fs.FS) error {
	if s.corpus == nil || s.source == nil {
		return nil // reported already; nothing can be checked against it
	}
	var err error
	var parsed map[string]*ast.Module
	if s.compiler, parsed, err = compile(fsys, s.source); err != nil {
		return err
	}
	if err := s.readDeclarations(); err != nil {
		return err
	}
	names := make([]string, len(s.questions))
	for i, q := range s.questions {
		names[i] = q.Name
	}
	if s.schema, err = facts.Load(s.source, names); err != nil {
		return fmt.Errorf("%s: %w", SchemaFile, err)
	}
	err = errors.Join(s.readRules(), s.readReads())
	s.indexCited()
	s.indexBodies()
	s.indexAside(parsed)
	return err
}

// readDeclarations reads the METADATA of the questions and of the disputes.
func (s *Set) readDeclarations() error {
	var problems []error
	for _, ref := range s.compiler.GetAnnotationSet().Flatten() {
		if ref.Annotations == nil || len(ref.Path) < 3 {
			continue
		}
		branch, _ := ref.Path[1].Value.(ast.String)
		name, _ := ref.Path[2].Value.(ast.String)
		custom := ref.Annotations.Custom
		var err error
		switch {
		case branch == "decision" && custom["question"] != nil:
			var q decision.Question
			q, err = question(ref.Annotations.Title, custom)
			s.questions = append(s.questions, q)
		case branch == "disputes" && custom["id"] != nil:
			var d decision.Dispute
			d, err = dispute(ref.Annotations.Title, custom)
			d.Name, d.Description = string(name), strings.TrimSpace(ref.Annotations.Description)
			s.disputes[d.Name] = d
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s:%d: %w", ref.Location.File, ref.Location.Row, err))
		}
	}
	slices.SortFunc(s.questions, func(a, b decision.Question) int { return strings.Compare(a.Name, b.Name) })
	return errors.Join(problems...)
}

func question(title string, custom map[string]any) (decision.Question, error) {
	q := decision.Question{Title: decision.Sentence{PT: title}}
	q.Title.EN, _ = custom["title_en"].(string)
	q.Name, _ = custom["question"].(string)
	q.Clock, _ = custom["clock"].(string)
	q.Reading, _ = custom["reading"].(string)
	first, ok := custom["first"].([]any)
	for _, fact := range first {
		pointer, isText := fact.(string)
		ok = ok && isText
		q.First = append(q.First, pointer)
	}
	if q.Name == "" || q.Clock == "" || q.Title.EN == "" || !ok || len(custom) != 5 || q.Reading == "" {
		return q, errors.New("a question declares custom.question, title_en, clock, first and reading, and nothing else")
	}
	return q, nil
}

func dispute(title string, custom map[string]any) (decision.Dispute, error) {
	d := decision.Dispute{Title: title}
	for key, to := range map[string]*string{"id": &d.ID, "grade": &d.Grade} {
		if *to, _ = custom[key].(string); *to == "" {
			return d, fmt.Errorf("a dispute declares custom.%s", key)
		}
	}
	for key, to := range map[string]*decision.Sentence{"court": &d.Court, "case": &d.Case, "finality": &d.Finality} {
		var ok bool
		if *to, ok = bilingual(custom[key]); !ok {
			return d, fmt.Errorf("a dispute declares custom.%s in pt-BR and in en", key)
		}
	}
	d.Date, _ = custom["date"].(string)
	provisions, _ := custom["provisions"].([]any)
	for _, p := range provisions {
		entry, _ := p.(map[string]any)
		norm, _ := entry["norm"].(string)
		fragment, _ := entry["provision"].(string)
		d.Provisions = append(d.Provisions, decision.Provision{Norm: norm, Fragment: fragment})
	}
	return d, nil
}

// The rules of a question that the program evaluates.
func answerOf(question string) string      { return "decision." + question }
func turningOf(question string) string     { return "decision.turning." + question }
func explanationOf(question string) string { return "decision.explanations." + question }

// prepare readies every rule that the program evaluates.
func (s *Set) prepare(ctx context.Context) error {
	var err error
	s.evaluator, err = Planned(ctx, s.compiler, s.evaluated())
	if errors.Is(err, plan.ErrUnsupported) {
		s.evaluator, err = Topdown(ctx, s.compiler, s.evaluated())
	}
	return err
}

// evaluated are the rules that the program evaluates.
func (s *Set) evaluated() []string {
	var rules []string
	for _, q := range s.questions {
		rules = append(rules, answerOf(q.Name), turningOf(q.Name), explanationOf(q.Name))
	}
	return rules
}

// WithTopdown is the same set evaluated by OPA's interpreter: the oracle of the compiled plans.
func (s *Set) WithTopdown(ctx context.Context) (*Set, error) {
	evaluator, err := Topdown(ctx, s.compiler, s.evaluated())
	if err != nil {
		return nil, err
	}
	return &Set{
		revision: s.revision, corpus: s.corpus, params: s.params, schema: s.schema, source: s.source, compiler: s.compiler,
		evaluator: evaluator, questions: s.questions, disputes: s.disputes, rules: s.rules, reads: s.reads, about: s.about, facts: s.facts, tested: s.tested,
		cited: s.cited, cases: s.cases, interpretations: s.interpretations, results: s.results, bodies: s.bodies, dated: s.dated, aside: s.aside,
		contexts: map[civil.Date]*facts.Context{},
	}, nil
}
