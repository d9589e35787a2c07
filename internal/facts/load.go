package facts

import (
	"errors"
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Schema is the schema of the requests of one policy set, ready for use by any number of goroutines.
type Schema struct {
	root   *rule // of the request
	facts  *rule // of its facts
	known  map[string]string
	checks []check
	givens []int // indices in facts of the groups with x-given
	period []int // the slots of the fact that input.quarter is made of
}

// envelope is the schema of a request around the facts.
const envelope = `{"type": "object", "title": "Pedido", "x-title-en": "Request",
  "additionalProperties": false, "properties": {
  "question": {"type": "string", "title": "Pergunta", "x-title-en": "Question"},
  "as_of": {"type": "string", "format": "date", "title": "Data do direito", "x-title-en": "Date of the law"},
  "explain": {"type": "boolean", "title": "Explicar", "x-title-en": "Explain"},
  "reference": {"type": "string", "maxLength": 200, "title": "Referência", "x-title-en": "Reference"}}}`

// Load prepares a JSON Schema (2020-12) of the facts for requests that ask one of the questions. It refuses a schema
// that uses a keyword it does not know, since ignoring one would accept or reveal what the schema meant to keep out.
func Load(schema []byte, questions []string) (*Schema, error) {
	source, err := read(schema, 0, nil)
	if err != nil {
		return nil, fmt.Errorf("facts schema: %w", err)
	}
	c := &compiler{building: map[string]bool{}}
	if c.defs, err = definitions(source); err != nil {
		return nil, err
	}
	frame, err := read([]byte(envelope), 0, nil)
	if err != nil {
		return nil, err
	}
	s := &Schema{known: map[string]string{}}
	if s.root, err = c.compile(frame, "", ""); err != nil {
		return nil, err
	}
	s.root.props[s.root.index["question"]].enumerate(questions)
	if s.facts, err = c.compile(source, "facts", "/facts"); err != nil {
		return nil, fmt.Errorf("facts schema: %w", err)
	}
	if s.facts.kind != kindObject {
		return nil, errors.New("facts schema: want an object at the root")
	}
	s.root.add(s.facts)
	if err := s.root.require([]string{"question", "facts"}); err != nil {
		return nil, err
	}
	if err := s.finish(c); err != nil {
		return nil, fmt.Errorf("facts schema: %w", err)
	}
	return s, nil
}

// finish resolves what needs the whole tree.
func (s *Schema) finish(c *compiler) error {
	for _, p := range c.pending {
		if err := p.resolve(s.root); err != nil {
			return fmt.Errorf("%s: %s: %w", p.rule.pointer, p.keyword, err)
		}
	}
	if err := described(s.facts); err != nil {
		return err
	}
	s.learn(s.root, nil)
	for i, group := range s.facts.props {
		if group.given {
			s.givens = append(s.givens, i)
		}
	}
	prepare(s.facts)
	return nil
}

// described refuses a fact without the words that ask for it.
func described(r *rule) error {
	for _, p := range r.props {
		if p.title.pt == "" || p.title.en == "" || p.kind != kindObject && (p.ask.pt == "" || p.ask.en == "") {
			return fmt.Errorf("%s: want title, x-title-en and x-ask", p.pointer)
		}
		if err := described(p); err != nil {
			return err
		}
	}
	if r.items != nil {
		return described(r.items)
	}
	return nil
}

// learn collects the keys, the rules between facts and the quarter, from r which lies at the path.
func (s *Schema) learn(r *rule, path []int) {
	for _, name := range r.names {
		s.known[string(ast.String(name).String())] = name
	}
	if r.notAfter != nil || r.notBefore != nil || r.sumWith != nil || r.atMost != nil {
		s.checks = append(s.checks, check{path: append([]int(nil), path...), rule: r})
	}
	if r.period == "quarter" && s.period == nil {
		s.period = append([]int(nil), path...)
	}
	for i, p := range r.props {
		s.learn(p, append(path, i))
	}
	if r.items != nil {
		s.learn(r.items, append(path, eachItem))
	}
}

// prepare settles, from the leaves up, what r yields and what its absence yields.
func prepare(r *rule) {
	r.term = ast.InternedTerm(r.key)
	r.has = [branches]bool{
		inFacts: !r.private && r.yearsTo == nil, inNS: r.format == "date-time",
		inDays: r.isDay() && r.yearsTo == nil, inCivil: r.format == "date" && r.yearsTo == nil,
		inYears: r.yearsTo != nil, inSame: r.same != nil,
	}
	for _, below := range append(r.props, r.itemRules()...) {
		prepare(below)
		for b, has := range below.has {
			r.has[b] = r.has[b] || has
		}
	}
	var defaults, nothing [][2]*ast.Term
	for _, p := range r.props {
		if p.absent != nil {
			defaults = append(defaults, [2]*ast.Term{p.term, p.absent})
		}
		if p.private {
			nothing = append(nothing, [2]*ast.Term{p.term, ast.InternedTerm(false)})
		}
	}
	r.absent = r.fallTerm
	if len(defaults) > 0 {
		r.absent = ast.ObjectTerm(defaults...)
	}
	if r.given {
		r.nothing = ast.ObjectTerm(nothing...)
	}
}

// itemRules is the rule of a list's items, of which there is one or none.
func (r *rule) itemRules() []*rule {
	if r.items == nil {
		return nil
	}
	return []*rule{r.items}
}
