package mutation

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/engine"
)

// loading compiles mutants as the load of a policy set would: strictly, typed by the schema, with all that they need.
type loading struct {
	tree    fs.FS
	schema  []byte
	modules map[string]*ast.Module // as parsed
	needs   map[string][]string    // the files that a file needs, itself among them
}

func newLoading(tree fs.FS) (*loading, error) {
	l := &loading{tree: tree, needs: map[string][]string{}}
	var err error
	if l.schema, err = fs.ReadFile(tree, engine.SchemaFile); err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	if l.modules, err = engine.ParseModules(tree, false); err != nil {
		return nil, fmt.Errorf("parsing the policies: %w", err)
	}
	compiler, err := l.compile(l.modules)
	if err != nil {
		return nil, fmt.Errorf("compiling the policies: %w", err)
	}
	direct := map[string][]string{}
	for name := range compiler.Modules {
		direct[name] = needed(compiler, name)
	}
	for name := range direct {
		l.needs[name] = closure(direct, name)
	}
	return l, nil
}

func (l *loading) compile(modules map[string]*ast.Module) (*ast.Compiler, error) {
	compiler, err := engine.NewCompiler(l.schema)
	if err != nil {
		return nil, err
	}
	if compiler.Compile(modules); compiler.Failed() {
		return nil, compiler.Errors
	}
	return compiler, nil
}

// needed are the files of the packages that a file refers to, and those of its own package and of the packages around it,
// whose METADATA hold for it.
func needed(compiler *ast.Compiler, name string) []string {
	own := compiler.Modules[name].Package.Path.String() + "."
	var refs []string
	for _, rule := range compiler.Modules[name].Rules {
		ast.WalkRefs(rule, func(ref ast.Ref) bool {
			if ref.HasPrefix(ast.DefaultRootRef) {
				refs = append(refs, ref.GroundPrefix().String())
			}
			return false
		})
	}
	var files []string
	for other, module := range compiler.Modules {
		path := module.Package.Path.String() + "."
		if strings.HasPrefix(own, path) || slices.ContainsFunc(refs, func(ref string) bool { return strings.HasPrefix(ref+".", path) || strings.HasPrefix(path, ref+".") }) {
			files = append(files, other)
		}
	}
	return files
}

func closure(direct map[string][]string, name string) []string {
	done := map[string]bool{}
	var visit func(string)
	visit = func(name string) {
		if done[name] {
			return
		}
		done[name] = true
		for _, next := range direct[name] {
			visit(next)
		}
	}
	visit(name)
	var files []string
	for file := range done {
		files = append(files, file)
	}
	return files
}

// rule compiles a mutant's file with the change. It is the changed rule; the error says why the load refuses it.
func (l *loading) rule(m *Mutant) (*ast.Rule, error) {
	source, err := fs.ReadFile(l.tree, m.File)
	if err != nil {
		return nil, err
	}
	changed, err := ast.ParseModuleWithOpts(m.File, m.apply(string(source)), ast.ParserOptions{
		ProcessAnnotation: true, RegoVersion: ast.RegoV1, Capabilities: capabilities,
	})
	if err != nil {
		return nil, &refusal{err}
	}
	if len(changed.Rules) != len(l.modules[m.File].Rules) {
		return nil, fmt.Errorf("%s: it makes or loses a rule", m.At())
	}
	modules := map[string]*ast.Module{}
	for _, name := range l.needs[m.File] {
		modules[name] = l.modules[name]
	}
	modules[m.File] = changed
	compiler, err := l.compile(modules)
	if err != nil {
		return nil, &refusal{err}
	}
	return compiler.Modules[m.File].Rules[m.ordinal], nil
}

// refusal is why the load refuses a mutant.
type refusal struct{ err error }

func (r *refusal) Error() string { return r.err.Error() }

// with is a tree in which one file is another.
type with struct {
	fs.FS
	file, content string
}

// Open opens a file: the changed one too.
func (w with) Open(name string) (fs.File, error) {
	file, err := w.FS.Open(name)
	if err != nil || name != w.file {
		return file, err
	}
	return &rewritten{file, strings.NewReader(w.content)}, nil
}

// rewritten is a file of other content.
type rewritten struct {
	fs.File
	content *strings.Reader
}

// Read reads the other content.
func (r *rewritten) Read(p []byte) (int, error) { return r.content.Read(p) }
