package edition

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/engine"
)

// rulebook is the Rego of a policy set as it was written, each reference led to what it names.
type rulebook struct {
	byPath map[string][]*ast.Rule // by path without "data."; of functions too
	paths  []string               // sorted
	places map[ruleID]*place
	order  []ruleID
}

// ruleID names what an article declares for a question.
type ruleID struct{ question, article, name string }

// place is where the rules of a ruleID stand.
type place struct {
	id    ruleID
	kind  string // when, where, notes or requires
	group string // of a note, what it goes with: always, allow, deny or a benefit; of a requirement, the benefit or question
	rules []*ast.Rule
}

// readRules parses the Rego of a policies tree and resolves its references.
func readRules(tree fs.FS) (*rulebook, error) {
	parsed, err := engine.ParseModules(tree, false)
	if err != nil {
		return nil, err
	}
	modules, err := resolved(parsed)
	if err != nil {
		return nil, err
	}
	b := &rulebook{byPath: map[string][]*ast.Rule{}, places: map[ruleID]*place{}}
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		for _, rule := range modules[name].Rules {
			b.add(rule)
		}
	}
	b.paths = slices.Sorted(maps.Keys(b.byPath))
	return b, nil
}

// resolved are the modules after the compiler has led each reference to what it names, and before it rewrites anything
// else: what is put into words is what was written.
func resolved(parsed map[string]*ast.Module) (map[string]*ast.Module, error) {
	modules := map[string]*ast.Module{}
	enough := &ast.Error{Message: "resolved"}
	compiler := ast.NewCompiler().WithCapabilities(engine.Capabilities())
	compiler.WithStageAfterID(ast.StageResolveRefs, ast.CompilerStageDefinition{
		Name: "KeepResolved", MetricName: "keep_resolved",
		Stage: func(c *ast.Compiler) *ast.Error {
			for name, module := range c.Modules {
				modules[name] = module.Copy()
			}
			return enough
		},
	})
	compiler.Compile(parsed)
	if len(modules) != len(parsed) {
		return nil, fmt.Errorf("resolving the references of the policies: %w", compiler.Errors)
	}
	return modules, nil
}

func (b *rulebook) add(rule *ast.Rule) {
	path := ground(rule.Ref())
	key := strings.Join(path, ".")
	b.byPath[key] = append(b.byPath[key], rule)
	p, ok := placeOf(path)
	if !ok {
		return
	}
	if known := b.places[p.id]; known != nil {
		known.rules = append(known.rules, rule)
		return
	}
	p.rules = []*ast.Rule{rule}
	b.places[p.id] = p
	b.order = append(b.order, p.id)
}

// ground is the path of a reference up to its first variable, without "data".
func ground(ref ast.Ref) []string {
	var path []string
	for _, term := range ref[1:] {
		key, ok := term.Value.(ast.String)
		if !ok {
			break
		}
		path = append(path, string(key))
	}
	return path
}

// placeOf reads the path of a rule as package engine does: norms.<norm>.<article>.<question>.<kind>.…, or
// disputes.<dispute>.<question>.<article>.<kind>.…. It is false for what is no condition, requirement or note.
func placeOf(path []string) (*place, bool) {
	if len(path) < 6 || path[0] != "norms" && path[0] != "disputes" {
		return nil, false
	}
	p := &place{id: ruleID{question: path[3], article: path[1] + "." + path[2]}, kind: path[4]}
	if path[0] == "disputes" {
		p.id.question, p.id.article = path[2], "disputes."+path[1]
	}
	switch {
	case (p.kind == "when" || p.kind == "where") && len(path) == 6:
		p.id.name = path[5]
	case p.kind == "notes" && len(path) == 7:
		p.group, p.id.name = path[5], path[6]
	case p.kind == "requires" && len(path) == 7:
		p.group, p.id.name = path[5], "requires."+path[5]+"."+path[6]
	default:
		return nil, false
	}
	return p, true
}

// Source is a rule as it is written.
type Source struct {
	File string // within the policies: norms/decreto_9921_2019/art_39.rego
	Line int    // of its first line
	Text string // formatted as `opa fmt` does
}

func sourceOf(rule *ast.Rule) Source {
	return Source{rule.Location.File, rule.Location.Row, strings.TrimSpace(string(rule.Location.Text))}
}

// rests are the rules of articles and disputes that rules rest on, themselves left out, in the order in which they are
// first used. What all articles share, the library, is left out.
func (b *rulebook) rests(rules []*ast.Rule) []*ast.Rule {
	seen := map[*ast.Rule]bool{}
	for _, r := range rules {
		seen[r] = true
	}
	var found []*ast.Rule
	for next := rules; len(next) > 0; {
		var more []*ast.Rule
		for _, r := range next {
			for _, used := range b.uses(r) {
				if !seen[used] {
					seen[used] = true
					more = append(more, used)
				}
			}
		}
		found, next = append(found, more...), more
	}
	return found
}

// uses are the rules of articles and disputes that a rule names.
func (b *rulebook) uses(rule *ast.Rule) []*ast.Rule {
	var used []*ast.Rule
	ast.WalkRefs(rule, func(ref ast.Ref) bool {
		if ref[0].Equal(ast.DefaultRootDocument) && len(ref) > 1 && !ref[1].Equal(ast.StringTerm("lib")) {
			used = append(used, b.under(strings.Join(ground(ref), "."))...)
		}
		return false
	})
	return used
}

// under are the rules that make the value at a path: those of the path itself, of what it is a part of, and of its parts.
func (b *rulebook) under(path string) []*ast.Rule {
	var rules []*ast.Rule
	for at := path; at != ""; {
		rules = append(rules, b.byPath[at]...)
		last := strings.LastIndexByte(at, '.')
		at = at[:max(last, 0)]
	}
	if len(rules) > 0 {
		return rules
	}
	first, _ := slices.BinarySearch(b.paths, path+".")
	for _, at := range b.paths[first:] {
		if !strings.HasPrefix(at, path+".") {
			break
		}
		rules = append(rules, b.byPath[at]...)
	}
	return rules
}
