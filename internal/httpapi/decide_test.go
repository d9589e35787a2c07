package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"deferido/internal/decision"
	"deferido/internal/facts"
	"deferido/internal/httpapi"
)

// keysAccepted are the keys that the refusal of one unknown key names.
func keysAccepted(t testing.TB, err error) []string {
	t.Helper()
	var e *facts.Error
	if !errors.As(err, &e) || len(e.Violations) != 1 {
		t.Fatalf("want one violation: %v", err)
	}
	return append([]string(nil), e.Violations[0].Args.Allowed...)
}

func problemIn(t testing.TB, body []byte) httpapi.Problem {
	t.Helper()
	var p httpapi.Problem
	if err := json.Unmarshal(body, &p); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return p
}

// wantProblem holds an answer to a status and the end of a problem's type.
func wantProblem(t testing.TB, w *httptest.ResponseRecorder, status int, kind string) httpapi.Problem {
	t.Helper()
	p := problemIn(t, w.Body.Bytes())
	if w.Code != status || p.Status != status || p.Type != httpapi.DefaultProblemBase+kind {
		t.Errorf("status %d, problem %s with %d; want %s with %d", w.Code, p.Type, p.Status, kind, status)
	}
	if p.Title == "" || p.Detail == "" || p.Instance != "urn:deferido:request:"+w.Header().Get("X-Request-ID") {
		t.Errorf("problem lacks something: %+v", p)
	}
	return p
}

// wantProblemAt holds a problem to its first pointer, where one is wanted, and bytes that are no JSON to a line and a column.
func wantProblemAt(t testing.TB, name string, p httpapi.Problem, pointer string) {
	t.Helper()
	at := p.Pointer
	if len(p.Errors) > 0 {
		at = p.Errors[0].Pointer
	}
	if pointer != "" && at != pointer {
		t.Errorf("%s: at %q, want %q", name, at, pointer)
	}
	if p.Status == http.StatusBadRequest && (p.Line == 0 || p.Column == 0) {
		t.Errorf("%s: no line and column: %+v", name, p)
	}
}

func TestDecisionIsAnswered(t *testing.T) {
	h := build(t, nil)
	w := h.post(t, "/v1/decisions", request(t, "elderly-free-seat"))
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	var d decision.Decision
	if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	if d.Outcome != "allow" || d.Policy.Activation != 7 || d.Policy.AsOf != "2026-12-12" {
		t.Errorf("%+v", d)
	}
	for name, want := range map[string]string{
		"Content-Type": "application/json", "Cache-Control": "no-store", "Content-Language": "pt-BR",
		"Vary": "Accept-Language, Accept", "X-Content-Type-Options": "nosniff",
	} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if strings.Contains(w.Body.String(), `\u00`) {
		t.Errorf("escaped for HTML: %s", w.Body)
	}
}

func TestLanguageIsTheOneAskedFor(t *testing.T) {
	h := build(t, nil)
	for header, want := range map[string]string{
		"": "pt-BR", "en": "en", "en-GB, pt;q=0.5": "en", "pt-PT": "pt-BR", "fr": "pt-BR", "fr, en;q=0.3": "en", "*": "pt-BR",
		"en;q=0, pt": "pt-BR", "en;q=0.2, pt-BR;q=0.9": "pt-BR", "!!": "pt-BR",
	} {
		w := h.post(t, "/v1/decisions", request(t, "elderly-free-seat"), "Accept-Language", header)
		if got := w.Header().Get("Content-Language"); got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
		if told := strings.Contains(w.Body.String(), "Requested 7 h"); told != (want == "en") {
			t.Errorf("%q: told in English: %v", header, told)
		}
	}
}

