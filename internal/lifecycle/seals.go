package lifecycle

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"deferido/internal/engine"
)

// Parts are what a lawyer signs of a provision, each by its hash.
type Parts struct {
	Text  string `json:"text"`  // its wordings
	Rule  string `json:"rule"`  // the rules that speak of it, and what they rest on
	Tests string `json:"tests"` // the tests of their articles
	Cases string `json:"cases"` // the cases that cite it
}

// PartsOf are the parts of a provision in a set, whose files are the tree.
func PartsOf(set *engine.Set, tree fs.FS, urn string) (Parts, error) {
	found, held := set.Corpus().ByURN(urn)
	if !held || found.Provision == nil {
		return Parts{}, refused(NoFile, "O acervo não tem dispositivo com esta URN.", "The corpus has no provision of this URN.")
	}
	p := found.Provision
	var wordings []string
	for _, v := range p.Versions {
		wordings = append(wordings, v.From.String()+"\n"+v.Text)
	}
	rules := set.Sources(p.Norm.Folder, p.Fragment.String())
	tests, err := contents(tree, testsOf(set, p.Norm.Folder, p.Fragment.String()))
	if err != nil {
		return Parts{}, err
	}
	var names []string
	for _, id := range set.Cases(urn) {
		names = append(names, "cases/"+id+".json")
	}
	cases, err := contents(tree, names)
	return Parts{hashAll(wordings), hashAll(rules), hashAll(tests), hashAll(cases)}, err
}

// testsOf are the test files of the articles whose rules speak of a provision.
func testsOf(set *engine.Set, norm, fragment string) []string {
	var names []string
	for _, rule := range set.RulesOf(norm, fragment) {
		if folder, article, ok := strings.Cut(rule.Article, "."); ok {
			names = append(names, "norms/"+folder+"/"+article+"_test.rego")
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func contents(tree fs.FS, names []string) ([]string, error) {
	var all []string
	for _, name := range names {
		content, err := fs.ReadFile(tree, name)
		if err != nil {
			return nil, fmt.Errorf("reading what is signed: %w", err)
		}
		all = append(all, name+"\n"+string(content))
	}
	return all, nil
}

func hashAll(texts []string) string { return Hash([]byte(strings.Join(texts, "\x00"))) }

// differ names the parts that are others now.
func (p Parts) differ(now Parts) []string {
	broken := []string{}
	for _, part := range []struct{ name, was, is string }{
		{"text", p.Text, now.Text}, {"rule", p.Rule, now.Rule}, {"tests", p.Tests, now.Tests}, {"cases", p.Cases, now.Cases},
	} {
		if part.was != part.is {
			broken = append(broken, part.name)
		}
	}
	return broken
}

// Seal is a lawyer's signature over a provision.
type Seal struct {
	Provision string    `json:"provision"` // URN
	Signer    string    `json:"signer"`
	At        time.Time `json:"at"`
	Parts     Parts     `json:"parts"`
	Broken    []string  `json:"broken"` // the parts that changed since
}

// RoleLawyer is the role that signs.
const RoleLawyer = "lawyer"

// Sign seals a provision as it stands in a set, in place of what the same person signed of it before.
func (o *Office) Sign(ctx context.Context, who Actor, set *engine.Set, tree fs.FS, urn string) (*Seal, error) {
	if who.Role != RoleLawyer {
		return nil, refused(WrongRole, "Quem assina é advogado (função lawyer).", "A lawyer signs (role lawyer).")
	}
	parts, err := PartsOf(set, tree, urn)
	if err != nil {
		return nil, err
	}
	written, err := json.Marshal(parts)
	if err != nil {
		return nil, err
	}
	s := &Seal{Provision: urn, Signer: who.ID, At: o.now().UTC(), Parts: parts, Broken: []string{}}
	return s, o.do(ctx, who, "signed", urn, "", map[string]any{"revision": set.Revision(), "parts": parts}, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, o.db.Bind(`INSERT INTO seals (provision, signer, at, parts) VALUES (?, ?, ?, ?)
			ON CONFLICT (provision, signer) DO UPDATE SET at = excluded.at, parts = excluded.parts`), urn, who.ID, s.At.UnixNano(), written)
		return err
	})
}

// Seals are all signatures, each with what of it is broken in a set.
func (o *Office) Seals(ctx context.Context, set *engine.Set, tree fs.FS) ([]Seal, error) {
	rows, err := o.db.QueryContext(ctx, "SELECT provision, signer, at, parts FROM seals ORDER BY provision, signer")
	if err != nil {
		return nil, unavailable("reading the signatures", err)
	}
	defer rows.Close()
	all := []Seal{}
	for rows.Next() {
		var s Seal
		var at int64
		var written []byte
		if err := rows.Scan(&s.Provision, &s.Signer, &at, &written); err != nil {
			return nil, unavailable("reading the signatures", err)
		}
		if err := json.Unmarshal(written, &s.Parts); err != nil {
			return nil, unavailable("reading the signatures", err)
		}
		s.At = moment(at)
		now, err := PartsOf(set, tree, s.Provision)
		if err != nil { // the provision is gone
			s.Broken = []string{"text", "rule", "tests", "cases"}
		} else {
			s.Broken = s.Parts.differ(now)
		}
		all = append(all, s)
	}
	return all, rows.Err()
}
