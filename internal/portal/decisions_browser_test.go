package portal

import (
	"fmt"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/portal/browsertest"
)

// decidedPages are pages of what was decided, in all their states, by a name for their pictures.
func decidedPages(h *house) []struct{ name, path string } {
	h.registered()
	id := map[string]string{}
	for i, name := range []string{
		"grant-elderly-in-time", "grant-discount-one-second-early", "grant-elderly-eve-of-birthday", "grant-elderly-income-unknown", "grant-elderly-last-day-of-old-decree",
		"conduct-two", "fare-free-road", "report-month-missing", "grant-elderly-section-late-sold",
	} {
		h.now = time.Date(2026, 11, 10+7*(i%5), 9, 30, 0, 0, brasilia)
		id[name] = "/decisoes/" + h.decided(caseOf(h.t, name), "exemplo", portuguese).ID
	}
	h.now = time.Date(2026, 12, 12, 19, 0, 0, 0, brasilia)
	failed := h.record(caseOf(h.t, "grant-elderly-in-time"), func(r *decision.Record) {
		r.Carrier, r.Answer, r.Failure, r.Facets = "exemplo", nil, decision.EvaluationError, decision.Facets{}
	})
	denied := id["grant-discount-one-second-early"]
	code, err := h.journal.Code(h.t.Context(), denied[len("/decisoes/"):])
	if err != nil {
		h.t.Fatal(err)
	}
	return []struct{ name, path string }{
		{"decisoes", "/decisoes"}, {"decisoes-nada", "/decisoes?pergunta=fare&resultado=deny&de=2026-12-01"}, {"decisoes-erro", "/decisoes?dispositivo=Decreto+9.912/2019&de=x"},
		{"decisao-concedida", id["grant-elderly-in-time"]}, {"decisao-negada", denied}, {"decisao-sem-remedio", id["grant-elderly-eve-of-birthday"]},
		{"decisao-faltam", id["grant-elderly-income-unknown"]}, {"decisao-lei-mudou", id["grant-elderly-last-day-of-old-decree"]}, {"decisao-infracoes", id["conduct-two"]},
		{"decisao-tarifa", id["fare-free-road"]}, {"decisao-informe", id["report-month-missing"]}, {"decisao-falha", "/decisoes/" + failed},
		{"explicacao", denied + "/explicacao"}, {"explicacao-tudo", denied + "/explicacao?tudo=1"}, {"explicacao-concedida", id["grant-elderly-in-time"] + "/explicacao"},
		{"simular", denied + "/simular"}, {"simular-mudanca", denied + "/simular?mudanca=1"}, {"simular-outro-dia", denied + "/simular?em=2018-01-01"}, {"simular-erro", denied + "/simular?em=x"},
		{"recusa", denied + "/recusa"}, {"recusa-longa", id["grant-elderly-section-late-sold"] + "/recusa"}, {"bilhete", id["grant-elderly-in-time"] + "/bilhete"},
		{"conferir", "/conferir"}, {"conferir-confere", "/conferir" + denied[len("/decisoes"):] + "?code=" + code}, {"conferir-nao", "/conferir" + denied[len("/decisoes"):] + "?code=0"},
	}
}

// Every page of what was decided is accessible and keeps to its width: on a telephone in Portuguese, on a desk in English and in
// high contrast.
func TestPagesOfDecisionsAreAccessible(t *testing.T) {
	b := browsertest.Launch(t)
	h := newHouse(t, nil)
	pages, address := decidedPages(h), inBrowser(t, h)
	for _, look := range []struct {
		lang, contrast string
		width          int64
	}{{portuguese, "normal", 390}, {english, "high", 1440}} {
		tab := b.Tab(t)
		as(tab, address, languageCookie, look.lang, contrastCookie, look.contrast, SessionCookie, "clara")
		for _, at := range pages {
			tab.Size(look.width, 900)
			tab.Open(address + at.path)
			tab.Accessible(fmt.Sprintf("%s in %s, contrast %s, %d px", at.path, look.lang, look.contrast, look.width))
			tab.Screenshot(fmt.Sprintf("%s-%s-%d", at.name, look.lang, look.width))
			if look.lang == portuguese {
				tab.Size(320, 900)
				tab.Fits(at.path + " at 320 px")
				tab.Size(1440, 900)
				tab.Screenshot(fmt.Sprintf("%s-%s-1440", at.name, look.lang))
			}
		}
		if said := tab.Complaints(); len(said) > 0 {
			t.Errorf("the browser complains: %v", said)
		}
	}
}

// A clerk fills in a ticket and prints it: two copies on one page.
func TestTheTicketIsPrinted(t *testing.T) {
	b := browsertest.Launch(t)
	h := newHouse(t, nil)
	address := inBrowser(t, h)
	id := h.decided(caseOf(t, "grant-elderly-in-time"), "exemplo", portuguese).ID
	tab := b.Tab(t)
	as(tab, address, languageCookie, portuguese, SessionCookie, "clara")
	tab.Size(390, 900)
	tab.Open(address + "/decisoes/" + id + "/bilhete")
	tab.Click("form.ticket-form .btn.main")
	tab.Await("what is missing is told", "document.querySelectorAll('.fault').length > 5")
	tab.Accessible("a ticket that lacks something")
	for name, values := range wholeTicket() {
		tab.Eval(fmt.Sprintf("document.getElementById(%q).value = ''", name), nil)
		tab.Type("#"+name, values[0])
	}
	tab.Click("form.ticket-form .btn.main")
	tab.Await("both copies are there", "document.querySelectorAll('.copy').length === 2")
	tab.Accessible("the copies of a ticket")
	tab.Screenshot("bilhete-vias")
	if pages := browsertest.Pages(t, tab.PDF()); pages != 1 {
		t.Errorf("the copies take %d pages", pages)
	}
}

// The refusal document of every refused grant is one page of A4.
func TestTheRefusalIsOnePage(t *testing.T) {
	b := browsertest.Launch(t)
	h := newHouse(t, nil)
	h.registered()
	address, tab := inBrowser(t, h), b.Tab(t)
	as(tab, address, languageCookie, portuguese, SessionCookie, "clara")
	seen := 0
	for _, id := range cases(t) {
		d := h.decided(caseOf(t, id), "exemplo", portuguese)
		if d.Outcome != "deny" || d.Question != "grant" {
			continue
		}
		seen++
		tab.Open(address + "/decisoes/" + d.ID + "/recusa")
		if pages := browsertest.Pages(t, tab.PDF()); pages != 1 {
			t.Errorf("%s: %d pages", id, pages)
		}
	}
	if seen == 0 {
		t.Error("no case is a refusal")
	}
}
