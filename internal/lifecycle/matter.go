package lifecycle

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"deferido/internal/corpus"
	"deferido/internal/decision"
	"deferido/internal/engine"
)

// The parts of what is signed, as they are named where they broke.
const (
	PartText       = "text"       // of a provision: its wordings; of a reading: its sentences
	PartRule       = "rule"       // its conditions, the ways that they take part in, and all that both rest on
	PartCases      = "cases"      // the cases that cite it, and the tests of its articles
	PartParameters = "parameters" // the dated parameters and the readings that its rules rest on
)

// Matter is what a signature over a provision covers.
type Matter struct {
	Text       []Piece // its wordings, by first day
	Rule       []Piece // by package and name
	Cases      []Piece // by path
	Parameters []Piece // by name or id
}

// Piece is a part of a matter that has a name of its own.
type Piece struct{ Name, Text string }

// MatterOf is the matter of a provision in a set, whose files are the tree.
func MatterOf(set *engine.Set, tree fs.FS, urn string) (*Matter, error) {
	p, err := provisionOf(set, urn)
	if err != nil {
		return nil, err
	}
	norm, fragment := p.Norm.Folder, p.Fragment.String()
	m := &Matter{Text: wordings(p), Parameters: parametersOf(set, norm, fragment)}
	sources := append(set.Sources(norm, fragment), set.Ways(norm, fragment)...)
	slices.SortFunc(sources, func(a, b engine.Source) int {
		return cmp.Or(strings.Compare(a.Package, b.Package), strings.Compare(a.Text, b.Text))
	})
	for _, s := range slices.Compact(sources) {
		m.Rule = append(m.Rule, Piece{s.Package + "." + s.Name, s.Text})
	}
	m.Cases, err = contents(tree, append(casesOf(set, urn), testsOf(set, norm, fragment)...))
	return m, err
}

func provisionOf(set *engine.Set, urn string) (*corpus.Provision, error) {
	found, held := set.Corpus().ByURN(urn)
	if !held || found.Provision == nil {
		return nil, refused(NoFile, "O acervo não tem dispositivo com esta URN.", "The corpus has no provision of this URN.")
	}
	return found.Provision, nil
}

func wordings(p *corpus.Provision) []Piece {
	var all []Piece
	for _, v := range p.Versions {
		all = append(all, Piece{v.From.String(), v.Text})
	}
	return all
}

// parametersOf are the values of the dated parameters that the rules of a provision rest on, and the readings.
func parametersOf(set *engine.Set, norm, fragment string) []Piece {
	var all []Piece
	for _, p := range set.ParametersOf(norm, fragment) {
		var values strings.Builder
		for _, v := range p.Values {
			fmt.Fprintf(&values, "%s %d %s (%s)\n", v.From, v.Cents, v.Act, v.Grade)
		}
		all = append(all, Piece{p.Name, values.String()})
	}
	var named []string
	for _, r := range set.RulesOf(norm, fragment) {
		if rule, known := set.Rule(r.Question, decision.Name{Article: r.Article, Name: r.Name}); known && rule.Reading != "" {
			named = append(named, strings.Split(rule.Reading, ", ")...)
		}
	}
	for _, i := range set.Interpretations() {
		if slices.Contains(named, i.ID) {
			all = append(all, Piece{i.ID, i.PT + "\n" + i.EN})
		}
	}
	return all
}

// casesOf are the files of the cases that cite a provision.
func casesOf(set *engine.Set, urn string) []string {
	var names []string
	for _, id := range set.Cases(urn) {
		names = append(names, "cases/"+id+".json")
	}
	return names
}

// testsOf are the test files of the articles, and of the disputes, whose rules speak of a provision.
func testsOf(set *engine.Set, norm, fragment string) []string {
	var names []string
	for _, rule := range set.RulesOf(norm, fragment) {
		folder, article, _ := strings.Cut(rule.Article, ".")
		if folder != "disputes" {
			folder = "norms/" + folder
		}
		names = append(names, folder+"/"+article+"_test.rego")
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// contents are files of a tree. One that is not there is no piece: an article need not be tested.
func contents(tree fs.FS, names []string) ([]Piece, error) {
	var all []Piece
	for _, name := range names {
		content, err := fs.ReadFile(tree, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("reading what is signed: %w", err)
		}
		all = append(all, Piece{name, string(content)})
	}
	return all, nil
}

// Parts are what a lawyer signs of a provision, each by its hash.
type Parts struct {
	Text       string `json:"text"`       // its wordings
	Rule       string `json:"rule"`       // its conditions, the ways that they take part in, and all that both rest on
	Cases      string `json:"cases"`      // the cases that cite it, and the tests of its articles
	Parameters string `json:"parameters"` // the dated parameters and the readings that its rules rest on
}

// Parts are the hashes of a matter.
func (m *Matter) Parts() Parts {
	return Parts{Text: hashPieces(m.Text), Rule: hashPieces(m.Rule), Cases: hashPieces(m.Cases), Parameters: hashPieces(m.Parameters)}
}

// PartsOf are the parts of a provision in a set, whose files are the tree.
func PartsOf(set *engine.Set, tree fs.FS, urn string) (Parts, error) {
	m, err := MatterOf(set, tree, urn)
	if err != nil {
		return Parts{}, err
	}
	return m.Parts(), nil
}

func hashPieces(all []Piece) string {
	texts := make([]string, len(all))
	for i, p := range all {
		texts[i] = p.Name + "\n" + p.Text
	}
	return hashAll(texts)
}

func hashAll(texts []string) string { return Hash([]byte(strings.Join(texts, "\x00"))) }

// Fingerprint is one hash of all parts.
func (p Parts) Fingerprint() string { return hashAll([]string{p.Text, p.Rule, p.Cases, p.Parameters}) }

// differ names the parts that are others now.
func (p Parts) differ(now Parts) []string {
	return differing([]part{{PartText, p.Text, now.Text}, {PartRule, p.Rule, now.Rule}, {PartCases, p.Cases, now.Cases}, {PartParameters, p.Parameters, now.Parameters}})
}

type part struct{ name, was, is string }

func differing(parts []part) []string {
	broken := []string{}
	for _, p := range parts {
		if p.was != p.is {
			broken = append(broken, p.name)
		}
	}
	return broken
}
