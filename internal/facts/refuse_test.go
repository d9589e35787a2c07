package facts_test

import (
	"fmt"
	"strings"
	"testing"

	"deferido/internal/facts"
)

// canary stands in every refused text; digits of it in every refused number. No message may sing it.
const (
	canary       = "canario7391"
	canaryDigits = "7391"
)

// refusals are single facts that are refused, and where and why.
var refusals = []struct {
	facts   string
	pointer string
	code    facts.Code
	pt, en  string // parts of the sentences
}{
	{`"canario7391"`, "/facts", facts.CodeType, "um objeto", "an object"},
	{`{"canario7391": {}}`, "/facts/canario7391", facts.CodeUnknown, "Chaves aceitas aqui: beneficiary, service", "Keys accepted here: beneficiary"},
	{`{"trip": []}`, "/facts/trip", facts.CodeType, "um objeto", "an object"},
	{`{"trip": null}`, "/facts/trip", facts.CodeNull, "omita o que não se sabe", "leave out what is not known"},
	{`{"trip": {"a/b~c7391": 1}}`, "/facts/trip/a~1b~0c7391", facts.CodeUnknown, "line_departs_at", "line_departs_at"},
	{`{"trip": {"distance_km": "canario7391"}}`, "/facts/trip/distance_km", facts.CodeType, "um número de 0 a 100000, em km", "a number from 0 to 100000, in km"},
	{`{"trip": {"distance_km": -7391}}`, "/facts/trip/distance_km", facts.CodeMinimum, "Abaixo do mínimo", "Below the minimum"},
	{`{"trip": {"distance_km": 100000.7391}}`, "/facts/trip/distance_km", facts.CodeMaximum, "Acima do máximo", "Above the maximum"},
	{`{"trip": {"distance_km": 7391e999999999}}`, "/facts/trip/distance_km", facts.CodeMaximum, "100000", "100000"},
	{`{"trip": {"distance_km": 0.12345678901234567391}}`, "/facts/trip/distance_km", facts.CodePrecision, "18", "18"},
	{`{"trip": {"distance_km": 7391e-999999999}}`, "/facts/trip/distance_km", facts.CodePrecision, "18", "18"},
	{`{"beneficiary": {"monthly_income_cents": -7391}}`, "/facts/beneficiary/monthly_income_cents", facts.CodeMinimum, "um número inteiro de 0 a 1000000000000, em centavos", "an integer from 0 to 1000000000000, in centavos"},
	{`{"beneficiary": {"monthly_income_cents": 1000000007391}}`, "/facts/beneficiary/monthly_income_cents", facts.CodeMaximum, "de 0 a", "from 0 to"},
	{`{"beneficiary": {"monthly_income_cents": 99999999999999999997391}}`, "/facts/beneficiary/monthly_income_cents", facts.CodeMaximum, "de 0 a", "from 0 to"},
	{`{"beneficiary": {"monthly_income_cents": -99999999999999999997391}}`, "/facts/beneficiary/monthly_income_cents", facts.CodeMinimum, "de 0 a", "from 0 to"},
	{`{"beneficiary": {"monthly_income_cents": 7391.0}}`, "/facts/beneficiary/monthly_income_cents", facts.CodeInteger, "não leva fração nem expoente", "no fraction and no exponent"},
	{`{"beneficiary": {"monthly_income_cents": 7391e1}}`, "/facts/beneficiary/monthly_income_cents", facts.CodeInteger, "fração", "fraction"},
	{`{"beneficiary": {"monthly_income_cents": true}}`, "/facts/beneficiary/monthly_income_cents", facts.CodeType, "Tipo errado", "Wrong type"},
	{`{"beneficiary": {"category": "canario7391"}}`, "/facts/beneficiary/category", facts.CodeEnum, "pessoa_idosa, jovem_baixa_renda", "pessoa_idosa, jovem_baixa_renda"},
	{`{"beneficiary": {"category": ""}}`, "/facts/beneficiary/category", facts.CodeEnum, "Valor fora da lista", "Not one of the values"},
	{`{"beneficiary": {"birth_on": "canario7391"}}`, "/facts/beneficiary/birth_on", facts.CodeDate, "AAAA-MM-DD", "YYYY-MM-DD"},
	{`{"beneficiary": {"birth_on": "7391-02-30"}}`, "/facts/beneficiary/birth_on", facts.CodeNoSuchDay, "não existe no calendário", "no such day"},
	{`{"beneficiary": {"birth_on": "0000-01-01"}}`, "/facts/beneficiary/birth_on", facts.CodeNoSuchDay, "calendário", "calendar"},
	{`{"beneficiary": {"documents": {}}}`, "/facts/beneficiary/documents", facts.CodeType, "uma lista de até 50 itens", "a list of up to 50 items"},
	{`{"beneficiary": {"documents": ["canario7391"]}}`, "/facts/beneficiary/documents/0", facts.CodeType, "um objeto", "an object"},
	{`{"beneficiary": {"documents": [{"kind": "outro"}, {"original": true}]}}`, "/facts/beneficiary/documents/1/kind", facts.CodeRequired, "Campo obrigatório ausente", "A required field is absent"},
	{`{"beneficiary": {"documents": [{"kind": "outro", "original": "canario7391"}]}}`, "/facts/beneficiary/documents/0/original", facts.CodeType, "true ou false", "true or false"},
	{`{"seats": {"free_granted": 3}}`, "/facts/seats/free_granted", facts.CodeMaximum, "um número inteiro de 0 a 2", "an integer from 0 to 2"},
	{`{"seats": {"other_available": 7391}}`, "/facts/seats/other_available", facts.CodeMaximum, "de 0 a 1000", "from 0 to 1000"},
	{`{"report": {"period": "2026-Q5"}}`, "/facts/report/period", facts.CodePattern, "AAAA-Q1 a AAAA-Q4", "YYYY-Q1 to YYYY-Q4"},
	{`{"report": {"period": "0000-Q1"}}`, "/facts/report/period", facts.CodePattern, "trimestre", "quarter"},
	{`{"report": {"months": [{"month": "2026-13"}]}}`, "/facts/report/months/0/month", facts.CodePattern, "um mês como AAAA-MM", "a month as YYYY-MM"},
	{`{"report": {"months": [{}]}}`, "/facts/report/months/0/month", facts.CodeRequired, "um mês", "a month"},
	{`{"report": {"months": [{"month": "2026-01", "sections": [{"paying": 1}]}]}}`, "/facts/report/months/0/sections/0/section", facts.CodeRequired, "um texto de até 200 caracteres", "a text of up to 200 characters"},
	{`{"notice": {"points": [{"kind": "fisico"}]}}`, "/facts/notice/points/0/id", facts.CodeRequired, "obrigatório", "required"},
	{`{"conduct": {"acts": ["bilhete_irregular", "canario7391"]}}`, "/facts/conduct/acts/1", facts.CodeEnum, "recusa_sem_documento", "recusa_sem_documento"},
	{`{"request": {"place": "canario7391` + strings.Repeat("ã", 190) + `"}}`, "/facts/request/place", facts.CodeLength, "Texto longo demais. Informe um texto de até 200", "The text is too long. Give a text of up to 200"},
	{`{"trip": {"line_departs_at": "canario7391"}}`, "/facts/trip/line_departs_at", facts.CodeDateTime, "±HH:MM", "±HH:MM"},

	// Rules between facts.
	{`{"beneficiary": {"birth_on": "2026-12-13"}, "request": {"made_at": "2026-12-12T23:00:00-03:00"}}`, "/facts/beneficiary/birth_on", facts.CodeNotAfter, "posterior a «Momento do pedido» (/facts/request/made_at)", "later than «Time of the request» (/facts/request/made_at)"},
	{`{"trip": {"line_departs_at": "2026-12-12T22:00:00-03:00", "arrives_at": "2026-12-12T21:59:59-03:00"}}`, "/facts/trip/arrives_at", facts.CodeNotBefore, "anterior a «Partida prevista no ponto de embarque»", "earlier than «Scheduled departure at the boarding point»"},
	{`{"trip": {"line_departs_at": "2026-12-12T20:00:00-03:00", "boarding_at": "2026-12-12T22:00:00-03:00", "arrives_at": "2026-12-12T21:59:59-03:00"}}`, "/facts/trip/arrives_at", facts.CodeNotBefore, "anterior", "earlier"},
	{`{"bookings": [{}, {"departs_at": "2026-12-12T20:00:00-03:00", "arrives_at": "2026-12-12T20:00:00-02:00"}]}`, "/facts/bookings/1/arrives_at", facts.CodeNotBefore, "«Partida da outra reserva»", "«Other booking's departure»"},
	{`{"seats": {"free_granted": 1, "free_sold": 2}}`, "/facts/seats/free_sold", facts.CodeSum, "passa de 2", "exceeds 2"},
	{`{"seats": {"discount_granted": 2, "discount_sold": 1}}`, "/facts/seats/discount_sold", facts.CodeSum, "Somado a «Vagas com desconto concedidas»", "Together with «Discounted seats granted»"},
	{`{"seats": {"free_sold": 1, "free_sold_before_deadline": 2}}`, "/facts/seats/free_sold_before_deadline", facts.CodeAtMost, "maior que «Vagas gratuitas vendidas»", "more than «Free seats sold»"},
	{`{"seats": {"discount_sold": 0, "discount_sold_before_deadline": 1}}`, "/facts/seats/discount_sold_before_deadline", facts.CodeAtMost, "maior", "more"},
}

