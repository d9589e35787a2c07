package identity

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"deferido/internal/store"
)

func anonymous(keys *Keys) func(ctx context.Context) error {
	return func(ctx context.Context) error { _, err := keys.Identify(ctx, ""); return err }
}

// Two Keys of one store are as two processes.
func TestTheFirstKeyClosesTheServerForGood(t *testing.T) {
	eachStore(t, func(t *testing.T, db *store.DB) {
		h := newHands()
		server, console := NewKeys(db, h.Now), NewKeys(db, h.Now)
		caller, err := server.Identify(t.Context(), "")
		if err != nil || caller != (Caller{ID: "local", Role: Local}) {
			t.Fatalf("%+v, %v while there is no key", caller, err)
		}
		if exists, err := server.Any(t.Context()); exists || err != nil {
			t.Fatalf("a key before the first: %v", err)
		}
		key, token := create(t, console, NewKey{Role: Admin})
		wants(t, ErrMissing, anonymous(console))
		is(t, server, token, key) // at once
		h.Turn(keyFresh)
		wants(t, ErrMissing, anonymous(server))
		wants(t, ErrUnauthenticated, anonymous(server))
		if err := console.Revoke(t.Context(), key.ID); err != nil {
			t.Fatal(err)
		}
		for _, keys := range []*Keys{server, console, NewKeys(db, h.Now)} {
			wants(t, ErrMissing, anonymous(keys))
			if exists, err := keys.Any(t.Context()); !exists || err != nil {
				t.Fatalf("open again: %v", err)
			}
		}
	})
}

func TestWhatAnotherProcessRevokesEndsWithinTheLimit(t *testing.T) {
	eachStore(t, func(t *testing.T, db *store.DB) {
		h := newHands()
		server, console := NewKeys(db, h.Now), NewKeys(db, h.Now)
		key, token := create(t, console, NewKey{Role: Admin})
		is(t, server, token, key)
		if err := console.Revoke(t.Context(), key.ID); err != nil {
			t.Fatal(err)
		}
		h.Turn(keyFresh)
		refused(t, server, token, ErrRevoked)

		next, token := create(t, console, NewKey{Role: Admin})
		is(t, server, token, next)
		if err := console.Revoke(t.Context(), next.ID); err != nil {
			t.Fatal(err)
		}
		h.Turn(-time.Hour) // a clock that is set back does not prolong it
		refused(t, server, token, ErrRevoked)
	})
}

func TestTheAuthorizationHeader(t *testing.T) {
	eachStore(t, func(t *testing.T, db *store.DB) {
		keys := NewKeys(db, time.Now)
		wants(t, ErrWrong, func(ctx context.Context) error { _, err := keys.Identify(ctx, "Bearer x"); return err })
		key, token := create(t, keys, NewKey{Role: Admin})
		for _, header := range []string{"Bearer " + token, "bearer " + token, "BEARER   " + token, " Bearer " + token + " "} {
			if caller, err := keys.Identify(t.Context(), header); err != nil || caller.ID != key.ID {
				t.Errorf("a good header: %v", err)
			}
		}
		for _, header := range []string{token, "Basic " + token, "Bearer", "Bearer ", "Bearer" + token, "Bearer " + token + " " + token, "Bearer " + token + ",", " "} {
			if caller, err := keys.Identify(t.Context(), header); !errors.Is(err, ErrWrong) || caller != (Caller{}) {
				t.Errorf("%q: %v, want %v", header, err, ErrWrong)
			}
		}
	})
}

func TestACallerIsKnownForAWhileWithoutTheStore(t *testing.T) {
	eachStore(t, func(t *testing.T, db *store.DB) {
		h := newHands()
		open := NewKeys(db, h.Now)
		if _, err := open.Identify(t.Context(), ""); err != nil {
			t.Fatal(err)
		}
		keys := NewKeys(db, h.Now)
		key, token := create(t, keys, NewKey{Role: Admin, ExpiresAt: h.Now().Add(20 * time.Second)})
		forever, foreverToken := create(t, keys, NewKey{Role: Admin})
		_, unseen := create(t, keys, NewKey{Role: Admin})
		is(t, keys, token, key)
		is(t, keys, foreverToken, forever)
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		refused(t, keys, unseen, ErrUnavailable)
		h.Turn(19 * time.Second)
		is(t, keys, token, key)
		h.Turn(time.Second)
		refused(t, keys, token, ErrExpired)
		h.Turn(10*time.Second - 1)
		is(t, keys, foreverToken, forever)
		if err := anonymous(open)(t.Context()); err != nil {
			t.Error(err)
		}
		h.Turn(1)
		refused(t, keys, foreverToken, ErrUnavailable)
		wants(t, ErrUnavailable, anonymous(open))
		wants(t, ErrMissing, anonymous(keys))
		wants(t, ErrUnavailable, func(ctx context.Context) error { return keys.Revoke(ctx, key.ID) })
		wants(t, ErrUnavailable, func(ctx context.Context) error { _, _, err := keys.Rotate(ctx, key.ID, 0); return err })
		wants(t, ErrUnavailable, func(ctx context.Context) error { _, err := keys.List(ctx); return err })
		wants(t, ErrUnavailable, func(ctx context.Context) error { _, err := open.Any(ctx); return err })
	})
}

// Keys come and go while others are used: no key fails before its end, and none serves after it.
func TestKeysChangeWhileTheyAreUsed(t *testing.T) {
	eachStore(t, func(t *testing.T, db *store.DB) {
		keys := NewKeys(db, time.Now)
		steady, token := create(t, keys, NewKey{Role: Regulator})
		ctx, stop := context.WithCancel(t.Context())
		var users sync.WaitGroup
		for range 4 {
			users.Go(func() {
				for ctx.Err() == nil {
					if caller, err := keys.Authenticate(t.Context(), token); err != nil || caller.ID != steady.ID {
						t.Errorf("the steady key: %v", err)
						return
					}
				}
			})
		}
		var changers sync.WaitGroup
		for range 3 {
			changers.Go(func() { change(t, keys) })
		}
		changers.Wait()
		stop()
		users.Wait()
	})
}

// change creates, rotates and revokes keys that others read meanwhile.
func change(t *testing.T, keys *Keys) {
	for range 10 {
		old, oldToken, err := keys.Create(t.Context(), NewKey{Role: Lawyer})
		if err != nil {
			t.Error(err)
			return
		}
		var readers sync.WaitGroup
		readers.Go(func() {
			for range 20 {
				_, _ = keys.Authenticate(t.Context(), oldToken) // whichever way: it is being changed
			}
		})
		next, nextToken, err := keys.Rotate(t.Context(), old.ID, time.Hour)
		if err != nil {
			t.Error(err)
		}
		for _, err := range []error{keys.Revoke(t.Context(), old.ID), keys.Revoke(t.Context(), next.ID)} {
			if err != nil {
				t.Error(err)
			}
		}
		for _, token := range []string{oldToken, nextToken} {
			if _, err := keys.Authenticate(t.Context(), token); !errors.Is(err, ErrRevoked) {
				t.Errorf("after it was revoked: %v", err)
			}
		}
		readers.Wait()
	}
}
