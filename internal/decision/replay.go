package decision

import (
	"context"
	"errors"
	"fmt"
)

// Replaying says how a recorded decision is to be told again.
type Replaying struct {
	Language string // "pt-BR" or "en"; empty for that of the record
	Explain  bool   // with the tree of articles, ways and conditions, whether it was asked for or not
	// LawOnly leaves out of the reasons what was found of the person, such as the income; what the law asks stays.
	LawOnly bool
}

// ErrOtherSet is wrapped where the law is not the one that decided.
var ErrOtherSet = errors.New("the policy set is not the one that decided")

// Replay makes a recorded decision again, from what was kept of its request, under the law that decided. Nothing is recorded.
// With the zero Replaying and the same program, its Encode is the Answer of the record, byte for byte. Its error is a
// *Problem or wraps ErrOtherSet.
func (s *Service) Replay(ctx context.Context, law Law, record *Record, how Replaying) (*Decision, error) {
	if law.Revision() != record.Revision {
		return nil, fmt.Errorf("%w: it is %s, and %s decided", ErrOtherSet, law.Revision(), record.Revision)
	}
	request, err := law.ParseKept(record.Request)
	if err != nil {
		return nil, problem(fmt.Errorf("reading a kept request: %w", err))
	}
	request.Explain = record.Explain || how.Explain
	then := *s
	then.Recorder, then.Reading = nil, record.Reading
	lang := how.Language
	if lang == "" {
		lang = record.Language
	}
	q, known := law.Question(request.Question)
	if !known {
		return nil, problem(fmt.Errorf("no such question: %q", request.Question))
	}
	m := &matter{
		service: &then, law: law, seq: record.Activation, request: request, question: q, lang: lang,
		id: record.ID, now: record.DecidedAt, lawOnly: how.LawOnly,
	}
	if err := m.setDay(); err != nil {
		return nil, problem(err)
	}
	d, err := m.decide(ctx)
	if err != nil {
		return nil, problem(err)
	}
	return d, nil
}
