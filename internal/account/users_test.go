package account

import (
	"strings"
	"testing"
	"time"

	"deferido/internal/identity"
)

func TestAnAccountIsWhatItWasMade(t *testing.T) {
	eachStore(t, func(t *testing.T, h *house) {
		h.register("azul")
		made, err := h.Create(t.Context(), "user:ada", NewUser{Login: " Fulana-1 ", Name: "  Fulana de Tal ", Role: identity.Carrier, Carrier: "azul", Password: phrase})
		if err != nil {
			t.Fatal(err)
		}
		read, err := h.elsewhere().User(t.Context(), "FULANA-1")
		if err != nil || read != made || read.Login != "fulana-1" || read.Name != "Fulana de Tal" || read.Source != Local || !read.CreatedAt.Equal(h.clock.Now()) {
			t.Errorf("%+v, %v; made %+v", read, err, made)
		}
		if read.Caller() != (identity.Caller{ID: "user:fulana-1", Role: identity.Carrier, Carrier: "azul"}) {
			t.Errorf("%+v", read.Caller())
		}
		if login, person := LoginOf(read.Caller().ID); !person || login != "fulana-1" {
			t.Errorf("%q %v", login, person)
		}
		if _, person := LoginOf("local"); person {
			t.Error("whoever sits at the machine is a person with an account")
		}
		if strings.Contains(read.password, phrase) || !strings.HasPrefix(read.password, "$argon2id$") {
			t.Errorf("the password is kept as %q", read.password)
		}
		if unnamed := h.has("ada", identity.Admin, ""); unnamed.Name != "ada" {
			t.Errorf("%+v", unnamed)
		}
		all, err := h.List(t.Context())
		if err != nil || len(all) != 2 || all[0].Login != "ada" || all[1] != read {
			t.Errorf("%+v, %v", all, err)
		}
		h.recorded("fulana-1", "user-created by user:ada")
		refusal(t, func() error { _, err := h.User(t.Context(), "ninguem"); return err }(), NoUser)
	})
}

func TestWhatAnAccountMayNotBe(t *testing.T) {
	eachStore(t, func(t *testing.T, h *house) {
		h.has("ada", identity.Admin, "")
		long := strings.Repeat("x", 64)
		for name, c := range map[string]struct {
			wanted NewUser
			at     []string
		}{
			"no login":             {NewUser{Role: identity.Admin, Password: phrase}, []string{"/login"}},
			"an address":           {NewUser{Login: "fulana@example.org", Role: identity.Admin, Password: phrase}, []string{"/login"}},
			"accents":              {NewUser{Login: "conceição", Role: identity.Admin, Password: phrase}, []string{"/login"}},
			"too long":             {NewUser{Login: long, Role: identity.Admin, Password: phrase}, []string{"/login"}},
			"taken":                {NewUser{Login: "Ada", Role: identity.Admin, Password: phrase}, []string{"/login"}},
			"two lines":            {NewUser{Login: "bea", Name: "Bea\nAdmin", Role: identity.Admin, Password: phrase}, []string{"/name"}},
			"a long name":          {NewUser{Login: "bea", Name: long + long, Role: identity.Admin, Password: phrase}, []string{"/name"}},
			"no role":              {NewUser{Login: "bea", Password: phrase}, []string{"/role"}},
			"whoever sits here":    {NewUser{Login: "bea", Role: identity.Local, Password: phrase}, []string{"/role"}},
			"nobody's clerk":       {NewUser{Login: "bea", Role: identity.Carrier, Password: phrase}, []string{"/carrier"}},
			"an unknown carrier's": {NewUser{Login: "bea", Role: identity.Carrier, Carrier: "verde", Password: phrase}, []string{"/carrier"}},
			"a carrier's lawyer":   {NewUser{Login: "bea", Role: identity.Lawyer, Carrier: "verde", Password: phrase}, []string{"/carrier"}},
			"no password":          {NewUser{Login: "bea", Role: identity.Admin}, []string{"/password"}},
			"eleven characters":    {NewUser{Login: "bea", Role: identity.Admin, Password: strings.Repeat("ã", 11)}, []string{"/password"}},
			"eleven, decomposed":   {NewUser{Login: "bea", Role: identity.Admin, Password: strings.Repeat("a\u0303", 11)}, []string{"/password"}},
			"too many bytes":       {NewUser{Login: "bea", Role: identity.Admin, Password: strings.Repeat("ã", 501)}, []string{"/password"}},
			"no text":              {NewUser{Login: "bea", Role: identity.Admin, Password: strings.Repeat("\xff", 20)}, []string{"/password"}},
			"everything":           {NewUser{Name: "\t\x00\t\x01", Role: "clerk", Carrier: "Verde", Password: "x"}, []string{"/carrier", "/login", "/name", "/password", "/role"}},
		} {
			t.Run(name, func(t *testing.T) {
				_, err := h.Create(t.Context(), "local", c.wanted)
				corrects(t, err, c.at...)
			})
		}
		for _, password := range []string{strings.Repeat("ã", 12), strings.Repeat("x", 1000)} {
			if _, err := h.Create(t.Context(), "local", NewUser{Login: "c" + password[:0] + string(rune('a'+len(password)%20)), Role: identity.Lawyer, Password: password}); err != nil {
				t.Errorf("%d bytes: %v", len(password), err)
			}
		}
		if all, err := h.List(t.Context()); err != nil || len(all) != 3 {
			t.Errorf("%+v, %v", all, err)
		}
		h.recorded("bea") // nothing
	})
}

