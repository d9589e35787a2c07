// Package mutation tests the tests of the law: it changes the policies in one small place at a time and finds the changes that
// no Rego test and no case notices.
package mutation

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"

	"deferido/internal/corpus"
	"deferido/internal/engine"
)

// Mutant is one change of one place of a policy.
type Mutant struct {
	// ID is made of the file, the rule, the place within the rule and the change: an edit elsewhere leaves it as it is.
	ID     string `json:"id"`
	File   string `json:"file"` // within the tree
	Line   int    `json:"line"` // from 1
	Column int    `json:"column"`
	Kind   Kind   `json:"kind"`
	Rule   string `json:"rule"`   // "grant.when.in_time"
	Before string `json:"before"` // what stands there; empty where something is only added
	After  string `json:"after"`  // what stands there instead
	Provision

	offset  int // of Before in the file, in bytes
	ordinal int // of the rule among those of its module
}

// Provision is what a rule speaks of: the provision that its METADATA cites, or that of the condition that it serves. A rule
// of an article that serves none speaks of the article. What is no article, as in lib and decision, has none.
type Provision struct {
	Norm     string `json:"norm,omitempty"`     // folder
	Fragment string `json:"fragment,omitempty"` // art39_par2_inc1
	URN      string `json:"urn,omitempty"`
	Label    string `json:"label,omitempty"` // "Decreto nº 9.921/2019, art. 39, § 2º, I"
}

// Kind is a sort of change.
type Kind string

// The kinds of changes.
const (
	Comparison Kind = "comparison" // <= for <, == for !=
	Number     Kind = "number"     // one more or one less; of a date, a day
	Boolean    Kind = "boolean"    // true for false
	Text       Kind = "text"       // another value of its enum, or none
	Operator   Kind = "operator"   // + for -, | for &, min for max
	Member     Kind = "member"     // an element of a set, list or object dropped: a condition of a way, a way of a requirement
	Order      Kind = "order"      // two ways of a requirement swapped
	// An expression of a body dropped. Where it has variables or imports, which must stay in use, a list stands for it that is
	// there whether it holds or not.
	Condition  Kind = "condition"
	Negation   Kind = "negation"   // a not dropped
	Quantifier Kind = "quantifier" // some for every
	Truth      Kind = "truth"      // a condition that is always met, or never
	Rule       Kind = "rule"       // a rule that never holds, as if it were not there
)

// At is where a mutant stands and what it changes: "norms/x/art_1.rego:12:34: grant.when.in_time: <= → <".
func (m *Mutant) At() string {
	return fmt.Sprintf("%s:%d:%d: %s: %s", m.File, m.Line, m.Column, m.Rule, m.Change())
}

// Change is the change on one line.
func (m *Mutant) Change() string { return onLine(m.Before) + " → " + onLine(m.After) }

// onLine is Rego on one line: long bodies only where they begin and end.
func onLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	const long, ends = 80, 35
	if r := []rune(text); len(r) > long {
		text = string(r[:ends]) + " … " + string(r[len(r)-ends:])
	}
	if text == "" {
		return "∅"
	}
	return text
}

// apply is the source of the file with the change.
func (m *Mutant) apply(source string) string {
	return source[:m.offset] + m.After + source[m.offset+len(m.Before):]
}

// identify sets the id. start is where the rule begins; twin counts the rules before it that have the same name.
func (m *Mutant) identify(start, twin int) {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s %d\n%d\n%s\n%s", m.File, m.Rule, twin, m.offset-start, m.Before, m.After))
	m.ID = hex.EncodeToString(sum[:6])
}

// Mutants are all changes of the policies of a tree that are worth a test, by file, then by place. Their order and ids are
// the same for the same files. A change that leaves the syntax tree as it was is none.
func Mutants(tree fs.FS) ([]Mutant, error) {
	modules, err := engine.ParseModules(tree, false)
	if err != nil {
		return nil, fmt.Errorf("parsing the policies: %w", err)
	}
	texts, err := corpus.Load(tree)
	if err != nil {
		return nil, fmt.Errorf("reading the texts: %w", err)
	}
	words, err := vocabulary(tree)
	if err != nil {
		return nil, err
	}
	var all []Mutant
	for name, module := range modules {
		source, err := fs.ReadFile(tree, name)
		if err != nil {
			return nil, err
		}
		found, err := inModule(name, string(source), module, words)
		if err != nil {
			return nil, err
		}
		cited := citations(texts, name, module)
		for i := range found {
			found[i].Provision = cited[found[i].ordinal]
		}
		all = append(all, found...)
	}
	slices.SortFunc(all, func(a, b Mutant) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.offset, b.offset), cmp.Compare(len(a.Before), len(b.Before)), cmp.Compare(a.After, b.After))
	})
	return all, nil
}

// Filter picks mutants. Its zero fields take all.
type Filter struct {
	Provision string // a fragment, with all that stands below it, or a URN
	File      string // within the tree, or a folder of it
	Sample    int    // how many, by chance; 0 for all
	Seed      uint64 // of the chance: the same seed picks the same
}

// Select is what a filter takes of mutants, in their order.
func (f Filter) Select(all []Mutant) []Mutant {
	var chosen []Mutant
	for _, m := range all {
		if f.takes(&m) {
			chosen = append(chosen, m)
		}
	}
	if f.Sample <= 0 || f.Sample >= len(chosen) {
		return chosen
	}
	picked := rand.New(rand.NewPCG(f.Seed, 0)).Perm(len(chosen))[:f.Sample]
	slices.Sort(picked)
	sample := make([]Mutant, f.Sample)
	for i, at := range picked {
		sample[i] = chosen[at]
	}
	return sample
}

func (f Filter) takes(m *Mutant) bool {
	inFile := f.File == "" || m.File == f.File || strings.HasPrefix(m.File, strings.TrimSuffix(f.File, "/")+"/")
	return inFile && (within(f.Provision, m.Fragment) || within(f.Provision, m.URN))
}

// within reports whether a name is that of a whole or of a part of it.
func within(whole, name string) bool {
	return whole == "" || name == whole || strings.HasPrefix(name, whole+"_")
}
