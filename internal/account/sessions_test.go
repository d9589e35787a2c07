package account

import (
	"errors"
	"fmt"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"deferido/internal/identity"
)

func TestASessionLastsAsLongAsItMay(t *testing.T) {
	eachStore(t, func(t *testing.T, h *house) {
		h.has("ada", identity.Admin, "")
		token := h.enters("ada")
		began := h.clock.Now()
		if s := h.in(token, "ada"); !s.BeganAt.Equal(began) || !s.EndsAt.Equal(began.Add(standardIdle)) {
			t.Errorf("%+v", s)
		}
		used := began
		for h.clock.Now().Before(began.Add(standardLife - time.Hour)) {
			h.clock.Turn(standardIdle - time.Second)
			if s := h.in(token, "ada"); !s.UsedAt.Equal(h.clock.Now()) || s.UsedAt.Equal(used) {
				t.Fatalf("%+v", s)
			}
			used = h.clock.Now()
		}
		h.clock.Turn(began.Add(standardLife).Sub(h.clock.Now()) - 1)
		h.in(token, "ada")
		h.clock.Turn(1)
		h.out(token)

		token = h.enters("ada")
		h.clock.Turn(standardIdle)
		h.out(token)
		h.elsewhere().out(token)
		if all, err := h.Sessions(t.Context(), "ada"); err != nil || len(all) != 0 {
			t.Errorf("%+v, %v", all, err)
		}
		h.enters("ada")
		var rows int
		if err := h.db.QueryRow("SELECT count(*) FROM sessions").Scan(&rows); err != nil || rows != 1 {
			t.Errorf("%d sessions are kept, %v", rows, err)
		}
	})
}

func TestSigningOut(t *testing.T) {
	eachStore(t, func(t *testing.T, h *house) {
		h.has("ada", identity.Admin, "")
		h.has("bea", identity.Lawyer, "")
		first, second, third, bea := h.enters("ada"), h.enters("ada"), h.enters("ada"), h.enters("bea")
		all, err := h.Sessions(t.Context(), "Ada")
		if err != nil || len(all) != 3 || all[0].ID == all[1].ID || all[0].ID == "" {
			t.Fatalf("%+v, %v", all, err)
		}
		other := h.elsewhere()
		other.in(first, "ada")
		other.in(second, "ada")
		h.in(first, "ada")
		if err := h.SignOut(t.Context(), first); err != nil {
			t.Fatal(err)
		}
		h.out(first)
		h.in(second, "ada")
		h.clock.Turn(250 * time.Millisecond)
		other.out(first)
		if err := errors.Join(h.SignOut(t.Context(), first), h.SignOut(t.Context(), "nonsense")); err != nil {
			t.Errorf("whoever is out already: %v", err)
		}
		if err := h.SignOutEverywhere(t.Context(), "ADA"); err != nil {
			t.Fatal(err)
		}
		h.clock.Turn(250 * time.Millisecond)
		for _, token := range []string{first, second, third} {
			h.out(token)
			other.out(token)
		}
		h.in(bea, "bea")
		h.recorded("ada", "user-created by local") // who signs in and out is not on record
	})
}

func TestATokenIsNotKeptAndNoOtherIsTaken(t *testing.T) {
	eachStore(t, func(t *testing.T, h *house) {
		h.has("ada", identity.Admin, "")
		token := h.enters("ada")
		if len(token) != 43 || token == h.enters("ada") {
			t.Errorf("%q", token)
		}
		var kept []byte
		if err := h.db.QueryRow("SELECT token FROM sessions").Scan(&kept); err != nil || strings.Contains(string(kept), token) || len(kept) != 32 {
			t.Errorf("%q, %v", kept, err)
		}
		for _, wrong := range []string{"", token[:42], token + "A", strings.ToLower(token) + "", string(kept), strings.Repeat("A", 43), "' OR 1=1 --"} {
			if wrong != token {
				h.out(wrong)
			}
		}
		h.in(token, "ada")
	})
}

