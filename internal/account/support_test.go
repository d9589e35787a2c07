package account

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"

	"deferido/internal/decision"
	"deferido/internal/identity"
	"deferido/internal/journal"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

const (
	phrase  = "quatro cavalos no telhado"
	another = "cinco cavalos no telhado"
)

var here = netip.MustParseAddr("192.0.2.7")

// house is the accounts of a store.
type house struct {
	*Accounts
	t       *testing.T
	clock   *testkit.Clock
	journal *journal.Journal
}

// eachStore runs a test on the accounts of each kind of store.
func eachStore(t *testing.T, test func(t *testing.T, h *house)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, from store.Source) { test(t, open(t, from, Options{})) })
}

func open(t *testing.T, from store.Source, o Options) *house {
	t.Helper()
	db := storetest.Open(t, from)
	j, err := journal.Open(t.Context(), db, journal.Options{Key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	clock := testkit.NewClock(time.Date(2026, 12, 12, 15, 0, 0, 123456789, time.UTC))
	o.Recorder = j
	h := &house{New(db, clock.Now, o), t, clock, j}
	h.hashing.how = quick
	return h
}

// quick is how most tests hash passwords.
var quick = argon2id.Params{Memory: 64, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// elsewhere are the same accounts as another program has them.
func (h *house) elsewhere() *house {
	other := &house{New(h.db, h.clock.Now, h.options), h.t, h.clock, h.journal}
	other.hashing.how = quick
	return other
}

// has makes an account whose password is the phrase.
func (h *house) has(login string, role identity.Role, carrier string) User {
	h.t.Helper()
	u, err := h.Create(h.t.Context(), "local", NewUser{Login: login, Role: role, Carrier: carrier, Password: phrase})
	if err != nil {
		h.t.Fatal(err)
	}
	return u
}

func (h *house) register(carrier string) {
	h.t.Helper()
	if _, err := identity.NewCarriers(h.db, h.clock.Now).Put(h.t.Context(), decision.Carrier{ID: carrier, Name: "Expresso " + carrier}); err != nil {
		h.t.Fatal(err)
	}
}

// enters signs somebody in by the phrase.
func (h *house) enters(login string) string {
	h.t.Helper()
	token, s, err := h.SignIn(h.t.Context(), here, login, phrase)
	if err != nil || s.User.Login != login {
		h.t.Fatalf("%+v, %v", s, err)
	}
	return token
}

// in fails unless the token is the person's.
func (h *house) in(token, login string) Session {
	h.t.Helper()
	s, err := h.Caller(h.t.Context(), token)
	if err != nil || s.User.Login != login || s.Caller.ID != "user:"+login || s.Caller.Role != s.User.Role || s.Caller.Carrier != s.User.Carrier {
		h.t.Fatalf("%+v, %v; want %s", s, err, login)
	}
	return s
}

// out fails unless the token is nobody's.
func (h *house) out(token string) {
	h.t.Helper()
	if s, err := h.Caller(h.t.Context(), token); !errors.Is(err, identity.ErrUnauthenticated) || s != (Session{}) {
		h.t.Fatalf("%+v, %v", s, err)
	}
	refusal(h.t, h.callerError(token), Ended)
}

func (h *house) callerError(token string) error {
	_, err := h.Caller(h.t.Context(), token)
	return err
}

// refusal wants an error of a kind, told in both languages.
func refusal(t *testing.T, err error, kind Kind) *Refused {
	t.Helper()
	var r *Refused
	if !errors.As(err, &r) || r.Kind != kind || r.Detail.PT == "" || r.Detail.EN == "" || r.Detail.PT == r.Detail.EN {
		t.Fatalf("%v, want %s", err, kind)
	}
	return r
}

// corrects wants faults at pointers, told in both languages.
func corrects(t *testing.T, err error, pointers ...string) {
	t.Helper()
	var invalid *identity.Invalid
	if !errors.As(err, &invalid) {
		t.Fatalf("%v, want faults at %v", err, pointers)
	}
	var at []string
	for _, f := range invalid.Faults {
		if f.Detail.PT == "" || f.Detail.EN == "" || f.Detail.PT == f.Detail.EN {
			t.Errorf("%s is not told in both languages", f.Pointer)
		}
		at = append(at, f.Pointer)
	}
	if slices.Sort(at); !slices.Equal(at, pointers) {
		t.Errorf("faults at %v, want %v", at, pointers)
	}
}

// recorded wants what was done to a person, oldest first, and the journal to verify.
func (h *house) recorded(login string, what ...string) {
	h.t.Helper()
	events, err := h.journal.Events(h.t.Context(), CallerID(login), 100)
	var did []string
	for _, e := range events {
		did = append(did, e.What+" by "+e.By)
		if text, err := json.Marshal(e); err != nil || slices.ContainsFunc([]string{phrase, another, "argon2", "Fulana"}, func(s string) bool { return strings.Contains(string(text), s) }) {
			h.t.Errorf("on record for ever: %s, %v", text, err)
		}
	}
	if err != nil || !slices.Equal(did, what) {
		h.t.Errorf("on record are %q, %v; want %q", did, err, what)
	}
	report, err := h.journal.Verify(context.Background(), journal.Verifying{})
	if err != nil || len(report.Findings) > 0 {
		h.t.Errorf("the journal is not sound: %v %+v", err, report)
	}
}
