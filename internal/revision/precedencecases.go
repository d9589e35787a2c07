package revision

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"

	"deferido/internal/civil"
	"deferido/internal/decision"
)

// ask evaluates a query that binds x on an input.
func (c *check) ask(ctx context.Context, query string, input ast.Value, into any) error {
	prepared, err := c.prepared(ctx, query)
	if err != nil {
		return err
	}
	if input == nil {
		input = ast.NewObject()
	}
	results, err := prepared.Eval(ctx, rego.EvalParsedInput(input))
	if err != nil {
		return err
	}
	if len(results) != 1 {
		return nil // undefined: there is nothing to tell
	}
	text, err := json.Marshal(results[0].Bindings["x"])
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

func (c *check) prepared(ctx context.Context, query string) (rego.PreparedEvalQuery, error) {
	if c.queries == nil {
		c.queries = map[string]rego.PreparedEvalQuery{}
	}
	if kept, there := c.queries[query]; there {
		return kept, nil
	}
	prepared, err := rego.New(rego.Query(query), rego.Compiler(c.law), rego.StrictBuiltinErrors(true)).PrepareForEval(ctx)
	if err != nil {
		return prepared, fmt.Errorf("preparing a query: %w", err)
	}
	c.queries[query] = prepared
	return prepared, nil
}

// value is what an article gives on an input.
type value struct {
	Article string `json:"article"`
	Name    string `json:"name"`
	Value   any    `json:"value"`
}

// giving asks for all that the governing articles of a question give, in either reading.
const giving = `matter := data.decision.matters.%[1]s
articles := object.union(matter.articles, data.lib.settle.together(data.decision.positions.%[1]s).articles)
weights := data.lib.settle.weigh_all({"articles": articles}, {})
x := [{"article": id, "name": name, "value": value} | weights[id].scope == 1; value := articles[id].gives[name]]`

// evaluated are the contradictions that the cases of the question meet, on any day on which the law changes.
func (m *matter) evaluated(ctx context.Context) ([]clash, error) {
	if len(m.gives) < 2 {
		return nil, nil
	}
	var all []clash
	for i := range m.check.cases {
		c := &m.check.cases[i]
		r, err := m.check.set.Parse(c.Request)
		if err != nil || r.Question != m.question {
			continue // of another question, or about what is refused
		}
		for _, variant := range m.variants(r) {
			for _, day := range m.days(variant) {
				found, err := m.clashes(ctx, variant, day)
				if err != nil {
					return nil, fmt.Errorf("evaluating %s: %w", c.File, err)
				}
				for _, clash := range found {
					clash.where = fmt.Sprintf("%s under the law of %s", c.File, day)
					all = append(all, clash)
				}
			}
		}
	}
	return all, nil
}

// variants are a request with each value of the facts that are asked first.
func (m *matter) variants(r *decision.Request) []*decision.Request {
	all := []*decision.Request{r}
	q, _ := m.check.set.Question(m.question)
	for _, fact := range q.First {
		for _, before := range slices.Clone(all) {
			for _, other := range m.check.allowed(fact) {
				changed, err := m.check.set.Change(before, []decision.Change{{Pointer: fact, Value: other}})
				if err == nil { // otherwise the other facts do not allow it
					all = append(all, changed)
				}
			}
		}
	}
	return all
}

// days are those on which to look at a request: its own, and the first day of each norm and of each wording, and its eve.
func (m *matter) days(r *decision.Request) []civil.Date {
	q, _ := m.check.set.Question(m.question)
	seen := map[civil.Date]bool{}
	if own, known := r.Facts.Clock(q.Clock); known {
		seen[own] = true
	}
	for _, norm := range m.check.corpus.Norms() {
		for _, p := range norm.Provisions {
			for _, v := range p.Versions {
				seen[v.From] = true
			}
		}
		seen[norm.InForce.From.Date] = true
		if norm.InForce.Until != nil {
			seen[norm.InForce.Until.Date] = true
		}
	}
	return slices.SortedFunc(maps.Keys(seen), civil.Date.Compare)
}

// clashes are the contradictions of one request on one day.
func (m *matter) clashes(ctx context.Context, r *decision.Request, day civil.Date) ([]clash, error) {
	input, _ := m.check.set.Measure(r, day).(ast.Value)
	var values []value
	if err := m.check.ask(ctx, fmt.Sprintf(giving, m.question), input, &values); err != nil {
		return nil, err
	}
	var all []clash
	for i, a := range values {
		for _, b := range values[i+1:] {
			if a.Name == b.Name && !m.combine[a.Name] && written(a.Value) != written(b.Value) && !m.settled(a.Article, b.Article) {
				all = append(all, clash{a: m.rule(a), b: m.rule(b)})
			}
		}
	}
	return all, nil
}

// rule finds the rule by which a value was given.
func (m *matter) rule(v value) given {
	for _, g := range m.gives {
		if g.article == v.Article && g.name == v.Name {
			return g
		}
	}
	return given{article: v.Article, name: v.Name, rule: &ast.Rule{}}
}
