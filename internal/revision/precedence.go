package revision

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/corpus"
)

// precedence finds articles that contradict each other: of one question, both in force on some day and both able to govern
// one case, they give values of one name that are not the same, the question does not say which yields, and the name is
// not combined. What is written out is compared as it stands; the rest is evaluated over the cases, on the days on which the
// law changes.
func (c *check) precedence(ctx context.Context) ([]Finding, error) {
	var found []Finding
	told := map[string]bool{}
	for _, q := range c.set.Questions() {
		m, err := c.matter(ctx, q.Name)
		if err != nil {
			return nil, err
		}
		clashes := m.written()
		evaluated, err := m.evaluated(ctx)
		if err != nil {
			return nil, err
		}
		for _, clash := range append(clashes, evaluated...) {
			if id := clash.id(); !told[id] {
				told[id] = true
				found = append(found, clash.finding(q.Name))
			}
		}
	}
	return found, nil
}

// matter is what a question brings, as it stands before any fact.
type matter struct {
	check    *check
	question string
	named    map[string]bool            // articles
	yields   map[string]map[string]bool // to whom an article yields
	combine  map[string]bool            // names
	gives    []given
}

// given is a rule by which an article gives a value.
type given struct {
	article string // decreto_9921_2019.art_44; disputes.toll
	name    string
	rule    *ast.Rule
}

// clash is a contradiction.
type clash struct {
	a, b  given
	where string // a case and a day on which it was seen; empty where it is written out
}

func (c clash) id() string {
	return strings.Join([]string{c.a.name, min(c.a.article, c.b.article), max(c.a.article, c.b.article)}, " ")
}

func (c clash) finding(question string) Finding {
	f := at(c.a.rule.Location, "precedence",
		fmt.Sprintf("say in decision/%s.rego, under yields, which of the two yields to the other and why; or let neither govern where the other does", question),
		"%s and %s give %s values that differ, and neither yields", c.a.article, c.b.article, c.a.name)
	if c.where != "" {
		f.Detail += " (" + c.where + ")"
	}
	return f
}

// matter reads the tables of a question, which rest on no fact, and the rules that give values.
func (c *check) matter(ctx context.Context, question string) (*matter, error) {
	m := &matter{check: c, question: question, named: map[string]bool{}, yields: map[string]map[string]bool{}, combine: map[string]bool{}}
	var tables struct {
		Yields  map[string][]string `json:"yields"`
		Combine []string            `json:"combine"`
	}
	query := fmt.Sprintf(`x := {"yields": data.decision.matters.%[1]s.yields, "combine": data.decision.matters.%[1]s.combine}`, question)
	if err := c.ask(ctx, query, nil, &tables); err != nil {
		return nil, fmt.Errorf("reading what yields in %s: %w", question, err)
	}
	for article, to := range tables.Yields {
		m.yields[article] = map[string]bool{}
		for _, other := range to {
			m.yields[article][other] = true
		}
	}
	for _, name := range tables.Combine {
		m.combine[name] = true
	}
	for _, module := range c.modules {
		for _, rule := range module.Rules {
			ref := rule.Ref()
			if len(ref) == 6 && ref[:5].String() == "data.decision.matters."+question+".articles" {
				id, _ := ref[5].Value.(ast.String)
				m.named[string(id)] = true
			}
		}
	}
	c.articleRules(func(rule *ast.Rule) {
		if kind, name, is := condition(rule); is && kind == "gives" && !m.combine[name] && rule.Head.Value != nil {
			if article, asked := articleOf(rule); asked == question {
				m.gives = append(m.gives, given{article, name, rule})
			}
		}
	})
	return m, nil
}

// articleOf is the article of a rule, as the question names it, and the question.
func articleOf(rule *ast.Rule) (article, question string) {
	ref := rule.Ref()
	text := func(i int) string {
		s, _ := ref[i].Value.(ast.String)
		return string(s)
	}
	if text(1) == "disputes" {
		return "disputes." + text(2), text(3)
	}
	return text(2) + "." + text(3), text(4)
}

// settled reports whether the question says what becomes of two values.
func (m *matter) settled(a, b string) bool { return m.yields[a][b] || m.yields[b][a] }

// written are the contradictions that are written out: two constants that are not the same, of articles that are in force
// together and whose scopes do not shut each other out.
func (m *matter) written() []clash {
	var all []clash
	for i, a := range m.gives {
		for _, b := range m.gives[i+1:] {
			differ := a.name == b.name && a.article != b.article && a.rule.Head.Value.IsGround() && b.rule.Head.Value.IsGround() &&
				constant(a.rule) && constant(b.rule) && !a.rule.Head.Value.Equal(b.rule.Head.Value)
			if differ && m.speaks(a) && m.speaks(b) && !m.settled(a.article, b.article) && m.together(a, b) {
				all = append(all, clash{a: a, b: b})
			}
		}
	}
	return all
}

// constant reports whether a rule gives what it writes, whatever the facts.
func constant(rule *ast.Rule) bool {
	switch rule.Head.Value.Value.(type) {
	case ast.String, ast.Number, ast.Boolean, ast.Null:
		return true
	}
	return false
}

// speaks reports whether an article is heard: the question names it, or it is that of a dispute.
func (m *matter) speaks(g given) bool {
	return m.named[g.article] || strings.HasPrefix(g.article, "disputes.")
}

// together reports whether two articles can govern one case on one day.
func (m *matter) together(a, b given) bool {
	return m.sameDay(a, b) && !m.apart(a, b)
}

func (m *matter) sameDay(a, b given) bool {
	x, y := m.norm(a), m.norm(b)
	if x == nil || y == nil {
		return true // a dispute's article speaks on any day
	}
	first := x.InForce.From.Date
	if first.Before(y.InForce.From.Date) {
		first = y.InForce.From.Date
	}
	return x.InForce.Contains(first) && y.InForce.Contains(first)
}

func (m *matter) norm(g given) *corpus.Norm {
	folder, _, _ := strings.Cut(g.article, ".")
	norm, _ := m.check.corpus.Norm(folder)
	return norm
}

// apart reports whether the scopes of two articles shut each other out: each asks that one fact be another constant.
func (m *matter) apart(a, b given) bool {
	x, y := m.scope(a), m.scope(b)
	for fact, value := range x {
		if other, both := y[fact]; both && value.Compare(other) != 0 {
			return true
		}
	}
	return false
}

// scope is what the conditions that govern an article say of facts: this fact is this constant.
func (m *matter) scope(g given) map[string]ast.Value {
	inside := g.rule.Ref()[:len(g.rule.Ref())-2].String()
	governs := map[string]bool{}
	says := map[string]ast.Value{}
	m.check.articleRules(func(rule *ast.Rule) {
		if set, is := rule.Head.Value, rule.Ref().String() == inside+".governs"; is && set != nil {
			ast.WalkTerms(set, func(term *ast.Term) bool {
				if name, is := term.Value.(ast.String); is {
					governs[string(name)] = true
				}
				return false
			})
		}
	})
	m.check.articleRules(func(rule *ast.Rule) {
		_, name, is := condition(rule)
		if !is || !governs[name] || rule.Head.Value == nil || rule.Ref().String() != inside+".where."+name {
			return
		}
		call, is := rule.Head.Value.Value.(ast.Call)
		if !is || len(call) != 3 || call[0].String() != "equal" {
			return
		}
		fact, isFact := call[1].Value.(ast.Ref)
		if isFact && readsFact(fact) && slices.Contains([]string{"string", "boolean", "number"}, ast.ValueName(call[2].Value)) {
			says[fact.String()] = call[2].Value
		}
	})
	return says
}
