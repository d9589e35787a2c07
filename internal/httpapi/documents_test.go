package httpapi_test

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"deferido/internal/decision"
	"deferido/internal/document"
	"deferido/internal/httpapi"
	"deferido/internal/testkit"
)

// wholeTicket is a ticket that carries all that it must.
const wholeTicket = `{"carrier_name":"Expresso Planalto","carrier_address":"Rua A, 1, Goiânia","carrier_cnpj":"11.222.333/0001-81",
	"issue_date":"2026-12-12","title":"Bilhete de Viagem da Pessoa Idosa","ticket_number":"000123","origin":"Goiânia","destination":"Uberlândia",
	"line_prefix":"12-0345-00","line_endpoints":"Goiânia / São Paulo","travel_date":"2026-12-12","travel_time":"22:00","seat_number":"03",
	"beneficiary_name":"Pessoa Exemplo","beneficiary_document":"0000000","arrival_notice":"Compareça 30 minutos antes"}`

// ticketWith is a whole ticket with some fields changed; nil takes one out.
func ticketWith(t testing.TB, changes map[string]any) string {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal([]byte(wholeTicket), &fields); err != nil {
		t.Fatal(err)
	}
	for name, value := range changes {
		if fields[name] = value; value == nil {
			delete(fields, name)
		}
	}
	text, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// documented is a house without keys, of the carrier expresso, with a decision of each kind.
func documented(t *testing.T, change func(*httpapi.Options)) (h *house, allow, deny, incomplete string) {
	t.Helper()
	h, _ = keeping(t, func(o *httpapi.Options) {
		o.Carrier = "expresso"
		if change != nil {
			change(o)
		}
	})
	made := func(body string) string { return "/v1/decisions/" + h.decided(t, "", body).ID }
	return h, made(request(t, "elderly-free-seat")), made(request(t, "elderly-refusal")), made(aRequest)
}

func TestDocumentsAreWhatTheySay(t *testing.T) {
	h, allow, deny, incomplete := documented(t, nil)
	for _, target := range []string{deny + "/refusal", deny + "/decision", allow + "/decision", incomplete + "/decision", allow + "/ticket"} {
		for _, lang := range []string{"pt-BR", "en"} {
			pages := map[string]*httptest.ResponseRecorder{}
			for _, form := range []string{".html", ".pdf"} {
				if strings.HasSuffix(target, "ticket") {
					pages[form] = h.post(t, target+form+"?lang="+lang, wholeTicket)
				} else {
					pages[form] = h.get(t, target+form+"?lang="+lang)
				}
				w := pages[form]
				if w.Code != http.StatusOK || w.Header().Get("Content-Language") != lang || w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("X-Content-Type-Options") != "nosniff" {
					t.Errorf("%s%s: %d %v", target, form, w.Code, w.Header())
				}
			}
			page, pdf := pages[".html"], pages[".pdf"]
			if got := page.Header().Get("Content-Type"); got != "text/html; charset=utf-8" || !strings.Contains(page.Body.String(), `<html lang="`+lang+`">`) {
				t.Errorf("%s: as %s", target, got)
			}
			if got := pdf.Header().Get("Content-Type"); got != "application/pdf" || !strings.HasPrefix(pdf.Body.String(), "%PDF-") || pdf.Header().Get("Content-Security-Policy") != "" {
				t.Errorf("%s: as %s", target, got)
			}
			checkContentPolicy(t, page)
		}
	}
}

// checkContentPolicy holds a page to a policy that lets it fetch and run nothing, and show its own style alone.
func checkContentPolicy(t *testing.T, page *httptest.ResponseRecorder) {
	t.Helper()
	parts := strings.Split(page.Header().Get("Content-Security-Policy"), "; ")
	for _, want := range []string{
		"default-src 'none'", "style-src " + document.StyleSource(), "img-src data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
	} {
		if !slices.Contains(parts, want) {
			t.Errorf("no %s in %q", want, parts)
		}
	}
	if !strings.Contains(page.Body.String(), "<style>"+document.Style+"</style>") || strings.Contains(page.Body.String(), "<script") {
		t.Error("its style is not the one that the policy lets through, or it has a script")
	}
}

func TestTheQuerysLanguageGoesBeforeTheHeaders(t *testing.T) {
	h, _, deny, _ := documented(t, nil)
	for _, c := range [][3]string{{"", "en", "en"}, {"?lang=pt-BR", "en", "pt-BR"}, {"?lang=en", "pt-BR", "en"}, {"", "", "pt-BR"}} {
		w := h.get(t, deny+"/refusal.html"+c[0], "Accept-Language", c[1])
		if got := w.Header().Get("Content-Language"); got != c[2] {
			t.Errorf("%v: %s", c, got)
		}
	}
}

func TestADocumentIsOnlyOfTheDecisionThatItIsFor(t *testing.T) {
	h, allow, deny, incomplete := documented(t, nil)
	sale := "/v1/decisions/" + h.decided(t, "", request(t, "sale-after-deadline")).ID
	for _, form := range []string{".html", ".pdf"} {
		for _, other := range []string{allow, incomplete, sale} {
			wantProblem(t, h.get(t, other+"/refusal"+form), http.StatusConflict, "no-refusal")
		}
		for _, other := range []string{deny, incomplete, sale} {
			wantProblem(t, h.post(t, other+"/ticket"+form, wholeTicket), http.StatusConflict, "no-ticket")
		}
	}
}

// read is the text of a document.
func read(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	if w.Code != http.StatusOK {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if w.Header().Get("Content-Type") != "application/pdf" {
		return html.UnescapeString(w.Body.String())
	}
	c := exec.Command(testkit.Program(t, "pdftotext", "poppler-utils"), "-enc", "UTF-8", "-", "-")
	c.Stdin = w.Body
	text, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The refusal document says which law refused, and nothing of the person: neither what they earn nor when they were born.
func TestARefusalDocumentTellsNothingOfThePerson(t *testing.T) {
	h, _, _, _ := documented(t, nil)
	const income = 987654321 // centavos
	body := strings.NewReplacer("210000", fmt.Sprint(income), `"made_at"`, `"place":"Rodoviária <de> Goiânia","made_at"`).Replace(request(t, "elderly-free-seat"))
	d := h.decided(t, "", body)
	if d.Outcome != "deny" {
		t.Fatalf("%+v", d)
	}
	for _, form := range []string{"html", "pdf"} {
		text := read(t, h.get(t, "/v1/decisions/"+d.ID+"/refusal."+form))
		for _, personal := range []string{"9.876.543", "9876543", "1958", "14/03", "68 anos"} {
			if strings.Contains(text, personal) {
				t.Errorf("%s: it says %s", form, personal)
			}
		}
		for _, owed := range []string{d.ID, "Rodoviária <de> Goiânia", "Expresso Planalto", "11.222.333/0001-81", "0800 000 0000", "12/12/2026", d.LegalBasis[0].Label} {
			if !strings.Contains(strings.ReplaceAll(text, "\n", " "), owed) {
				t.Errorf("%s: it does not say %s", form, owed)
			}
		}
	}
}

// A ticket that lacks an item that it must carry is not printed; each is named where it is in what was sent.
func TestATicketLacksNothing(t *testing.T) {
	h, allow, _, _ := documented(t, nil)
	for _, name := range []string{
		"issue_date", "title", "ticket_number", "origin", "destination", "line_prefix", "travel_date", "travel_time", "seat_number",
		"beneficiary_name", "beneficiary_document", "arrival_notice",
	} {
		for _, value := range []any{nil, "", " "} {
			for lang, said := range map[string]string{"pt-BR": "O bilhete não traz", "en": "The ticket does not carry"} {
				w := h.post(t, allow+"/ticket.html?lang="+lang, ticketWith(t, map[string]any{name: value}))
				p := wantProblem(t, w, http.StatusUnprocessableEntity, "invalid-ticket")
				if len(p.Errors) != 1 || p.Errors[0].Pointer != "/"+name || p.Errors[0].Detail == "" || !strings.HasPrefix(p.Detail, said) {
					t.Errorf("%s: %+v", name, p)
				}
			}
		}
	}
	p := wantProblem(t, h.post(t, allow+"/ticket.pdf", `{}`), http.StatusUnprocessableEntity, "invalid-ticket")
	if len(p.Errors) < 12 {
		t.Errorf("%+v", p.Errors)
	}
}

// What the register knows of the carrier need not be sent, and what is sent goes before it.
func TestATicketTakesOfTheCarrierWhatWasNotSent(t *testing.T) {
	h, allow, _, _ := documented(t, nil)
	none := map[string]any{"carrier_name": nil, "carrier_address": nil, "carrier_cnpj": nil}
	text := read(t, h.post(t, allow+"/ticket.html", ticketWith(t, none)))
	for _, want := range []string{"Expresso Planalto", "11.222.333/0001-81", "Rua A, 1, Goiânia"} {
		if strings.Count(text, want) < 2 { // on each copy
			t.Errorf("no %s on it", want)
		}
	}
	if text := read(t, h.post(t, allow+"/ticket.html", ticketWith(t, map[string]any{"carrier_name": "Outra <b>"}))); !strings.Contains(text, "Outra <b>") {
		t.Error("what was sent is not on it")
	}
	h.Carriers.(*register).carriers = map[string]decision.Carrier{}
	p := wantProblem(t, h.post(t, allow+"/ticket.html", ticketWith(t, none)), http.StatusUnprocessableEntity, "invalid-ticket")
	if len(p.Errors) != 3 {
		t.Errorf("%+v", p.Errors)
	}
}

func TestBodiesThatAreNoTicket(t *testing.T) {
	h, allow, _, _ := documented(t, nil)
	for name, c := range map[string]struct{ body, pointer string }{
		"nothing": {"", ""}, "no JSON": {"SECRET", ""}, "a list": {"[]", ""}, "another type": {`{"seat_number":7}`, ""}, "a null": {ticketWith(t, map[string]any{"title": []any{}}), ""},
		"an unknown field": {ticketWith(t, map[string]any{"SECRET": "SECRET"}), ""}, "another case": {`{"SEAT_NUMBER":"SECRET"}`, ""},
		"twice": {`{"title":"SECRET","title":"SECRET"}`, ""}, "more after it": {wholeTicket + "}", ""}, "another after it": {wholeTicket + wholeTicket, ""},
		"latin-1": {"{\"title\":\"SECRET\xe9\"}", ""}, "too long": {ticketWith(t, map[string]any{"beneficiary_name": strings.Repeat("SECRET", 50)}), "/beneficiary_name"},
	} {
		w := h.post(t, allow+"/ticket.html", c.body)
		p := wantProblem(t, w, http.StatusUnprocessableEntity, "invalid-ticket")
		if c.pointer != "" && (len(p.Errors) != 1 || p.Errors[0].Pointer != c.pointer) {
			t.Errorf("%s: %+v", name, p.Errors)
		}
		if strings.Contains(w.Body.String(), "SECRET") {
			t.Errorf("%s: %s", name, w.Body)
		}
	}
	for media, status := range map[string]int{"text/plain": 415, "application/x-ndjson": 415, "application/json": 200} {
		if w := h.send(t, http.MethodPost, allow+"/ticket.html", media, wholeTicket); w.Code != status {
			t.Errorf("%s: %d", media, w.Code)
		}
	}
	wantProblem(t, h.post(t, allow+"/ticket.html", strings.Repeat(" ", 1<<20+1)), http.StatusRequestEntityTooLarge, "too-large")
	if strings.Contains(h.logs.String(), "SECRET") {
		t.Error(h.logs)
	}
}

// What is printed on a ticket is kept nowhere: neither in a record nor in the log.
func TestATicketIsNotKept(t *testing.T) {
	h, s := keeping(t, nil)
	allow := "/v1/decisions/" + h.decided(t, "", request(t, "elderly-free-seat")).ID
	fields := map[string]any{}
	for _, name := range []string{"beneficiary_name", "beneficiary_document", "seat_number", "carrier_name", "destination"} {
		fields[name] = "SECRET " + name
	}
	for _, form := range []string{"html", "pdf"} {
		text := strings.ReplaceAll(read(t, h.post(t, allow+"/ticket."+form, ticketWith(t, fields))), "\n", " ")
		if strings.Count(text, "SECRET beneficiary_name") != 2 { // two copies
			t.Errorf("%s: %s", form, text)
		}
	}
	fields["title"] = ""
	wantProblem(t, h.post(t, allow+"/ticket.html", ticketWith(t, fields)), http.StatusUnprocessableEntity, "invalid-ticket")
	if len(s.records()) != 1 || strings.Contains(h.logs.String(), "SECRET") {
		t.Errorf("%d records; %s", len(s.records()), h.logs)
	}
}
