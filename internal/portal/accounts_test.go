package portal

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"deferido/internal/account"
	"deferido/internal/decision"
	"deferido/internal/identity"
)

const (
	phrase  = "quatro cavalos no telhado"
	another = "cinco cavalos no telhado"
)

// realDoor knows who looks by their accounts.
type realDoor struct{ *account.Accounts }

func (d realDoor) Visitor(ctx context.Context, token string) (Visitor, error) {
	if token == "" {
		some, err := d.Some(ctx)
		if err != nil || some {
			return Visitor{}, err
		}
		return Visitor{Caller: identity.Caller{ID: string(identity.Local), Role: identity.Local}}, nil
	}
	s, err := d.Caller(ctx, token)
	if account.KindOf(err) == account.Ended {
		return Visitor{}, ErrNoSession
	}
	return Visitor{Caller: s.Caller, Name: s.User.Name}, err
}

// inhabited is a house with accounts.
type inhabited struct {
	*house
	accounts *account.Accounts
}

// withAccounts is a house where people sign in; the provider may be nil.
func withAccounts(t *testing.T, provider *account.Provider) *inhabited {
	t.Helper()
	i := &inhabited{}
	i.house = newHouse(t, func(h *house, o *Options) {
		i.accounts = account.New(h.db, o.Now, account.Options{Recorder: h.journal, Provider: provider})
		o.Accounts, o.Door = i.accounts, realDoor{i.accounts}
		if _, err := identity.NewCarriers(h.db, o.Now).Put(t.Context(), decision.Carrier{ID: "azul", Name: "Viação Azul"}); err != nil {
			t.Fatal(err)
		}
	})
	return i
}

// has makes an account whose password is the phrase.
func (i *inhabited) has(login string, role identity.Role, carrier string) {
	i.t.Helper()
	if _, err := i.accounts.Create(i.t.Context(), "local", account.NewUser{Login: login, Name: "Sr. " + login, Role: role, Carrier: carrier, Password: phrase}); err != nil {
		i.t.Fatal(err)
	}
}

// kept is the value that an answer has the browser keep of a cookie, and how; false where it says nothing of it.
func (a *answer) kept(name string) (value string, how *http.Cookie, said bool) {
	for _, line := range a.header.Values("Set-Cookie") {
		if c, err := http.ParseSetCookie(line); err == nil && c.Name == name {
			return c.Value, c, true
		}
	}
	return "", nil, false
}

// leads wants an answer to lead to another address.
func (a *answer) leads(t testing.TB, to string) *answer {
	t.Helper()
	if a.status != http.StatusSeeOther || a.header.Get("Location") != to {
		t.Fatalf("%d to %q, want %q: %s", a.status, a.header.Get("Location"), to, a.words("main"))
	}
	return a
}

// says wants a page of a status that says something, in the frame of all pages.
func (a *answer) says(t testing.TB, status int, words ...string) *answer {
	t.Helper()
	if a.status != status || a.Find("h1").Length() != 1 || a.header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d, want %d: %s", a.status, status, a.words("main"))
	}
	for _, w := range words {
		if !strings.Contains(a.words("main"), w) {
			t.Errorf("%q is not said: %s", w, a.words("main"))
		}
	}
	if status == http.StatusUnprocessableEntity {
		a.Find(".errors a").Each(func(_ int, s *goquery.Selection) {
			if to, _ := s.Attr("href"); a.Find(to).Length() != 1 {
				t.Errorf("the summary leads to %q, which is not there", to)
			}
		})
		if !strings.HasPrefix(a.Find("title").Text(), "Erro:") && !strings.HasPrefix(a.Find("title").Text(), "Error:") {
			t.Errorf("the title is %q", a.Find("title").Text())
		}
	}
	return a
}

// enters signs somebody in on the page.
func (i *inhabited) enters(login, password string) (token string) {
	i.t.Helper()
	a := i.post("", "/entrar", url.Values{"login": {login}, "senha": {password}, "volta": {"/conta"}}).leads(i.t, "/conta")
	token, how, said := a.kept(SessionCookie)
	if !said || len(token) != 43 || !how.Secure || !how.HttpOnly || how.SameSite != http.SameSiteLaxMode || how.Path != "/" || how.Domain != "" || how.MaxAge != 0 {
		i.t.Fatalf("%v", a.header)
	}
	return token
}

