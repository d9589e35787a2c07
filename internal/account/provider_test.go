package account

import (
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/oauth2-proxy/mockoidc"

	"deferido/internal/identity"
	"deferido/internal/store"
	"deferido/internal/store/storetest"
)

// known is somebody whom the provider knows: what it says in the token, and what elsewhere.
type known struct {
	subject    string
	token, add map[string]any
}

func (k *known) ID() string { return k.subject }

func (k *known) Userinfo([]string) ([]byte, error) {
	info := map[string]any{"sub": k.subject}
	for name, value := range k.add {
		info[name] = value
	}
	return json.Marshal(info)
}

func (k *known) Claims(_ []string, base *mockoidc.IDTokenClaims) (jwt.Claims, error) {
	text, err := json.Marshal(base)
	claims := jwt.MapClaims{}
	if err == nil {
		err = json.Unmarshal(text, &claims)
	}
	for name, value := range k.token {
		claims[name] = value
	}
	return claims, err
}

const redirect = "https://deferido.example/entrar/oidc/volta"

// provided are accounts with a provider beside them, a real one on loopback.
type provided struct {
	*house
	provider *mockoidc.MockOIDC
}

// eachProvided runs a test on each kind of store, with a provider whose options may be changed before.
func eachProvided(t *testing.T, change func(o *ProviderOptions), test func(t *testing.T, h *provided)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, from store.Source) {
		m, err := mockoidc.Run()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = m.Shutdown() })
		o := optionsOf(m)
		change(&o)
		p, err := NewProvider(o)
		if err != nil {
			t.Fatal(err)
		}
		test(t, &provided{open(t, from, Options{Provider: p}), m})
	})
}

func optionsOf(m *mockoidc.MockOIDC) ProviderOptions {
	roles, err := ParseRoles("admin = deferido-admin; lawyer=cn=juridico,dc=antt; regulator=antt; carrier=balcao")
	if err != nil {
		panic(err) // it is written above
	}
	return ProviderOptions{
		Issuer: m.Issuer(), ClientID: m.ClientID, ClientSecret: m.ClientSecret, Name: "Conta única", Scopes: []string{"profile"},
		LoginClaim: "preferred_username", NameClaim: "name", RoleClaim: "realm_access.roles", CarrierClaim: "company", Roles: roles,
	}
}

// fulana is somebody with roles.
func fulana(roles ...any) *known {
	return &known{subject: "s-1", token: map[string]any{
		"preferred_username": "Fulana@antt.example", "name": "Fulana de Tal", "realm_access": map[string]any{"roles": roles},
	}}
}

// goes takes a browser to the provider and back, and returns what it kept and came back with.
func (h *provided) goes(who *known) (kept string, query url.Values) {
	h.t.Helper()
	visit, err := h.Leave(h.t.Context(), here, redirect, "/conta")
	if err != nil {
		h.t.Fatal(err)
	}
	h.provider.QueueUser(who)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Get(visit.URL)
	if err != nil {
		h.t.Fatal(err)
	}
	defer resp.Body.Close()
	to, err := resp.Location()
	if err != nil || !strings.HasPrefix(to.String(), redirect+"?") {
		h.t.Fatalf("status %d, to %v, %v", resp.StatusCode, to, err)
	}
	return visit.State, to.Query()
}

// arrives signs somebody in by the provider.
func (h *provided) arrives(who *known) (string, Session, error) {
	h.t.Helper()
	kept, query := h.goes(who)
	token, s, back, err := h.Return(h.t.Context(), kept, query)
	if back != "/conta" {
		h.t.Errorf("back to %q", back)
	}
	return token, s, err
}

func same(*ProviderOptions) {}

func TestWhoeverTheProviderKnowsComesIn(t *testing.T) {
	eachProvided(t, same, func(t *testing.T, h *provided) {
		h.register("azul")
		token, s, err := h.arrives(fulana("x", "antt", 7))
		if err != nil {
			t.Fatal(err)
		}
		h.in(token, "fulana")
		if u := s.User; u.Name != "Fulana de Tal" || u.Role != identity.Regulator || u.Source != OIDC || u.password != "" {
			t.Errorf("%+v", u)
		}
		// She comes again, and the provider says something else of her.
		changed := fulana("balcao")
		changed.token["company"], changed.token["name"], changed.token["preferred_username"] = "azul", "Fulana Beltrana", "casada"
		again, s, err := h.arrives(changed)
		if err != nil || s.User.Login != "fulana" || s.User.Name != "Fulana Beltrana" || s.Caller != (identity.Caller{ID: "user:fulana", Role: identity.Carrier, Carrier: "azul"}) {
			t.Fatalf("%+v, %v", s, err)
		}
		h.out(token) // of another role
		h.in(again, "fulana")
		third, _, err := h.arrives(changed)
		if err != nil {
			t.Fatal(err)
		}
		h.in(again, "fulana")
		h.in(third, "fulana")
		// Once she has no role she has no session.
		_, _, err = h.arrives(fulana("x"))
		refusal(t, err, NoRole)
		h.out(again)
		h.recorded("fulana", "user-created by oidc", "user-role-changed by oidc")
	})
}

