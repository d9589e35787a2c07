package revision

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"deferido/internal/engine"
)

// properties tries on many requests what holds of every one: that it is answered, and that what becomes known never turns
// an answer that was certain without it.
func (c *check) properties(ctx context.Context) ([]Finding, error) {
	p := &properties{check: c, told: map[string]bool{}, asking: c.asking()}
	for _, step := range []func(context.Context) error{p.total, p.monotone} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return p.found, nil
}

type properties struct {
	check  *check
	found  []Finding
	told   map[string]bool // evaluation errors
	asking map[string]bool // facts that say what is asked
}

// document is a request as JSON.
type document map[string]any

// total decides every question without facts, and every case with one fact less, each in turn.
func (p *properties) total(ctx context.Context) error {
	for _, q := range p.check.set.Questions() {
		request := document{"question": q.Name, "facts": document{}, "explain": true}
		if _, err := p.try(ctx, request, nil, q.Name+", when nothing is known"); err != nil {
			return err
		}
	}
	for i := range p.check.cases {
		if request, question, is := p.check.cases[i].decidable(); is {
			if err := p.totalCase(ctx, &p.check.cases[i], request, question); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *properties) totalCase(ctx context.Context, c *Case, request document, question string) error {
	whole, err := p.try(ctx, request, c, c.File)
	if err != nil {
		return err
	}
	for _, pointer := range pointersOf(request["facts"], "/facts") {
		less, err := p.try(ctx, without(request, pointer), c, c.File+", when "+pointer+" is not known")
		if err != nil {
			return err
		}
		if p.mayBeUnknown(question, pointer) {
			p.compare(c, pointer, less, whole)
		}
	}
	return nil
}

// decidable is the case's request, and its question, unless it is about what is refused.
func (c *Case) decidable() (request document, question string, is bool) {
	if c.Expect.Status != 0 || json.Unmarshal(c.Request, &request) != nil {
		return nil, "", false
	}
	question, is = request["question"].(string)
	return request, question, is
}

// try decides a request. What stops its evaluation is a finding, told once; when says what was decided.
func (p *properties) try(ctx context.Context, request document, of *Case, when string) (answered, error) {
	got, err := p.decide(ctx, request)
	if err != nil || got.decision != nil || !isEvaluationError(got.err) {
		return got, err
	}
	f := p.stopped(ctx, request, got.err)
	if p.told[f.File+f.Detail] {
		return got, nil
	}
	p.told[f.File+f.Detail] = true
	if of != nil && f.File == "" {
		f.File, f.Line = of.File, lineOf(of.source, "/request")
	}
	f.Detail += " (" + when + ")"
	p.found = append(p.found, f)
	return got, nil
}

// decide decides a request. The error is that ctx is done.
func (p *properties) decide(ctx context.Context, request document) (answered, error) {
	body, err := json.Marshal(request)
	if err != nil {
		return answered{}, fmt.Errorf("writing a request: %w", err)
	}
	got := decided(ctx, p.check.set, body)
	return got, ctx.Err()
}

func isEvaluationError(err error) bool {
	var stopped *engine.EvaluationError
	return errors.As(err, &stopped)
}

// stopped is the finding of an evaluation that failed. OPA's interpreter says where, which the compiled plans do not.
func (p *properties) stopped(ctx context.Context, request document, err error) Finding {
	f := Finding{Rule: "total", Advice: "no facts may stop the evaluation: two values for one name, or what a builtin refuses, must be told apart by the rules"}
	if slow, prepared := p.check.set.WithTopdown(ctx); prepared == nil {
		if body, written := json.Marshal(request); written == nil {
			if again := decided(ctx, slow, body); isEvaluationError(again.err) {
				err = again.err
			}
		}
	}
	f.File, f.Line, f.Detail = evaluationPlace(err)
	return f
}

// monotone takes facts away from cases, one after the other, in an order of chance, and looks at each answer beside the one
// before: what is certain while a fact is not known is so when it is.
func (p *properties) monotone(ctx context.Context) error {
	random := rand.New(rand.NewPCG(p.check.seed, 1))
	for i := range p.check.cases {
		c := &p.check.cases[i]
		request, question, is := c.decidable()
		if !is {
			continue
		}
		var removable []string
		for _, pointer := range pointersOf(request["facts"], "/facts") {
			if p.mayBeUnknown(question, pointer) {
				removable = append(removable, pointer)
			}
		}
		random.Shuffle(len(removable), func(i, j int) { removable[i], removable[j] = removable[j], removable[i] })
		if err := p.takeAway(ctx, c, request, removable); err != nil {
			return err
		}
	}
	return nil
}

// takeAway takes facts away from a request in an order, and looks at the answers.
func (p *properties) takeAway(ctx context.Context, c *Case, request document, order []string) error {
	after, err := p.decide(ctx, request)
	if err != nil {
		return err
	}
	for _, pointer := range order {
		request = without(request, pointer)
		before, err := p.decide(ctx, request)
		if err != nil {
			return err
		}
		p.compare(c, pointer, before, after)
		after = before
	}
	return nil
}

// compare finds an answer that was certain without a fact and is another with it. Where either is none, the facts that are
// left contradict each other.
func (p *properties) compare(c *Case, pointer string, without, with answered) {
	if without.decision == nil || with.decision == nil {
		return
	}
	is, then := without.decision.Outcome, with.decision.Outcome
	if is == "incomplete" || is == then || p.told[c.File+pointer] {
		return
	}
	p.told[c.File+pointer] = true
	p.found = append(p.found, Finding{
		File: c.File, Line: lineOf(c.source, "/request"+pointer), Rule: "monotone",
		Detail: fmt.Sprintf("without %s the answer is %s, and with it %s", pointer, is, then),
		Advice: "while a fact is not known no condition may be decided by its absence: leave it undefined",
	})
}
