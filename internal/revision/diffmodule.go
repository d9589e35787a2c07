package revision

import (
	"path"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/engine"
)

// module is an article, a question's file, a dispute or a library of one side: all its rules, by path.
type module struct {
	group, id string
	about     *portrait // METADATA of the whole
	rules     map[string]*ruleSet
}

// ruleSet are the rules of one path, which together are one document.
type ruleSet struct {
	rules  []*ast.Rule // without METADATA, in an order that does not depend on that of the file
	source string      // as written
	about  *portrait   // METADATA
	cites  []string    // norm!fragment
	uses   []ast.Ref   // resolved, of all rules
}

// readModules parses the policies that are no tests, file by file: what does not parse is compared as text only.
func (s *side) readModules() {
	parsed, err := engine.ParseModules(s.tree.Policies, false)
	if err != nil {
		s.cannotRead(err)
	}
	for _, name := range sortedKeys(parsed) {
		m := parsed[name]
		group, id := groupOf(name, m)
		key := group + " " + id
		if s.modules[key] == nil {
			s.modules[key] = &module{group: group, id: id, about: newPortrait(""), rules: map[string]*ruleSet{}}
		}
		s.modules[key].add(m)
	}
}

// The groups of modules.
const (
	articleGroup  = "articles"
	questionGroup = "questions"
	disputeGroup  = "disputes"
	libraryGroup  = "library"
)

// groupOf tells what a module is, by its package; of a question's, which share one, by its file.
func groupOf(file string, m *ast.Module) (group, id string) {
	dotted := strings.TrimPrefix(m.Package.Path.String(), "data.")
	switch head, rest, _ := strings.Cut(dotted, "."); head {
	case "norms":
		return articleGroup, rest
	case "disputes":
		return disputeGroup, rest
	case "decision":
		return questionGroup, strings.TrimSuffix(path.Base(file), ".rego")
	}
	return libraryGroup, strings.TrimPrefix(dotted, "lib.")
}

func (m *module) add(parsed *ast.Module) {
	for _, a := range parsed.Annotations {
		if a.Scope == "package" || a.Scope == "subpackages" {
			m.about.label = a.Title
			sayAnnotation(m.about, a)
		}
	}
	names := resolver(parsed)
	for _, rule := range parsed.Rules {
		at := strings.TrimPrefix(rule.Head.Ref().GroundPrefix().String(), "data.")
		set := m.rules[at]
		if set == nil {
			set = &ruleSet{about: newPortrait("")}
			m.rules[at] = set
		}
		set.add(m, rule, names)
	}
	for _, set := range m.rules {
		slices.SortStableFunc(set.rules, (*ast.Rule).Compare)
	}
}

func (r *ruleSet) add(m *module, rule *ast.Rule, names func(ast.Ref) ast.Ref) {
	bare := rule.Copy()
	bare.Annotations = nil
	r.rules = append(r.rules, bare)
	if text := strings.TrimSpace(string(rule.Location.Text)); text != "" {
		r.source = strings.TrimPrefix(r.source+"\n"+text, "\n")
	}
	for _, a := range rule.Annotations {
		sayAnnotation(r.about, a)
		norm, _ := a.Custom["norm"].(string)
		if fragment, cites := a.Custom["provision"].(string); cites {
			if norm == "" {
				norm, _, _ = strings.Cut(m.id, ".")
			}
			r.cites = append(r.cites, norm+"!"+fragment)
		}
	}
	use := func(ref ast.Ref) {
		if used := names(ref); used != nil {
			r.uses = append(r.uses, used)
		}
	}
	ast.WalkRefs(rule, func(ref ast.Ref) bool { use(ref); return false })
	ast.WalkVars(rule, func(name ast.Var) bool { use(ast.Ref{ast.NewTerm(name)}); return false })
}

func sayAnnotation(p *portrait, a *ast.Annotations) {
	p.say("title", a.Title)
	p.say("description", a.Description)
	for key, value := range a.Custom {
		p.fill(key, value)
	}
}

// equal reports whether the rules of two sides mean the same: their syntax trees are, wherever they stand.
func (r *ruleSet) equal(other *ruleSet) bool {
	return slices.EqualFunc(r.rules, other.rules, (*ast.Rule).Equal)
}

// resolver gives the whole path of a reference of a module: through its imports, and to its own rules. It is nil for one
// that leads to no rule.
func resolver(m *ast.Module) func(ast.Ref) ast.Ref {
	heads := map[ast.Var]ast.Ref{}
	for _, rule := range m.Rules {
		if name, is := rule.Head.Ref()[0].Value.(ast.Var); is {
			heads[name] = m.Package.Path.Append(ast.StringTerm(string(name)))
		}
	}
	for _, i := range m.Imports {
		if to, is := i.Path.Value.(ast.Ref); is && to.HasPrefix(ast.DefaultRootRef) {
			heads[i.Name()] = to
		}
	}
	return func(ref ast.Ref) ast.Ref {
		if ref.HasPrefix(ast.DefaultRootRef) {
			return ref.GroundPrefix()
		}
		head, is := ref[0].Value.(ast.Var)
		if to, known := heads[head]; is && known {
			return to.Concat(ref[1:]).GroundPrefix()
		}
		return nil
	}
}

// part reads the path of a rule of an article or a dispute: grant.when.in_time, or of a dispute grant.<article>.when.x.
func part(group, at string) (question, kind, name string) {
	steps := strings.Split(at, ".")
	if group == disputeGroup && len(steps) > 3 {
		steps = append(steps[:1], steps[2:]...)
	}
	if group != articleGroup && group != disputeGroup || len(steps) < 3 || !slices.Contains(ruleKinds, steps[1]) {
		return "", "", ""
	}
	return steps[0], steps[1], strings.Join(steps[2:], ".")
}

// ruleKinds are the parts that an article gives to a question.
var ruleKinds = []string{"when", "where", "requires", "gives", "notes", "lists", "values", "remedies", "asks"}
