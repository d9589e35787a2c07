package portal

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"deferido/internal/identity"
)

func TestOnesOwnAccount(t *testing.T) {
	i := withAccounts(t, nil)
	i.has("caio", identity.Carrier, "azul")
	token, other := i.enters("caio", phrase), i.enters("caio", phrase)
	a := i.get(token, "/conta").says(t, http.StatusOK, "Sr. caio", "transportadora", "Viação Azul", "Alto contraste", "English")
	if strings.Contains(a.words("main"), "Pessoas") {
		t.Error("a carrier's clerk is shown the way to people's accounts")
	}
	i.get(token, "/conta", "Accept-Language", "en").says(t, http.StatusOK, "My account", "Where you are signed in", "carrier")
	i.post(token, "/conta/senha", url.Values{"atual": {another}, "senha": {another}}).says(t, http.StatusUnprocessableEntity, "A senha atual não confere")
	i.post(token, "/conta/senha", url.Values{"atual": {phrase}, "senha": {"curta"}}).says(t, http.StatusUnprocessableEntity, "pelo menos 12 caracteres")
	a = i.post(token, "/conta/senha", url.Values{"atual": {phrase}, "senha": {another}}).leads(t, "/conta?feito=senha")
	next, _, _ := a.kept(SessionCookie)
	i.get(next, "/conta?feito=senha").says(t, http.StatusOK, "A senha foi trocada")
	for _, token := range []string{token, other} {
		i.ask(token, http.MethodGet, "/conta", nil).leads(t, "/entrar?volta=%2Fconta")
	}
	i.enters("caio", another)
	for range 10 {
		a = i.post(next, "/conta/senha", url.Values{"atual": {phrase}, "senha": {phrase}})
	}
	i.post(next, "/conta/senha", url.Values{"atual": {another}, "senha": {phrase}}).says(t, http.StatusTooManyRequests, "5 minutos")
	i.post("", "/conta/senha", url.Values{"atual": {another}, "senha": {phrase}}).says(t, http.StatusUnauthorized)
}

// An administrator looks after the others' accounts, nobody else does, and no login stands in an address.
func TestLookingAfterPeople(t *testing.T) {
	i := withAccounts(t, nil)
	i.has("ana", identity.Admin, "")
	i.has("caio", identity.Carrier, "azul")
	ana, caio := i.enters("ana", phrase), i.enters("caio", phrase)
	i.ask("", http.MethodGet, "/conta/pessoas", nil).leads(t, "/entrar?volta=%2Fconta%2Fpessoas")
	for _, path := range []string{"/conta/pessoas", "/conta/pessoas/papel", "/conta/pessoas/senha", "/conta/pessoas/desativar", "/conta/pessoas/reativar"} {
		i.post(caio, path, url.Values{"login": {"ana"}, "papel": {"lawyer"}, "senha": {another}}).says(t, http.StatusForbidden, "admin")
		i.post("", path, url.Values{"login": {"ana"}}).says(t, http.StatusUnauthorized)
	}
	if a := i.ask(caio, http.MethodGet, "/conta/pessoas", nil); a.status != http.StatusForbidden || strings.Contains(a.body, "Sr. ana") {
		t.Errorf("%d: %s", a.status, a.words("main"))
	}

	page := i.get(ana, "/conta/pessoas").says(t, http.StatusOK, "2 contas", "Sr. caio", "Viação Azul", "Esta é a sua conta")
	if page.Find(".people details").Length() != 1 || strings.Contains(page.body, "argon2") {
		t.Errorf("%s", page.words("main"))
	}
	faulty := url.Values{"login": {"Bea Lima"}, "nome": {"Bea <b>Lima</b>"}, "papel": {""}, "transportadora": {"azul"}, "senha": {"x"}}
	a := i.post(ana, "/conta/pessoas", faulty).says(t, http.StatusUnprocessableEntity, "Escolha um papel", "pelo menos 12 caracteres", "retire-a")
	if value, _ := a.Find("#nome").Attr("value"); value != "Bea <b>Lima</b>" || a.Find("main b").Length() != 0 || a.Find(".people details[open]").Length() != 0 {
		t.Errorf("%q", value)
	}
	i.post(ana, "/conta/pessoas", url.Values{"login": {"bea"}, "nome": {"Bea"}, "papel": {"lawyer"}, "senha": {phrase}}).leads(t, "/conta/pessoas?feito=criada")
	i.get(ana, "/conta/pessoas?feito=criada").says(t, http.StatusOK, "A conta foi criada", "3 contas")
	i.post(ana, "/conta/pessoas", url.Values{"login": {"bea"}, "papel": {"lawyer"}, "senha": {phrase}}).says(t, http.StatusUnprocessableEntity, "Já há uma conta")

	bea := i.enters("bea", phrase)
	a = i.post(ana, "/conta/pessoas/papel", url.Values{"login": {"bea"}, "papel": {"carrier"}}).says(t, http.StatusUnprocessableEntity, "pede a transportadora")
	if a.Find(".people details[open]").Length() != 1 || a.Find(".people details[open] [aria-invalid]").Length() != 1 {
		t.Errorf("%s", a.words(".people"))
	}
	i.get(bea, "/conta")
	i.post(ana, "/conta/pessoas/papel", url.Values{"login": {"bea"}, "papel": {"carrier"}, "transportadora": {"azul"}}).leads(t, "/conta/pessoas?feito=papel")
	i.ask(bea, http.MethodGet, "/conta", nil).leads(t, "/entrar?volta=%2Fconta")
	bea = i.enters("bea", phrase)
	i.get(bea, "/conta").says(t, http.StatusOK, "Viação Azul")
	i.post(ana, "/conta/pessoas/senha", url.Values{"login": {"bea"}, "senha": {"curta"}}).says(t, http.StatusUnprocessableEntity, "pelo menos 12")
	i.post(ana, "/conta/pessoas/senha", url.Values{"login": {"bea"}, "senha": {another}}).leads(t, "/conta/pessoas?feito=senha")
	i.ask(bea, http.MethodGet, "/conta", nil).leads(t, "/entrar?volta=%2Fconta")
	bea = i.enters("bea", another)
	for range 2 { // a form that comes twice
		i.post(ana, "/conta/pessoas/desativar", url.Values{"login": {"bea"}}).leads(t, "/conta/pessoas?feito=desativada")
	}
	i.ask(bea, http.MethodGet, "/conta", nil).leads(t, "/entrar?volta=%2Fconta")
	i.get(ana, "/conta/pessoas").says(t, http.StatusOK, "Desativada", "Reativar")
	i.post(ana, "/conta/pessoas/reativar", url.Values{"login": {"bea"}}).leads(t, "/conta/pessoas?feito=reativada")
	i.enters("bea", another)

	i.post(ana, "/conta/pessoas/desativar", url.Values{"login": {"ana"}}).says(t, http.StatusForbidden, "ninguém faz isso com a própria conta")
	i.post(ana, "/conta/pessoas/papel", url.Values{"login": {"ana"}, "papel": {"lawyer"}}).says(t, http.StatusForbidden, "própria conta")
	i.post(ana, "/conta/pessoas/desativar", url.Values{"login": {"ninguem"}}).says(t, http.StatusNotFound, "Não há conta")
	i.get(ana, "/conta/pessoas?feito=tudo").says(t, http.StatusOK)
	events, err := i.journal.Events(t.Context(), "user:bea", 100)
	if err != nil || len(events) != 5 || events[0].By != "user:ana" {
		t.Errorf("%+v, %v", events, err)
	}
}