func TestProblemsOfTheBody(t *testing.T) {
	h := build(t, nil)
	valid := `{"question":"grant","facts":{}}`
	for name, c := range map[string]struct {
		body    string
		status  int
		kind    string
		pointer string
	}{
		"empty":         {"", 400, "not-json", ""},
		"cut":           {`{"question":`, 400, "not-json", ""},
		"latin-1":       {"{\"question\":\"\xe9\"}", 400, "not-json", ""},
		"duplicate":     {`{"question":"grant","facts":{"trip":{},"trip":{}}}`, 400, "duplicate-key", "/facts/trip"},
		"trailing":      {valid + " x", 400, "trailing-data", ""},
		"deep":          {`{"question":"grant","facts":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`, 400, "too-deep", ""},
		"large":         {`"` + strings.Repeat("x", 1<<20) + `"`, 413, "too-large", ""},
		"no object":     {`[]`, 422, "invalid-facts", ""},
		"unknown key":   {`{"question":"grant","facts":{"trip":{"x":1}}}`, 422, "invalid-facts", "/facts/trip/x"},
		"null":          {`{"question":"grant","facts":{"trip":{"distance_km":null}}}`, 422, "invalid-facts", "/facts/trip/distance_km"},
		"question":      {`{"question":"SECRET","facts":{}}`, 422, "invalid-facts", "/question"},
		"no facts":      {`{"question":"grant"}`, 422, "invalid-facts", "/facts"},
		"as_of":         {`{"question":"grant","as_of":"2026-02-30","facts":{}}`, 422, "invalid-facts", "/as_of"},
		"negative cent": {`{"question":"grant","facts":{"beneficiary":{"monthly_income_cents":-918273}}}`, 422, "invalid-facts", "/facts/beneficiary/monthly_income_cents"},
	} {
		for _, lang := range []string{"pt-BR", "en"} {
			w := h.post(t, "/v1/decisions", c.body, "Accept-Language", lang, "X-Request-ID", "an-id")
			wantProblemAt(t, name, wantProblem(t, w, c.status, c.kind), c.pointer)
			if s := w.Body.String(); strings.Contains(s, "SECRET") || strings.Contains(s, "918273") || strings.Contains(s, "2026-02-30") {
				t.Errorf("%s: repeats a value: %s", name, s)
			}
		}
	}
}

func TestEveryOffendingFieldIsNamed(t *testing.T) {
	h := build(t, nil)
	w := h.post(t, "/v1/decisions", `{"question":"grant","facts":{"trip":{"distance_km":"far","nope":1},"seats":{"free_sold":3}}}`)
	p := wantProblem(t, w, 422, "invalid-facts")
	if len(p.Errors) != 3 {
		t.Errorf("%+v", p.Errors)
	}
}

func TestHeadersAreJudgedBeforeTheBody(t *testing.T) {
	h := build(t, nil)
	for name, c := range map[string]struct {
		header, value string
		status        int
		kind          string
	}{
		"form":         {"Content-Type", "application/x-www-form-urlencoded", 415, "unsupported-media-type"},
		"none":         {"Content-Type", "", 415, "unsupported-media-type"},
		"ndjson":       {"Content-Type", "application/x-ndjson", 415, "unsupported-media-type"},
		"utf-16":       {"Content-Type", "application/json; charset=utf-16", 415, "unsupported-media-type"},
		"utf-8":        {"Content-Type", "application/json; charset=UTF-8", 200, ""},
		"json suffix":  {"Content-Type", "application/vnd.carrier+json", 200, ""},
		"gzip":         {"Content-Encoding", "gzip", 415, "unsupported-encoding"},
		"identity":     {"Content-Encoding", "identity", 200, ""},
		"html":         {"Accept", "text/html", 406, "not-acceptable"},
		"refused":      {"Accept", "application/json;q=0, */*", 406, "not-acceptable"},
		"problem only": {"Accept", "application/problem+json", 406, "not-acceptable"},
		"any":          {"Accept", "*/*", 200, ""},
		"application":  {"Accept", "text/html, application/*;q=0.5", 200, ""},
	} {
		w := h.post(t, "/v1/decisions", request(t, "elderly-free-seat"), c.header, c.value)
		if c.kind == "" {
			if w.Code != c.status {
				t.Errorf("%s: status %d: %s", name, w.Code, w.Body)
			}
			continue
		}
		wantProblem(t, w, c.status, c.kind)
	}
}

func TestUnknownAddressesAndMethods(t *testing.T) {
	h := build(t, nil)
	wantProblem(t, h.get(t, "/v2/decisions"), 404, "not-found")
	wantProblem(t, h.get(t, "/v1/decisions/"), 404, "not-found")
	wantProblem(t, h.get(t, "/"), 404, "not-found")
	w := h.do(t, httptest.NewRequest(http.MethodPut, "/v1/decisions", nil))
	wantProblem(t, w, 405, "method-not-allowed")
	if got := w.Header().Get("Allow"); got != "POST, GET, HEAD" {
		t.Errorf("Allow: %q", got)
	}
	w = h.do(t, httptest.NewRequest(http.MethodDelete, "/v1/ledger", nil))
	wantProblem(t, w, 405, "method-not-allowed")
	if got := w.Header().Get("Allow"); !strings.Contains(got, "GET") {
		t.Errorf("Allow: %q", got)
	}
}