func TestSigningIn(t *testing.T) {
	eachStore(t, func(t *testing.T, h *house) {
		h.has("ada", identity.Admin, "")
		composed := "conceição no telhado"
		if _, err := h.Create(t.Context(), "local", NewUser{Login: "bea", Role: identity.Lawyer, Password: composed}); err != nil {
			t.Fatal(err)
		}
		if _, _, err := h.SignIn(t.Context(), here, "BEA ", "conceic\u0327a\u0303o no telhado"); err != nil {
			t.Errorf("another keyboard: %v", err)
		}
		for _, c := range [][2]string{{"ada", another}, {"ada", ""}, {"ninguem", phrase}, {"", ""}, {"ada@x", phrase}, {"ada", strings.Repeat("x", 1<<20)}, {strings.Repeat("a", 1<<20), phrase}} {
			_, _, err := h.SignIn(t.Context(), netip.Addr{}, c[0], c[1])
			if r := refusal(t, err, Wrong); r.Detail != errWrong.Detail {
				t.Errorf("of %.20q it is told %v", c[0], r)
			}
		}
		if err := h.Disable(t.Context(), "local", "ada"); err != nil {
			t.Fatal(err)
		}
		_, _, err := h.SignIn(t.Context(), here, "ada", another)
		refusal(t, err, Wrong) // that an account is disabled is for whoever knows its password
		_, _, err = h.SignIn(t.Context(), here, "ada", phrase)
		refusal(t, err, Disabled)
	})
}

func TestAPasswordIsChangedByWhoeverKnowsIt(t *testing.T) {
	eachStore(t, func(t *testing.T, h *house) {
		h.has("ada", identity.Admin, "")
		one, two := h.enters("ada"), h.enters("ada")
		s := h.in(one, "ada")
		_, _, err := h.ChangePassword(t.Context(), here, s, another, another)
		corrects(t, err, "/current")
		_, _, err = h.ChangePassword(t.Context(), here, s, phrase, "curta")
		corrects(t, err, "/password")
		h.in(one, "ada")
		token, s, err := h.ChangePassword(t.Context(), here, s, phrase, another)
		if err != nil {
			t.Fatal(err)
		}
		h.in(token, "ada")
		h.out(one)
		h.out(two)
		_, _, err = h.SignIn(t.Context(), here, "ada", phrase)
		refusal(t, err, Wrong)
		if _, _, err := h.SignIn(t.Context(), here, "ada", another); err != nil {
			t.Error(err)
		}
		for range loginTries {
			_, _, err = h.ChangePassword(t.Context(), here, s, phrase, phrase)
		}
		_, _, err = h.ChangePassword(t.Context(), here, s, another, phrase)
		refusal(t, err, Held) // nobody who found a session open tries all passwords
		h.recorded("ada", "user-created by local", "user-password-set by user:ada")
	})
}

func TestWhoeverTriesTooOftenWaits(t *testing.T) {
	eachStore(t, func(t *testing.T, h *house) {
		h.has("ada", identity.Admin, "")
		h.has("bea", identity.Lawyer, "")
		tries := func(from, login, password string) error {
			_, _, err := h.SignIn(t.Context(), netip.MustParseAddr(from), login, password)
			return err
		}
		for i := range loginTries { // from many addresses
			refusal(t, tries(fmt.Sprintf("192.0.2.%d", i), "ada", another), Wrong)
		}
		r := refusal(t, tries("198.51.100.1", "ADA", phrase), Held)
		if r.Wait != loginPause || !strings.Contains(r.Detail.PT, "5 minutos") || !strings.Contains(r.Detail.EN, "5 minutes") {
			t.Errorf("%+v", r)
		}
		if err := tries("198.51.100.1", "bea", phrase); err != nil {
			t.Errorf("somebody else: %v", err)
		}
		h.clock.Turn(r.Wait - time.Second)
		if r := refusal(t, tries("198.51.100.1", "ada", phrase), Held); r.Wait != time.Second || !strings.Contains(r.Detail.PT, "1 segundo.") {
			t.Errorf("%+v", r)
		}
		h.clock.Turn(time.Second)
		if err := tries("198.51.100.1", "ada", phrase); err != nil {
			t.Errorf("after waiting as told: %v", err)
		}
		for i := range loginTries - 1 {
			refusal(t, tries(fmt.Sprintf("203.0.113.%d", i), "ada", another), Wrong)
		}
		for range 2 { // what succeeded is forgotten
			if err := tries("198.51.100.1", "ada", phrase); err != nil {
				t.Error(err)
			}
			refusal(t, tries("203.0.113.77", "ada", another), Wrong)
		}
		for i := range addressTries { // of many logins
			refusal(t, tries("192.0.2.200", fmt.Sprintf("ninguem-%d", i), another), Wrong)
		}
		if r := refusal(t, tries("192.0.2.200", "bea", phrase), Held); r.Wait != addressPause {
			t.Errorf("%+v", r)
		}
	})
}

