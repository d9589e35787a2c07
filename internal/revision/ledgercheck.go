package revision

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/corpus"
)

// ledger finds provisions that are held and bear on a question, and of which no rule speaks, nor of any part of them.
func (c *check) ledger(context.Context) ([]Finding, error) {
	var found []Finding
	for _, norm := range c.corpus.Norms() {
		file := path.Join("norms", norm.Folder, "norm.yaml")
		source, err := fs.ReadFile(c.tree.Policies, file)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", file, err)
		}
		for _, p := range norm.Provisions {
			if p.Held() && len(p.Questions) > 0 && !c.spokenOf(norm, p) {
				found = append(found, Finding{
					File: file, Line: provisionLine(source, p.Fragment.String()), Rule: "ledger",
					Detail: fmt.Sprintf("%s (%s) bears on %s, and no rule speaks of it", p.Fragment, p.Status, strings.Join(p.Questions, ", ")),
					Advice: "write what it asks in the article's .rego, or leave out the question on which it does not bear",
				})
			}
		}
	}
	return found, nil
}

// spokenOf reports whether a rule speaks of a provision or of a part of it.
func (c *check) spokenOf(norm *corpus.Norm, p *corpus.Provision) bool {
	whole := p.Fragment.String()
	for _, part := range norm.Provisions {
		fragment := part.Fragment.String()
		if (fragment == whole || strings.HasPrefix(fragment, whole+"_")) && len(c.set.RulesOf(norm.Folder, fragment)) > 0 {
			return true
		}
	}
	return false
}

// parameters finds parameters that are read and not there, and articles of norms in force before the first value of a
// parameter that they read: on those days what rests on it would be unknown. That the values of a parameter ascend without
// overlap, each in force to the eve of the next, is held by the load.
func (c *check) parameters(context.Context) ([]Finding, error) {
	var found []Finding
	c.articleRules(func(rule *ast.Rule) {
		ast.WalkRefs(rule, func(ref ast.Ref) bool {
			if len(ref) == 3 && ref[0].Equal(ast.InputRootDocument) && ref[1].Equal(ast.StringTerm("params")) {
				found = append(found, c.parameter(rule, ref)...)
			}
			return false
		})
	})
	return found, nil
}

func (c *check) parameter(rule *ast.Rule, ref ast.Ref) []Finding {
	read, _ := ref[2].Value.(ast.String)
	p, known := c.params[strings.TrimSuffix(string(read), "_cents")]
	if !known || !strings.HasSuffix(string(read), "_cents") {
		return []Finding{at(ref[2].Location, "params", "name a file of params/, with _cents behind it",
			"there is no parameter %s: what rests on it would never be known", read)}
	}
	parts := strings.Split(rule.Location.File, "/")
	norm, known := c.corpus.Norm(parts[1])
	if parts[0] != "norms" || !known || !norm.InForce.From.Date.Before(p.Values[0].From) {
		return nil
	}
	file := "params/" + p.Name + ".yaml"
	source, err := fs.ReadFile(c.tree.Policies, file)
	if err != nil {
		return nil // it was read a moment ago
	}
	return []Finding{{
		File: file, Line: nthLine(source, "values", 1), Rule: "params",
		Detail: fmt.Sprintf("there is no value from %s to the eve of %s, when %s reads it", norm.InForce.From.Date, p.Values[0].From, rule.Location.File),
		Advice: "add the value that was in force on the first day of the norm",
	}}
}
