package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/civil"
	"deferido/internal/corpus"
	"deferido/internal/decision"
	"deferido/internal/engine/plan"
	"deferido/internal/facts"
)

// Revision names the set by its content.
func (s *Set) Revision() string { return s.revision }

// Corpus is the set's body of texts.
func (s *Set) Corpus() *corpus.Corpus { return s.corpus }

// FactsSchema is the JSON Schema of the facts, as its file has it.
func (s *Set) FactsSchema() []byte { return slices.Clone(s.source) }

// ResultsSchema is the JSON Schema of the results, as its file has it: under $defs, one by question.
func (s *Set) ResultsSchema() []byte { return slices.Clone(s.results) }

// Compiler is the compiled Rego of the set, for those who evaluate it themselves. It must not compile more.
func (s *Set) Compiler() *ast.Compiler { return s.compiler }

// Questions are the questions that the set answers, sorted by name.
func (s *Set) Questions() []decision.Question { return slices.Clone(s.questions) }

// Question finds one of them.
func (s *Set) Question(name string) (decision.Question, bool) {
	for _, q := range s.questions {
		if q.Name == name {
			return q, true
		}
	}
	return decision.Question{}, false
}

// Parse reads and checks one request. Its error is a *facts.Error.
func (s *Set) Parse(body []byte) (*decision.Request, error) {
	r, err := s.schema.Parse(body)
	if err != nil {
		return nil, err
	}
	return request(r), nil
}

func request(r *facts.Request) *decision.Request {
	return &decision.Request{Question: r.Question, Reference: r.Reference, AsOf: r.AsOf, Explain: r.Explain, Facts: r}
}

// contextsKept bounds the days whose law is kept prepared. A request can ask for any day, so without a bound the days
// would pile up.
const contextsKept = 512

// centsSuffix ends the name of a parameter in the input: input.params.minimum_wage_cents.
const centsSuffix = "_cents"