// Many who try at once are held back as if they came one after the other, and never more than two passwords are in memory.
func TestAFloodOfSignInsIsBounded(t *testing.T) {
	eachStore(t, func(t *testing.T, h *house) {
		h.hashing.how = argon
		h.has("ada", identity.Admin, "")
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var all sync.WaitGroup
		var mu sync.Mutex
		kinds := map[Kind]int{}
		for range 200 {
			all.Go(func() {
				_, _, err := h.SignIn(t.Context(), here, "ada", another)
				mu.Lock()
				defer mu.Unlock()
				kinds[KindOf(err)]++
			})
		}
		all.Wait()
		runtime.ReadMemStats(&after)
		if kinds[Wrong] == 0 || kinds[Wrong] > loginTries+hashesAtOnce || kinds[Wrong]+kinds[Held]+kinds[Busy] != 200 {
			t.Errorf("%v", kinds)
		}
		if grew := int64(after.Sys) - int64(before.Sys); grew > 200<<20 {
			t.Errorf("%d MiB more", grew>>20)
		}
	})
}

// Whoever is disabled while they sign in is out.
func TestNobodyComesInWhileTheyAreDisabled(t *testing.T) {
	eachStore(t, func(t *testing.T, h *house) {
		for i := range 5 {
			login := fmt.Sprintf("u%d", i)
			u := h.has(login, identity.Lawyer, "")
			var all sync.WaitGroup
			var token string
			all.Go(func() { token, _, _ = h.begin(t.Context(), &u) })
			all.Go(func() {
				if err := h.Disable(t.Context(), "local", login); err != nil {
					t.Error(err)
				}
			})
			all.Wait()
			h.out(token)
			if _, _, err := h.begin(t.Context(), &u); KindOf(err) != Ended {
				t.Errorf("%v", err)
			}
		}
		u := h.has("ada", identity.Admin, "")
		if err := h.SetPassword(t.Context(), "local", "ada", another); err != nil {
			t.Fatal(err)
		}
		if _, _, err := h.begin(t.Context(), &u); KindOf(err) != Ended {
			t.Errorf("by a password that was changed meanwhile: %v", err)
		}
	})
}

// While the store cannot be read a session goes on for a moment, and nobody else comes in.
func TestAStoreThatFails(t *testing.T) {
	eachStore(t, func(t *testing.T, h *house) {
		h.has("ada", identity.Admin, "")
		token := h.enters("ada")
		h.in(token, "ada")
		stranger := h.elsewhere()
		if err := h.db.Close(); err != nil {
			t.Fatal(err)
		}
		h.clock.Turn(sessionStale - time.Second)
		h.in(token, "ada")
		h.clock.Turn(2 * time.Second)
		if _, err := h.Caller(t.Context(), token); !errors.Is(err, identity.ErrUnavailable) {
			t.Errorf("%v", err)
		}
		_, stale := stranger.Caller(t.Context(), token)
		_, _, in := h.SignIn(t.Context(), here, "ada", phrase)
		_, list := h.List(t.Context())
		_, _, first := h.First(t.Context())
		for _, err := range []error{stale, in, list, first, h.SignOut(t.Context(), token), h.SignOutEverywhere(t.Context(), "ada")} {
			if !errors.Is(err, identity.ErrUnavailable) {
				t.Errorf("%v", err)
			}
		}
	})
}
