package portal

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/oauth2-proxy/mockoidc"

	"deferido/internal/account"
	"deferido/internal/identity"
)

// provided is a house with a provider beside it, a real one on loopback.
func provided(t *testing.T) (*inhabited, *mockoidc.MockOIDC) {
	t.Helper()
	m, err := mockoidc.Run()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Shutdown() })
	p, err := account.NewProvider(account.ProviderOptions{
		Issuer: m.Issuer(), ClientID: m.ClientID, ClientSecret: m.ClientSecret, Name: "Conta ANTT", Scopes: []string{"profile", "groups"},
		LoginClaim: "preferred_username", NameClaim: "phone_number", RoleClaim: "groups", CarrierClaim: "address",
		Roles: []account.RoleOf{{Value: "antt", Role: identity.Regulator}, {Value: "balcao", Role: identity.Carrier}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return withAccounts(t, p), m
}

// goes follows the link to the provider and comes back, as far as the page of return.
func (i *inhabited) goes(m *mockoidc.MockOIDC, who *mockoidc.MockUser, link string) (back, state string) {
	i.t.Helper()
	a := i.ask("", http.MethodGet, link, nil)
	state, how, said := a.kept(visitCookie)
	if a.status != http.StatusSeeOther || !said || !how.Secure || !how.HttpOnly || how.SameSite != http.SameSiteLaxMode {
		i.t.Fatalf("%d, %v", a.status, a.header)
	}
	m.QueueUser(who)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Get(a.header.Get("Location"))
	if err != nil {
		i.t.Fatal(err)
	}
	defer resp.Body.Close()
	to, err := resp.Location()
	if err != nil || to.Host != "127.0.0.1" || to.Path != returnPath {
		i.t.Fatalf("to %v, %v", to, err)
	}
	return to.RequestURI(), state
}

func TestSigningInByTheProvider(t *testing.T) {
	i, m := provided(t)
	link, _ := i.get("", "/entrar?volta=/normas").Find("a[href^='/entrar/oidc']").Attr("href")
	who := &mockoidc.MockUser{Subject: "s-1", PreferredUsername: "rui@antt.example", Phone: "Rui Barbosa", Groups: []string{"antt"}}
	back, state := i.goes(m, who, link)
	with := func(state string) *answer {
		return i.ask("", http.MethodGet, back, nil, "Cookie", visitCookie+"="+state)
	}
	if a := with(strings.Repeat("A", 43)).says(t, http.StatusForbidden, "começou em outro navegador"); a.Find("form[action='/entrar']").Length() != 1 {
		t.Error("there is no way to begin again")
	}
	a := with(state).leads(t, "/normas")
	token, _, _ := a.kept(SessionCookie)
	if value, how, said := a.kept(visitCookie); !said || value != "" || how.MaxAge >= 0 {
		t.Errorf("%v", a.header)
	}
	i.get(token, "/conta").says(t, http.StatusOK, "Rui Barbosa", "regulação", "A sua senha fica com o provedor")
	i.post(token, "/conta/senha", url.Values{"atual": {phrase}, "senha": {phrase}}).says(t, http.StatusConflict, "provedor de identidade")
	with(state).says(t, http.StatusForbidden, "já foi usada")

	i.has("ana", identity.Admin, "")
	ana := i.enters("ana", phrase)
	page := i.get(ana, "/conta/pessoas").says(t, http.StatusOK, "Rui Barbosa", "Entra pelo provedor", "vêm do provedor")
	if page.Find("form[action='/conta/pessoas/papel']").Length() != 0 {
		t.Error("the provider's role can be changed")
	}
	i.post(ana, "/conta/pessoas/papel", url.Values{"login": {"rui"}, "papel": {"lawyer"}}).says(t, http.StatusConflict, "provedor de identidade")

	for _, c := range []struct {
		who  *mockoidc.MockUser
		says string
	}{
		{&mockoidc.MockUser{Subject: "s-2", PreferredUsername: "lia", Groups: []string{"x"}}, "não lhe dá nenhum papel"},
		{&mockoidc.MockUser{Subject: "s-2", PreferredUsername: "ana", Groups: []string{"antt"}}, "Outra pessoa já tem"},
		{&mockoidc.MockUser{Subject: "s-2", PreferredUsername: "lia", Groups: []string{"balcao"}, Address: "verde"}, "não está cadastrada"},
		{&mockoidc.MockUser{Subject: "s-2", Groups: []string{"antt"}}, "nome de acesso que sirva"},
	} {
		back, state = i.goes(m, c.who, link)
		a := with(state).says(t, http.StatusForbidden, c.says)
		if _, _, said := a.kept(SessionCookie); said {
			t.Errorf("%s, and a session", c.says)
		}
		if volta, _ := a.Find("input[name=volta]").Attr("value"); volta != "/normas" {
			t.Errorf("back to %q", volta)
		}
	}
	if err := i.accounts.Disable(t.Context(), "user:ana", "rui"); err != nil {
		t.Fatal(err)
	}
	back, state = i.goes(m, who, link)
	with(state).says(t, http.StatusForbidden, "Esta conta está desativada")
	back, state = i.goes(m, who, link)
	back = returnPath + "?error=access_denied&state=" + state
	with(state).says(t, http.StatusForbidden, "cancelada")
}

// A provider that is down keeps nobody from signing in by a password.
func TestAProviderThatIsDown(t *testing.T) {
	i, m := provided(t)
	if err := m.Shutdown(); err != nil {
		t.Fatal(err)
	}
	i.has("ana", identity.Admin, "")
	a := i.ask("", http.MethodGet, "/entrar/oidc?volta=/normas", nil).says(t, http.StatusServiceUnavailable, "não respondeu como devia")
	if _, _, said := a.kept(visitCookie); said {
		t.Errorf("%v", a.header)
	}
	i.enters("ana", phrase)
	without := withAccounts(t, nil)
	without.ask("", http.MethodGet, "/entrar/oidc", nil).says(t, http.StatusNotFound, "só se entra com nome de acesso e senha")
}
