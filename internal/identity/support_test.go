package identity

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
	"deferido/internal/testkit"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// eachStore runs a test on each kind of store.
func eachStore(t *testing.T, test func(t *testing.T, db *store.DB)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, from store.Source) { test(t, storetest.Open(t, from)) })
}

// newHands is a clock that a test turns.
func newHands() *testkit.Clock {
	return testkit.NewClock(time.Date(2026, 12, 12, 15, 0, 0, 123456789, time.UTC))
}

func register(t *testing.T, db *store.DB, h *testkit.Clock, id string) *Carriers {
	t.Helper()
	carriers := NewCarriers(db, h.Now)
	if _, err := carriers.Put(t.Context(), decision.Carrier{ID: id, Name: "Expresso " + id}); err != nil {
		t.Fatal(err)
	}
	return carriers
}

func create(t *testing.T, keys *Keys, wanted NewKey) (Key, string) {
	t.Helper()
	key, token, err := keys.Create(t.Context(), wanted)
	if err != nil {
		t.Fatal(err)
	}
	return key, token
}

// is fails unless the token is the key's; refused, unless it is refused for that reason.
func is(t *testing.T, keys *Keys, token string, key Key) {
	t.Helper()
	caller, err := keys.Authenticate(t.Context(), token)
	if err != nil || caller != (Caller{ID: key.ID, Role: key.Role, Carrier: key.Carrier}) {
		t.Fatalf("authenticated as %+v, %v; it is the key %s", caller, err, key.ID)
	}
}

func refused(t *testing.T, keys *Keys, token string, why error) {
	t.Helper()
	wants(t, why, func(ctx context.Context) error {
		caller, err := keys.Authenticate(ctx, token)
		if caller != (Caller{}) {
			t.Fatalf("%+v beside an error", caller)
		}
		return err
	})
}

func wants(t *testing.T, why error, do func(ctx context.Context) error) {
	t.Helper()
	if err := do(t.Context()); !errors.Is(err, why) {
		t.Fatalf("got %v, want %v", err, why)
	}
}

// pointers are those of the faults of an *Invalid, in order.
func pointers(t *testing.T, err error) []string {
	t.Helper()
	var invalid *Invalid
	if !errors.As(err, &invalid) {
		t.Fatalf("%v is no *Invalid", err)
	}
	var all []string
	for _, f := range invalid.Faults {
		if f.Detail.PT == "" || f.Detail.EN == "" || f.Detail.PT == f.Detail.EN {
			t.Errorf("%s is not told in both languages", f.Pointer)
		}
		all = append(all, f.Pointer)
	}
	return all
}
