// Package edition is the annotated edition of the law: each article as it stands on a day, beside what the rules of a policy
// set make of it. It tells which words became which test, with which number, on which reading, defended by which cases, and
// of a provision without a rule what it is and why. It reads; it decides nothing and draws no page.
package edition

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sync"

	"deferido/internal/civil"
	"deferido/internal/corpus"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/revision"
)

// Edition is the annotated edition of one policy set. It does not change once made and is safe for concurrent use; what it
// hands out by pointer is not to be changed either.
type Edition struct {
	set        *engine.Set
	tree       fs.FS
	law        *corpus.Corpus
	parameters map[string]*corpus.Parameter
	schema     *schema
	rules      *rulebook
	disputed   map[ruleID][]decision.Dispute
	cases      map[string]*Case
	articles   map[articleID]*article
	breaks     []civil.Date // the days on which anything changes, ascending

	mu   sync.Mutex
	kept map[epochID]*Article
}

// articleID names an article: the folder of its norm and the name of its file, art_39.
type articleID struct{ norm, name string }

// epochID names an article over the days between two breaks: they are told alike.
type epochID struct {
	articleID
	epoch int
}

// articlesKept bounds the articles that are kept as they were told. A reader can ask for any day.
const articlesKept = 512

// New makes the edition of a set, whose files are the tree, its cases in the folder cases. It decides every case once, so it
// is to be made once for each set.
func New(ctx context.Context, set *engine.Set, tree fs.FS) (*Edition, error) {
	e := &Edition{set: set, tree: tree, law: set.Corpus(), articles: map[articleID]*article{}, kept: map[epochID]*Article{}}
	var err error
	if e.parameters, err = corpus.LoadParams(tree); err != nil {
		return nil, fmt.Errorf("the edition's parameters: %w", err)
	}
	if e.schema, err = readSchema(set); err != nil {
		return nil, fmt.Errorf("the edition's facts: %w", err)
	}
	if e.rules, err = readRules(tree); err != nil {
		return nil, fmt.Errorf("the edition's rules: %w", err)
	}
	if e.cases, err = e.judged(ctx, tree); err != nil {
		return nil, fmt.Errorf("the edition's cases: %w", err)
	}
	e.disputed = e.disputes()
	e.readArticles()
	e.breaks = e.breakDays()
	return e, nil
}

// Set is the set whose edition it is.
func (e *Edition) Set() *engine.Set { return e.set }

// Tree are the files of the set, its cases in the folder cases.
func (e *Edition) Tree() fs.FS { return e.tree }

// judged decides the cases of a tree and keeps them by id.
func (e *Edition) judged(ctx context.Context, tree fs.FS) (map[string]*Case, error) {
	cases, err := revision.ReadCases(tree)
	if err != nil {
		return nil, err
	}
	all := map[string]*Case{}
	for i := range cases {
		result, err := cases[i].Run(ctx, e.set)
		if err != nil {
			return nil, err
		}
		all[cases[i].ID] = &Case{Case: &cases[i], Question: questionOf(cases[i].Request), Result: result}
	}
	return all, nil
}

// breakDays are the days on which a wording, an act or a parameter begins, or the day after one ended.
func (e *Edition) breakDays() []civil.Date {
	days := map[civil.Date]bool{}
	end := func(until *civil.Date) {
		if until == nil {
			return
		}
		if next, ok := civil.FromDays(until.Days() + 1); ok {
			days[next] = true
		}
	}
	for _, n := range e.law.Norms() {
		days[n.InForce.From.Date] = true
		if n.InForce.Until != nil {
			end(&n.InForce.Until.Date)
		}
		if n.PublishedOn != nil {
			days[n.PublishedOn.Date] = true
		}
		for _, p := range n.Provisions {
			for _, v := range p.Versions {
				days[v.From] = true
				end(v.Until)
			}
		}
	}
	for _, p := range e.parameters {
		for i, v := range p.Values {
			days[v.From] = true
			if next, err := civil.New(v.From.Year()+1, 1, 1); err == nil && i == len(p.Values)-1 { // from then on it may be out of date
				days[next] = true
			}
		}
	}
	for _, d := range e.rules.namedDays() {
		days[d] = true
	}
	return slices.SortedFunc(maps.Keys(days), civil.Date.Compare)
}

// epoch counts the breaks up to a day.
func (e *Edition) epoch(day civil.Date) int {
	n, exact := slices.BinarySearchFunc(e.breaks, day, civil.Date.Compare)
	if exact {
		n++
	}
	return n
}

// Article is an article as it stands on a day, named by the folder of its norm and its file: "art_39". It is false where the
// law held has no such article.
func (e *Edition) Article(norm, name string, day civil.Date) (*Article, bool) {
	of := e.articles[articleID{norm, name}]
	if of == nil {
		return nil, false
	}
	id := epochID{of.id, e.epoch(day)}
	e.mu.Lock()
	told := e.kept[id]
	e.mu.Unlock()
	if told == nil {
		told = e.tell(of, day)
		told.Epoch = id.epoch
		e.mu.Lock()
		if len(e.kept) >= articlesKept {
			clear(e.kept)
		}
		e.kept[id] = told
		e.mu.Unlock()
	}
	today := *told
	today.Day = day
	return &today, true
}

// Names are the names of a norm's articles, in the order of the text.
func (e *Edition) Names(norm string) []string {
	n, known := e.law.Norm(norm)
	if !known {
		return nil
	}
	var names []string
	for _, p := range n.Provisions {
		if name := p.Fragment.ArticleName(); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