func TestRefusals(t *testing.T) {
	s := load(t)
	for _, c := range refusals {
		e := refused(t, s, request(c.facts))
		if e.Kind != facts.Invalid || len(e.Violations) != 1 {
			t.Errorf("%.200s: got %s %v, want one violation", c.facts, e.Kind, e.Violations)
			continue
		}
		v := e.Violations[0]
		if v.Pointer != c.pointer || v.Code != c.code {
			t.Errorf("%.200s: got %s %s, want %s %s", c.facts, v.Pointer, v.Code, c.pointer, c.code)
		}
		for lang, part := range map[string]string{"pt-BR": c.pt, "en": c.en} {
			if m := v.Message(lang); !strings.Contains(m, part) || !strings.HasSuffix(m, ".") || strings.ContainsAny(m, "{}") {
				t.Errorf("%.200s: %s: got %q, want %q in it", c.facts, lang, m, part)
			}
		}
		hearNoCanary(t, e)
	}
}

// hearNoCanary checks that no message has anything that was sent.
func hearNoCanary(t *testing.T, e *facts.Error) {
	t.Helper()
	messages := []string{e.Message("pt-BR"), e.Message("en")}
	for _, v := range e.Violations {
		messages = append(messages, v.Message("pt-BR"), v.Message("en"), fmt.Sprintf("%+v", v.Args))
	}
	for _, m := range messages {
		if strings.Contains(m, canary) || strings.Contains(m, canaryDigits) {
			t.Errorf("a sent value in %q", m)
		}
	}
}

