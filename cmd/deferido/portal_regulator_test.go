package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"deferido/internal/portal/browsertest"
	"deferido/internal/testkit"
)

// longest is how long the checks of a draft may take beside other tests.
const longest = 8 * time.Minute

const threeHours = "urn:lex:br:federal:decreto:2019-07-18;9921!art39_par2_inc1"

// rewrites opens a file of a draft from its page of files, puts other texts into the editor, and saves by the keyboard.
func (o *office) rewrites(tab *browsertest.Tab, w testkit.Rewrite) {
	o.t.Helper()
	tab.Leave(`nav.pages a[href$="/regra"]`)
	tab.Type("#arquivo", w.File)
	o.goes(tab, "Abrir")
	tab.Await("the editor stands in for the field", "document.querySelector('.cm-content') && document.querySelector('#texto').hidden")
	var text string
	tab.Eval("document.querySelector('#texto').value", &text)
	tab.Eval("document.querySelector('.cm-content').focus()", nil)
	tab.Await("the editor has the focus", "document.querySelector('.cm-focused')")
	tab.Chord("a")
	tab.Paste(w.Make(o.t, text))
	tab.Eval("window.left = false", nil)
	tab.Chord("s")
	tab.Await(w.File+" is saved", "window.left === undefined && location.search.includes('salvo=1') && document.querySelector('.diff ins')")
}

// checked has the draft checked and waits for the end.
func (o *office) checked(tab *browsertest.Tab) {
	o.t.Helper()
	tab.Leave(`nav.pages a[href$="/testes"]`)
	o.goes(tab, "Verificar")
	tab.AwaitFor(longest, "the checks end", "!document.querySelector('#verificacao[hx-get]') && document.querySelector('#verificacao .note')")
}

