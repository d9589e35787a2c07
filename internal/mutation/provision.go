package mutation

import (
	"path"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/corpus"
)

// citing finds what the rules of a module speak of.
type citing struct {
	texts    *corpus.Corpus
	norm     string // folder; empty where the module is no article
	module   *ast.Module
	names    []string // of the rules, in order
	declared []Provision
}

// citations are the provisions of the rules of a module, in the order of the rules.
func citations(texts *corpus.Corpus, file string, module *ast.Module) []Provision {
	c := &citing{texts: texts, module: module}
	var article Provision
	if folder, found := strings.CutPrefix(path.Dir(file), "norms/"); found {
		c.norm = folder
		article = c.provision(folder, fragmentOf(file))
	}
	for _, rule := range module.Rules {
		c.names = append(c.names, nameOf(rule))
		c.declared = append(c.declared, c.annotated(rule))
	}
	all := make([]Provision, len(module.Rules))
	for i := range module.Rules {
		all[i] = c.of(i)
		if all[i].Fragment == "" {
			all[i] = article
		}
	}
	return all
}

// fragmentOf is the LexML fragment of an article's file: art2-1 of art_2_1.rego.
func fragmentOf(file string) string {
	name := strings.TrimPrefix(strings.TrimSuffix(path.Base(file), ".rego"), "art_")
	return "art" + strings.ReplaceAll(name, "_", "-")
}

func (c *citing) provision(norm, fragment string) Provision {
	if p, known := c.texts.Provision(norm, fragment); known {
		return Provision{Norm: norm, Fragment: fragment, URN: p.URN, Label: p.Label}
	}
	n, known := c.texts.Norm(norm)
	parsed, err := corpus.ParseFragment(fragment)
	if !known || err != nil {
		return Provision{}
	}
	return Provision{Norm: norm, Fragment: fragment, URN: n.URN.At(parsed).String(), Label: n.Title + ", " + parsed.Label()}
}

// annotated is the provision that the METADATA of a rule cites.
func (c *citing) annotated(rule *ast.Rule) Provision {
	for _, a := range rule.Annotations {
		fragment, _ := a.Custom["provision"].(string)
		norm, _ := a.Custom["norm"].(string)
		if norm == "" {
			norm = c.norm
		}
		if fragment != "" {
			return c.provision(norm, fragment)
		}
	}
	return Provision{}
}

// of is what a rule speaks of: its own provision, that of the condition of its name, that of the first rule that needs it, or
// that of the first condition that it names.
func (c *citing) of(rule int) Provision {
	if p, found := c.own(rule); found {
		return p
	}
	if p, found := c.needing(rule); found {
		return p
	}
	return c.naming(rule)
}

// own is the provision that a rule declares, or that of the condition or note of its name, which <question>.values.<name>,
// .remedies.<name> and the like serve.
func (c *citing) own(rule int) (Provision, bool) {
	if c.declared[rule].Fragment != "" {
		return c.declared[rule], true
	}
	parts := strings.Split(c.names[rule], ".")
	if len(parts) < 3 {
		return Provision{}, false
	}
	for i, other := range c.names {
		p := strings.Split(other, ".")
		if c.declared[i].Fragment != "" && p[0] == parts[0] && p[len(p)-1] == parts[2] {
			return c.declared[i], true
		}
	}
	return Provision{}, false
}

// needing is the provision of the first rule that needs another, by itself or through others.
func (c *citing) needing(rule int) (Provision, bool) {
	done := map[int]bool{rule: true}
	for queue := []int{rule}; len(queue) > 0; queue = queue[1:] {
		for i := range c.module.Rules {
			if done[i] || !c.refers(i, c.names[queue[0]]) {
				continue
			}
			if p, found := c.own(i); found {
				return p, true
			}
			done[i] = true
			queue = append(queue, i)
		}
	}
	return Provision{}, false
}

// refers reports whether a rule names another, or something of it.
func (c *citing) refers(rule int, name string) bool {
	found := false
	note := func(mentioned string) {
		found = found || mentioned == name || strings.HasPrefix(mentioned, name+".")
	}
	ast.NewGenericVisitor(func(x any) bool {
		switch v := x.(type) {
		case *ast.Head:
			for _, t := range []*ast.Term{v.Key, v.Value} {
				if t != nil {
					ast.WalkTerms(t, func(t *ast.Term) bool { note(t.Value.String()); return found })
				}
			}
			return true
		case *ast.Term:
			note(v.Value.String())
		}
		return found
	}).Walk(c.module.Rules[rule])
	return found
}

// naming is the provision of the first condition that a rule names, as a requirement does in its ways.
func (c *citing) naming(rule int) Provision {
	question, _, _ := strings.Cut(c.names[rule], ".")
	var found Provision
	ast.WalkTerms(c.module.Rules[rule], func(t *ast.Term) bool {
		name, text := t.Value.(ast.String)
		if !text || found.Fragment != "" {
			return found.Fragment != ""
		}
		for i, other := range c.names {
			p := strings.Split(other, ".")
			if len(p) == 3 && p[0] == question && (p[1] == "when" || p[1] == "where") && p[2] == string(name) && found.Fragment == "" {
				found = c.declared[i]
			}
		}
		return false
	})
	return found
}
