package decision

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"deferido/internal/civil"
)

// Replaying says how a recorded decision is to be told again.
type Replaying struct {
	Language string // "pt-BR" or "en"; empty for that of the record
	Explain  bool   // with the tree of articles, ways and conditions, whether it was asked for or not
	// OtherLaw lets another law decide than the one that did, to see what would come out.
	OtherLaw bool
	// AsOf chooses the day of the law, as a request's own as_of does; the zero Date leaves it.
	AsOf civil.Date
	// LawOnly leaves out of the reasons what was found of the person, such as the income; what the law asks stays.
	LawOnly bool
}

// ErrOtherSet is wrapped where the law is not the one that decided.
var ErrOtherSet = errors.New("the policy set is not the one that decided")

// Replay makes a recorded decision again, from what was kept of its request, under the law that decided. Nothing is recorded.
// With the zero Replaying and the same program, its Encode is the Answer of the record, byte for byte. Its error is a
// *Problem or wraps ErrOtherSet.
func (s *Service) Replay(ctx context.Context, law Law, record *Record, how Replaying) (*Decision, error) {
	if law.Revision() != record.Revision && !how.OtherLaw {
		return nil, fmt.Errorf("%w: it is %s, and %s decided", ErrOtherSet, law.Revision(), record.Revision)
	}
	m, err := s.again(law, record, how)
	if err != nil {
		return nil, problem(err)
	}
	d, err := m.decide(ctx)
	if err != nil {
		return nil, problem(err)
	}
	return d, nil
}

// again is a recorded matter.
func (s *Service) again(law Law, record *Record, how Replaying) (*matter, error) {
	request, err := law.ParseKept(record.Request)
	if err != nil {
		return nil, fmt.Errorf("reading a kept request: %w", err)
	}
	request.Explain = record.Explain || how.Explain
	if !how.AsOf.IsZero() {
		request.AsOf = how.AsOf
	}
	then := *s
	then.Recorder, then.Reading = nil, record.Reading
	q, known := law.Question(request.Question)
	if !known {
		return nil, fmt.Errorf("no such question: %q", request.Question)
	}
	m := &matter{
		service: &then, law: law, seq: record.Activation, request: request, question: q, lang: cmp.Or(how.Language, record.Language),
		id: record.ID, now: record.DecidedAt, lawOnly: how.LawOnly,
	}
	return m, m.setDay()
}

// Judgement is what an answer comes to, without the provisions that make it so.
type Judgement struct {
	Outcome   string         `json:"outcome"`
	Result    map[string]any `json:"result"`
	Contested bool           `json:"contested"`
}

// Judge decides a recorded matter under any law, and cites nothing: that is most of the work. Its error is a *Problem.
func (s *Service) Judge(ctx context.Context, law Law, record *Record, how Replaying) (*Judgement, error) {
	m, err := s.again(law, record, how)
	if err != nil {
		return nil, problem(err)
	}
	if err := m.evaluate(ctx); err != nil {
		return nil, problem(err)
	}
	m.pointers = true
	result, err := m.resolve(m.reading.Result)
	if err != nil {
		return nil, problem(err)
	}
	return &Judgement{m.reading.State.Outcome(), result, m.document.Differ}, nil
}
