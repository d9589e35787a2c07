package edition

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"deferido/internal/civil"
	"deferido/internal/corpus"
	"deferido/internal/decision"
)

// declared is a condition, requirement or note, as one or more questions have it: where two say just the same, they are one.
type declared struct {
	rule   *decision.Rule
	places []*place
}

// Rule names a rule of a policy.
type Rule struct{ Question, Article, Name string }

// Condition is what a rule makes of the words of a provision.
type Condition struct {
	Rules  []Rule // that say just this, each for its question
	Kind   string // when, where, requires or notes
	Goes   string // of a note, what it goes with: "always", "allow", "deny" or a benefit
	Title  decision.Sentence
	Reason Phrase // the sentence of its reason with the numbers of the day; empty where facts decide too much of it
	Role   string
	On     string // on whom a duty lies
	Quote  string // words of the provision; empty where its text is not held
	Number int    // of the quote in the article, from 1; 0 where it has no place in the wording of the day
	// Test says what is compared with what. Where it is empty, Worded tells whether there is nothing to say or no words for it.
	Test       Phrase
	Worded     bool
	Applies    bool // false where the day rules it out
	Curable    bool // a change of facts could meet it
	Readings   []corpus.Interpretation
	Disputes   []decision.Dispute
	Parameters []Parameter
	Facts      []string // that it is about, by JSON Pointer
	Sources    []Source
	Rests      []Source // rules of articles that it rests on
}

// Parameter is a dated parameter on a day.
type Parameter struct {
	*corpus.Parameter
	Value *corpus.ParameterValue // nil before the first one
	Last  bool                   // a later year has begun: it may be out of date
	Stale decision.Sentence      // what to say then
}

// sameness is the same for rules that say just the same of the same words.
func (e *Edition) sameness(rule *decision.Rule, p *place) string {
	said := []string{p.kind, rule.Norm, rule.Fragment, rule.Title.PT, rule.Quote, rule.Role, rule.Reading, rule.On, rule.Code, rule.Reason.PT, rule.Found.PT}
	if p.kind == "notes" {
		said = append(said, p.group)
	}
	if p.kind == "requires" {
		w := e.wording(civil.Date{})
		ways, _ := w.ways(p.id, "")
		return strings.Join(append(said, ways.Text("pt-BR")), "\x00")
	}
	for _, r := range p.rules {
		said = append(said, r.Head.Value.String(), r.Body.String())
	}
	return strings.Join(said, "\x00")
}

// wording is the words of a day.
func (e *Edition) wording(day civil.Date) *wording {
	w := &wording{Edition: e, day: day, busy: map[*ast.Rule]bool{}}
	if !day.IsZero() {
		w.wordings = e.law.Wordings(day)
	}
	return w
}

// condition is a declared condition on a day.
func (w *wording) condition(d *declared) *Condition {
	first := d.places[0]
	c := &Condition{
		Kind: first.kind, Title: d.rule.Title, Role: d.rule.Role, On: d.rule.On, Quote: d.rule.Quote, Curable: !d.rule.Incurable,
		Reason: w.reason(d.rule, first), Readings: w.readings(d.rule.Reading),
	}
	if first.kind == "notes" {
		c.Goes = first.group
	}
	var all []*ast.Rule
	for _, p := range d.places {
		c.Rules = append(c.Rules, Rule{p.id.question, p.id.article, p.id.name})
		all = append(all, p.rules...)
		for _, dispute := range w.disputed[p.id] {
			if !containsDispute(c.Disputes, dispute) {
				c.Disputes = append(c.Disputes, dispute)
			}
		}
		for _, fact := range w.set.About(p.id.question, decision.Name{Article: p.id.article, Name: p.id.name}) {
			if !slices.Contains(c.Facts, fact) {
				c.Facts = append(c.Facts, fact)
			}
		}
	}
	rests := w.rules.rests(all)
	for _, r := range all {
		c.Sources = append(c.Sources, sourceOf(r))
	}
	for _, r := range rests {
		c.Rests = append(c.Rests, sourceOf(r))
	}
	c.Parameters = w.parametersOn(append(slices.Clone(all), rests...))
	w.test(c, first)
	return c
}

// test puts into words what a condition asks.
func (w *wording) test(c *Condition, p *place) {
	c.Applies = true
	if p.kind == "requires" {
		ways, ok := w.ways(p.id, "")
		if ok {
			c.Test, c.Worded = joined(say("um destes modos: ", "one of these ways: "), ways), true
		}
		return
	}
	said, ok := w.clauseOf(p.rules, nil)
	if !ok {
		return
	}
	c.Worded, c.Applies = true, said.verdict != never
	if said.verdict == open {
		c.Test = said.phrase
	}
}

func (w *wording) parametersOn(rules []*ast.Rule) []Parameter {
	var all []Parameter
	for _, p := range w.parametersOf(rules) {
		on := Parameter{Parameter: p}
		if v, last, ok := p.On(w.day); ok {
			on.Value, on.Last = &v, last
		}
		if _, said, stale := w.set.Stale(p.Name, w.day); stale {
			on.Stale = said
		}
		all = append(all, on)
	}
	return all
}

func (e *Edition) readings(ids string) []corpus.Interpretation {
	var all []corpus.Interpretation
	for id := range strings.SplitSeq(ids, ", ") {
		for _, i := range e.set.Interpretations() {
			if i.ID == id {
				all = append(all, i)
			}
		}
	}
	return all
}

// reason is the sentence of a condition's reason, with what its values are on the day. Where one has no words it says nothing.
func (w *wording) reason(rule *decision.Rule, p *place) Phrase {
	pt, okPT := w.filled(rule.Reason.PT, "pt-BR", p)
	en, okEN := w.filled(rule.Reason.EN, "en", p)
	if !okPT || !okEN {
		return Phrase{}
	}
	return Phrase{pt, en}
}

func (w *wording) filled(sentence, lang string, p *place) ([]Word, bool) {
	var words []Word
	for {
		before, rest, found := strings.Cut(sentence, "{")
		if before != "" {
			words = appended(words, []Word{{before, Plain}})
		}
		if !found {
			return words, len(words) > 0
		}
		name, after, closed := strings.Cut(rest, "}")
		v, ok := w.namedValue(p, name)
		if !closed || !ok {
			return nil, false
		}
		words, sentence = appended(words, v.In(lang)), after
	}
}

// namedValue is a value of a reason: grant.values.low_income.limit := {"money": …}.
func (w *wording) namedValue(p *place, name string) (Phrase, bool) {
	path := ground(p.rules[0].Ref())
	base := strings.Join(path[:len(path)-2], ".")
	if p.kind == "notes" || p.kind == "requires" {
		base = strings.Join(path[:len(path)-3], ".")
	}
	rules := w.rules.byPath[base+".values."+p.id.name+"."+name]
	if len(rules) != 1 || !asksNothing(rules[0].Body) {
		return Phrase{}, false
	}
	object, is := rules[0].Head.Value.Value.(ast.Object)
	if !is {
		return Phrase{}, false
	}
	units := map[string]unit{"money": unitMoney, "duration": unitDuration, "number": unitCount, "at": unitInstant, "day": unitDay}
	for kind, u := range units {
		of := object.Get(ast.StringTerm(kind))
		if of == nil {
			continue
		}
		o, ok := w.operand(of, nil)
		if ok && o.unit == unitBare {
			o, ok = o.withUnit(u)
		}
		if u == unitMoney && o.worth != nil { // what it comes to, in a sentence
			return Money(*o.worth), ok
		}
		return o.phrase, ok && o.unit == u
	}
	return Phrase{}, false
}