// What is changed of an account ends its sessions, here at once and elsewhere within 250 ms; nobody else's end.
func TestWhatIsChangedEndsTheSessions(t *testing.T) {
	eachStore(t, func(t *testing.T, h *house) {
		h.register("azul")
		h.has("ada", identity.Admin, "")
		h.has("bea", identity.Lawyer, "")
		ada := h.enters("ada")
		for _, c := range []struct {
			does     string
			change   func() error
			password string
		}{
			{"user-role-changed", func() error { return h.SetRole(t.Context(), "user:ada", "Bea", identity.Carrier, "azul") }, phrase},
			{"user-password-set", func() error { return h.SetPassword(t.Context(), "user:ada", "bea", another) }, another},
			{"user-disabled", func() error { return h.Disable(t.Context(), "user:ada", "bea") }, ""},
			{"user-enabled", func() error { return h.Enable(t.Context(), "user:ada", "bea") }, ""},
		} {
			var tokens []string
			if c.password != "" || c.does == "user-disabled" {
				before := map[bool]string{true: another, false: phrase}[c.does == "user-disabled"]
				for range 2 {
					token, _, err := h.SignIn(t.Context(), here, "bea", before)
					if err != nil {
						t.Fatal(err)
					}
					tokens = append(tokens, token)
				}
			}
			other := h.elsewhere()
			for _, token := range tokens {
				h.in(token, "bea")
				other.in(token, "bea")
			}
			if err := c.change(); err != nil {
				t.Fatalf("%s: %v", c.does, err)
			}
			for _, token := range tokens {
				h.out(token)
			}
			h.clock.Turn(250 * time.Millisecond)
			for _, token := range tokens {
				other.out(token)
			}
			h.in(ada, "ada")
		}
		u, err := h.User(t.Context(), "bea")
		if err != nil || u.Role != identity.Carrier || u.Carrier != "azul" || u.Disabled() {
			t.Errorf("%+v, %v", u, err)
		}
		h.recorded("bea", "user-created by local", "user-role-changed by user:ada", "user-password-set by user:ada", "user-disabled by user:ada", "user-enabled by user:ada")
	})
}

func TestWhatIsNotDoneToAnAccount(t *testing.T) {
	eachStore(t, func(t *testing.T, h *house) {
		h.has("ada", identity.Admin, "")
		h.has("bea", identity.Lawyer, "")
		bea := h.enters("bea")
		refusal(t, h.Disable(t.Context(), "user:ada", "ADA"), OwnAccount)
		refusal(t, h.SetRole(t.Context(), "user:ada", "ada", identity.Lawyer, ""), OwnAccount)
		refusal(t, h.Disable(t.Context(), "user:ada", "ninguem"), NoUser)
		refusal(t, h.Enable(t.Context(), "user:ada", "ninguem"), NoUser)
		refusal(t, h.SetRole(t.Context(), "user:ada", "ninguem", identity.Admin, ""), NoUser)
		refusal(t, h.SetPassword(t.Context(), "user:ada", "ninguem", phrase), NoUser)
		corrects(t, h.SetPassword(t.Context(), "user:ada", "bea", "curta"), "/password")
		corrects(t, h.SetRole(t.Context(), "user:ada", "bea", identity.Carrier, "verde"), "/carrier")
		if err := h.SetRole(t.Context(), "user:ada", "bea", identity.Lawyer, ""); err != nil {
			t.Errorf("the role that she has: %v", err)
		}
		h.in(bea, "bea")
		if err := h.Disable(t.Context(), "user:ada", "bea"); err != nil {
			t.Fatal(err)
		}
		at := h.clock.Now()
		h.clock.Turn(time.Hour)
		if err := h.Disable(t.Context(), "user:ada", "bea"); err != nil {
			t.Fatal(err)
		}
		if u, err := h.User(t.Context(), "bea"); err != nil || !u.DisabledAt.Equal(at) {
			t.Errorf("%+v, %v", u, err)
		}
		h.recorded("bea", "user-created by local", "user-disabled by user:ada")
	})
}

// While a person or a key names a carrier it stays registered.
func TestACarrierWithPeopleStays(t *testing.T) {
	eachStore(t, func(t *testing.T, h *house) {
		h.register("azul")
		h.has("bea", identity.Carrier, "azul")
		carriers := identity.NewCarriers(h.db, h.clock.Now)
		if err := carriers.Remove(t.Context(), "azul"); err == nil || !strings.Contains(err.Error(), "disable them first") {
			t.Errorf("%v", err)
		}
		if err := h.Disable(t.Context(), "local", "bea"); err != nil {
			t.Fatal(err)
		}
		if err := carriers.Remove(t.Context(), "azul"); err != nil {
			t.Error(err)
		}
	})
}

// The API is open on loopback only while there is neither a key nor an account.
func TestAnAccountClosesTheAPI(t *testing.T) {
	eachStore(t, func(t *testing.T, h *house) {
		keys := identity.NewKeys(h.db, h.clock.Now)
		if who, err := keys.Identify(t.Context(), ""); err != nil || who.Role != identity.Local {
			t.Fatalf("%+v, %v", who, err)
		}
		h.has("ada", identity.Admin, "")
		h.clock.Turn(250 * time.Millisecond)
		for _, keys := range []*identity.Keys{keys, identity.NewKeys(h.db, h.clock.Now)} {
			if who, err := keys.Identify(t.Context(), ""); err == nil {
				t.Errorf("%+v", who)
			}
			if any, err := keys.Any(t.Context()); err != nil || !any {
				t.Errorf("%v, %v", any, err)
			}
		}
	})
}
