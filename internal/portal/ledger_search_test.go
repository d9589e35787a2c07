package portal

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"deferido/internal/decision"
)

// What names one thing leads to it.
func TestASearchThatNamesOneThing(t *testing.T) {
	h := newLawHouse(t, nil)
	for query, want := range map[string]string{
		urnInTime: provisionURL(urnInTime, ""), "Decreto nº 9.921/2019, art. 39, § 2º, I": provisionURL(urnInTime, ""), "decreto 9921": "/normas/decreto_9921_2019", "9.921/2019": "/normas/decreto_9921_2019",
		"Estatuto da Pessoa Idosa": "/normas/lei_10741_2003", "IR-07": "/leituras/IR-07", "ir 7": "/leituras/IR-07", "d-class": "/divergencias/D-class", "minimum_wage": "/parametros/minimum_wage",
		"grant-elderly-executive-class": "/casos/grant-elderly-executive-class", " GRANT-elderly-in-time ": "/casos/grant-elderly-in-time",
	} {
		a := h.ask("", http.MethodGet, "/busca?"+url.Values{"q": {query}}.Encode(), nil)
		if a.status != http.StatusSeeOther || a.header.Get("Location") != want {
			t.Errorf("%q: status %d to %s", query, a.status, a.header.Get("Location"))
		}
	}
}

// A misprinted number leads to no act: the right one is offered.
func TestAMisprintedNumberIsNotTakenForAnAct(t *testing.T) {
	h := newLawHouse(t, nil)
	for query, want := range map[string]string{"Decreto 5.943": "Decreto nº 5.934/2006", "Lei 10.471": "Lei nº 10.741/2003", "Resolução 1.592": "Resolução ANTT nº 1.692/2006"} {
		a := h.get("", "/busca?"+url.Values{"q": {query}}.Encode())
		if got := a.words("#talvez ~ ul"); got != want {
			t.Errorf("%q offers %q", query, got)
		}
	}
}

// Words are found whatever their accents and case; what is found is marked; what is not found offers ways on.
func TestASearchForWords(t *testing.T) {
	h := newLawHouse(t, nil)
	a := h.get("", "/busca?q=TRES+horas+antecedencia")
	if !strings.Contains(a.words("#g-provision ~ ul"), "Decreto nº 9.921/2019, art. 39, § 2º, I") || !strings.Contains(a.words("mark"), "três") {
		t.Errorf("%s", a.words("main"))
	}
	for query, kind := range map[string]string{"centavo": "case", "salario minimo": "parameter", "pessoa idosa": "reading", "poder regulamentar": "dispute"} {
		if h.get("", "/busca?"+url.Values{"q": {query}}.Encode()).Find("#g-"+kind).Length() != 1 {
			t.Errorf("%q finds no %s", query, kind)
		}
	}
	if en := h.get("", "/busca?q=completed+years", "Accept-Language", "en"); !strings.Contains(en.words("mark"), "completed") {
		t.Errorf("in English: %s", en.words("main"))
	}
	none := h.get("", "/busca?q=xilofone")
	if !strings.Contains(none.words(".note"), "Nada foi encontrado") || none.Find("#caminhos ~ ul a").Length() < 4 {
		t.Errorf("%s", none.words("main"))
	}
	if empty := h.get("", "/busca"); empty.Find("#procura").Length() != 1 || empty.Find(".note").Length() != 0 {
		t.Errorf("%s", empty.words("main"))
	}
	if long := h.ask("", http.MethodGet, "/busca?q="+strings.Repeat("a", 201), nil); long.status != http.StatusBadRequest {
		t.Errorf("status %d", long.status)
	}
	if hostile := h.get("", "/busca?q=%3Cscript%3Ealert(1)%3C/script%3E"); strings.Contains(hostile.body, "<script>alert") {
		t.Error("what was looked for is markup")
	}
}

