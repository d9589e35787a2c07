// Package engine compiles a policy set and evaluates it. A set is immutable; whoever serves one swaps it whole.
package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/util"
)

// The schemas of a policies tree: of the facts, and of the result of each question.
const (
	SchemaFile  = "schemas/facts.json"
	ResultsFile = "schemas/results.json"
)

// Capabilities are the builtins that policies may use: nothing that reads a clock, the network, chance or the runtime, so
// that an answer depends on its input alone.
func Capabilities() *ast.Capabilities {
	caps := ast.CapabilitiesForThisVersion()
	var allowed []*ast.Builtin
	for _, b := range caps.Builtins {
		if !b.Nondeterministic && b.Name != "rego.parse_module" && b.Name != "trace" {
			allowed = append(allowed, b)
		}
	}
	caps.Builtins = allowed
	caps.AllowNet = []string{}
	return caps
}

// ParseModules parses the Rego files of a policies tree, by path. With tests, those too. It returns all errors, joined.
func ParseModules(fsys fs.FS, tests bool) (map[string]*ast.Module, error) {
	modules := map[string]*ast.Module{}
	var problems []error
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".rego" || (!tests && strings.HasSuffix(name, "_test.rego")) {
			return err
		}
		source, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		module, err := ast.ParseModuleWithOpts(name, string(source), ast.ParserOptions{
			ProcessAnnotation: true, RegoVersion: ast.RegoV1, Capabilities: Capabilities(),
		})
		if err != nil {
			problems = append(problems, err)
			return nil
		}
		modules[name] = module
		return nil
	})
	return modules, errors.Join(append(problems, err)...)
}

// NewCompiler is a compiler for policies as they are served: strict, typed by the schema of the facts, without the
// builtins that Capabilities leaves out.
func NewCompiler(schema []byte) (*ast.Compiler, error) {
	var document any
	if err := util.Unmarshal(schema, &document); err != nil {
		return nil, fmt.Errorf("%s: %w", SchemaFile, err)
	}
	schemas := ast.NewSchemaSet()
	schemas.Put(ast.MustParseRef("schema.facts"), document)
	return ast.NewCompiler().WithCapabilities(Capabilities()).WithStrict(true).
		WithSchemas(schemas).WithUseTypeCheckAnnotations(true), nil
}

// compile compiles the modules of a policies tree, and returns them as they were parsed too.
func compile(fsys fs.FS, schema []byte) (*ast.Compiler, map[string]*ast.Module, error) {
	modules, err := ParseModules(fsys, false)
	if err != nil {
		return nil, nil, err
	}
	if len(modules) == 0 {
		return nil, nil, errors.New("the policies tree holds no Rego")
	}
	compiler, err := NewCompiler(schema)
	if err != nil {
		return nil, nil, err
	}
	if compiler.Compile(modules); compiler.Failed() {
		return nil, nil, compiler.Errors
	}
	return compiler, modules, nil
}
