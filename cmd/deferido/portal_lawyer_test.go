package main

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A lawyer reads, from the start, art. 39 as of 2018 and today, what differs, a dispute with the decisions that it touches, why a
// passenger was refused, and what the same facts would have come to on another day and under another revision.
func TestALawyerReads(t *testing.T) {
	o := openOffice(t)
	for range 3 {
		if got := o.ask(o.key, http.MethodPost, "/v1/decisions", lateRequest(t)); got.status != http.StatusOK {
			t.Fatalf("%d %s", got.status, got.body)
		}
	}
	o.decide(o.key)
	tab := o.signIn("lia")
	tab.Size(1440, 900)
	tab.Open(o.server.address + "/")

	// Art. 39 today, with its rule beside it.
	tab.Leave(`#menu a[href="/normas"]`)
	o.goes(tab, "Decreto nº 9.921/2019")
	o.goes(tab, "art. 39")
	says(tab, ".asof", "Esta é a redação que vale nesse dia")
	says(tab, "#art39_par2_inc1 .law", "três horas")
	says(tab, "#art39_par2_inc1 .rule", "partida do ponto inicial da linha − 3 h")
	tab.Accessible("art. 39 today")
	tab.Screenshot("jornada-leitor-hoje")

	// In 2018 it was not yet; the page leads to what was.
	tab.Eval("document.querySelector('#em').value = ''", nil)
	tab.Type("#em", "1/3/18")
	tab.Leave(".asof button.btn")
	says(tab, "main", "01/03/2018")
	tab.Await("the address tells the day", "location.search === '?em=2018-03-01'")
	says(tab, "#conteudo", "Decreto nº 5.934/2006")
	tab.Accessible("art. 39 in 2018")
	tab.Screenshot("jornada-leitor-2018")
	o.goes(tab, "Ler o que vale nesse dia")
	says(tab, ".asof", "Vale nesse dia")
	tab.Await("the day stays", "location.search === '?em=2018-03-01' && document.querySelector('#em').value === '01/03/2018'")
	says(tab, "#art3_par2 .law", "com antecedência de, pelo menos, três horas")
	o.goes(tab, "Comparar")
	tab.Accessible("two days compared")
	tab.Screenshot("jornada-comparar")

	// A dispute, the decisions that it touches, and one of them.
	tab.Leave(`#menu a[href="/divergencias"]`)
	tab.Leave(`a[href="/divergencias/D-window"]`)
	says(tab, "#conteudo", "Decisões registradas que ela toca")
	tab.Leave(`#menu a[href="/decisoes"]`)
	tab.Await("four decisions", "document.querySelectorAll('table.list tbody tr').length === 4")
	tab.Eval("document.querySelector('#resultado').value = 'deny'", nil)
	tab.Leave(".filter.seek button.main")
	tab.Await("the refusal", "document.querySelectorAll('table.list tbody tr').length === 1")
	tab.Leave("table.list tbody a")
	says(tab, "h1", "Negado")
	tab.Accessible("a refusal")
	tab.Screenshot("jornada-folha")

	// Why, down to the condition that failed.
	tab.Leave(`a[href$="/explicacao"]`)
	tab.Await("the branch that failed is open", "[...document.querySelectorAll('.tree details[open]')].some(e => e.innerText.includes('Não atende'))")
	tab.Accessible("the explanation")
	tab.Screenshot("jornada-explicacao")
	o.goes(tab, "Voltar")

	// The same facts on another day, and under the revision in service.
	tab.Leave(`a[href$="/simular"]`)
	var recorded string
	tab.Eval("fetch('/decisoes').then(r => r.text()).then(t => new Set(t.match(/\\/decisoes\\/[0-9a-f-]{36}/g)).size + '')", &recorded)
	tab.Type(`.supposing input[inputmode=numeric]`, "1/3/2018")
	tab.Press(kb.Enter)
	tab.Await("two answers side by side", "document.querySelectorAll('.sides .verdict').length === 2 && location.search.includes('2018-03-01')")
	tab.Accessible("another day supposed")
	tab.Screenshot("jornada-simular")
	var after string
	tab.Eval("fetch('/decisoes').then(r => r.text()).then(t => new Set(t.match(/\\/decisoes\\/[0-9a-f-]{36}/g)).size + '')", &after)
	if recorded != after || after != "4" {
		t.Errorf("%s decisions were on record, then %s", recorded, after)
	}
}