// What looks like a personal fact is neither searched, nor shown, nor logged, and leaves the address.
func TestWhatLooksPersonalIsNotRepeated(t *testing.T) {
	var log bytes.Buffer
	h := newLawHouse(t, func(o *Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	for _, query := range []string{"123.456.789-09", "12345678909", "123 456 789 09", "cpf 123456789-09", "12.345.678-9", "14031958", "maria@exemplo.com.br", "62 99999-1234 567"} {
		a := h.ask("", http.MethodGet, "/busca?"+url.Values{"q": {query}}.Encode(), nil)
		if a.status != http.StatusSeeOther || a.header.Get("Location") != "/busca?omitido=sim" || strings.Contains(a.body, query) {
			t.Errorf("%q: status %d to %s", query, a.status, a.header.Get("Location"))
		}
		if strings.Contains(log.String(), query) || strings.Contains(log.String(), url.QueryEscape(query)) {
			t.Errorf("%q is in the log", query)
		}
	}
	if said := h.get("", "/busca?omitido=sim").words(".note"); !strings.Contains(said, "parece um dado pessoal") {
		t.Errorf("%s", said)
	}
	for _, query := range []string{"Decreto 9.921 de 18/07/2019", "art. 40 10741 2003", "Decreto 9921 2019", "2026-12-12", "12/12/2026", urnInTime, "0198a0b0-1234-7abc-8def-0123456789ab", "Lei 10.741/2003, art. 40"} {
		if looksPersonal(query) {
			t.Errorf("%q looks personal", query)
		}
	}
}

// A decision is found by its id by whoever may see it; to others it is told as one that is not there.
func TestASearchForADecision(t *testing.T) {
	h := newLawHouse(t, nil)
	request, err := h.set.Parse([]byte(`{"question":"retention","facts":{"retention":{"trip_ended_on":"2026-01-01","disposal_on":"2026-06-01"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Call = decision.Call{Caller: "user:clara", Carrier: "exemplo", RequestID: "0198a0b0-1234-7abc-8def-0123456789ab"}
	d, err := h.service.Decide(t.Context(), decision.Activation{Law: h.set, Seq: 1}, request, portuguese)
	if err != nil {
		t.Fatal(err)
	}
	for _, who := range []string{"clara", "rui", "lia", "ada"} {
		if a := h.ask(who, http.MethodGet, "/busca?q="+d.ID, nil); a.header.Get("Location") != "/decisoes/"+d.ID {
			t.Errorf("%s is led to %q (%d)", who, a.header.Get("Location"), a.status)
		}
	}
	for _, id := range []string{"019ad8f2-0233-7233-8233-233000002003", "019ad8f2-9921-7921-8921-992100002019"} { // digits of acts
		if a := h.get("clara", "/busca?q="+id); strings.Contains(a.words("main"), "Será um destes") || !strings.Contains(a.words("main"), "Não há decisão") {
			t.Errorf("%s is told %s", id, a.words("main"))
		}
	}
	h.door.open = false
	nothing := strings.ReplaceAll(h.get("otavio", "/busca?q=0198a0b0-1234-7abc-8def-0123456789ab").words("main"), "0198a0b0-1234-7abc-8def-0123456789ab", d.ID)
	for _, who := range []string{"otavio", ""} {
		if a := h.get(who, "/busca?q="+d.ID); a.words("main") != nothing || !strings.Contains(nothing, "Não há decisão") {
			t.Errorf("%q is told %s", who, a.words("main"))
		}
	}
}

// Folding knows the place of every letter: what is marked is what was looked for, and a snippet is of the text.
func TestFoldedTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("aãÁeÉçÇoº ½ﬁ\u00a0x. ß\u0301"))).Draw(t, "text")
		f := fold(text)
		if len(f.text) != len(f.from) || len(f.text) != len(f.to) {
			t.Fatalf("%d bytes, %d and %d places", len(f.text), len(f.from), len(f.to))
		}
		words := foldedWords(rapid.StringOf(rapid.SampledFrom([]rune("aãéço x"))).Draw(t, "words"))
		last := 0
		for _, s := range f.spans(words) {
			if s.from < last || s.to <= s.from || s.to > len(text) {
				t.Fatalf("%v in %q", s, text)
			}
			if last = s.to; len(words) > 0 && fold(text[s.from:s.to]).text == "" {
				t.Fatalf("%q is nothing", text[s.from:s.to])
			}
		}
		snippet(text, words)
	})
	if got := snippet("Vinte horas, três Horas & nada", foldedWords("TRES horas")); got != "Vinte <mark>horas</mark>, <mark>três</mark> <mark>Horas</mark> &amp; nada" {
		t.Errorf("%s", got)
	}
}
