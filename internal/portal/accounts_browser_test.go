package portal

import (
	"fmt"
	"net/url"
	"testing"

	"deferido/internal/identity"
	"deferido/internal/portal/browsertest"
)

// The pages of accounts are accessible in each state, both languages and both contrasts, on a telephone and on a desk.
func TestAccountsAreAccessible(t *testing.T) {
	b := browsertest.Launch(t)
	empty, i := withAccounts(t, nil), withAccounts(t, nil)
	first := inBrowser(t, empty.house)
	i.has("ana", identity.Admin, "")
	i.has("caio", identity.Carrier, "azul")
	i.has("bea", identity.Lawyer, "")
	if err := i.accounts.Disable(t.Context(), "user:ana", "bea"); err != nil {
		t.Fatal(err)
	}
	token, address := i.enters("ana", phrase), inBrowser(t, i.house)
	i.enters("ana", phrase)
	for _, lang := range []string{portuguese, english} {
		for _, contrast := range []string{"normal", "high"} {
			tab, inside := b.Tab(t), b.Tab(t)
			as(tab, address, languageCookie, lang, contrastCookie, contrast)
			as(inside, address, languageCookie, lang, contrastCookie, contrast, SessionCookie, token)
			for _, width := range widths {
				looks := func(tab *browsertest.Tab, name, to string) {
					tab.Size(width, 900)
					tab.Open(to)
					tab.Eval("document.querySelectorAll('details').forEach(d => d.open = true)", nil)
					tab.Accessible(fmt.Sprintf("%s in %s, contrast %s, %d px", name, lang, contrast, width))
					tab.Screenshot(fmt.Sprintf("%s-%s-%s-%d", name, lang, contrast, width))
				}
				looks(tab, "entrar", address+"/entrar?aviso=saiu")
				looks(tab, "primeiro", first+"/entrar/primeiro")
				looks(tab, "ninguem", first+"/entrar")
				looks(tab, "maquina", first+"/conta")
				looks(inside, "conta", address+"/conta?feito=senha")
				looks(inside, "pessoas", address+"/conta/pessoas?feito=criada")
			}
		}
	}
}

// Somebody signs in, goes where they wanted to, and signs out, by the keyboard alone.
func TestSigningInInABrowser(t *testing.T) {
	b := browsertest.Launch(t)
	i := withAccounts(t, nil)
	i.has("ana", identity.Admin, "")
	address := inBrowser(t, i.house)
	tab := b.Tab(t)
	tab.Open(address + "/conta/pessoas")
	tab.Await("it leads to the page of signing in", "location.pathname === '/entrar' && location.search === '?"+url.Values{"volta": {"/conta/pessoas"}}.Encode()+"'")
	tab.Type("#login", "ana")
	tab.Type("#senha", another+"\r")
	tab.Await("the summary has the focus", "document.activeElement.classList.contains('errors') && document.querySelector('#login').value === 'ana'")
	tab.Accessible("a wrong password")
	tab.Type("#senha", phrase+"\r")
	tab.Await("it leads where she wanted to go", "location.pathname === '/conta/pessoas'")
	tab.Open(address + "/conta")
	tab.Leave("form[action='/sair'] button")
	tab.Await("she is out", "location.pathname === '/entrar'")
	tab.Open(address + "/conta")
	tab.Await("she is asked to sign in", "location.pathname === '/entrar'")
}
