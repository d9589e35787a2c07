package edition_test

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"deferido/fixtures"
	"deferido/internal/civil"
	"deferido/internal/decision"
	"deferido/internal/edition"
	"deferido/internal/engine"
	"deferido/policies"
)

var update = flag.Bool("update", false, "write the golden files anew")

// set is the embedded policy set, tree its files, law its edition.
var (
	set  *engine.Set
	tree fs.FS
	law  *edition.Edition
)

func TestMain(m *testing.M) {
	flag.Parse()
	if err := load(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func load() error {
	ctx := context.Background()
	var err error
	if set, err = engine.Load(ctx, policies.FS, fixtures.FS); err != nil {
		return err
	}
	archive, err := engine.Archive(policies.FS, fixtures.FS)
	if err != nil {
		return err
	}
	if tree, err = engine.OpenArchive(archive, set.Revision()); err != nil {
		return err
	}
	law, err = edition.New(ctx, set, tree)
	return err
}

func on(t testing.TB, text string) civil.Date {
	t.Helper()
	d, err := civil.ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// days are days of every time of the law held: before any, at each turn, and long after.
var days = []string{
	"1999-01-01", "2003-12-31", "2004-01-01", "2006-10-18", "2006-10-19", "2006-10-25", "2014-02-02", "2015-12-01", "2015-12-08", "2015-12-09",
	"2018-06-01", "2019-07-18", "2019-07-19", "2019-10-30", "2019-10-31", "2019-11-15", "2019-11-16", "2022-07-24", "2022-07-25", "2025-12-17",
	"2025-12-18", "2026-12-12", "2027-01-01", "2099-12-31",
}

// each gives every article of the law on every one of the days.
func each(t *testing.T, do func(a *edition.Article)) {
	t.Helper()
	seen := 0
	for _, n := range set.Corpus().Norms() {
		for _, name := range law.Names(n.Folder) {
			for _, day := range days {
				a, ok := law.Article(n.Folder, name, on(t, day))
				if !ok {
					t.Fatalf("%s has no %s", n.Folder, name)
				}
				do(a)
				seen++
			}
		}
	}
	if seen < 40*len(days) {
		t.Fatalf("only %d articles and days", seen)
	}
}

func article(t *testing.T, norm, name, day string) *edition.Article {
	t.Helper()
	a, ok := law.Article(norm, name, on(t, day))
	if !ok {
		t.Fatalf("%s has no %s", norm, name)
	}
	return a
}

// golden compares a text with the one that was kept.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got; -update writes it anew):\n%s", file, diff)
	}
}

// The text of a row, its marks taken off, is the line of its file; every quote stands where it is marked.
func TestTextsAreTheLinesOfTheirFilesAndQuotesStandWhereTheyAreMarked(t *testing.T) {
	quotes := 0
	each(t, func(a *edition.Article) {
		for _, r := range a.Rows {
			if r.Text == nil {
				if r.Version != nil && r.Version.Held {
					t.Errorf("%s on %s: the text is held and not shown", r.Provision.Label, a.Day)
				}
				continue
			}
			if line := lineOf(t, r.Version.At.Norm, r.Version.At.File, r.Version.At.Line); r.Text.Whole() != line {
				t.Errorf("%s on %s:\n%q is not\n%q", r.Provision.Label, a.Day, r.Text.Whole(), line)
			}
			for _, g := range r.Groups {
				if g.Number == 0 {
					continue
				}
				quotes++
				if got := marked(r.Text, g.Number); got != g.Quote {
					t.Errorf("%s on %s: %q is marked, %q is quoted", r.Provision.Label, a.Day, got, g.Quote)
				}
			}
		}
	})
	if quotes < 2000 {
		t.Errorf("only %d quotes", quotes)
	}
}

// lineOf is a line of a text file of the policies.
func lineOf(t *testing.T, norm, file string, line int) string {
	t.Helper()
	content, err := fs.ReadFile(tree, "norms/"+norm+"/"+file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(content), "\n")[line-1]
}

// marked is the text that a number marks, up to where it ends.
func marked(text *edition.Text, number int) string {
	var b strings.Builder
	for _, s := range text.Segments {
		for _, n := range s.Marks {
			if n == number {
				b.WriteString(s.Text)
			}
		}
		for _, n := range s.Ends {
			if n == number {
				return b.String()
			}
		}
	}
	return "(it does not end) " + b.String()
}

// Every rule that cites a provision stands in one row, that of its provision; every other one of an article with its article.
func TestEveryRuleStandsOnceInTheRowOfItsProvision(t *testing.T) {
	where := map[edition.Rule][]string{}
	for _, n := range set.Corpus().Norms() {
		for _, name := range law.Names(n.Folder) {
			a := article(t, n.Folder, name, "2026-12-12")
			for _, r := range a.Rows {
				for _, c := range r.Conditions() {
					for _, rule := range c.Rules {
						where[rule] = append(where[rule], r.Provision.URN)
						declared, _ := set.Rule(rule.Question, decision.Name{Article: rule.Article, Name: rule.Name})
						if declared.Norm != n.Folder || declared.Fragment != r.Anchor {
							t.Errorf("%v cites %s %s and stands at %s", rule, declared.Norm, declared.Fragment, r.Provision.URN)
						}
					}
				}
			}
			for _, c := range a.Bare {
				for _, rule := range c.Rules {
					where[rule] = append(where[rule], a.URN)
				}
			}
		}
	}
	cited := 0
	for _, p := range set.Corpus().Provisions() {
		for _, r := range set.RulesOf(p.Norm.Folder, p.Fragment.String()) {
			rule := edition.Rule{Question: r.Question, Article: r.Article, Name: r.Name}
			if got := where[rule]; len(got) != 1 || got[0] != p.URN {
				t.Errorf("%v of %s stands at %v", rule, p.URN, got)
			}
			cited++
		}
	}
	if cited < 250 || len(where) <= cited {
		t.Errorf("%d rules are cited, %d stand anywhere", cited, len(where))
	}
}

// A provision without a rule says what it is, and nothing is counted twice.
func TestNothingIsLeftUntold(t *testing.T) {
	each(t, func(a *edition.Article) {
		c := a.Counts
		if c.Ruled+c.Told != c.Provisions || c.Provisions != len(a.Rows) || c.Texts > c.InForce {
			t.Errorf("%s on %s: %+v", a.Label, a.Day, c)
		}
		for _, r := range a.Rows {
			if !r.Provision.Status.Known() {
				t.Errorf("%s has no status", r.Provision.Label)
			}
		}
	})
}
