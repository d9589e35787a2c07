package decision

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Recorder keeps decisions before they are answered.
type Recorder interface {
	// Record keeps records together, all or none, and returns once they are durable. An error means that they were not kept,
	// or not within the time of the context; it is a *Repeated, or wraps ErrInFlight or ErrOtherRequest, where the one record
	// given has a Once that was used before.
	Record(ctx context.Context, records ...*Record) error
}

// Repeated says that the call was recorded before.
type Repeated struct{ Record *Record }

// Error names the decision that was recorded.
func (r *Repeated) Error() string { return "recorded before as " + r.Record.ID }

// The ways in which an idempotency key cannot be used.
var (
	ErrInFlight     = errors.New("a request with this idempotency key is under way")
	ErrOtherRequest = errors.New("the idempotency key was used with another request")
)

// Made is a decision that was made and is not yet to be told.
type Made struct {
	Decision *Decision
	// Record is what is to be kept of it; nil where nothing is kept.
	Record *Record
	asKept bool // the Answer of the Record is the whole decision
}

// Text is the decision as one line of JSON, without a line feed.
func (m *Made) Text() ([]byte, error) {
	if m.asKept {
		return m.Record.Answer, nil
	}
	return m.Decision.Encode()
}

// Keep records decisions together, all or none. Its error is a *Problem; nothing of them may be told then. A call that was
// recorded before is a *Repeated in the error, and one that cannot be repeated wraps ErrInFlight or ErrOtherRequest.
func (s *Service) Keep(ctx context.Context, made ...*Made) error {
	if s.Recorder == nil || len(made) == 0 {
		return nil
	}
	records := make([]*Record, len(made))
	for i, m := range made {
		records[i] = m.Record
	}
	err := s.Recorder.Record(ctx, records...)
	if err == nil {
		return nil
	}
	return &Problem{Kind: NotRecorded, Err: err, Detail: Sentence{
		PT: "A decisão não pôde ser registrada, e por isso não foi tomada. Tente de novo.",
		EN: "The decision could not be recorded, and so was not made. Try again.",
	}}
}

// made puts a decision beside what is to be kept of it.
func (m *matter) made(d *Decision) (*Made, error) {
	made := &Made{Decision: d}
	if m.service.Recorder == nil {
		return made, nil
	}
	answer, err := m.kept(d)
	if err != nil {
		return nil, problem(err)
	}
	r := m.record()
	r.Answer = answer
	r.Facets = Facets{Outcome: d.Outcome, Contested: d.Contested, Disputes: []string{}, Movement: m.movement(d)}
	for _, dispute := range d.Disputes {
		if !slices.Contains(r.Facets.Disputes, dispute.ID) { // two articles may be at issue in one
			r.Facets.Disputes = append(r.Facets.Disputes, dispute.ID)
		}
	}
	for _, b := range d.LegalBasis {
		r.Facets.Provisions = append(r.Facets.Provisions, b.URN)
	}
	for _, infraction := range listed(d.Result["infractions"]) { // of conduct: they are cited there
		if urn, ok := infraction["urn"].(string); ok {
			r.Facets.Provisions = append(r.Facets.Provisions, urn)
		}
	}
	made.Record, made.asKept = r, d.Reference == "" && !m.texts
	return made, nil
}

func listed(v any) []map[string]any {
	list, _ := v.([]any)
	objects := make([]map[string]any, 0, len(list))
	for _, element := range list {
		if object, ok := element.(map[string]any); ok {
			objects = append(objects, object)
		}
	}
	return objects
}

// failed is the record of an evaluation that failed.
func (m *matter) failed(kind ProblemKind) *Record {
	r := m.record()
	r.Failure = kind
	return r
}

func (m *matter) record() *Record {
	call := m.request.Call
	return &Record{
		ID: m.id, Question: m.request.Question, Request: m.law.Keep(m.request, m.variants), Explain: m.request.Explain, Language: m.lang, Reading: m.service.Reading,
		Revision: m.law.Revision(), Activation: m.seq, AsOf: m.day.String(), DecidedAt: m.now, Program: m.service.Program,
		Caller: call.Caller, Carrier: call.Carrier, RequestID: call.RequestID, Once: call.Once,
	}
}

// kept is a decision as it is kept: without the caller's reference, and with the pointer of each free text in its place.
func (m *matter) kept(d *Decision) ([]byte, error) {
	kept := *d
	kept.Reference = ""
	if m.texts && !m.pointers {
		m.pointers = true
		defer func() { m.pointers = false }()
		var errs [2]error
		kept.Result, errs[0] = m.resolve(m.reading.Result)
		kept.Disputes, errs[1] = m.disputes()
		if err := errors.Join(errs[:]...); err != nil {
			return nil, err
		}
	}
	return kept.Encode()
}

// Encode writes the decision as one line of JSON, without a line feed. It is what is sent, kept and compared.
func (d *Decision) Encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(d); err != nil {
		return nil, fmt.Errorf("writing a decision: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// The facts that a passenger is counted by.
const (
	questionGrant = "grant"
	tripFact      = "/facts/trip/boarding_at"
	categoryFact  = "/facts/beneficiary/category"
)

// movement is what an allowed grant counts as; nil for all else.
func (m *matter) movement(d *Decision) *Movement {
	benefit, granted := d.Result["benefit"].(string)
	if d.Question != questionGrant || m.reading.State != Met || !granted {
		return nil
	}
	counted := &Movement{Benefit: benefit}
	counted.Category, _ = m.request.Facts.Text(categoryFact)
	if day, known := m.request.Facts.Clock(tripFact); known {
		counted.Month = day.String()[:len("2006-01")]
	}
	return counted
}
