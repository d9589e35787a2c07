package revision

import (
	"io/fs"
	"maps"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/engine"
	"deferido/internal/facts"
)

// compile compiles the policies and keeps their modules as they stand before the compiler rewrites them: what is checked is
// what was written. It leaves nil what cannot be made out; the load has told why.
func (c *check) compile() {
	_, unread := engine.ParseModules(c.tree.Policies, false)
	parsed, _ := engine.ParseModules(c.tree.Policies, true) // with the tests, of which the load knows nothing
	c.tests = map[string]*ast.Module{}
	law := map[string]*ast.Module{}
	for name, module := range parsed {
		if strings.HasSuffix(name, "_test.rego") {
			c.tests[name] = module
		} else {
			law[name] = module
		}
	}
	source, err := fs.ReadFile(c.tree.Policies, engine.SchemaFile)
	if err != nil {
		return
	}
	c.facts, _ = facts.Load(source, nil)
	c.schema, _ = readSchema(source)
	compiler, err := engine.NewCompiler(source)
	if err != nil || unread != nil || len(law) == 0 {
		return
	}
	resolved := map[string]*ast.Module{}
	compiler.WithStageAfterID(ast.StageResolveRefs, ast.CompilerStageDefinition{
		Name: "KeepResolved", MetricName: "keep_resolved",
		Stage: func(compiler *ast.Compiler) *ast.Error {
			for name, module := range compiler.Modules {
				resolved[name] = module.Copy()
			}
			return nil
		},
	})
	if compiler.Compile(maps.Clone(law)); compiler.Failed() {
		return
	}
	c.law, c.modules = compiler, resolved
}

// articleRules gives every rule of the articles and of the disputes, with its place where it is a condition.
func (c *check) articleRules(do func(rule *ast.Rule)) {
	for _, name := range sortedKeys(c.modules) {
		if !isArticle(name) {
			continue
		}
		for _, rule := range c.modules[name].Rules {
			for ; rule != nil; rule = rule.Else {
				do(rule)
			}
		}
	}
}

// isArticle reports whether a file holds an article or a dispute.
func isArticle(name string) bool {
	return strings.HasPrefix(name, "norms/") || strings.HasPrefix(name, "disputes/")
}
