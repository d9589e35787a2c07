package decision

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"deferido/internal/civil"
)

// Recorder keeps a decision before it is answered. An error means that it was not kept.
type Recorder interface {
	Record(ctx context.Context, r *Request, d *Decision) error
}

// Service is the one path from facts to an answer.
type Service struct {
	// Recorder keeps each decision; nil keeps none.
	Recorder Recorder
	// Now is the clock of decided_at, and of the law's day where no fact names one. Its zone is that of the day, and of the
	// instants that no fact gives an offset.
	Now func() time.Time
	// Reading decides; the other is still shown.
	Reading string
}

// Activation is a policy set in service. It is pinned for a whole request.
type Activation struct {
	Law Law
	Seq int // the sequence number of its activation; 1 for the embedded set
}

// Decide answers a request under an activation, in a language ("pt-BR" or "en"). Its error is a *Problem.
func (s *Service) Decide(ctx context.Context, a Activation, r *Request, lang string) (*Decision, error) {
	m, err := s.evaluate(ctx, a, r, lang)
	if err != nil {
		return nil, err
	}
	d, err := m.answer(ctx)
	if err != nil {
		return nil, problem(err)
	}
	if s.Recorder != nil {
		if err := s.Recorder.Record(ctx, r, d); err != nil {
			return nil, &Problem{Kind: NotRecorded, Err: err, Detail: Sentence{
				PT: "A decisão não pôde ser registrada, e por isso não foi tomada. Tente de novo.",
				EN: "The decision could not be recorded, and so was not made. Try again.",
			}}
		}
	}
	return d, nil
}

// matter is a request under decision.
type matter struct {
	service  *Service
	law      Law
	seq      int
	request  *Request
	question Question
	lang     string

	now      time.Time
	day      civil.Date // whose law decides
	dated    bool       // a fact or the request names that day
	input    Input
	document *Document
	reading  *Reading // that decides
}

func (s *Service) evaluate(ctx context.Context, a Activation, r *Request, lang string) (*matter, error) {
	q, known := a.Law.Question(r.Question)
	if !known {
		return nil, problem(fmt.Errorf("no such question: %q", r.Question))
	}
	m := &matter{service: s, law: a.Law, seq: a.Seq, request: r, question: q, lang: lang, now: s.Now()}
	if err := m.setDay(); err != nil {
		return nil, problem(err)
	}
	m.input = a.Law.Measure(r, m.day)
	document, err := a.Law.Evaluate(ctx, r.Question, m.input)
	if err != nil {
		return nil, problem(err)
	}
	if !document.Held {
		return nil, &Problem{Kind: LawNotHeld, Detail: Sentence{
			PT: "O acervo não tem o texto que regia a matéria em " + m.dateInWords(m.day) + ": texto não disponível.",
			EN: "The text that governed the matter on " + m.dateInWords(m.day) + " is not held.",
		}}
	}
	m.document, m.reading = document, document.Reading(s.Reading)
	return m, nil
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
	id, err := uuid.NewV7()
	if err != nil {
		return nil, fmt.Errorf("making an id: %w", err)
	}
	d := &Decision{
		ID: id.String(), Reference: m.request.Reference, Question: m.request.Question,
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
