package identity

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"deferido/internal/store"
)

func TestAKeyOfEachRoleIsItsCaller(t *testing.T) {
	eachStore(t, func(t *testing.T, db *store.DB) {
		h := newHands()
		register(t, db, h, "azul")
		keys := NewKeys(db, h.Now)
		var made []Key
		for i, role := range keyRoles {
			wanted := NewKey{Role: role, Label: fmt.Sprintf("  guichê %d – ação ", i)}
			if role == Carrier {
				wanted.Carrier, wanted.ExpiresAt = "azul", h.Now().Add(time.Hour).In(time.FixedZone("", -3*3600))
			}
			key, token := create(t, keys, wanted)
			if key.Label != strings.TrimSpace(wanted.Label) || !key.ExpiresAt.Equal(wanted.ExpiresAt) || !key.CreatedAt.Equal(h.Now()) {
				t.Errorf("another key than was wanted: %+v", key)
			}
			if !strings.HasPrefix(token, "dfd_"+key.ID+"_") || len(token) != 58 {
				t.Errorf("the token of %s has another form", key.ID)
			}
			is(t, keys, token, key)
			is(t, NewKeys(db, h.Now), token, key)
			made = append(made, key)
			h.Turn(time.Nanosecond)
		}
		listed, err := NewKeys(db, h.Now).List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(made, listed, cmpopts.IgnoreUnexported(Key{})); diff != "" {
			t.Error(diff)
		}
	})
}

func TestTheStoreHoldsNoSecret(t *testing.T) {
	eachStore(t, func(t *testing.T, db *store.DB) {
		keys := NewKeys(db, time.Now)
		_, token := create(t, keys, NewKey{Role: Admin})
		_, secret, _ := parts(token)
		var kept []byte
		if err := db.QueryRowContext(t.Context(), "SELECT secret FROM api_keys").Scan(&kept); err != nil {
			t.Fatal(err)
		}
		if want := fingerprintOf(secret); !bytes.Equal(kept, want[:]) || strings.Contains(hex.EncodeToString(kept), hex.EncodeToString([]byte(secret))) {
			t.Error("what is kept is not the SHA-256 of the secret")
		}
	})
}

func TestWhatAKeyMayNotBe(t *testing.T) {
	eachStore(t, func(t *testing.T, db *store.DB) {
		h := newHands()
		register(t, db, h, "azul")
		keys := NewKeys(db, h.Now)
		const sent = "zq7w"
		for name, c := range map[string]struct {
			wanted NewKey
			at     []string
		}{
			"no role":                     {NewKey{}, []string{"/role"}},
			"an unknown role":             {NewKey{Role: sent}, []string{"/role"}},
			"the role of nobody":          {NewKey{Role: Local}, []string{"/role"}},
			"a carrier without its id":    {NewKey{Role: Carrier}, []string{"/carrier"}},
			"a malformed carrier":         {NewKey{Role: Carrier, Carrier: sent + "\x00"}, []string{"/carrier"}},
			"an unregistered carrier":     {NewKey{Role: Carrier, Carrier: sent}, []string{"/carrier"}},
			"another role with a carrier": {NewKey{Role: Admin, Carrier: "azul"}, []string{"/carrier"}},
			"a long label":                {NewKey{Role: Admin, Label: strings.Repeat("ã", 101)}, []string{"/label"}},
			"a label that controls":       {NewKey{Role: Admin, Label: sent + "\x1b[2J"}, []string{"/label"}},
			"a label of two lines":        {NewKey{Role: Admin, Label: sent + "\n" + sent}, []string{"/label"}},
			"a label that turns around":   {NewKey{Role: Admin, Label: sent + "\u202e"}, []string{"/label"}},
			"a label that is no text":     {NewKey{Role: Admin, Label: sent + "\xff"}, []string{"/label"}},
			"expired":                     {NewKey{Role: Admin, ExpiresAt: h.Now()}, []string{"/expires_at"}},
			"too far away":                {NewKey{Role: Admin, ExpiresAt: time.Date(2900, 1, 1, 0, 0, 0, 0, time.UTC)}, []string{"/expires_at"}},
			"everything": {NewKey{Role: Carrier, Carrier: sent, Label: "\t" + sent + "\t" + sent, ExpiresAt: h.Now().Add(-1)},
				[]string{"/carrier", "/label", "/expires_at"}},
		} {
			_, token, err := keys.Create(t.Context(), c.wanted)
			if got := pointers(t, err); !slices.Equal(got, c.at) || token != "" {
				t.Errorf("%s: faults at %v, want %v", name, got, c.at)
			}
			if strings.Contains(err.Error(), sent) {
				t.Errorf("%s: the message repeats what was sent", name)
			}
		}
		create(t, keys, NewKey{Role: Admin, Label: strings.Repeat("ã", 100), ExpiresAt: h.Now().Add(1)})
		if listed, err := keys.List(t.Context()); err != nil || len(listed) != 1 {
			t.Errorf("%d keys, %v; only the last one was to be created", len(listed), err)
		}
	})
}