// context is the law of a day, prepared for the input.
func (s *Set) context(day civil.Date) *facts.Context {
	s.mu.RLock()
	prepared, kept := s.contexts[day]
	s.mu.RUnlock()
	if kept {
		return prepared
	}
	params := map[string]int64{}
	for name, p := range s.params {
		if value, _, ok := p.On(day); ok {
			params[name+centsSuffix] = int64(value.Cents)
		}
	}
	prepared = facts.NewContext(facts.Law{
		AsOf: day, InForce: s.corpus.InForce(day), Wording: s.corpus.Wordings(day), Params: params,
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.contexts) >= contextsKept {
		clear(s.contexts)
	}
	s.contexts[day] = prepared
	return prepared
}

// Measure turns facts into the input of the policies, under the law of a day.
func (s *Set) Measure(r *decision.Request, day civil.Date) decision.Input {
	return s.schema.Measure(r.Facts.(*facts.Request), s.context(day))
}

// Keep is what may be kept of a request.
func (s *Set) Keep(r *decision.Request, variants []*decision.Request) []byte {
	changed := make([]*facts.Request, len(variants))
	for i, v := range variants {
		changed[i] = v.Facts.(*facts.Request)
	}
	return r.Facts.(*facts.Request).Keep(changed...)
}

// ParseKept reads what Keep wrote.
func (s *Set) ParseKept(kept []byte) (*decision.Request, error) {
	r, err := s.schema.ParseKept(kept)
	if err != nil {
		return nil, err
	}
	return request(r), nil
}

// Change returns the request with facts changed. Its error wraps decision.ErrContradiction where the facts would contradict
// each other.
func (s *Set) Change(r *decision.Request, changes []decision.Change) (*decision.Request, error) {
	made := make([]facts.Change, len(changes))
	for i, c := range changes {
		made[i] = facts.Change{Pointer: c.Pointer, Op: facts.OpSet, Value: c.Value}
		if c.Append {
			made[i].Op = facts.OpAppend
		}
	}
	changed, err := r.Facts.(*facts.Request).With(made...)
	var invalid *facts.Error
	switch {
	case errors.As(err, &invalid):
		return nil, fmt.Errorf("%w: %w", decision.ErrContradiction, invalid)
	case err != nil:
		return nil, err
	}
	return request(changed), nil
}

// Evaluate answers a question in both readings.
func (s *Set) Evaluate(ctx context.Context, question string, input decision.Input) (*decision.Document, error) {
	value, err := s.Document(ctx, question, input)
	if err != nil {
		return nil, err
	}
	return decodeDocument(value)
}

// Document is the value of data.decision.<question>, as any OPA computes it.
func (s *Set) Document(ctx context.Context, question string, input decision.Input) (plan.Value, error) {
	return s.evaluator.Eval(ctx, answerOf(question), input.(ast.Value))
}

// Turning returns, of the facts supposed, those that can still turn the answer in a reading.
func (s *Set) Turning(ctx context.Context, question string, input decision.Input, reading string, suppose map[string][]decision.Name) ([]string, error) {
	facts := ast.NewObject()
	for fact, names := range suppose {
		byArticle := ast.NewObject()
		for _, n := range names {
			key := ast.StringTerm(n.Article)
			list := ast.NewArray()
			if before := byArticle.Get(key); before != nil {
				list = before.Value.(*ast.Array)
			}
			byArticle.Insert(key, ast.NewTerm(list.Append(ast.StringTerm(n.Name))))
		}
		facts.Insert(ast.StringTerm(fact), ast.NewTerm(byArticle))
	}
	value, err := s.evaluator.Eval(ctx, turningOf(question), with(input, "suppose", ast.NewTerm(facts), "reading", ast.StringTerm(reading)))
	if err != nil {
		return nil, err
	}
	return decodeStrings(value)
}

// Explain returns the whole tree of a question in a reading.
func (s *Set) Explain(ctx context.Context, question string, input decision.Input, reading string) (decision.Tree, error) {
	value, err := s.evaluator.Eval(ctx, explanationOf(question), with(input, "reading", ast.StringTerm(reading)))
	if err != nil {
		return nil, err
	}
	return decodeTree(value)
}

// with returns an input that has more keys: key, term, key, term.
func with(input decision.Input, more ...any) ast.Value {
	object := ast.NewObject()
	input.(ast.Object).Foreach(func(k, v *ast.Term) { object.Insert(k, v) })
	for i := 0; i < len(more); i += 2 {
		object.Insert(ast.StringTerm(more[i].(string)), more[i+1].(*ast.Term))
	}
	return object
}

// Rule is what is declared of a condition, requirement or note.
func (s *Set) Rule(question string, n decision.Name) (*decision.Rule, bool) {
	rule, ok := s.rules[ruleKey{question, n}]
	return rule, ok
}

// Reads are the facts that a condition is made of, sorted.
func (s *Set) Reads(question string, n decision.Name) []string { return s.reads[ruleKey{question, n}] }

// About are all the facts that a condition is about, sorted.
func (s *Set) About(question string, n decision.Name) []string { return s.about[ruleKey{question, n}] }

// Dispute is what is declared of a dispute.
func (s *Set) Dispute(name string) (decision.Dispute, bool) {
	d, ok := s.disputes[name]
	return d, ok
}

// Cite is a provision as it stands on a day.
func (s *Set) Cite(norm, fragment string, day civil.Date) (decision.Citation, bool) {
	p, known := s.corpus.Provision(norm, fragment)
	if !known {
		return decision.Citation{}, false
	}
	v, inForce := p.VersionOn(day)
	c := decision.Citation{
		URN: p.URN, Label: p.Label, Order: p.Order, Held: v.Held, Older: v.OlderWording, Act: v.Act, Since: v.From, Grade: string(v.Grade),
	}
	if !v.Held {
		c.Grade = string(p.Grade)
	}
	return c, inForce
}

// ArticleLabel names an article to people; a dispute's, by its title.
func (s *Set) ArticleLabel(article string) string {
	folder, name, _ := strings.Cut(article, ".")
	if dispute, ok := s.disputes[name]; ok && folder == "disputes" {
		return dispute.Title
	}
	norm, known := s.corpus.Norm(folder)
	number := strings.TrimPrefix(name, "art_")
	fragment, err := corpus.ParseFragment("art" + strings.ReplaceAll(number, "_", "-"))
	if !known || err != nil {
		return article
	}
	return norm.Title + ", " + fragment.Label()
}

// Quoted is the whole held text of a provision on a day.
func (s *Set) Quoted(norm, fragment string, day civil.Date) (string, bool) {
	p, known := s.corpus.Provision(norm, fragment)
	if !known {
		return "", false
	}
	v, inForce := p.VersionOn(day)
	return v.Text, inForce && v.Held
}

// Stale is the warning that a parameter's value on a day is that of the last held year, a later one having begun.
func (s *Set) Stale(parameter string, day civil.Date) (code string, text decision.Sentence, stale bool) {
	p, known := s.params[parameter]
	if !known {
		return "", decision.Sentence{}, false
	}
	_, last, ok := p.On(day)
	return p.Stale.Code, decision.Sentence{PT: p.Stale.PT, EN: p.Stale.EN}, ok && last
}

// Disputes are the disputes between the readings, by id, then by name: several may have one id.
func (s *Set) Disputes() []decision.Dispute {
	return slices.SortedFunc(maps.Values(s.disputes), func(a, b decision.Dispute) int {
		return cmp.Or(strings.Compare(a.ID, b.ID), strings.Compare(a.Name, b.Name))
	})
}

// Interpretations are the choices that the rules rest on where the texts leave one, by id.
func (s *Set) Interpretations() []corpus.Interpretation { return slices.Clone(s.interpretations) }

// Ask is the sentence that asks a person for a fact.
func (s *Set) Ask(pointer, lang string) string { return s.schema.Ask(pointer, lang) }

// Value is the name for people of a value that a fact takes; empty where the schema gives none.
func (s *Set) Value(pointer, value, lang string) string { return s.schema.Value(pointer, value, lang) }

// Title is the short name of a fact.
func (s *Set) Title(pointer, lang string) string { return s.schema.Title(pointer, lang) }

// RulesOf are the rules that speak of a provision, by question, article and name.
func (s *Set) RulesOf(norm, fragment string) []decision.RuleOf {
	return slices.Clone(s.cited[norm+"!"+fragment])
}

func (s *Set) indexCited() {
	for key, rule := range s.rules {
		if rule.Fragment == "" {
			continue
		}
		at := rule.Norm + "!" + rule.Fragment
		s.cited[at] = append(s.cited[at], ruleOf(key, rule))
	}
	for _, rules := range s.cited {
		slices.SortFunc(rules, compareRules)
	}
}

func ruleOf(key ruleKey, rule *decision.Rule) decision.RuleOf {
	return decision.RuleOf{Question: key.question, Article: key.name.Article, Name: key.name.Name, Kind: rule.Role, Title: rule.Title.PT}
}

func compareRules(a, b decision.RuleOf) int {
	return slices.Compare([]string{a.Question, a.Article, a.Name}, []string{b.Question, b.Article, b.Name})
}

// Cases are the ids of the cases that name a provision in what they expect, sorted.
func (s *Set) Cases(urn string) []string { return slices.Clone(s.cases[urn]) }