// The first administrator makes their account by the code, and from then on nobody is let in without one.
func TestTheFirstAccountIsMadeOnThePage(t *testing.T) {
	i := withAccounts(t, nil)
	code, _, err := i.accounts.First(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	i.get("", "/entrar").says(t, http.StatusOK, "Ninguém tem conta ainda")
	i.get("", "/conta").says(t, http.StatusOK, "Você está nesta máquina")
	i.get("", "/entrar/primeiro").says(t, http.StatusOK, "Código")
	form := url.Values{"codigo": {"AAAA-BBBB-CCCC"}, "login": {"Ana"}, "nome": {"Ana Conceição"}, "senha": {phrase}}
	a := i.post("", "/entrar/primeiro", form).says(t, http.StatusUnprocessableEntity, "O código não confere")
	if value, _ := a.Find("#nome").Attr("value"); value != "Ana Conceição" || strings.Contains(a.body, phrase) {
		t.Errorf("what was typed: %q", value)
	}
	form.Set("codigo", code)
	form.Set("senha", "curta")
	form.Set("login", "ana@exemplo")
	a = i.post("", "/entrar/primeiro", form).says(t, http.StatusUnprocessableEntity, "pelo menos 12 caracteres")
	if a.Find(".errors a").Length() != 2 || a.Find("[aria-invalid]").Length() != 2 {
		t.Errorf("%s", a.words(".errors"))
	}
	form.Set("senha", phrase)
	form.Set("login", "ana")
	token, _, _ := i.post("", "/entrar/primeiro", form).leads(t, "/conta").kept(SessionCookie)
	i.get(token, "/conta").says(t, http.StatusOK, "Ana Conceição", "administração", "Pessoas")
	i.ask("", http.MethodGet, "/entrar/primeiro", nil).says(t, http.StatusNotFound, "A primeira conta já existe")
	i.post("", "/entrar/primeiro", form).says(t, http.StatusNotFound, "A primeira conta já existe")
	i.ask("", http.MethodGet, "/conta", nil).leads(t, "/entrar?volta=%2Fconta")
}

// Whoever guesses the code is told to wait.
func TestTheCodeIsNotGuessed(t *testing.T) {
	i := withAccounts(t, nil)
	var a *answer
	for range 31 {
		a = i.post("", "/entrar/primeiro", url.Values{"codigo": {"AAAA-BBBB-CCCC"}, "login": {"ana"}, "senha": {phrase}})
	}
	if a.says(t, http.StatusTooManyRequests, "Tente de novo em 60 segundos"); a.header.Get("Retry-After") != "60" {
		t.Errorf("%v", a.header)
	}
}

func TestSigningInOnThePage(t *testing.T) {
	i := withAccounts(t, nil)
	i.has("ana", identity.Admin, "")
	i.has("bea", identity.Lawyer, "")
	page := i.get("", "/entrar?volta="+url.QueryEscape("/normas?em=2026-12-12"))
	if volta, _ := page.Find("input[name=volta]").Attr("value"); volta != "/normas?em=2026-12-12" || page.Find("a[href^='/entrar/oidc']").Length() != 0 {
		t.Errorf("%q", volta)
	}
	if link, _ := i.get("", "/sobre?em=2026-12-12").Find("header a[href^='/entrar']").Attr("href"); link != "/entrar?volta=%2fsobre%3fem%3d2026-12-12" {
		t.Errorf("the way in is %q", link)
	}
	for given, want := range map[string]string{
		"https://a.example/": "/", "//a.example": "/", "/entrar": "/", "/entrar/primeiro": "/", "/entrar?volta=/entrar": "/", "/sair": "/", "": "/", "/entrarei": "/entrarei",
	} {
		i.post("", "/entrar", url.Values{"login": {"ana"}, "senha": {phrase}, "volta": {given}}).leads(t, want)
	}
	a := i.post("", "/entrar", url.Values{"login": {"ana"}, "senha": {another}, "volta": {"/normas"}}).says(t, http.StatusUnprocessableEntity, "não confere")
	if login, _ := a.Find("#login").Attr("value"); login != "ana" || strings.Contains(a.body, another) {
		t.Errorf("%q: %s", login, a.words("main"))
	}
	if volta, _ := a.Find("input[name=volta]").Attr("value"); volta != "/normas" {
		t.Errorf("%q", volta)
	}
	if _, _, said := a.kept(SessionCookie); said {
		t.Error("a session for nobody")
	}
	token := i.enters("ana", phrase)
	i.ask(token, http.MethodGet, "/entrar?volta=/normas", nil).leads(t, "/normas")
	english := i.post("", "/entrar", url.Values{"login": {"<script>alert(1)</script>"}, "senha": {phrase}}, "Accept-Language", "en").says(t, http.StatusUnprocessableEntity, "is not right")
	if strings.Contains(english.body, "<script>alert") {
		t.Error("what was typed is a script on the page")
	}

	if err := i.accounts.Disable(t.Context(), "user:ana", "bea"); err != nil {
		t.Fatal(err)
	}
	i.post("", "/entrar", url.Values{"login": {"bea"}, "senha": {phrase}}).says(t, http.StatusForbidden, "Esta conta está desativada")
	for range 10 {
		a = i.post("", "/entrar", url.Values{"login": {"ana"}, "senha": {another}})
	}
	a = i.post("", "/entrar", url.Values{"login": {"ana"}, "senha": {phrase}}).says(t, http.StatusTooManyRequests, "Tente de novo em 5 minutos")
	if a.header.Get("Retry-After") != "300" {
		t.Errorf("%v", a.header)
	}
	if a := i.post("", "/entrar", url.Values{"login": {"ana"}, "senha": {phrase}}, "Sec-Fetch-Site", "cross-site"); a.status != http.StatusForbidden {
		t.Errorf("a form of another site: %d", a.status)
	}
	i.post("", "/entrar", url.Values{"login": {"ana"}, "senha": {strings.Repeat("x", maxForm+1)}}).says(t, http.StatusRequestEntityTooLarge)
}

// A session that is over leads to the page of signing in, which says so and leads back.
func TestASessionThatIsOver(t *testing.T) {
	i := withAccounts(t, nil)
	i.has("ana", identity.Admin, "")
	token := i.enters("ana", phrase)
	i.now = i.now.Add(2 * time.Hour)
	a := i.ask(token, http.MethodGet, "/conta/pessoas", nil).leads(t, "/entrar?volta=%2Fconta%2Fpessoas")
	a = i.get(token, a.header.Get("Location")).says(t, http.StatusOK, "Sua sessão terminou")
	if value, how, said := a.kept(SessionCookie); !said || value != "" || how.MaxAge >= 0 {
		t.Errorf("%v", a.header)
	}
	i.post(token, "/conta/senha", url.Values{"atual": {phrase}, "senha": {another}}).says(t, http.StatusUnauthorized, "Sua sessão terminou")
	i.get("", "/entrar").says(t, http.StatusOK)
}

func TestSigningOutOnThePage(t *testing.T) {
	i := withAccounts(t, nil)
	i.has("ana", identity.Admin, "")
	one, two, three := i.enters("ana", phrase), i.enters("ana", phrase), i.enters("ana", phrase)
	if rows := i.get(one, "/conta").Find("table tbody tr"); rows.Length() != 3 || rows.Find(".tag").Length() != 1 {
		t.Errorf("%s", rows.Text())
	}
	a := i.post(one, "/sair", url.Values{}).leads(t, "/entrar?aviso=saiu")
	if value, how, said := a.kept(SessionCookie); !said || value != "" || how.MaxAge >= 0 {
		t.Errorf("%v", a.header)
	}
	i.get("", "/entrar?aviso=saiu").says(t, http.StatusOK, "Você saiu")
	i.ask(one, http.MethodGet, "/conta", nil).leads(t, "/entrar?volta=%2Fconta")
	i.get(two, "/conta")
	i.post(two, "/sair", url.Values{"onde": {"todos"}}).leads(t, "/entrar?aviso=saiu")
	for _, token := range []string{two, three} {
		i.ask(token, http.MethodGet, "/conta", nil).leads(t, "/entrar?volta=%2Fconta")
	}
	i.post("", "/sair", url.Values{"onde": {"todos"}}).leads(t, "/entrar?aviso=saiu")
	// Whoever signs in again in a browser has one session in it, and not the one before.
	one = i.enters("ana", phrase)
	i.post(one, "/entrar", url.Values{"login": {"ana"}, "senha": {phrase}}).leads(t, "/")
	i.ask(one, http.MethodGet, "/conta", nil).leads(t, "/entrar?volta=%2Fconta")
}

// Where nothing is recorded there is nothing to sign in to.
func TestWithoutAccounts(t *testing.T) {
	h := newHouse(t, func(_ *house, o *Options) { o.Door = nil })
	for _, path := range []string{"/entrar", "/entrar/primeiro", "/entrar/oidc", "/entrar/oidc/volta"} {
		h.ask("", http.MethodGet, path, nil).says(t, http.StatusNotFound, "Nada é registrado neste servidor")
	}
	h.post("", "/entrar", url.Values{}).says(t, http.StatusNotFound)
	h.post("", "/entrar/primeiro", url.Values{}).says(t, http.StatusNotFound)
	h.post("", "/sair", url.Values{}).leads(t, "/entrar?aviso=saiu")
	h.get("", "/conta").says(t, http.StatusOK, "Você está nesta máquina")
}

// When the store fails, the page says that it does.
func TestAStoreThatFails(t *testing.T) {
	i := withAccounts(t, nil)
	i.portal.Options.Accounts = unreadable{i.accounts}
	i.portal.Options.Door = &knownPeople{people, true}
	i.ask("", http.MethodGet, "/entrar", nil).says(t, http.StatusServiceUnavailable)
	i.post("", "/entrar", url.Values{"login": {"ana"}, "senha": {phrase}}).says(t, http.StatusServiceUnavailable)
	i.ask("ada", http.MethodGet, "/conta/pessoas", nil).says(t, http.StatusServiceUnavailable)
}

// unreadable are accounts whose store cannot be read.
type unreadable struct{ *account.Accounts }

var errDown = errors.Join(identity.ErrUnavailable, errors.New("no store"))

func (unreadable) Some(context.Context) (bool, error) { return false, errDown }

func (unreadable) List(context.Context) ([]account.User, error) { return nil, errDown }

func (unreadable) SignIn(context.Context, netip.Addr, string, string) (string, account.Session, error) {
	return "", account.Session{}, errDown
}
