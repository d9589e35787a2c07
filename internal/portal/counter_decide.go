package portal

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"deferido/internal/decision"
)

// decide answers POST /consultar/{pergunta}: it decides and leads to the decision. With the button of a list it gives the form
// back with a row more.
func (p *Portal) decide(v *visit) error {
	f, err := v.sentForm()
	if err != nil {
		return err
	}
	if list := f.values.Get(moreInput); list != "" {
		return f.longer(list)
	}
	f.read()
	if len(f.faults) > 0 {
		return f.page(f.status())
	}
	v.note(slog.String("question", f.question.Name))
	id, err := f.decide()
	if err != nil {
		f.fail(err)
		return f.page(f.status())
	}
	f.keepCounter()
	if id == "" { // nothing is recorded here, so there is nothing to lead to
		return f.page(http.StatusOK)
	}
	return v.redirect("/decisoes/" + url.PathEscape(id))
}

// longer gives the form back with a row more in one of its lists.
func (f *counterForm) longer(list string) error {
	if err := f.addRow(list); err != nil {
		return err
	}
	f.live = true
	f.read()
	f.faults = map[string]string{}
	f.try()
	return f.page(http.StatusOK)
}

// visibleKey tells whether a form's key is one that we make: it is part of an idempotency key.
func visibleKey(key string) bool {
	for i := range len(key) {
		if key[i] < '!' || key[i] > '~' {
			return false
		}
	}
	return len(key) > 0 && len(key) <= 64
}

// idempotency is the key of a form as it was filled in, and what was. A form that was changed has another key, so that whoever
// goes back, corrects and decides is not held to what they sent before; the same form sent twice has the same one.
func (f *counterForm) idempotency() (key string, sent []byte) {
	values := url.Values{}
	for name, value := range f.values {
		if name != keyInput {
			values[name] = value
		}
	}
	sent = []byte(f.question.Name + "?" + values.Encode())
	sum := sha256.Sum256(sent)
	return f.values.Get(keyInput) + "." + hex.EncodeToString(sum[:16]), sent
}

// inFlight is how long to wait before looking again after a form that is being decided by another request.
const inFlight = 50 * time.Millisecond

// decide makes and keeps the decision, once for a form however often it is sent. It returns its id, or none where nothing is
// recorded, and then the form has the decision.
func (f *counterForm) decide() (string, error) {
	for {
		id, err := f.decideOnce()
		if !errors.Is(err, decision.ErrInFlight) {
			return id, err
		}
		select {
		case <-f.v.ctx().Done():
			return "", f.v.ctx().Err()
		case <-time.After(inFlight):
		}
	}
}

func (f *counterForm) decideOnce() (string, error) {
	p, ctx := f.v.portal, f.v.ctx()
	f.request.Call = f.v.call()
	if p.Journal != nil && visibleKey(f.values.Get(keyInput)) {
		key, sent := f.idempotency()
		once := p.Journal.Once(f.v.ID, key, sent)
		found, release, err := p.Journal.Begin(ctx, once)
		if err != nil {
			return "", err
		}
		if release != nil {
			defer release()
		}
		if found != nil {
			return found.ID, nil
		}
		f.request.Call.Once = once
	}
	began := time.Now()
	made, err := p.make(ctx, f.v, f.request)
	if err != nil {
		p.measure(f.question.Name, nil, 0, err)
		return "", err
	}
	err = p.Decider.Keep(ctx, made)
	p.measure(f.question.Name, made, time.Since(began), err)
	var before *decision.Repeated
	if errors.As(err, &before) {
		return before.Record.ID, nil
	}
	if err != nil {
		return "", err
	}
	f.v.note(slog.String("outcome", made.Decision.Outcome))
	if p.Journal == nil {
		f.decision, f.asked = made.Decision, true
		return "", nil
	}
	return made.Decision.ID, nil
}

func (p *Portal) make(ctx context.Context, v *visit, request *decision.Request) (*decision.Made, error) {
	made, err := p.Decider.Make(ctx, v.activation(), request, v.lang)
	if err == nil && (made == nil || made.Decision == nil) {
		err = errNoDecision
	}
	return made, err
}

// measure counts a decision, or why there is none. One that was recorded before is not counted again.
func (p *Portal) measure(question string, made *decision.Made, took time.Duration, err error) {
	var problem *decision.Problem
	var before *decision.Repeated
	switch {
	case errors.As(err, &before), errors.Is(err, decision.ErrInFlight):
	case errors.As(err, &problem):
		p.Metrics.Failed(question, problem.Kind)
	case err != nil:
		p.Metrics.Failed(question, decision.EvaluationError)
	default:
		p.Metrics.Decided(made.Decision, took)
	}
}