// A regulator changes three hours to four in a draft, from the start: sees what fails, mends it, sees who is hit and says why, has
// it approved by a regulator and a lawyer, schedules it, stops that, publishes it at once and rolls it back. The sign-off of a
// lawyer breaks and says why, and holds again.
func TestARegulatorChangesTheLaw(t *testing.T) {
	o := openOffice(t)
	counter := func() string {
		got := o.ask(o.key, http.MethodPost, "/v1/decisions", lateRequest(t))
		var d struct{ Outcome string }
		if err := json.Unmarshal(got.body, &d); err != nil || got.status != http.StatusOK {
			t.Fatalf("%d %v: %s", got.status, err, got.body)
		}
		return d.Outcome
	}
	for range 3 {
		if outcome := counter(); outcome != "allow" {
			t.Fatalf("three and a half hours ahead: %s", outcome)
		}
	}

	// A lawyer has signed the three hours off.
	lia := o.signIn("lia")
	lia.Leave(`#menu a[href="/normas"]`)
	lia.Leave(`.siblings a[href="/conferencias"]`)
	lia.Leave(`nav.views a[href*="nunca"]`)
	lia.Leave(`a[href="/conferencias/` + url.PathEscape(threeHours) + `"]`)
	o.goes(lia, "Conferir este dispositivo")
	says(lia, ".note.allow", "Conferido: Decreto nº 9.921/2019, art. 39, § 2º, I")

	// The rule is changed in a draft.
	rui := o.signIn("rui")
	rui.Size(1440, 900)
	rui.Leave(`#menu a[href="/mudancas"]`)
	rui.Type("#titulo", "Quatro horas")
	rui.Leave("#novo button.main")
	var draft string
	rui.Eval("location.pathname", &draft)
	rui.Leave(`.doors a[href$="/regra"]`)
	o.rewrites(rui, testkit.FourHours())
	rui.Accessible("the rule in the editor")
	rui.Screenshot("jornada-regra")

	// What defends the three hours fails, opens as a filled form, and is changed as well.
	o.checked(rui)
	says(rui, "#falhas", "sale-at-the-deadline")
	rui.Accessible("tests that fail")
	rui.Screenshot("jornada-testes")
	rui.Leave(`#falhas a.btn[href$="/testes/sale-at-the-deadline"]`)
	says(rui, "#conteudo", "19:00")
	rui.Accessible("a case that fails")
	rui.Screenshot("jornada-caso")
	for _, w := range testkit.FourHoursDefended() {
		o.rewrites(rui, w)
	}
	o.checked(rui)
	says(rui, "#verificacao .note.allow", "Nada a corrigir")

	// Who is hit, and why that is to be.
	rui.Leave(`nav.pages a[href$="/impacto"]`)
	o.goes(rui, "Medir")
	rui.AwaitFor(longest, "the measuring ends", "!document.querySelector('#medicao[hx-get]') && document.querySelector('.flipped')")
	says(rui, ".flipped", "3 de 3 decisões mudariam")
	rui.Accessible("the impact")
	rui.Screenshot("jornada-impacto")
	rui.Type("#justificativas textarea", "O novo decreto quer quatro horas.")
	o.goes(rui, "Salvar as justificativas")
	rui.Leave(`nav.pages a[href$="/aprovacao"]`)
	rui.Accessible("before it is submitted")
	o.goes(rui, "Submeter à aprovação")
	says(rui, "#conteudo", "Esperando aprovação")

	// Two others find it at their door and approve exactly that.
	rosa := o.signIn("rosa")
	for _, tab := range []*browsertest.Tab{rosa, lia} {
		tab.Open(o.server.address + "/")
		says(tab, "#espera ~ *", "Mudanças")
		o.goes(tab, "Quatro horas")
		if at := strings.TrimPrefix(tab.Text("h1"), ""); !strings.Contains(at, "Quatro horas") {
			t.Errorf("home leads to %s", at)
		}
		tab.Open(o.server.address + draft + "/aprovacao")
		says(tab, "#conteudo", "O novo decreto quer quatro horas.")
		tab.Type("#parecer textarea[name=comentario]", "confere")
		tab.Accessible("before an approval")
		tab.Screenshot("jornada-aprovacao")
		o.goes(tab, "Aprovar")
		says(tab, "#pareceres", "confere")
	}

	// It is scheduled, stopped, and published at once.
	rui.Open(o.server.address + draft + "/publicacao")
	publishes := func(when string) {
		rui.Type("[name=motivo]", "Decreto nº 13.000/2026")
		rui.Type("[name=confirmacao]", "art 39")
		rui.Click(`[name=quando][value=` + when + `]`)
		rui.Accessible("the publication")
		rui.Screenshot("jornada-publicacao-" + when)
		o.goes(rui, "Publicar")
	}
	rui.Type("[name=dia]", "1/2/2027")
	rui.Type("[name=hora]", "0h")
	publishes("marcado")
	says(rui, "#conteudo", "Entra em vigor em 01/02/2027")
	if outcome := counter(); outcome != "allow" {
		t.Errorf("before its day: %s", outcome)
	}
	rui.Leave(`nav.pages a[href$="/publicacao"]`)
	rui.Click("#parar summary")
	rui.Type("#parar textarea", "antecipada")
	o.goes(rui, "Suspender a publicação")
	says(rui, "#conteudo", "Aprovado; falta dizer desde quando vale")
	publishes("agora")
	testkit.Eventually(t, "it is in service", func() bool { return counter() == "deny" })

	// The sign-off is broken, and says why.
	lia.Open(o.server.address + "/")
	says(lia, "#espera ~ ul", "Decreto nº 9.921/2019, art. 39, § 2º, I")
	lia.Screenshot("jornada-inicio-jurista")
	lia.Accessible("home with what waits")
	o.goes(lia, "Decreto nº 9.921/2019, art. 39, § 2º, I")
	says(lia, ".seal", "A regra")
	lia.Leave(`a[href$="/mudancas"].btn`)
	says(lia, "#conteudo ins", "4")
	lia.Accessible("what broke a sign-off")
	lia.Screenshot("jornada-conferencia-rompida")

	// It is taken back.
	rui.Leave(`#menu a[href="/mudancas"]`)
	rui.Leave(`a[href="/revisoes"]`)
	rui.Accessible("the revisions")
	rui.Screenshot("jornada-revisoes")
	rui.Leave(`#vigencias tbody tr:not(.now) td a[href^="/revisoes/"]`)
	rui.Type("#voltar textarea", "erro na contagem")
	rui.Accessible("a revision")
	rui.Screenshot("jornada-revisao")
	o.goes(rui, "Voltar a esta revisão agora")
	testkit.Eventually(t, "it is rolled back", func() bool { return counter() == "allow" })
	lia.Open(o.server.address + "/conferencias/" + url.PathEscape(threeHours))
	says(lia, ".seal", "Conferido")
}
