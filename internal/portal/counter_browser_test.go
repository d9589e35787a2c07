package portal

import (
	"fmt"
	"net/http/httptest"
	"testing"

	"deferido/internal/portal/browsertest"
)

// The forms at the counter are accessible in each state, both languages and both contrasts, on a telephone and on a desk.
func TestTheCounterIsAccessible(t *testing.T) {
	b := browsertest.Launch(t)
	address := inBrowser(t, newHouse(t, nil))
	look := func(tab *browsertest.Tab, name, path string) {
		tab.Open(address + path)
		tab.Eval("document.querySelectorAll('details').forEach(d => d.open = true)", nil)
		tab.Accessible(name)
		tab.Screenshot(name)
	}
	for _, lang := range []string{portuguese, english} {
		for _, contrast := range []string{"normal", "high"} {
			tab := b.Tab(t)
			as(tab, address, languageCookie, lang, contrastCookie, contrast)
			for _, width := range []int64{widths[0], widths[len(widths)-1]} {
				tab.Size(width, 900)
				in := fmt.Sprintf("%s-%s-%d", lang, contrast, width)
				look(tab, "consultar-"+in, "/consultar")
				look(tab, "concessao-"+in, "/consultar/concessao")
				look(tab, "concessao-negada-"+in, "/consultar/concessao?caso=grant-elderly-late-sold")
			}
		}
	}
	tab := b.Tab(t)
	for _, width := range []int64{widths[0], widths[len(widths)-1]} {
		tab.Size(width, 900)
		for name, path := range map[string]string{
			"venda": "sale-before-deadline", "tarifa": "fare-discount-exceeded", "bilhete": "ticket-without-seat", "embarque": "boarding-late", "arquivo": "retention-after",
			"informe": "report-item-missing", "divulgacao": "notice-virtual-missing", "infracao": "conduct-two",
		} {
			look(tab, fmt.Sprintf("%s-%d", name, width), "/consultar/"+name+"?caso="+path)
		}
	}
}

// A clerk fills in the form by the keyboard alone, sees the answer come before the last field, and decides.
func TestAtTheCounterByKeyboard(t *testing.T) {
	b := browsertest.Launch(t)
	h := newHouse(t, nil)
	address := inBrowser(t, h)
	tab := b.Tab(t)
	as(tab, address, languageCookie, portuguese, counterCookie, "service.mode=rodoviario&service.interstate=sim&service.regular=sim&service.class=convencional")
	tab.Open(address + "/consultar/concessao")
	answer := func(title string) {
		tab.Await("the answer is "+title, fmt.Sprintf("document.querySelector('#resposta h2').innerText.includes(%q)", title))
	}
	answer("Comece por aqui")
	tab.Eval("document.querySelector('#beneficiary-category').focus()", nil)
	tab.Press(" \t140358\t2.1x\t")
	tab.Await("the field says what is wrong while the focus goes on", "document.querySelector('#beneficiary-monthly_income_cents-diz .fault') && document.activeElement.id === 'trip-line_departs_at'")
	answer("Há um campo a corrigir")
	tab.Eval("document.querySelector('#beneficiary-monthly_income_cents').value = ''", nil)
	tab.Eval("document.querySelector('#beneficiary-monthly_income_cents').focus()", nil)
	tab.Press("2100\thoje\t23h\t")
	answer("Faltam 2 dados")
	tab.Await("the field says how it was understood", "document.querySelector('#beneficiary-birth_on-diz').innerText.includes('14/03/1958') && document.activeElement.id === 'service-class'")
	tab.Await("the list leads to the fields", "[...document.querySelectorAll('#resposta .ask3 a[href^=\"#\"]')].map(a => a.hash).join() === '#beneficiary-documents,#seats-free_granted'")
	tab.Eval("document.querySelector('#seats-free_granted').focus()", nil)
	tab.Press(" ")
	answer("Falta 1 dado")
	for _, id := range []string{"beneficiary-documents", "beneficiary-documents-documento_com_foto-original", "beneficiary-documents-extrato_beneficio"} {
		tab.Eval("document.querySelector('#"+id+"').focus()", nil)
		tab.Press(" ")
	}
	answer("Concedido")
	if n := len(h.records()); n != 0 {
		t.Errorf("%d records before anything was decided", n)
	}
	tab.Press("\r")
	tab.Await("it leads to the decision", "location.pathname.startsWith('/decisoes/')")
	if n := len(h.records()); n != 1 {
		t.Errorf("%d records", n)
	}
	tab.Complaints() // the page of a decision is not on trial here
}

// A counter without a line says that nothing was decided; what was typed stays.
func TestTheCounterWithoutALine(t *testing.T) {
	b := browsertest.Launch(t)
	server := httptest.NewServer(newHouse(t, nil).portal)
	defer server.Close()
	tab := b.Tab(t)
	as(tab, server.URL, languageCookie, portuguese)
	tab.Open(server.URL + "/consultar/concessao")
	server.CloseClientConnections()
	server.Close()
	tab.Eval("document.querySelector('#beneficiary-birth_on').focus()", nil)
	tab.Press("14031958\t")
	tab.Await("it is said that nothing was decided", "document.querySelector('#resposta .offline')?.innerText.includes('nada foi decidido')")
	tab.Await("what was typed stays", "document.querySelector('#beneficiary-birth_on').value === '14031958'")
	tab.Complaints() // that nobody answers is what the test is about
}
