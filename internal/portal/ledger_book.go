package portal

import (
	"context"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"deferido/internal/corpus"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/revision"
)

// book is what the ledger tells of a policy set to whoever asks: every provision with its rules, cases and tests, and which cases
// show a dispute or rest on a reading. It does not change once made.
type book struct {
	set   *engine.Set
	tree  fs.FS
	rows  []*bookRow // in document order
	byURN map[string]*bookRow
	cases []*bookCase // by id
	index []hit       // what a search looks through
}

// bookRow is a provision, or a passage of commentary, whose URN is empty.
type bookRow struct {
	corpus.Row
	Provision  *corpus.Provision
	Title      string // of the norm
	Short      string // within the norm: "art. 39, § 2º, I"; of commentary empty
	Rules      []bookRule
	Cases      int
	Tests      int      // of the articles whose rules speak of it
	Disputes   []string // ids
	Readings   []string // ids
	Parameters []string // names
	folded     string   // what a filter by text looks through
}

// bookRule is a rule that speaks of a provision.
type bookRule struct {
	*decision.Rule
	decision.RuleOf
}

// in is the title of the rule in a language; what has none in English is Portuguese.
func (r bookRule) in(lang string) (title string, foreign bool) {
	if lang == english && r.Rule.Title.EN != "" {
		return r.Rule.Title.EN, false
	}
	return r.Rule.Title.PT, lang == english
}

// bookCase is a case as the set answers it.
type bookCase struct {
	*revision.Case
	Question      string
	Text, CaseLaw string // outcomes
	Contested     bool
	Disputes      []string // ids of those that touch the answer
	Readings      []string // ids of those that it rests on
}

// books are the books of the policy sets that are read, each made once.
type books struct {
	mu   sync.Mutex
	made map[string]*oneBook // by revision
}

type oneBook struct {
	mu sync.Mutex
	of *book
}

// booksKept bounds the books that are kept.
const booksKept = 4

// bookLimit is how long making a book may take: whoever asks first may go, it is made for the next one too.
const bookLimit = time.Minute

// book is that of a set.
func (p *Portal) book(ctx context.Context, set *engine.Set) (*book, error) {
	one := p.books.one(set.Revision())
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.of != nil {
		return one.of, nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), bookLimit)
	defer cancel()
	tree, err := p.Sets.Tree(ctx, set.Revision())
	if err != nil {
		return nil, fmt.Errorf("reading the files of the ledger: %w", err)
	}
	service := &decision.Service{Now: p.Now, Reading: decision.ReadingText, Program: p.Version}
	one.of, err = makeBook(ctx, service, set, tree)
	return one.of, err
}

func (b *books) one(revision string) *oneBook {
	b.mu.Lock()
	defer b.mu.Unlock()
	one := b.made[revision]
	if one == nil {
		if len(b.made) >= booksKept {
			clear(b.made)
		}
		one = &oneBook{}
		if b.made == nil {
			b.made = map[string]*oneBook{}
		}
		b.made[revision] = one
	}
	return one
}

func makeBook(ctx context.Context, service *decision.Service, set *engine.Set, tree fs.FS) (*book, error) {
	b := &book{set: set, tree: tree, byURN: map[string]*bookRow{}}
	tests, err := countTests(tree)
	if err != nil {
		return nil, err
	}
	for _, row := range set.Corpus().Ledger() {
		r := &bookRow{Row: row}
		norm, _ := set.Corpus().Norm(row.Norm)
		r.Title = norm.Title
		if row.URN != "" {
			r.Provision, _ = set.Corpus().Provision(row.Norm, row.Fragment)
			r.Short = r.Provision.Fragment.Label()
			b.describe(r, tests)
			b.byURN[row.URN] = r
		}
		r.folded = fold(r.told()).text
		b.rows = append(b.rows, r)
	}
	b.noteDisputes()
	if err := b.decideCases(ctx, service); err != nil {
		return nil, err
	}
	b.index = b.indexed()
	return b, nil
}

// describe notes what speaks of a provision.
func (b *book) describe(r *bookRow, tests map[string]int) {
	articles := map[string]bool{}
	r.Rules = b.rulesOf(b.set.RulesOf(r.Norm, r.Fragment))
	for _, rule := range r.Rules {
		if !articles[rule.Article] {
			r.Tests += tests[rule.Article]
		}
		articles[rule.Article] = true
		for _, id := range splitReadings(rule.Reading) {
			r.Readings = appendOnce(r.Readings, id)
		}
	}
	slices.Sort(r.Readings)
	for _, p := range b.set.ParametersOf(r.Norm, r.Fragment) {
		r.Parameters = append(r.Parameters, p.Name)
	}
	r.Cases = len(b.set.Cases(r.URN))
}

// told is all that the ledger says of a row in words.
func (r *bookRow) told() string {
	said := []string{r.Label, r.Note}
	if r.Text != nil {
		said = append(said, *r.Text)
	}
	for _, rule := range r.Rules {
		said = append(said, rule.Rule.Title.PT, rule.Rule.Title.EN)
	}
	return strings.Join(said, "\n")
}

// splitReadings are the interpretations that METADATA names: "IR-04, IR-14".
func splitReadings(named string) []string {
	if named == "" {
		return nil
	}
	return strings.Split(named, ", ")
}

func appendOnce[T comparable](all []T, one T) []T {
	if slices.Contains(all, one) {
		return all
	}
	return append(all, one)
}

// disputed are the provisions that a dispute is about, by URN, in document order: those whose conditions it sets aside, those that
// speak in it alone, and those that it names.
func (b *book) disputed(d decision.Dispute) []*bookRow {
	about := map[decision.Provision]bool{}
	for _, rule := range b.rulesOf(slices.Concat(b.set.SetAside(d.Name), b.set.Adds(d.Name))) {
		about[decision.Provision{Norm: rule.Norm, Fragment: rule.Fragment}] = true
	}
	for _, p := range d.Provisions {
		about[p] = true
	}
	var rows []*bookRow
	for _, r := range b.rows {
		if r.URN != "" && about[decision.Provision{Norm: r.Norm, Fragment: r.Fragment}] {
			rows = append(rows, r)
		}
	}
	return rows
}

func (b *book) noteDisputes() {
	for _, d := range b.set.Disputes() {
		for _, r := range b.disputed(d) {
			r.Disputes = appendOnce(r.Disputes, d.ID)
		}
	}
}

// testName begins a test in Rego.
var testName = regexp.MustCompile(`(?m)^test_\w+`)

// countTests counts the tests of each article, by its id: "decreto_9921_2019.art_39", "disputes.toll".
func countTests(tree fs.FS) (map[string]int, error) {
	counts := map[string]int{}
	for _, pattern := range []string{"norms/*/*_test.rego", "disputes/*_test.rego"} {
		names, err := fs.Glob(tree, pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			content, err := fs.ReadFile(tree, name)
			if err != nil {
				return nil, fmt.Errorf("reading the tests: %w", err)
			}
			id := strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(name, "norms/"), "_test.rego"), "/", ".")
			counts[id] = len(testName.FindAll(content, -1))
		}
	}
	return counts, nil
}