func TestWhomTheProviderKnowsAndWeDoNotLetIn(t *testing.T) {
	eachProvided(t, same, func(t *testing.T, h *provided) {
		h.register("azul")
		h.has("ada", identity.Admin, "")
		of := func(change func(k *known)) *known {
			k := fulana("antt")
			change(k)
			return k
		}
		for name, c := range map[string]struct {
			who  *known
			kind Kind
		}{
			"without any role":      {of(func(k *known) { delete(k.token, "realm_access") }), NoRole},
			"with another role":     {fulana("anttt", "ANTT", "deferido-admin "), NoRole},
			"without a login":       {of(func(k *known) { delete(k.token, "preferred_username") }), NoLogin},
			"with no fit login":     {of(func(k *known) { k.token["preferred_username"] = "Conceição" }), NoLogin},
			"with somebody's login": {of(func(k *known) { k.token["preferred_username"] = "ADA" }), LoginTaken},
			"without a carrier":     {fulana("balcao"), NoCarrier},
			"with another's carrier": {of(func(k *known) {
				k.token["realm_access"], k.token["company"] = map[string]any{"roles": "balcao"}, "verde"
			}), NoCarrier},
		} {
			_, s, err := h.arrives(c.who)
			if refusal(t, err, c.kind); s != (Session{}) {
				t.Errorf("%s: %+v", name, s)
			}
		}
		h.recorded("ada", "user-created by local")
		h.recorded("fulana")

		if _, _, err := h.arrives(fulana("antt")); err != nil {
			t.Fatal(err)
		}
		if err := h.Disable(t.Context(), "user:ada", "fulana"); err != nil {
			t.Fatal(err)
		}
		_, _, err := h.arrives(fulana("antt"))
		refusal(t, err, Disabled)
		refusal(t, h.SetRole(t.Context(), "user:ada", "fulana", identity.Admin, ""), NotLocal)
		refusal(t, h.SetPassword(t.Context(), "user:ada", "fulana", phrase), NotLocal)
		_, _, err = h.SignIn(t.Context(), here, "fulana", "")
		refusal(t, err, Wrong)
	})
}

// A role that is not in the token may be told elsewhere, of the same person.
func TestWhatTheTokenDoesNotSay(t *testing.T) {
	eachProvided(t, func(o *ProviderOptions) { o.RoleClaim = "groups" }, func(t *testing.T, h *provided) {
		k := fulana()
		k.add = map[string]any{"groups": []string{"antt", "deferido-admin"}, "name": "Outra"}
		_, s, err := h.arrives(k)
		if err != nil || s.User.Role != identity.Admin || s.User.Name != "Fulana de Tal" {
			t.Fatalf("%+v, %v", s, err)
		}
		k.add["sub"] = "s-2"
		_, _, err = h.arrives(k)
		refusal(t, err, ProviderDown)
	})
}

// The program needs no provider to start, and finds one that comes later.
func TestAProviderThatIsDown(t *testing.T) {
	m, err := mockoidc.NewServer(nil)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o := optionsOf(m)
	o.Issuer = "http://" + l.Addr().String() + mockoidc.IssuerBase
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	p, err := NewProvider(o)
	if err != nil {
		t.Fatal(err)
	}
	h := &provided{open(t, storetest.SQLite(t), Options{Provider: p}), m}
	_, err = h.Leave(t.Context(), here, redirect, "/")
	refusal(t, err, ProviderDown)
	if l, err = net.Listen("tcp", strings.TrimSuffix(strings.TrimPrefix(o.Issuer, "http://"), mockoidc.IssuerBase)); err != nil {
		t.Fatal(err)
	}
	if err := m.Start(l, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Shutdown() })
	_, err = h.Leave(t.Context(), here, redirect, "/")
	refusal(t, err, ProviderDown) // it is not asked at each click
	p.mu.Lock()
	p.again = time.Time{}
	p.mu.Unlock()
	if _, _, err := h.arrives(fulana("antt")); err != nil {
		t.Error(err)
	}
	// Down again, in the middle of a visit.
	kept, query := h.goes(fulana("antt"))
	if err := m.Shutdown(); err != nil {
		t.Fatal(err)
	}
	_, _, _, err = h.Return(t.Context(), kept, query)
	refusal(t, err, ProviderDown)
}