func TestAKeyEndsAtItsInstant(t *testing.T) {
	eachStore(t, func(t *testing.T, db *store.DB) {
		h := newHands()
		keys := NewKeys(db, h.Now)
		key, token := create(t, keys, NewKey{Role: Lawyer, ExpiresAt: h.Now().Add(time.Hour)})
		h.Turn(time.Hour - 1)
		is(t, keys, token, key)
		h.Turn(1)
		refused(t, keys, token, ErrExpired)
		refused(t, keys, token, ErrUnauthenticated)
		_, other := create(t, keys, NewKey{Role: Lawyer})
		_, secret, _ := parts(other)
		refused(t, keys, written(key.ID, secret), ErrWrong) // only the holder learns that it has expired
	})
}

func TestARevokedKeyStaysRevoked(t *testing.T) {
	eachStore(t, func(t *testing.T, db *store.DB) {
		h := newHands()
		keys := NewKeys(db, h.Now)
		key, token := create(t, keys, NewKey{Role: Lawyer})
		is(t, keys, token, key)
		first := h.Now()
		for range 2 {
			if err := keys.Revoke(t.Context(), key.ID); err != nil {
				t.Fatal(err)
			}
			refused(t, keys, token, ErrRevoked)
			h.Turn(time.Minute)
		}
		if listed, err := keys.List(t.Context()); err != nil || !listed[0].RevokedAt.Equal(first) {
			t.Errorf("revoked at %v, %v; it was at %v", listed, err, first)
		}
		for _, id := range []string{"aaaaaaaaaa", "", "'; --", "\x00"} {
			wants(t, ErrNoSuchKey, func(ctx context.Context) error { return keys.Revoke(ctx, id) })
		}
	})
}

// Every token that differs in one bit is nobody's, whatever the bit.
func TestNoBitOfATokenMayChange(t *testing.T) {
	eachStore(t, func(t *testing.T, db *store.DB) {
		keys := NewKeys(db, time.Now)
		key, token := create(t, keys, NewKey{Role: Regulator})
		is(t, keys, token, key)
		for i := range token {
			for bit := range 8 {
				changed := []byte(token)
				changed[i] ^= 1 << bit
				refused(t, keys, string(changed), ErrWrong)
			}
			refused(t, keys, token[:i], ErrWrong)
			refused(t, keys, token[:i]+"\n"+token[i:], ErrWrong)
		}
		refused(t, keys, token+"=", ErrWrong)
		refused(t, keys, token+"\n", ErrWrong)
		is(t, keys, token, key)
	})
}

func TestNoTwoTokensShareTheirParts(t *testing.T) {
	ids, secrets := map[string]bool{}, map[string]bool{}
	for range 10_000 {
		id, secret := newToken()
		if gotID, gotSecret, ok := parts(written(id, secret)); !ok || gotID != id || gotSecret != secret {
			t.Fatal("a token that cannot be read again")
		}
		if ids[id] || secrets[secret] {
			t.Fatal("drawn twice")
		}
		ids[id], secrets[secret] = true, true
	}
}
