package main

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"deferido/internal/portal/browsertest"
	"deferido/internal/store/storetest"
)

// office is a server with people who have accounts, and a browser to look at it.
type office struct {
	*keyed
	browser *browsertest.Browser
	key     string // of the carrier of the clerk
}

// phrase is everybody's password.
const phrase = "quatro cavalos no telhado"

// openOffice serves the portal to a clerk of each of two carriers, two regulators, two lawyers and an administrator.
func openOffice(t *testing.T, more ...string) *office {
	o := &office{keyed: serveKeyed(t, storetest.SQLite(t), append(more, "--activation-poll=100ms")...), browser: browsertest.Launch(t)}
	o.key = o.register("exemplo", "11.222.333/0001-81")
	o.register("outra", "")
	file := filepath.Join(t.TempDir(), "phrase")
	if err := os.WriteFile(file, []byte(phrase+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, person := range [][]string{
		{"clara", "--role", "carrier", "--carrier", "exemplo", "--name", "Clara"}, {"otavio", "--role", "carrier", "--carrier", "outra"},
		{"rui", "--role", "regulator", "--name", "Rui"}, {"rosa", "--role", "regulator"}, {"lia", "--role", "lawyer", "--name", "Lia"},
		{"leo", "--role", "lawyer"}, {"ada", "--role", "admin"},
	} {
		o.does(append(append([]string{"user", "create"}, person...), "--password-file", file)...)
	}
	return o
}

// signIn opens a tab in which somebody signed in, from the start.
func (o *office) signIn(login string) *browsertest.Tab {
	o.t.Helper()
	tab := o.browser.Tab(o.t)
	tab.Cookie(o.server.address, "__Host-deferido-language", "pt-BR")
	tab.Open(o.server.address + "/")
	tab.Leave(`.bar a[href^="/entrar"]`)
	tab.Type("#login", login)
	tab.Type("#senha", phrase)
	tab.Press(kb.Enter)
	tab.Await(login+" is signed in", `document.querySelector('.bar a[href="/conta"]')`)
	return tab
}

// goes follows the first link, or presses the first button, of a page's content whose words begin so, and waits for the next page.
func (o *office) goes(tab *browsertest.Tab, words string) {
	o.t.Helper()
	find := "[...document.querySelectorAll('main a, main button')].find(e => e.innerText.trim().startsWith(" + quoted(words) + "))"
	tab.Await("there is a way "+words, find)
	tab.Eval(find+".setAttribute('data-went', '')", nil)
	tab.Leave("[data-went]")
}

// says waits until the first element that a selector finds says something.
func says(tab *browsertest.Tab, selector, text string) {
	tab.Await(selector+" says "+text, "document.querySelector("+quoted(selector)+")?.innerText.replace(/\\s+/g, ' ').includes("+quoted(text)+")")
}

// reach goes by Tab alone to what a selector finds.
func (o *office) reach(tab *browsertest.Tab, selector string) {
	o.t.Helper()
	const most = 120
	for range most {
		var there bool
		tab.Eval("document.activeElement.matches("+quoted(selector)+")", &there)
		if there {
			return
		}
		tab.Press(kb.Tab)
	}
	var at string
	tab.Eval("document.activeElement.outerHTML.slice(0, 200)", &at)
	o.t.Fatalf("%s is not reached by Tab; the focus is at %s", selector, at)
}

// quoted is a text in JavaScript.
func quoted(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
}

// A clerk refuses a passenger and hands over the document, from the start, without a mouse; the decision is on record once,
// whatever is pressed twice, and nobody of another carrier sees it.
func TestAClerkAtTheCounter(t *testing.T) {
	o := openOffice(t)
	tab := o.signIn("clara")
	tab.Size(1440, 900)
	tab.Open(o.server.address + "/")
	o.reach(tab, `a[href="/consultar"]`)
	o.reach(tab, `.doors a[href="/consultar"]`)
	tab.Press(kb.Enter)
	tab.Await("the questions", `location.pathname === '/consultar'`)
	o.reach(tab, `a[href="/consultar/concessao"]`)
	tab.Press(kb.Enter)
	tab.Await("the form", `location.pathname === '/consultar/concessao'`)

	answer := func(what, says string) {
		t.Helper()
		tab.Await(what, "document.querySelector('#resposta').innerText.includes("+quoted(says)+") && !document.querySelector('[aria-busy=true]')")
	}
	o.reach(tab, `input[type=radio][value=pessoa_idosa]`)
	tab.Press(" ")
	o.reach(tab, `input[id*=birth_on]`)
	tab.Press("14031958")
	o.reach(tab, `input[id*=monthly_income]`)
	tab.Press("9000")
	tab.Press(kb.Tab)
	tab.Await("the field shows what was understood", `document.querySelector('.form').innerText.includes('14/03/1958')`)
	answer("the answer comes before the last field", "Negado por enquanto")
	tab.Accessible("the counter while it is filled in")
	tab.Screenshot("guiche-1440")

	o.reach(tab, `form.form button.main`)
	tab.Press(kb.Enter)
	tab.Press(kb.Enter)
	tab.Await("the decision", `location.pathname.startsWith('/decisoes/')`)
	var path string
	tab.Eval("location.pathname", &path)
	var others int
	tab.Eval(`fetch('/decisoes').then(r => r.text()).then(t => new Set(t.match(/\/decisoes\/[0-9a-f-]{36}/g)).size)`, &others)
	if others != 1 {
		t.Errorf("%d decisions are on record, want the one", others)
	}
	tab.Accessible("the decision")
	tab.Screenshot("decisao-1440")

	// What would change it, and the document to hand over, on one page of paper.
	says(tab, ".todo", "no máximo R$ 3.242,00")
	o.reach(tab, `.todo a[href$="/recusa"]`)
	tab.Press(kb.Enter)
	tab.Await("the document", `location.pathname.endsWith('/recusa')`)
	says(tab, ".sheet.refusal", "Expresso exemplo")
	tab.Accessible("the refusal")
	tab.Screenshot("recusa-1440")
	o.reach(tab, "[data-print]")
	if pages := browsertest.Pages(t, tab.PDF()); pages != 1 {
		t.Errorf("the refusal takes %d pages", pages)
	}

	other := o.signIn("otavio")
	for _, page := range []string{path, path + "/explicacao", path + "/recusa", path + "/simular"} {
		other.Open(o.server.address + page)
		if got := other.Text("h1"); !strings.Contains(got, "não encontrada") {
			t.Errorf("another carrier's clerk at %s sees %q", page, got)
		}
	}
}

// lookedAt are the pages that an administrator may look at, beside those of a decision and of a draft.
var lookedAt = []string{
	"/", "/consultar", "/consultar/concessao", "/consultar/venda", "/consultar/tarifa", "/consultar/bilhete", "/consultar/embarque", "/consultar/arquivo",
	"/consultar/informe", "/consultar/divulgacao", "/consultar/infracao",
	"/normas", "/normas/decreto_9921_2019", "/normas/decreto_9921_2019/art_39", "/normas/decreto_9921_2019/art_39?em=2018-03-01",
	"/normas/decreto_9921_2019/art_39/comparar?de=2018-03-01&ate=2026-12-01", "/normas/decreto_9921_2019/art_39/historico", "/normas/resolucao_antt_233_2003/art_1",
	"/parametros/minimum_wage", "/casos/grant-elderly-in-time", "/cobertura", "/divergencias", "/divergencias/D-window", "/leituras", "/leituras/IR-01",
	"/conferencias", "/conferencias?ver=nunca", "/conferencias/" + threeHours, "/busca?q=antecedência", "/decisoes", "/decisoes?resultado=incomplete", "/conferir",
	"/mudancas", "/revisoes", "/relatorios", "/relatorios/2026-Q3?transportadora=exemplo", "/conta", "/conta/pessoas", "/atalhos",
	"/sobre", "/sobre/acessibilidade", "/sobre/licencas", "/nada",
}

// looksAt are those pages, and those of a grant, of a refusal and of a draft.
func (o *office) looksAt() []string {
	o.t.Helper()
	granted := o.ask(o.key, http.MethodPost, "/v1/decisions", compact(o.t, "requests/elderly-free-seat.json"))
	pages := slices.Clone(lookedAt)
	for _, id := range []string{granted.id(), o.decide(o.key)} {
		for _, page := range []string{"", "/explicacao", "/explicacao?tudo=1", "/simular", "/simular?em=2018-03-01"} {
			pages = append(pages, "/decisoes/"+id+page)
		}
	}
	pages = append(pages, "/decisoes/"+granted.id()+"/bilhete", "/decisoes/"+o.decide(o.key)+"/recusa")
	tab := o.signIn("rui")
	tab.Leave(`#menu a[href="/mudancas"]`)
	tab.Type("#titulo", "Quatro horas")
	o.goes(tab, "Começar o rascunho")
	var draft string
	tab.Eval("location.pathname", &draft)
	for _, page := range []string{"", "/regra", "/regra?arquivo=" + url.QueryEscape(art39), "/texto", "/parametros", "/testes", "/testes/sale-at-the-deadline", "/impacto", "/aprovacao", "/publicacao"} {
		pages = append(pages, draft+page)
	}
	var revision string
	tab.Eval(`document.querySelector('footer a[href^="/revisoes/"]').getAttribute('href')`, &revision)
	return append(pages, revision)
}

// Every page is accessible in both languages and both contrasts, on the smallest telephone and on a desk.
func TestEveryPageIsAccessible(t *testing.T) {
	o := openOffice(t)
	pages := o.looksAt()
	for _, look := range []struct {
		lang, contrast string
		width          int64
	}{{"pt-BR", "normal", 320}, {"pt-BR", "high", 1440}, {"en", "normal", 1440}, {"en", "high", 320}} { // each with each of the others
		tab := o.signIn("ada")
		tab.Cookie(o.server.address, "__Host-deferido-language", look.lang)
		tab.Cookie(o.server.address, "__Host-deferido-contrast", look.contrast)
		for i, page := range pages {
			what := fmt.Sprintf("%s in %s, contrast %s, %d px", page, look.lang, look.contrast, look.width)
			tab.Size(look.width, 900)
			tab.Open(o.server.address + page)
			tab.Accessible(what)
			tab.Screenshot(fmt.Sprintf("pagina-%02d-%s-%s-%d", i, look.lang, look.contrast, look.width))
			tab.Size(320+1440-look.width, 900)
			tab.Fits(what + ", and then as wide as the other")
		}
	}
}
