package account

import (
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"deferido/internal/identity"
)

var ana = NewUser{Login: "ana", Name: "Ana", Role: identity.Carrier, Carrier: "azul", Password: phrase}

func TestTheFirstAdministratorComesByTheCode(t *testing.T) {
	eachStore(t, func(t *testing.T, h *house) {
		old, wanted, err := h.First(t.Context())
		if err != nil || !wanted || !regexp.MustCompile(`\A[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}\z`).MatchString(old) {
			t.Fatalf("%q %v %v", old, wanted, err)
		}
		code, _, err := h.elsewhere().First(t.Context())
		if err != nil || code == old {
			t.Fatalf("%q, %v", code, err)
		}
		if some, err := h.Some(t.Context()); err != nil || some {
			t.Errorf("%v, %v", some, err)
		}
		for _, wrong := range []string{"", old, code[:13], code + "0", "' OR 1=1 --"} {
			_, _, err := h.RedeemFirst(t.Context(), here, wrong, ana)
			refusal(t, err, WrongCode)
		}
		_, _, err = h.RedeemFirst(t.Context(), here, code, NewUser{Login: "Ana@", Password: "curta"})
		corrects(t, err, "/login", "/password")
		typed := " " + strings.ToLower(strings.NewReplacer("0", "o", "1", "l", "-", " ").Replace(code))
		token, s, err := h.RedeemFirst(t.Context(), here, typed, ana)
		if err != nil || s.User.Role != identity.Admin || s.User.Carrier != "" {
			t.Fatalf("%+v, %v", s, err)
		}
		h.in(token, "ana")
		_, _, err = h.RedeemFirst(t.Context(), here, code, NewUser{Login: "bea", Password: phrase})
		refusal(t, err, FirstIsMade)
		if code, wanted, err := h.First(t.Context()); err != nil || wanted || code != "" {
			t.Errorf("%q %v %v", code, wanted, err)
		}
		if some, err := h.Some(t.Context()); err != nil || !some {
			t.Errorf("%v, %v", some, err)
		}
		h.recorded("ana", "user-created by user:ana")
	})
}

// A code is no longer good once there is somebody, however they came.
func TestTheCodeEndsWithTheFirstAccount(t *testing.T) {
	eachStore(t, func(t *testing.T, h *house) {
		code, _, err := h.First(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		h.has("bea", identity.Lawyer, "")
		_, _, err = h.RedeemFirst(t.Context(), here, code, ana)
		refusal(t, err, FirstIsMade)
	})
}

func TestOneCodeMakesOneAdministrator(t *testing.T) {
	eachStore(t, func(t *testing.T, h *house) {
		code, _, err := h.First(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for i := range 4 {
			all.Go(func() {
				who := ana
				who.Login += string(rune('a' + i))
				_, _, err := h.elsewhere().RedeemFirst(t.Context(), here, code, who)
				if kind := KindOf(err); err != nil && kind != FirstIsMade && kind != WrongCode {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if users, err := h.List(t.Context()); err != nil || len(users) != 1 {
			t.Errorf("%+v, %v", users, err)
		}
	})
}

func TestWhoeverGuessesTheCodeWaits(t *testing.T) {
	eachStore(t, func(t *testing.T, h *house) {
		code, _, err := h.First(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for range addressTries {
			_, _, err := h.RedeemFirst(t.Context(), here, newCode(), ana)
			refusal(t, err, WrongCode)
		}
		_, _, err = h.RedeemFirst(t.Context(), here, code, ana)
		if r := refusal(t, err, Held); r.Wait != addressPause {
			t.Errorf("%+v", r)
		}
		h.clock.Turn(time.Minute)
		if _, _, err := h.RedeemFirst(t.Context(), here, code, ana); err != nil {
			t.Error(err)
		}
	})
}
