package revision

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// lint finds what the language allows and the law cannot bear.
func (c *check) lint(context.Context) ([]Finding, error) {
	return slices.Concat(c.lintDefaults(), c.lintNegations(), c.lintTestNames(), c.lintPointers(), c.lintComparisons()), nil
}

// at makes a finding at a place of the Rego.
func at(where *ast.Location, rule, advice, format string, args ...any) Finding {
	f := Finding{Rule: rule, Advice: advice, Detail: fmt.Sprintf(format, args...)}
	if where != nil {
		f.File, f.Line = where.File, where.Row
	}
	return f
}

// lintDefaults finds default values in articles and disputes: a condition with one is never unknown.
func (c *check) lintDefaults() []Finding {
	var found []Finding
	c.articleRules(func(rule *ast.Rule) {
		if rule.Default {
			found = append(found, at(rule.Location, "default", "write the case that is so and the case that is not; what neither says is unknown",
				"%s has a default: a fact that is absent would count as known", rule.Head.Ref()))
		}
	})
	return found
}

// lintTestNames finds tests of one package that share a name: the tests are one then, and it passes where either does.
func (c *check) lintTestNames() []Finding {
	var found []Finding
	seen := map[string]*ast.Location{}
	for _, file := range sortedKeys(c.tests) {
		module := c.tests[file]
		for _, rule := range module.Rules {
			name := rule.Head.Ref().String()
			if !strings.HasPrefix(strings.TrimPrefix(name, "todo_"), "test_") {
				continue
			}
			key := module.Package.Path.String() + "." + name
			if first, twice := seen[key]; twice {
				found = append(found, at(rule.Location, "test-name", "name each test by its situation and its result",
					"%s stands at %s:%d already: the two are one test, which passes where either does", name, first.File, first.Row))
				continue
			}
			seen[key] = rule.Location
		}
	}
	return found
}

// pointerForm is a whole JSON Pointer into the facts, with %d for places in lists.
var pointerForm = regexp.MustCompile(`^/facts(/[\w%]+)+$`)

// lintPointers finds pointers to facts, in the Rego and in what the questions declare, that the schema does not have. What
// is put together of parts is looked at up to the first part that is not written out.
func (c *check) lintPointers() []Finding {
	if c.facts == nil {
		return nil
	}
	var found []Finding
	look := func(where *ast.Location, text string) {
		known := strings.ReplaceAll(text, "%d", "0")
		known, _, _ = strings.Cut(known, "/%")
		if pointerForm.MatchString(text) && c.facts.Title(known, "en") == "" {
			found = append(found, at(where, "fact", "name a fact of schemas/facts.json", "there is no fact %s", text))
		}
	}
	for _, name := range sortedKeys(c.modules) {
		if strings.HasPrefix(name, "lib/") {
			continue
		}
		module := c.modules[name]
		ast.WalkTerms(module, func(term *ast.Term) bool {
			if text, is := term.Value.(ast.String); is {
				look(term.Location, string(text))
			}
			return false
		})
		for _, a := range module.Annotations {
			first, _ := a.Custom["first"].([]any)
			for _, fact := range append(slices.Clone(first), a.Custom["clock"]) {
				if text, is := fact.(string); is {
					look(a.Location, text)
				}
			}
		}
	}
	return found
}