func TestErrorsOfDecidingAreProblems(t *testing.T) {
	said := decision.Sentence{PT: "Em português.", EN: "In English."}
	for name, c := range map[string]struct {
		err    error
		status int
		kind   string
		retry  bool
	}{
		"not held":   {&decision.Problem{Kind: decision.LawNotHeld, Detail: said}, 422, "law-not-held", false},
		"evaluation": {&decision.Problem{Kind: decision.EvaluationError, Detail: said, Err: errors.New("SECRET")}, 500, "evaluation-error", false},
		"deadline":   {&decision.Problem{Kind: decision.DeadlineReached, Detail: said}, 503, "deadline", true},
		"record":     {&decision.Problem{Kind: decision.NotRecorded, Detail: said}, 503, "not-recorded", true},
		"unknown":    {errors.New("SECRET"), 500, "internal-error", false},
		"nothing":    {nil, 500, "internal-error", false},
	} {
		h := build(t, deciding(func(context.Context, decision.Activation, *decision.Request, string) (*decision.Decision, error) {
			return nil, c.err
		}))
		w := h.post(t, "/v1/decisions", request(t, "ticket"), "Accept-Language", "en")
		wantProblem(t, w, c.status, c.kind)
		if (w.Header().Get("Retry-After") != "") != c.retry {
			t.Errorf("%s: Retry-After %q", name, w.Header().Get("Retry-After"))
		}
		if strings.Contains(w.Body.String(), "SECRET") || strings.Contains(h.logs.String(), "SECRET") {
			t.Errorf("%s: the cause is told: %s %s", name, w.Body, h.logs)
		}
		if !strings.Contains(h.logs.String(), `"question":"ticket"`) {
			t.Errorf("%s: no question in %s", name, h.logs)
		}
	}
}

func TestPanicIsAProblem(t *testing.T) {
	h := build(t, deciding(func(context.Context, decision.Activation, *decision.Request, string) (*decision.Decision, error) {
		panic("SECRET")
	}))
	wantProblem(t, h.post(t, "/v1/decisions", request(t, "ticket")), 500, "internal-error")
	if logs := h.logs.String(); strings.Contains(logs, "SECRET") || !strings.Contains(logs, `"stack"`) {
		t.Error(logs)
	}
}

func TestDeadlineReachesTheDecider(t *testing.T) {
	h := build(t, func(o *httpapi.Options) {
		o.Timeouts.Decision = 1
		o.Decider = deciderFunc(func(ctx context.Context, _ decision.Activation, _ *decision.Request, _ string) (*decision.Decision, error) {
			<-ctx.Done()
			return nil, &decision.Problem{Kind: decision.DeadlineReached, Err: ctx.Err()}
		})
	})
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodPost, "/v1/decisions", strings.NewReader(request(t, "ticket")))
	r.Header.Set("Content-Type", "application/json")
	r.Host = "localhost"
	h.ServeHTTP(w, r)
	if w.Code != 503 || !strings.Contains(h.logs.String(), "deadline exceeded") {
		t.Errorf("status %d, logs %s", w.Code, h.logs)
	}
}

func TestRequestIDs(t *testing.T) {
	h := build(t, nil)
	for sent, kept := range map[string]bool{
		"abc-1.2_3": true, "": false, "a b": false, "a\tb": false, strings.Repeat("x", 128): true, strings.Repeat("x", 129): false, "ü": false,
	} {
		w := h.get(t, "/healthz", "X-Request-ID", sent)
		got := w.Header().Get("X-Request-ID")
		if kept != (got == sent) || got == "" {
			t.Errorf("%q: got %q", sent, got)
		}
		if !strings.Contains(h.logs.String(), `"request":"`+got+`"`) {
			t.Errorf("%q is not in the log", got)
		}
	}
}

func TestLogsHoldNoFactsBodiesOrQueries(t *testing.T) {
	h := build(t, nil)
	h.post(t, "/v1/decisions", strings.Replace(request(t, "ticket"), "Pessoa Exemplo", "SECRET", 1))
	h.post(t, "/v1/decisions", `{"question":"grant","facts":{"trip":{"destination":7}},"SECRET":1}`)
	h.post(t, "/v1/decisions?SECRET=1", "SECRET")
	h.get(t, "/v1/ledger?norm=SECRET")
	h.get(t, "/SECRET")
	h.get(t, "/v1/provisions/SECRET", "Accept-Language", "SECRET", "User-Agent", "SECRET")
	r := httptest.NewRequest("SECRET", "/v1/norms", nil)
	h.do(t, r)
	logs := h.logs.String()
	if strings.Contains(logs, "SECRET") {
		t.Error(logs)
	}
	for _, want := range []string{`"route":"/v1/decisions"`, `"route":"/v1/provisions/{urn}"`, `"route":"none"`, `"outcome":"allow"`, `"problem":"invalid-facts"`, `"status":422`} {
		if !strings.Contains(logs, want) {
			t.Errorf("no %s in %s", want, logs)
		}
	}
}