func TestInstantsThatAreRefused(t *testing.T) {
	s := load(t)
	for instant, code := range map[string]facts.Code{
		"":                                      facts.CodeDateTime,
		"2026-12-12":                            facts.CodeDateTime,
		"2026-12-12 22:00:00Z":                  facts.CodeDateTime,
		"2026-12-12T22:00Z":                     facts.CodeDateTime,
		"2026-12-12T2:00:00Z":                   facts.CodeDateTime,
		"2026-12-12T22:00:00,5Z":                facts.CodeDateTime,
		"2026-12-12T22:00:00.Z":                 facts.CodeDateTime,
		"2026-12-12T22:00:00-3:00":              facts.CodeDateTime,
		"2026-12-12T22:00:00-0300":              facts.CodeDateTime,
		"2026-12-12T22:00:00-03":                facts.CodeDateTime,
		"2026-12-12T22:00:00-03:00:00":          facts.CodeDateTime,
		"2026-12-12T22:00:00-03:00[Etc/GMT+3]":  facts.CodeDateTime,
		"2026-12-12T22:00:00Z ":                 facts.CodeDateTime,
		" 2026-12-12T22:00:00Z":                 facts.CodeDateTime,
		"2026-12-12T22:00:00UTC":                facts.CodeDateTime,
		"2026-12-12T٢٢:00:00Z":                  facts.CodeDateTime,
		"12026-12-12T22:00:00Z":                 facts.CodeDateTime,
		"-2026-12-12T22:00:00Z":                 facts.CodeDateTime,
		"2026-12-12T22:00:00":                   facts.CodeNoOffset,
		"2026-12-12T22:00:00.5":                 facts.CodeNoOffset,
		"2026-12-12T22:00:00+14:01":             facts.CodeOffset,
		"2026-12-12T22:00:00-15:00":             facts.CodeOffset,
		"2026-12-12T22:00:00-03:60":             facts.CodeOffset,
		"2026-02-30T22:00:00Z":                  facts.CodeNoSuchDay,
		"2026-13-01T22:00:00Z":                  facts.CodeNoSuchDay,
		"2026-00-10T22:00:00Z":                  facts.CodeNoSuchDay,
		"2025-02-29T22:00:00Z":                  facts.CodeNoSuchDay,
		"0000-01-01T00:00:00Z":                  facts.CodeNoSuchDay,
		"2026-12-12T24:00:00Z":                  facts.CodeNoSuchHour,
		"2026-12-12T22:60:00Z":                  facts.CodeNoSuchHour,
		"2026-12-12T22:00:61Z":                  facts.CodeNoSuchHour,
		"2026-12-31T23:59:60Z":                  facts.CodeLeapSecond,
		"2026-12-31T20:59:60-03:00":             facts.CodeLeapSecond,
		"2026-12-12T22:00:00.0000000000Z":       facts.CodeFraction,
		"2026-12-12T22:00:00.1234567891-03:00":  facts.CodeFraction,
		"2026-12-12T22:00:00.12345678912-03:00": facts.CodeFraction,
	} {
		e := refused(t, s, request(`{"request": {"made_at": "`+instant+`"}}`))
		if len(e.Violations) != 1 || e.Violations[0].Code != code || e.Violations[0].Pointer != "/facts/request/made_at" {
			t.Errorf("%q: got %v, want %s", instant, e.Violations, code)
		}
	}
}

