package httpapi_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"deferido/internal/decision"
	"deferido/internal/engine"
	"deferido/internal/httpapi"
	"deferido/internal/identity"
	"deferido/internal/report"
)

// guests are callers by the token that they show. Expresso and rapido are carriers.
var guests = map[string]identity.Caller{
	"admin":     {ID: "key-admin", Role: identity.Admin},
	"regulator": {ID: "key-regulator", Role: identity.Regulator},
	"lawyer":    {ID: "key-lawyer", Role: identity.Lawyer},
	"expresso":  {ID: "key-expresso", Role: identity.Carrier, Carrier: "expresso"},
	"rapido":    {ID: "key-rapido", Role: identity.Carrier, Carrier: "rapido"},
}

var theAccess = sync.OnceValues(func() (*identity.Access, error) { return identity.NewAccess(context.Background()) })

// door lets guests in by their tokens and no one else, and rules what they may do by the real policy.
type door struct {
	*identity.Access
	mu    sync.Mutex
	fault error
}

func (d *door) Identify(_ context.Context, authorization string) (identity.Caller, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	caller, known := guests[strings.TrimPrefix(authorization, "Bearer ")]
	switch {
	case d.fault != nil:
		return identity.Caller{}, d.fault
	case authorization == "":
		return identity.Caller{}, identity.ErrMissing
	case !known:
		return identity.Caller{}, identity.ErrWrong
	}
	return caller, nil
}

// guarded is a house that keeps records and that has the door; change may alter its options.
func guarded(t testing.TB, change func(*httpapi.Options)) (*house, *shelf) {
	t.Helper()
	access, err := theAccess()
	if err != nil {
		t.Fatal(err)
	}
	return keeping(t, func(o *httpapi.Options) {
		o.Access = &door{Access: access}
		if change != nil {
			change(o)
		}
	})
}

// as is the header of a guest; of nobody there is none.
func as(guest string) []string {
	if guest == "" {
		return nil
	}
	return []string{"Authorization", "Bearer " + guest}
}

// decided has a guest decide a request and returns the decision.
func (h *house) decided(t testing.TB, guest, body string) decision.Decision {
	t.Helper()
	return into[decision.Decision](t, h.post(t, "/v1/decisions", body, as(guest)...))
}

// send sends a request of any kind to the handler; the body has a media type where there is one.
func (h *house) send(t testing.TB, method, target, media, body string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if media != "" {
		r.Header.Set("Content-Type", media)
	}
	return h.do(t, withHeaders(r, headers))
}

func (h *house) erase(t testing.TB, id string) {
	t.Helper()
	if w := h.send(t, http.MethodDelete, "/v1/decisions/"+id, "", "", as("admin")...); w.Code != http.StatusOK {
		t.Fatalf("erasing: %d %s", w.Code, w.Body)
	}
}

// register is a register of carriers that checks nothing.
type register struct {
	mu       sync.Mutex
	carriers map[string]decision.Carrier
	fault    error
	inUse    bool
}

func newRegister() *register {
	return &register{carriers: map[string]decision.Carrier{"expresso": {
		ID: "expresso", Name: "Expresso Planalto", CNPJ: "11.222.333/0001-81", Address: "Rua A, 1, Goiânia",
		Complaints: "0800 000 0000", Terminals: []decision.Terminal{{Name: "Rodoviária de Goiânia", Address: "Rua 44"}},
	}}}
}

func (g *register) fails(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.fault = err
}

func (g *register) Get(_ context.Context, id string) (decision.Carrier, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	c, known := g.carriers[id]
	if g.fault == nil && !known {
		return c, identity.ErrNoSuchCarrier
	}
	return c, g.fault
}

func (g *register) List(context.Context) ([]decision.Carrier, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	byID := func(a, b decision.Carrier) int { return strings.Compare(a.ID, b.ID) }
	return slices.SortedFunc(maps.Values(g.carriers), byID), g.fault
}

func (g *register) Put(_ context.Context, c decision.Carrier) (decision.Carrier, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	c.Terminals = append([]decision.Terminal{}, c.Terminals...) // the list is there, as in the real one, even if empty
	if g.fault == nil {
		g.carriers[c.ID] = c
	}
	return c, g.fault
}

func (g *register) Remove(_ context.Context, id string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	_, known := g.carriers[id]
	switch {
	case g.fault != nil:
		return g.fault
	case g.inUse:
		return identity.ErrCarrierInUse
	case !known:
		return identity.ErrNoSuchCarrier
	}
	delete(g.carriers, id)
	return nil
}

// clerk makes reports of grants that it is given, and reads imports as the program does.
type clerk struct {
	law     *engine.Set
	service *decision.Service
	fault   error

	mu       sync.Mutex
	imported []string // what was taken, and of which carrier
}

// grants are one that can be counted, and one whose section nobody told.
var grants = []report.Grant{
	{ID: "0198f2a0-0000-7000-8000-000000000001", Month: "2026-07", Category: "pessoa_idosa", Benefit: "gratuidade", DecidedAt: noon()},
	{ID: "0198f2a0-0000-7000-8000-000000000002", Month: "2026-08", Category: "pessoa_idosa", Benefit: "desconto", DecidedAt: noon()},
}

func (k *clerk) options(q report.Quarter, carrier decision.Carrier, mode string) report.Options {
	return report.Options{Period: q, Carrier: carrier, Mode: mode, MadeAt: noon(), Sections: func(id string) (string, bool) {
		return "Goiânia–Uberlândia", id == grants[0].ID
	}}
}

func (k *clerk) each() iter.Seq2[report.Grant, error] {
	return func(yield func(report.Grant, error) bool) {
		for _, g := range grants {
			if !yield(g, nil) {
				return
			}
		}
	}
}

func (k *clerk) Report(ctx context.Context, q report.Quarter, carrier decision.Carrier, mode, lang string, progress func(int)) (*report.Report, error) {
	if k.fault != nil {
		return nil, k.fault
	}
	r, err := report.Build(ctx, k.options(q, carrier, mode), k.each(), progress)
	if err != nil {
		return nil, err
	}
	checking := &decision.Service{Now: noon, Reading: decision.ReadingText}
	return r, r.CheckWith(ctx, func(ctx context.Context, text []byte) (*decision.Decision, error) {
		request, err := k.law.Parse(text)
		if err != nil {
			return nil, err
		}
		return checking.Decide(ctx, decision.Activation{Law: k.law, Seq: 1}, request, lang)
	})
}

func (k *clerk) Uncounted(_ context.Context, q report.Quarter, carrier decision.Carrier) iter.Seq2[report.Uncounted, error] {
	if k.fault != nil {
		return func(yield func(report.Uncounted, error) bool) { yield(report.Uncounted{}, k.fault) }
	}
	return report.EachUncounted(k.options(q, carrier, ""), k.each())
}

func (k *clerk) Sections(_ context.Context, carrier string, csv io.Reader) (int, error) {
	sections, err := report.ParseSections(csv)
	return len(sections), k.take("sections of "+carrier, err)
}

func (k *clerk) Counts(_ context.Context, carrier string, q report.Quarter, csv io.Reader) (int, error) {
	counts, err := report.ParseCounts(csv, q)
	return len(counts), k.take("counts of "+carrier+" in "+q.String(), err)
}

func (k *clerk) take(what string, err error) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err == nil && k.fault == nil {
		k.imported = append(k.imported, what)
	}
	return cmp.Or(err, k.fault)
}

// unavailable is the error of a store that cannot be read, whose words must not be told.
var unavailable = fmt.Errorf("%w: %w", decision.ErrUnavailable, errors.New("SECRET"))
