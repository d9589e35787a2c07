package revision

import (
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// measured are the branches of the input that hold facts: what is absent there is unknown. The other branches are the law
// of the day, of which nothing is ever absent that matters.
var measured = []string{"facts", "ns", "days", "civil", "years", "same", "quarter"}

// readsFact reports whether a reference is to a fact, or to its measure.
func readsFact(ref ast.Ref) bool {
	if len(ref) < 3 || !ref[0].Equal(ast.InputRootDocument) || ref.String() == "input.days.as_of" {
		return false
	}
	branch, _ := ref[1].Value.(ast.String)
	return slices.Contains(measured, string(branch))
}

// lintNegations finds `not` over facts: absent, a fact would count as one that is not so. In what conditions are made of,
// the same holds through every rule and function that is negated.
func (c *check) lintNegations() []Finding {
	const advice = "write the case that is so and the case that is not (== false); what is absent is then unknown"
	var found []Finding
	r := &factReader{check: c, memo: map[*ast.Rule]bool{}}
	deep := r.conditions()
	c.articleRules(func(rule *ast.Rule) {
		for _, negated := range negations(rule) {
			switch {
			case r.direct(negated):
				found = append(found, at(negated.Loc(), "negation", advice, "`not` over a fact: while it is absent this holds"))
			case deep[key(rule)] && r.reads(negated):
				found = append(found, at(negated.Loc(), "negation", advice,
					"a condition rests on `not` over what facts are made into: while one of them is absent this holds"))
			}
		}
	})
	return found
}

// negations are the negated expressions of a rule: `not x`, and the body of a negated block.
func negations(rule *ast.Rule) []ast.Node {
	var all []ast.Node
	ast.WalkExprs(rule, func(expr *ast.Expr) bool {
		if not, is := expr.Terms.(*ast.Not); is {
			all = append(all, not)
		} else if expr.Negated {
			all = append(all, expr)
		}
		return false
	})
	return all
}

// factReader tells which rules read facts, themselves or through others.
type factReader struct {
	check *check
	memo  map[*ast.Rule]bool
}

// direct reports whether a node names a fact itself.
func (r *factReader) direct(node ast.Node) bool {
	found := false
	ast.WalkRefs(node, func(ref ast.Ref) bool {
		found = found || readsFact(ref)
		return found
	})
	return found
}

// reads reports whether a node names a fact, or a rule that reads one.
func (r *factReader) reads(node ast.Node) bool {
	found := r.direct(node)
	ast.WalkRefs(node, func(ref ast.Ref) bool {
		for _, rule := range r.check.rulesOf(ref) {
			found = found || r.ruleReads(rule)
		}
		return found
	})
	return found
}

func (r *factReader) ruleReads(rule *ast.Rule) bool {
	if reads, done := r.memo[rule]; done {
		return reads
	}
	r.memo[rule] = false // a rule that needs itself does not compile
	r.memo[rule] = r.reads(rule)
	return r.memo[rule]
}

// conditions are the rules of articles that conditions are made of, and the conditions themselves.
func (r *factReader) conditions() map[string]bool {
	made := map[string]bool{}
	var add func(rule *ast.Rule)
	add = func(rule *ast.Rule) {
		if made[key(rule)] {
			return
		}
		made[key(rule)] = true
		ast.WalkRefs(rule, func(ref ast.Ref) bool {
			for _, used := range r.check.rulesOf(ref) {
				if isArticle(used.Location.File) {
					add(used)
				}
			}
			return false
		})
	}
	r.check.articleRules(func(rule *ast.Rule) {
		if kind, _, is := condition(rule); is && (kind == "when" || kind == "where") {
			add(rule)
		}
	})
	return made
}

// key names a rule by its place, which it has in every copy.
func key(rule *ast.Rule) string { return rule.Location.String() }

// rulesOf are the rules, as written, that a reference may be answered by.
func (c *check) rulesOf(ref ast.Ref) []*ast.Rule {
	if len(ref) < 2 || !ref[0].Equal(ast.DefaultRootDocument) {
		return nil
	}
	var all []*ast.Rule
	for _, rule := range c.law.GetRulesDynamic(ref) {
		all = append(all, c.written(rule)...)
	}
	return all
}

// written are the rules as they stand in the files at the place of a compiled one.
func (c *check) written(rule *ast.Rule) []*ast.Rule {
	if c.byPlace == nil {
		c.byPlace = map[string][]*ast.Rule{}
		for _, module := range c.modules {
			for _, rule := range module.Rules {
				c.byPlace[key(rule)] = append(c.byPlace[key(rule)], rule)
			}
		}
	}
	return c.byPlace[key(rule)]
}

// condition reads the path of a rule of an article: <article>.<question>.<kind>.<name>. It is false for any other.
func condition(rule *ast.Rule) (kind, name string, ok bool) {
	ref := rule.Ref().GroundPrefix()
	text := func(i int) string {
		s, _ := ref[i].Value.(ast.String)
		return string(s)
	}
	if len(ref) != 7 {
		return "", "", false
	}
	return text(5), text(6), true
}
