package mutation

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"deferido/internal/engine"
	"deferido/internal/revision"
)

// Outcome is what became of a mutant.
type Outcome string

// What becomes of a mutant.
const (
	Killed   Outcome = "killed"   // a test or a case notices it
	Survived Outcome = "survived" // none does
	Refused  Outcome = "refused"  // the load of the policies does: it is no law, and not counted
)

// Verdict is what became of one mutant.
type Verdict struct {
	Mutant
	Outcome Outcome `json:"outcome"`
	By      string  `json:"by,omitempty"` // the test ("lib/settle_test.rego: test_…") or case that notices it; why the load refuses it
}

// Options say which mutants are run, and how.
type Options struct {
	Filter
	Parallel int                   // how many at once; 0 is one
	Progress func(done, total int) // called after each mutant, by one goroutine at a time; nil for none
}

// Report is how the mutants of a policy set fared.
type Report struct {
	Revision string    `json:"policies"`
	Made     int       `json:"mutants"`  // that the policies have; a filter leaves some of them out
	Verdicts []Verdict `json:"verdicts"` // in the order of Mutants
}

// Count counts the mutants of an outcome.
func (r *Report) Count(o Outcome) int {
	n := 0
	for _, v := range r.Verdicts {
		if v.Outcome == o {
			n++
		}
	}
	return n
}

// Survivors are the mutants that nothing notices.
func (r *Report) Survivors() []Verdict {
	var all []Verdict
	for _, v := range r.Verdicts {
		if v.Outcome == Survived {
			all = append(all, v)
		}
	}
	return all
}

// ByProvision are the survivors by provision, in the order of their labels; those of none come first, by file.
func (r *Report) ByProvision() []Verdict {
	all := r.Survivors()
	slices.SortStableFunc(all, func(a, b Verdict) int { return strings.Compare(a.Label, b.Label) })
	return all
}

// Score is the share of the mutants that are noticed among those that the load takes; 1 where there are none.
func (r *Report) Score() float64 { return score(r.Count(Killed), r.Count(Survived)) }

func score(killed, survived int) float64 {
	if survived == 0 {
		return 1
	}
	return float64(killed) / float64(killed+survived)
}

// Run changes the policies of a tree in one place after another and looks for a Rego test or a case (cases/<id>.json in their
// tree; nil for none) that notices. The tests and cases must hold before.
func Run(ctx context.Context, tree, cases fs.FS, o Options) (*Report, error) {
	made, err := Mutants(tree)
	if err != nil {
		return nil, err
	}
	chosen := o.Select(made)
	r := &Report{Made: len(made), Verdicts: make([]Verdict, len(chosen))}
	if r.Revision, err = engine.Revision(tree); err != nil {
		return nil, err
	}
	if len(chosen) == 0 {
		return r, nil
	}
	first, err := newCourt(ctx, tree, cases)
	if err != nil {
		return nil, err
	}
	courts := []*court{first}
	for range min(o.Parallel, len(chosen)) - 1 {
		next, err := first.another()
		if err != nil {
			return nil, err
		}
		courts = append(courts, next)
	}
	return r, judge(ctx, courts, chosen, r.Verdicts, o.Progress)
}

// judge lets courts judge mutants beside each other.
func judge(ctx context.Context, courts []*court, mutants []Mutant, verdicts []Verdict, progress func(done, total int)) error {
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	var mu sync.Mutex
	done := 0
	for _, c := range courts {
		group.Go(func() error {
			for i := next.Add(1) - 1; i < int64(len(mutants)); i = next.Add(1) - 1 {
				v, err := c.judge(ctx, &mutants[i])
				if err != nil {
					return fmt.Errorf("%s: %w", mutants[i].At(), err)
				}
				mu.Lock()
				verdicts[i] = v
				if done++; progress != nil {
					progress(done, len(mutants))
				}
				mu.Unlock()
			}
			return nil
		})
	}
	return group.Wait()
}

// court judges mutants, one at a time.
type court struct {
	tree    fs.FS
	loading *loading
	suite   *suite
	cases   []revision.Case
}

func newCourt(ctx context.Context, tree, cases fs.FS) (*court, error) {
	c := &court{tree: tree}
	var err error
	if c.loading, err = newLoading(tree); err != nil {
		return nil, err
	}
	if c.suite, err = newSuite(ctx, tree); err != nil {
		return nil, err
	}
	if c.cases, err = revision.ReadCases(cases); err != nil {
		return nil, err
	}
	law, err := engine.Load(ctx, tree, nil)
	if err != nil {
		return nil, fmt.Errorf("loading the policies: %w", err)
	}
	failed, err := failing(ctx, law, c.cases)
	if failed != "" && err == nil {
		err = fmt.Errorf("case %s fails before anything is changed", failed)
	}
	return c, err
}

// another is a court that can sit beside this one.
func (c *court) another() (*court, error) {
	other := *c
	var err error
	other.suite, err = c.suite.another(c.tree)
	return &other, err
}

// judge finds what becomes of a mutant. What no Rego test notices is loaded whole, and put before the cases.
func (c *court) judge(ctx context.Context, m *Mutant) (Verdict, error) {
	v := Verdict{Mutant: *m, Outcome: Refused}
	rule, err := c.loading.rule(m)
	var refused *refusal
	if errors.As(err, &refused) {
		v.By = refused.Error()
		return v, nil
	}
	if err != nil {
		return v, err
	}
	test, err := c.suite.kill(ctx, m, rule)
	if err != nil {
		return v, err
	}
	if test != nil {
		v.Outcome, v.By = Killed, test.file+": "+test.name
		return v, nil
	}
	return c.whole(ctx, v)
}

// whole loads the policies with the mutant and puts them before the cases.
func (c *court) whole(ctx context.Context, v Verdict) (Verdict, error) {
	source, err := fs.ReadFile(c.tree, v.File)
	if err != nil {
		return v, err
	}
	law, err := engine.Load(ctx, with{c.tree, v.File, v.apply(string(source))}, nil)
	if ctx.Err() != nil {
		return v, ctx.Err()
	}
	if err != nil {
		v.By = err.Error()
		return v, nil
	}
	failed, err := failing(ctx, law, c.cases)
	v.Outcome = Survived
	if failed != "" {
		v.Outcome, v.By = Killed, "case "+failed
	}
	return v, err
}
