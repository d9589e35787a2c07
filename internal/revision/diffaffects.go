package revision

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// graph tells which rules of a side rest on which. Rules are named "articles decreto_9921_2019.art_39 grant.when.in_time".
type graph struct {
	side *side
	// users are, by the package of a module and the first step of a path, the rules that have a reference to it.
	users map[string][]user
	at    map[string]place
}

type user struct {
	rule string
	ref  string // whole path, with a dot behind
}

// place is where a rule stands.
type place struct {
	module *module
	path   string
	cites  []string
}

func newGraph(s *side) *graph {
	g := &graph{side: s, users: map[string][]user{}, at: map[string]place{}}
	for _, key := range sortedKeys(s.modules) {
		m := s.modules[key]
		for _, path := range sortedKeys(m.rules) {
			name := key + " " + path
			g.at[name] = place{m, path, m.rules[path].cites}
			for _, ref := range m.rules[path].uses {
				first := bucket(dotted(ref))
				g.users[first] = append(g.users[first], user{name, dotted(ref) + "."})
			}
		}
	}
	return g
}

func dotted(ref ast.Ref) string { return strings.TrimPrefix(ref.String(), "data.") }

// bucket is the head of a path, by which references are found: the package of an article has three steps.
func bucket(path string) string {
	steps := strings.SplitN(path, ".", 3)
	return strings.Join(steps[:min(len(steps), 2)], ".")
}

// pathOf is the whole path of a rule of a module.
func pathOf(m *module, at string) string {
	switch m.group {
	case articleGroup:
		return "norms." + m.id + "." + at
	case disputeGroup:
		return "disputes." + m.id + "." + at
	case questionGroup:
		return "decision." + at
	}
	return "lib." + m.id + "." + at
}

// resting are the rules that rest on a rule, through others too; not the rule itself.
func (g *graph) resting(m *module, at string) []string {
	seen := map[string]bool{m.group + " " + m.id + " " + at: true}
	var all []string
	queue := []string{pathOf(m, at)}
	for len(queue) > 0 {
		path := queue[0] + "."
		queue = queue[1:]
		for _, u := range g.users[bucket(path)] {
			if seen[u.rule] || !strings.HasPrefix(u.ref, path) && !strings.HasPrefix(path, u.ref) {
				continue
			}
			seen[u.rule] = true
			all = append(all, u.rule)
			queue = append(queue, pathOf(g.at[u.rule].module, g.at[u.rule].path))
		}
	}
	return all
}

// affect notes, of every rule that changed in meaning, the conditions that rest on it on either side, and of the provisions
// that all of them cite that they are spoken of otherwise.
func (d *Difference) affect(before, after *side) {
	graphs := []*graph{newGraph(before), newGraph(after)}
	speaks := map[string][]string{} // by URN
	cite := func(s *side, cites []string, rule string) {
		for _, provision := range cites {
			urn, known := s.urns[provision]
			if known && !slices.Contains(speaks[urn], rule) {
				speaks[urn] = append(speaks[urn], rule)
			}
		}
	}
	for group, modules := range map[string][]ModuleChange{articleGroup: d.Articles, disputeGroup: d.Disputes, libraryGroup: d.Library} {
		for i := range modules {
			for j := range modules[i].Rules {
				r := &modules[i].Rules[j]
				self := modules[i].ID + " " + r.Path
				cite(before, r.cites, self)
				cite(after, r.cites, self)
				if r.Before == nil && r.After == nil {
					continue // only what is said of it
				}
				for _, g := range graphs {
					m := &module{group: group, id: modules[i].ID}
					for _, name := range g.resting(m, r.Path) {
						at := g.at[name]
						if _, kind, _ := part(at.module.group, at.path); kind != "when" && kind != "where" {
							continue
						}
						rule := at.module.id + " " + at.path
						cite(g.side, at.cites, rule)
						r.Affects = append(r.Affects, rule)
					}
				}
				slices.Sort(r.Affects)
				r.Affects = slices.Compact(r.Affects)
			}
		}
	}
	d.Provisions = withRules(d.Provisions, speaks, before, after)
}

// withRules adds to the provisions that differ the rules that speak of them and changed.
func withRules(changed []Entry, speaks map[string][]string, before, after *side) []Entry {
	byURN := map[string]Entry{}
	for _, e := range changed {
		byURN[e.ID] = e
	}
	for urn, rules := range speaks {
		e, there := byURN[urn]
		if !there {
			e = Entry{ID: urn, Change: Changed, Label: labelOf(before.provisions[urn], after.provisions[urn])}
		}
		slices.Sort(rules)
		e.Rules = rules
		byURN[urn] = e
	}
	all := make([]Entry, 0, len(byURN))
	for _, urn := range sortedKeys(byURN) {
		all = append(all, byURN[urn])
	}
	if len(all) == 0 {
		return nil
	}
	return all
}
