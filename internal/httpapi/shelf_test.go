package httpapi_test

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"deferido/fixtures"
	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/httpapi"
	"deferido/internal/telemetry"
	"deferido/policies"
)

// theLaw is the embedded policy set.
var theLaw = sync.OnceValues(func() (*engine.Set, error) {
	return engine.Load(context.Background(), policies.FS, fixtures.FS)
})

// noon is a fixed clock, after every trip of the fixtures was asked for.
func noon() time.Time { return time.Date(2026, 12, 12, 15, 0, 1, 0, time.FixedZone("", -3*60*60)) }

// shelf keeps records in memory, by the rules of the journal.
type shelf struct {
	law     decision.Law
	service *decision.Service

	mu     sync.Mutex
	all    []*decision.Record // in the order in which they came
	erased map[string]string  // by whom, by id
	keys   map[string]*decision.Record
	busy   map[string]bool
	fault  error // of whatever is asked
	blind  bool  // Begin finds nothing, as where another server has just recorded
}

// keeping makes an API over the embedded law that keeps what it decides on a shelf; change may alter its options.
func keeping(t testing.TB, change func(*httpapi.Options)) (*house, *shelf) {
	t.Helper()
	law, err := theLaw()
	if err != nil {
		t.Fatal(err)
	}
	s := &shelf{law: law, erased: map[string]string{}, keys: map[string]*decision.Record{}, busy: map[string]bool{}}
	s.service = &decision.Service{Now: noon, Reading: decision.ReadingText, Program: "test", Recorder: s}
	h := build(t, func(o *httpapi.Options) {
		o.Decider, o.Journal, o.Carriers, o.Reports = s.service, s, newRegister(), &clerk{law: law, service: s.service}
		o.Metrics = telemetry.NewMetrics("test", nil)
		if change != nil {
			change(o)
		}
	})
	h.sets.activate(law, 1)
	return h, s
}

// fails makes the shelf fail from now on; nil mends it.
func (s *shelf) fails(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = err
}

func (s *shelf) records() []*decision.Record {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.all)
}

func (s *shelf) Record(_ context.Context, records ...*decision.Record) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fault != nil {
		return s.fault
	}
	for _, r := range records {
		if r.Once == nil {
			continue
		}
		if before, used := s.keys[string(r.Once.Key)]; used {
			if string(before.Once.Body) != string(r.Once.Body) {
				return decision.ErrOtherRequest
			}
			return &decision.Repeated{Record: before}
		}
		s.keys[string(r.Once.Key)] = r
	}
	s.all = append(s.all, records...)
	return nil
}

func (s *shelf) Once(caller, key string, request ...[]byte) *decision.Once {
	o := &decision.Once{Key: []byte(caller + " " + key)}
	for _, part := range request {
		sum := sha256.Sum256(part)
		o.Body = append(o.Body, sum[:]...)
	}
	return o
}

func (s *shelf) Begin(_ context.Context, once *decision.Once) (*decision.Record, func(), error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := string(once.Key)
	before, used := s.keys[key]
	switch {
	case s.fault != nil:
		return nil, nil, s.fault
	case s.busy[key]:
		return nil, nil, decision.ErrInFlight
	case used && !s.blind && string(before.Once.Body) != string(once.Body):
		return nil, nil, decision.ErrOtherRequest
	case used && !s.blind:
		found, err := s.get(before.ID)
		return found, nil, err
	}
	s.busy[key] = true
	return nil, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.busy, key)
	}, nil
}

func (s *shelf) Get(_ context.Context, id string) (*decision.Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.get(id)
}

func (s *shelf) get(id string) (*decision.Record, error) {
	if s.fault != nil {
		return nil, s.fault
	}
	if _, gone := s.erased[id]; gone {
		return nil, &decision.Erased{ID: id}
	}
	for _, r := range s.all {
		if r.ID == id {
			return r, nil
		}
	}
	return nil, decision.ErrNoRecord
}

// List takes and gives as a cursor how many records are to be passed over.
func (s *shelf) List(_ context.Context, f decision.Filter, cursor string, limit int) (found []*decision.Record, next string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	after, err := strconv.Atoi(cmp.Or(cursor, "0"))
	switch {
	case s.fault != nil:
		return nil, "", s.fault
	case err != nil:
		return nil, "", decision.ErrCursor
	}
	for _, r := range slices.Backward(s.all) {
		if _, gone := s.erased[r.ID]; gone || r.Failure != "" || !takes(f, r) {
			continue
		}
		if after--; after >= 0 {
			continue
		}
		if len(found) == limit {
			skipped, _ := strconv.Atoi(cmp.Or(cursor, "0"))
			return found, strconv.Itoa(skipped + limit), nil
		}
		found = append(found, r)
	}
	return found, "", nil
}

func takes(f decision.Filter, r *decision.Record) bool {
	same := func(want, got string) bool { return want == "" || want == got }
	return same(f.Question, r.Question) && same(f.Outcome, r.Facets.Outcome) && same(f.Carrier, r.Carrier) &&
		same(f.Contested, strconv.FormatBool(r.Facets.Contested)) && (f.Provision == "" || slices.Contains(r.Facets.Provisions, f.Provision)) &&
		same(f.Revision, r.Revision) && (f.Dispute == "" || slices.Contains(r.Facets.Disputes, f.Dispute)) &&
		(f.From.IsZero() || !r.DecidedAt.Before(f.From)) && (f.To.IsZero() || r.DecidedAt.Before(f.To))
}

// Code is of the id alone, and is told of what was erased too.
func (s *shelf) Code(_ context.Context, id string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, gone := s.erased[id]; !gone {
		if _, err := s.get(id); err != nil {
			return "", err
		}
	}
	return codeOf(id), nil
}

func codeOf(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:10])
}

func (s *shelf) Receipt(ctx context.Context, id string, policies bool) ([]byte, error) {
	r, err := s.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	return json.Marshal(map[string]any{"receipt": 1, "record": r, "policies": policies})
}

func (s *shelf) Erase(_ context.Context, id, by string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.get(id); err != nil {
		return err
	}
	s.erased[id] = by
	return nil
}

func (s *shelf) Seals(context.Context) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return []byte(`{"public_keys":[],"checkpoint":null}`), s.fault
}

func (s *shelf) Replay(ctx context.Context, r *decision.Record, how decision.Replaying) (*decision.Decision, error) {
	if r.Failure != "" {
		return nil, decision.ErrNothing
	}
	return s.service.Replay(ctx, s.law, r, how)
}

func (s *shelf) Explain(ctx context.Context, r *decision.Record, lang string) (*decision.Explained, error) {
	d, err := s.Replay(ctx, r, decision.Replaying{Language: lang, Explain: true})
	if err != nil {
		return nil, err
	}
	return &decision.Explained{ID: r.ID, Explanation: d.Explanation, Evaluation: decision.Evaluation{
		Revision: r.Revision, AsOf: r.AsOf, DecidedBy: r.Program, Program: "test", Same: true,
	}}, nil
}
