package identity

import (
	"context"
	"testing"
	"time"

	"deferido/internal/store"
)

func rotate(t *testing.T, keys *Keys, id string, overlap time.Duration) (Key, string) {
	t.Helper()
	key, token, err := keys.Rotate(t.Context(), id, overlap)
	if err != nil {
		t.Fatal(err)
	}
	return key, token
}

func TestBothKeysServeWhileTheyOverlap(t *testing.T) {
	eachStore(t, func(t *testing.T, db *store.DB) {
		h := newHands()
		register(t, db, h, "azul")
		keys := NewKeys(db, h.Now)
		old, oldToken := create(t, keys, NewKey{Role: Carrier, Carrier: "azul", Label: "guichê"})
		h.Turn(time.Hour)
		next, nextToken := rotate(t, keys, old.ID, time.Minute)
		if next.ID == old.ID || next.Role != old.Role || next.Carrier != old.Carrier || next.Label != old.Label || !next.ExpiresAt.IsZero() {
			t.Errorf("the key after %+v is %+v", old, next)
		}
		is(t, keys, oldToken, old)
		is(t, keys, nextToken, next)
		h.Turn(time.Minute - 1)
		is(t, keys, oldToken, old)
		h.Turn(1)
		refused(t, keys, oldToken, ErrExpired)
		is(t, keys, nextToken, next)
		last, lastToken := rotate(t, keys, next.ID, 0)
		refused(t, keys, nextToken, ErrExpired)
		is(t, keys, lastToken, last)
	})
}

func TestRotatingNeverProlongsAKey(t *testing.T) {
	eachStore(t, func(t *testing.T, db *store.DB) {
		h := newHands()
		keys := NewKeys(db, h.Now)
		old, oldToken := create(t, keys, NewKey{Role: Admin, ExpiresAt: h.Now().Add(time.Hour)})
		h.Turn(59 * time.Minute)
		next, nextToken := rotate(t, keys, old.ID, 24*time.Hour)
		if want := h.Now().Add(time.Hour); !next.ExpiresAt.Equal(want) {
			t.Errorf("the new key ends at %v; it was to live as long as the old one, until %v", next.ExpiresAt, want)
		}
		h.Turn(time.Minute)
		refused(t, keys, oldToken, ErrExpired)
		is(t, keys, nextToken, next)
		if forever, _ := rotate(t, keys, next.ID, 1<<63-1); forever.ExpiresAt.After(lastInstant) {
			t.Error("a key that ends after the last instant")
		}
	})
}

func TestWhatCannotBeRotated(t *testing.T) {
	eachStore(t, func(t *testing.T, db *store.DB) {
		h := newHands()
		keys := NewKeys(db, h.Now)
		revoked, _ := create(t, keys, NewKey{Role: Admin})
		if err := keys.Revoke(t.Context(), revoked.ID); err != nil {
			t.Fatal(err)
		}
		expired, _ := create(t, keys, NewKey{Role: Admin, ExpiresAt: h.Now().Add(1)})
		h.Turn(1)
		for id, why := range map[string]error{revoked.ID: ErrKeyEnded, expired.ID: ErrKeyEnded, "aaaaaaaaaa": ErrNoSuchKey, "\x00": ErrNoSuchKey} {
			wants(t, why, func(ctx context.Context) error { _, _, err := keys.Rotate(ctx, id, time.Hour); return err })
		}
		_, _, err := keys.Rotate(t.Context(), revoked.ID, -1)
		if at := pointers(t, err); len(at) != 1 || at[0] != "/overlap" {
			t.Errorf("faults at %v", at)
		}
		if listed, err := keys.List(t.Context()); err != nil || len(listed) != 2 {
			t.Errorf("%d keys, %v; nothing was to be rotated", len(listed), err)
		}
	})
}
