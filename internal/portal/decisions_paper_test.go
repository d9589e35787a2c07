package portal

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"deferido/internal/decision"
	"deferido/internal/identity"
)

// registered puts a carrier into the register.
func (h *house) registered() decision.Carrier {
	h.t.Helper()
	c, err := identity.NewCarriers(h.db, func() time.Time { return h.now }).Put(h.t.Context(), decision.Carrier{
		ID: "exemplo", Name: "Viação Exemplo S.A.", CNPJ: "11.222.333/0001-81", Address: "Rua A, 1, Goiânia", Complaints: "0800 000 000",
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return c
}

// The refusal document says what it must, of the carrier what is known, and of the person nothing.
func TestTheRefusalDocument(t *testing.T) {
	h := newHouse(t, nil)
	h.registered()
	request := strings.Replace(caseOf(t, "grant-elderly-income-one-cent-over"), `"made_at"`, `"place": "Goiânia, guichê 4", "made_at"`, 1)
	d := h.decided(request, "exemplo", portuguese)
	a := h.get("clara", "/decisoes/"+d.ID+"/recusa")
	text := strings.ReplaceAll(a.words("main"), "\u00a0", " ")
	for _, want := range []string{
		"Viação Exemplo S.A.", "CNPJ 11.222.333/0001-81", "Documento de recusa", "Data12/12/2026", "Hora19:00", "LocalGoiânia, guichê 4", "Motivo", "O que você pode fazer",
		"Renda mensal: no máximo R$ 3.242,00.", "Onde reclamar: 0800 000 000", "Viagem", "Pela transportadora", "Recebi uma via", "Documento exigido por Resolução ANTT nº 1.692/2006, art. 2º-A",
		"lei de 12/12/2026", "/conferir/" + d.ID + "?code=",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the document lacks %q: %s", want, text)
		}
	}
	for _, personal := range []string{"3.242,01", "324201", "1958", "68 anos"} {
		if strings.Contains(a.body, personal) {
			t.Errorf("the document tells %s", personal)
		}
	}
	if a.words("nav.no-print [data-print]") != "Imprimir duas vias" || a.Find("img.qr[src^='data:image/png;base64,']").Length() != 1 || a.Find(".sheet").Length() != 1 {
		t.Errorf("the page is %s", a.words("body"))
	}
	bilingual := h.get("clara", "/decisoes/"+d.ID+"/recusa", "Accept-Language", "en")
	if first, second := bilingual.Find(".sheet").Eq(0), bilingual.Find(".sheet").Eq(1); first.AttrOr("lang", "") != portuguese || second.AttrOr("lang", "") != english || !strings.Contains(second.Text(), "What you can do") {
		t.Errorf("in English it is %s", bilingual.words("main"))
	}
	pdf := h.ask("clara", http.MethodGet, "/decisoes/"+d.ID+"/recusa.pdf", nil)
	if pdf.status != http.StatusOK || pdf.header.Get("Content-Type") != "application/pdf" || !strings.HasPrefix(pdf.body, "%PDF-") || pdf.header.Get("Cache-Control") != "no-store" {
		t.Errorf("the PDF: status %d, %v", pdf.status, pdf.header)
	}
}

// What is not known of the carrier is a line to be filled by hand, and one that is not a refusal has no such document.
func TestTheRefusalDocumentOfAStranger(t *testing.T) {
	h := newHouse(t, nil)
	d := h.decided(caseOf(t, "grant-elderly-late-sold"), "", portuguese)
	if n := h.get("rui", "/decisoes/"+d.ID+"/recusa").Find(".blank").Length(); n != 5 {
		t.Errorf("%d lines to be filled: name, CNPJ, place, complaints, from and to", n)
	}
	for _, id := range []string{"grant-elderly-in-time", "grant-elderly-income-unknown"} {
		other := h.decided(caseOf(t, id), "", portuguese)
		for _, page := range []string{"/recusa", "/recusa.pdf"} {
			a := h.ask("rui", http.MethodGet, "/decisoes/"+other.ID+page, nil)
			if a.status != http.StatusConflict || !strings.Contains(a.words("main"), "não tem documento de recusa") || a.Find("a[href='/decisoes/"+other.ID+"']").Length() != 1 {
				t.Errorf("%s%s: status %d: %s", id, page, a.status, a.words("main"))
			}
		}
	}
}

// wholeTicket is all that a ticket must carry.
func wholeTicket() url.Values {
	return url.Values{
		"carrier_name": {"Expresso Planalto"}, "carrier_address": {"Rua A, 1, Goiânia"}, "carrier_cnpj": {"11.222.333/0001-81"}, "issue_date": {"12/12/26"},
		"title": {"Bilhete de Viagem da Pessoa Idosa"}, "ticket_number": {"000123"}, "origin": {"Goiânia"}, "destination": {"Uberlândia"}, "line_prefix": {"12-0345-00"},
		"line_endpoints": {"Goiânia / São Paulo"}, "travel_date": {"12122026"}, "travel_time": {"22:00"}, "seat_number": {"03"}, "beneficiary_name": {"Pessoa <b>Exemplo</b>"},
		"beneficiary_document": {"0000000"}, "arrival_notice": {"Compareça 30 minutos antes"},
	}
}

// The form of a ticket knows what is known; what is missing is told at its field; and the two copies carry all of it. Nothing
// of it is kept.
func TestTheTicket(t *testing.T) {
	h := newHouse(t, nil)
	h.registered()
	d := h.decided(caseOf(t, "grant-elderly-in-time"), "exemplo", portuguese)
	address := "/decisoes/" + d.ID + "/bilhete"
	before := h.count()
	form := h.get("clara", address)
	for id, want := range map[string]string{"carrier_name": "Viação Exemplo S.A.", "carrier_cnpj": "11.222.333/0001-81", "travel_date": "12/12/2026", "travel_time": "22:00", "beneficiary_name": ""} {
		if got := form.Find("#"+id).AttrOr("value", "none"); got != want {
			t.Errorf("%s is %q", id, got)
		}
	}
	lacking := wholeTicket()
	lacking.Del("seat_number")
	lacking.Set("beneficiary_name", " ")
	a := h.post("clara", address, lacking)
	if a.status != http.StatusUnprocessableEntity || a.Find("#seat_number-erro").Length() != 1 || a.Find("#beneficiary_name-erro").Length() != 1 || a.Find(".errors a").Length() != 2 || a.Find("#origin").AttrOr("value", "") != "Goiânia" {
		t.Errorf("status %d: %s", a.status, a.words("main"))
	}
	a = h.post("clara", address, wholeTicket())
	if a.status != http.StatusOK || a.Find(".copy").Length() != 2 || strings.Contains(a.body, "<b>Exemplo") || a.header.Get("Cache-Control") != "no-store" {
		t.Fatalf("status %d: %s", a.status, a.words("main"))
	}
	for i, name := range []string{"1ª via – passageiro", "2ª via – transportadora"} {
		copy := strings.Join(strings.Fields(a.Find(".copy").Eq(i).Text()), " ")
		for _, want := range []string{name, "gratuidade", "Pessoa <b>Exemplo</b>", "0000000", "I · Nome da empresa", "X · Aviso", "12/12/2026", "Uberlândia", d.ID, "/conferir/"} {
			if !strings.Contains(copy, want) {
				t.Errorf("the copy lacks %q: %s", want, copy)
			}
		}
	}
	again := wholeTicket()
	again.Set("corrigir", "1")
	if a := h.post("clara", address, again); a.status != http.StatusOK || a.Find("#beneficiary_name").AttrOr("value", "") != "Pessoa <b>Exemplo</b>" {
		t.Errorf("the form again: status %d", a.status)
	}
	again = wholeTicket()
	again.Set("formato", "pdf")
	if pdf := h.post("clara", address, again); pdf.status != http.StatusOK || !strings.HasPrefix(pdf.body, "%PDF-") {
		t.Errorf("the PDF: status %d", pdf.status)
	}
	if h.count() != before {
		t.Error("something of the ticket is on record")
	}
}

// Only a grant has a ticket, and only a carrier, or whoever runs the program, prints one.
func TestWhatHasNoTicket(t *testing.T) {
	h := newHouse(t, nil)
	for id, want := range map[string]int{"grant-elderly-late-sold": http.StatusConflict, "grant-elderly-income-unknown": http.StatusConflict, "fare-free-road": http.StatusConflict, "grant-youth-in-time": http.StatusOK} {
		d := h.decided(caseOf(t, id), "exemplo", portuguese)
		if a := h.ask("clara", http.MethodGet, "/decisoes/"+d.ID+"/bilhete", nil); a.status != want {
			t.Errorf("%s: status %d", id, a.status)
		}
		if a := h.post("clara", "/decisoes/"+d.ID+"/bilhete", wholeTicket()); a.status != want {
			t.Errorf("%s: status %d: %s", id, a.status, a.words("main"))
		}
		for _, who := range []string{"rui", "lia"} {
			if a := h.ask(who, http.MethodGet, "/decisoes/"+d.ID+"/bilhete", nil); a.status != http.StatusForbidden {
				t.Errorf("%s as %s: status %d", id, who, a.status)
			}
		}
	}
	d := h.decided(caseOf(t, "grant-elderly-in-time"), "exemplo", portuguese)
	huge := wholeTicket()
	huge.Set("arrival_notice", strings.Repeat("x", 201))
	if a := h.post("clara", "/decisoes/"+d.ID+"/bilhete", huge); a.status != http.StatusUnprocessableEntity || a.Find("#arrival_notice-erro").Length() != 1 {
		t.Errorf("a notice that is too long: status %d: %s", a.status, a.words(".errors"))
	}
	huge.Set("arrival_notice", strings.Repeat("x", 10<<20))
	if a := h.post("clara", "/decisoes/"+d.ID+"/bilhete", huge); a.status != http.StatusRequestEntityTooLarge {
		t.Errorf("10 MB: status %d", a.status)
	}
	if a := h.post("clara", "/decisoes/"+d.ID+"/bilhete", wholeTicket(), "Sec-Fetch-Site", "cross-site"); a.status != http.StatusForbidden {
		t.Errorf("from another site: status %d", a.status)
	}
}

// A document is checked by its code alone: without it nothing is told, not even whether there is such a decision.
func TestTheCheckOfADocument(t *testing.T) {
	h := newHouse(t, func(h *house, _ *Options) { h.door.open = false })
	h.registered()
	d := h.decided(caseOf(t, "grant-elderly-late-sold"), "exemplo", portuguese)
	code, err := h.journal.Code(t.Context(), d.ID)
	if err != nil {
		t.Fatal(err)
	}
	right := h.get("", "/conferir/"+d.ID+"?code="+code)
	for _, want := range []string{"confere com o registro", "Negado por enquanto", "12/12/2026, 19:00", "Concessão", "Viação Exemplo S.A.", code} {
		if !strings.Contains(right.words("main"), want) {
			t.Errorf("the check lacks %q: %s", want, right.words("main"))
		}
	}
	if strings.Contains(right.body, "Pedido feito") || strings.Contains(right.body, "R$") {
		t.Error("the check tells the reason")
	}
	wrong := h.get("", "/conferir/"+d.ID+"?code="+strings.Repeat("0", len(code))).words("main")
	nowhere := h.get("", "/conferir/0198f2c4-7d1e-7a30-9c55-2b8e6a4f1d02?code="+strings.Repeat("0", len(code))).words("main")
	if !strings.Contains(wrong, "não confere") || wrong != nowhere {
		t.Errorf("a wrong code: %s, and no decision: %s", wrong, nowhere)
	}
	for _, address := range []string{"/conferir", "/conferir/" + d.ID, "/conferir/" + d.ID + "?code="} {
		if a := h.get("", address); strings.Contains(a.words("main"), "Negado") || strings.Contains(a.words("main"), "não confere") || a.Find("#code").Length() != 1 {
			t.Errorf("%s: %s", address, a.words("main"))
		}
	}
	typed := h.ask("", http.MethodGet, "/conferir?id=+"+d.ID+"&code="+strings.ToUpper(code[:10])+"+"+code[10:], nil)
	if typed.status != http.StatusSeeOther || typed.header.Get("Location") != "/conferir/"+d.ID+"?code="+code {
		t.Errorf("what was typed: status %d to %s", typed.status, typed.header.Get("Location"))
	}
	if err := h.journal.Erase(t.Context(), d.ID, "test"); err != nil {
		t.Fatal(err)
	}
	if a := h.ask("", http.MethodGet, "/conferir/"+d.ID+"?code="+code, nil); a.status != http.StatusGone {
		t.Errorf("erased: status %d", a.status)
	}
	if a := h.get("", "/conferir/"+d.ID+"?code=x"); a.words("main") != wrong && !strings.Contains(a.words("main"), "não confere") {
		t.Errorf("erased, without the code: %s", a.words("main"))
	}
}