func TestAllOffendersAreReportedAtOnce(t *testing.T) {
	s := load(t)
	e := refused(t, s, []byte(`{"question": "canario7391", "as_of": "2026-02-30", "explain": 7391, "reference": ["canario7391"], "canario7391": 1,
		"facts": {"trip": {"distance_km": null, "line_departs_at": 7391, "x": {"y": "canario7391"}}, "nope": null,
		"beneficiary": {"documents": [{"kind": "canario7391"}, {"z": 1}]},
		"seats": {"free_granted": 9, "free_sold": 2, "discount_granted": 2, "discount_sold": 2}}}`))
	var got []string
	for _, v := range e.Violations {
		got = append(got, v.Pointer+" "+string(v.Code))
	}
	want := []string{
		"/question enum", "/as_of no-such-day", "/explain type", "/reference type", "/canario7391 unknown-key",
		"/facts/trip/distance_km null", "/facts/trip/line_departs_at type", "/facts/trip/x unknown-key", "/facts/nope unknown-key",
		"/facts/beneficiary/documents/0/kind enum", "/facts/beneficiary/documents/1/z unknown-key",
		"/facts/beneficiary/documents/1/kind required", "/facts/seats/free_granted maximum",
		"/facts/seats/discount_sold sum", // free_sold has nothing valid to be added to
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	hearNoCanary(t, e)
	e = refused(t, s, []byte(`{}`))
	if len(e.Violations) != 2 || e.Violations[0].Pointer != "/question" || e.Violations[1].Pointer != "/facts" {
		t.Errorf("got %v", e.Violations)
	}
	e = refused(t, s, []byte(`[]`))
	if len(e.Violations) != 1 || e.Violations[0].Pointer != "" || e.Violations[0].Code != facts.CodeType {
		t.Errorf("got %v", e.Violations)
	}
}

// The sender chooses how many and how long the unknown keys are; the answer must not grow with them.
func TestErrorsAreBounded(t *testing.T) {
	s := load(t)
	var b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&b, `"k%d": 1, `, i)
	}
	e := refused(t, s, request(`{`+b.String()+`"z": 1}`))
	if len(e.Violations) != facts.MaxViolations || e.More != 3001-facts.MaxViolations {
		t.Errorf("got %d and %d more", len(e.Violations), e.More)
	}
	long := strings.Repeat("é", 5000)
	e = refused(t, s, request(`{"`+long+`": 1}`))
	if p := e.Violations[0].Pointer; p != "/facts/"+strings.Repeat("é", 100)+"…" {
		t.Errorf("got a pointer of %d bytes", len(p))
	}
	e = refused(t, s, request(`{"`+long+`": 1, "`+long+`": 2}`))
	if e.Kind != facts.DuplicateKey || len(e.Pointer) > 220 {
		t.Errorf("got %s, a pointer of %d bytes", e.Kind, len(e.Pointer))
	}
}

func TestEdgesThatAreAccepted(t *testing.T) {
	s := load(t)
	for _, groups := range []string{
		`{}`, `{"trip": {}}`, `{"bookings": [], "conduct": {"acts": []}}`,
		`{"beneficiary": {"monthly_income_cents": 0}}`, `{"beneficiary": {"monthly_income_cents": -0}}`,
		`{"beneficiary": {"monthly_income_cents": 1000000000000}}`,
		`{"trip": {"distance_km": 100000}}`, `{"trip": {"distance_km": 1e5}}`, `{"trip": {"distance_km": -0.0}}`,
		`{"trip": {"distance_km": 500.000000000000001}}`,
		`{"request": {"place": "` + strings.Repeat("ã", 200) + `"}}`,
		`{"request": {"made_at": "2026-12-12T22:00:00.123456789-03:00"}}`,
		`{"request": {"made_at": "2026-12-12t22:00:00z"}}`, `{"request": {"made_at": "0001-01-01T00:00:00+14:00"}}`,
		`{"request": {"made_at": "9999-12-31T23:59:59.999999999-14:00"}}`, `{"request": {"made_at": "2026-12-12T22:00:00-00:00"}}`,
		`{"beneficiary": {"birth_on": "2026-12-12"}, "request": {"made_at": "2026-12-12T00:00:00-03:00"}}`,
		`{"trip": {"line_departs_at": "2026-12-12T22:00:00-03:00", "arrives_at": "2026-12-13T01:00:00Z"}}`,
		`{"seats": {"free_granted": 0, "free_sold": 2, "free_sold_before_deadline": 2}}`,
		`{"conduct": {"acts": ["bilhete_irregular", "bilhete_irregular"]}}`,
	} {
		parse(t, s, groups)
	}
}
