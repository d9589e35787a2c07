package decision

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"deferido/internal/civil"
)

// Service is the one path from facts to an answer.
type Service struct {
	// Recorder keeps each decision; nil keeps none.
	Recorder Recorder
	// Now is the clock of decided_at, and of the law's day where no fact names one. Its zone is that of the day, and of the
	// instants that no fact gives an offset.
	Now func() time.Time
	// Reading decides; the other is still shown.
	Reading string
	// Program is the version that decides, as records name it.
	Program string
}

// Activation is a policy set in service. It is pinned for a whole request.
type Activation struct {
	Law Law
	Seq int // the sequence number of its activation; 1 for the embedded set
}

// Decide answers a request under an activation, in a language ("pt-BR" or "en"), and keeps the decision first. Its error is
// a *Problem.
func (s *Service) Decide(ctx context.Context, a Activation, r *Request, lang string) (*Decision, error) {
	made, err := s.Make(ctx, a, r, lang)
	if err != nil {
		return nil, err
	}
	if err := s.Keep(ctx, made); err != nil {
		return nil, err
	}
	return made.Decision, nil
}

// Make answers a request and keeps nothing: the decision must not be told before Keep. Its error is a *Problem; that the
// policies failed is recorded, since nothing else tells of it a year later.
func (s *Service) Make(ctx context.Context, a Activation, r *Request, lang string) (*Made, error) {
	m, err := s.matter(a, r, lang)
	if err != nil {
		return nil, problem(err)
	}
	d, err := m.decide(ctx)
	if err == nil {
		return m.made(d)
	}
	p := problem(err)
	if p.Kind == EvaluationError && s.Recorder != nil {
		if err := s.Recorder.Record(ctx, m.failed(p.Kind)); err != nil {
			p.Err = errors.Join(p.Err, err)
		}
	}
	return nil, p
}

// matter is a request under decision.
type matter struct {
	service  *Service
	law      Law
	seq      int
	request  *Request
	question Question
	lang     string

	id       string
	now      time.Time
	day      civil.Date // whose law decides
	dated    bool       // a fact or the request names that day
	input    Input
	document *Document
	reading  *Reading   // that decides
	variants []*Request // that the request was changed to, to find what would turn the answer
	texts    bool       // a text of the request stands in the result
	pointers bool       // such a text is told as its pointer
	lawOnly  bool       // reasons say what the law asks, and not what was found
}

// matter is a request before anything is known of it.
func (s *Service) matter(a Activation, r *Request, lang string) (*matter, error) {
	q, known := a.Law.Question(r.Question)
	if !known {
		return nil, fmt.Errorf("no such question: %q", r.Question)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return nil, fmt.Errorf("making an id: %w", err)
	}
	m := &matter{service: s, law: a.Law, seq: a.Seq, request: r, question: q, lang: lang, now: s.Now(), id: id.String()}
	return m, m.setDay()
}

// decide evaluates the policies and makes their answer a decision.
func (m *matter) decide(ctx context.Context) (*Decision, error) {
	if err := m.evaluate(ctx); err != nil {
		return nil, err
	}
	return m.answer(ctx)
}

// evaluate has the policies answer.
func (m *matter) evaluate(ctx context.Context) error {
	m.input = m.law.Measure(m.request, m.day)
	document, err := m.law.Evaluate(ctx, m.question.Name, m.input)
	if err != nil {
		return err
	}
	if !document.Held {
		return &Problem{Kind: LawNotHeld, Detail: Sentence{
			PT: "O acervo não tem o texto que regia a matéria em " + m.dateInWords(m.day) + ": texto não disponível.",
			EN: "The text that governed the matter on " + m.dateInWords(m.day) + " is not held.",
		}}
	}
	m.document, m.reading = document, document.Reading(m.service.Reading)
	return nil
}

// setDay picks the day whose law decides: the one asked for, that of the question's clock, or today.
func (m *matter) setDay() error {
	if !m.request.AsOf.IsZero() {
		m.day, m.dated = m.request.AsOf, true
		return nil
	}
	if m.day, m.dated = m.request.Facts.Clock(m.question.Clock); m.dated {
		return nil
	}
	today, err := civil.New(m.now.Year(), m.now.Month(), m.now.Day())
	m.day = today
	return err
}

func (m *matter) answer(ctx context.Context) (*Decision, error) {
	result, err := m.resolve(m.reading.Result)
	if err != nil {
		return nil, err
	}
	d := &Decision{
		ID: m.id, Reference: m.request.Reference, Question: m.request.Question,
		Outcome: m.reading.State.Outcome(), Contested: m.document.Differ, Result: result,
		Readings: Readings{
			Text: m.document.Text.State.Outcome(), CaseLaw: m.document.CaseLaw.State.Outcome(), Decides: m.service.Reading,
		},
		Policy: Policy{
			Revision: m.law.Revision(), Activation: m.seq, AsOf: m.day.String(), WhatIf: !m.request.AsOf.IsZero(),
		},
		DecidedAt: m.now,
		Remedies:  []Remedy{}, Missing: []Missing{},
	}
	if err := m.cite(d); err != nil {
		return nil, err
	}
	if d.Disputes, err = m.disputes(); err != nil {
		return nil, err
	}
	if m.reading.State == Unknown {
		if d.Missing, err = m.missing(ctx); err != nil {
			return nil, err
		}
	}
	if m.reading.State == Unmet {
		if d.Remedies, err = m.remedies(ctx); err != nil {
			return nil, err
		}
		curable := len(d.Remedies) > 0
		d.Curable = &curable
	}
	if m.request.Explain {
		if d.Explanation, err = m.explain(ctx); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// problem makes an error of the path a *Problem.
func problem(err error) *Problem {
	var p *Problem
	if errors.As(err, &p) {
		return p
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return &Problem{Kind: DeadlineReached, Err: err, Detail: Sentence{
			PT: "A decisão não coube no prazo. Tente de novo.", EN: "The decision did not fit its deadline. Try again.",
		}}
	}
	return &Problem{Kind: EvaluationError, Err: err, Detail: Sentence{
		PT: "As políticas não puderam ser avaliadas; nada foi decidido.",
		EN: "The policies could not be evaluated; nothing was decided.",
	}}
}
