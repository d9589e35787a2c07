package httpapi_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"deferido/internal/httpapi"
)

const threeHours = "urn:lex:br:federal:decreto:2019-07-18;9921!art39_par2_inc1"

func into[T any](t testing.TB, w *httptest.ResponseRecorder) T {
	t.Helper()
	var v T
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestNormsAreListed(t *testing.T) {
	h := build(t, nil)
	norms := into[httpapi.Norms](t, h.get(t, "/v1/norms"))
	if len(norms.Norms) != len(h.sets.set.Corpus().Norms()) || norms.Revision != "sha256:0f1e2d" {
		t.Errorf("%d norms of %s", len(norms.Norms), norms.Revision)
	}
	for _, n := range norms.Norms {
		if n.URN == "" || n.Title == "" || len(n.Provisions) == 0 {
			t.Errorf("%+v", n)
		}
	}
}

func TestEveryProvisionIsServed(t *testing.T) {
	h := build(t, nil)
	for _, p := range h.sets.set.Corpus().Provisions() {
		for _, target := range []string{"/v1/provisions/" + p.URN, "/v1/provisions/" + url.PathEscape(p.URN)} {
			got := into[httpapi.Provision](t, h.get(t, target))
			if got.URN != p.URN || got.Label != p.Label || len(got.Versions) == 0 || (got.Text != nil) != p.Held() {
				t.Errorf("%s: %+v", target, got)
			}
		}
	}
}

func TestProvisionHasItsRulesAndCases(t *testing.T) {
	got := into[httpapi.Provision](t, build(t, nil).get(t, "/v1/provisions/"+threeHours))
	if len(got.Rules) != 1 || got.Rules[0].Name != "in_time" || len(got.Cases) != 1 || got.InForce != nil || got.On != nil {
		t.Errorf("%+v", got)
	}
}

func TestProvisionOnADay(t *testing.T) {
	h := build(t, nil)
	for day, inForce := range map[string]bool{"2018-01-01": false, "2026-12-12": true} {
		got := into[httpapi.Provision](t, h.get(t, "/v1/provisions/"+threeHours+"?on="+day))
		if got.InForce == nil || *got.InForce != inForce || (got.Text != nil) != inForce || got.On.String() != day {
			t.Errorf("%s: %+v", day, got)
		}
	}
	for _, day := range []string{"", "2026-02-30", "12/12/2026", "2026-12-12T00:00:00Z", "SECRET"} {
		w := h.get(t, "/v1/provisions/"+threeHours+"?on="+day)
		p := wantProblem(t, w, 422, "invalid-parameter")
		if len(p.Errors) != 1 || p.Errors[0].Pointer != "/on" || strings.Contains(w.Body.String(), "SECRET") {
			t.Errorf("%q: %s", day, w.Body)
		}
	}
}

func TestMisspeltActsAreSuggestedAndNeverResolved(t *testing.T) {
	h := build(t, nil)
	for sent, want := range map[string]string{
		"urn:lex:br:federal:decreto:2006-10-18;5943!art2_cpt":     "urn:lex:br:federal:decreto:2006-10-18;5934",
		"urn:lex:br:federal:lei:2003-10-01;10471!art40_cpt_inc1":  "urn:lex:br:federal:lei:2003-10-01;10741!art40_cpt_inc1",
		"urn:lex:br:federal:decreto:2019-07-18;9912!art39_par2":   "urn:lex:br:federal:decreto:2019-07-18;9921!art39_par2",
		"Decreto nº 9.921/2019, art. 39, § 2º, I":                 threeHours,
		" " + threeHours + " ":                                    threeHours,
		"urn:lex:br:federal:decreto:2019-07-18;9921!art39_par999": "urn:lex:br:federal:decreto:2019-07-18;9921",
	} {
		p := wantProblem(t, h.get(t, "/v1/provisions/"+url.PathEscape(sent)), 404, "unknown-provision")
		if len(p.Suggestions) == 0 || !strings.HasPrefix(p.Suggestions[0].URN, want) || p.Suggestions[0].Label == "" {
			t.Errorf("%s: %+v", sent, p.Suggestions)
		}
	}
	for _, sent := range []string{"x", "", "urn:lex:br:federal:lei:1990-01-01;1", "../norms", "urn:lex:br:federal:decreto:2019-07-18;9921"} {
		w := h.get(t, "/v1/provisions/"+url.PathEscape(sent))
		wantProblem(t, w, 404, "unknown-provision")
		if !strings.Contains(w.Body.String(), `"suggestions":[]`) {
			t.Errorf("%q: %s", sent, w.Body)
		}
	}
}

func TestLedgerAccountsForEveryRow(t *testing.T) {
	h := build(t, nil)
	all := into[httpapi.Ledger](t, h.get(t, "/v1/ledger"))
	if len(all.Rows) != len(h.sets.set.Corpus().Ledger()) {
		t.Errorf("%d rows", len(all.Rows))
	}
	sum := 0
	for status, n := range all.Counts {
		sum += n
		some := into[httpapi.Ledger](t, h.get(t, "/v1/ledger?norm=decreto_9921_2019&status="+string(status)))
		for _, r := range some.Rows {
			if r.Status != status || r.Norm != "decreto_9921_2019" {
				t.Errorf("%+v", r)
			}
		}
		if some.Counts[status] != len(some.Rows) {
			t.Errorf("%s: %v of %d", status, some.Counts, len(some.Rows))
		}
	}
	if sum != len(all.Rows) {
		t.Errorf("counts add up to %d of %d", sum, len(all.Rows))
	}
}

func TestQueriesAreReadStrictly(t *testing.T) {
	h := build(t, nil)
	for target, pointer := range map[string]string{
		"/v1/ledger?status=nonsense": "/status", "/v1/ledger?norm=lei": "/norm", "/v1/ledger?Status=grant": "/Status",
		"/v1/ledger?norm=a&norm=b": "/norm", "/v1/norms?x": "/x", "/v1/ledger?norm=%zz": "", "/v1/ledger?status=": "/status",
	} {
		p := wantProblem(t, h.get(t, target), 422, "invalid-parameter")
		if pointer != "" && (len(p.Errors) != 1 || p.Errors[0].Pointer != pointer) {
			t.Errorf("%s: %+v", target, p.Errors)
		}
	}
}

func TestTheLawIsNotSentTwice(t *testing.T) {
	h := build(t, nil)
	for _, target := range []string{"/v1/norms", "/v1/ledger", "/v1/provisions/" + threeHours, "/openapi.json"} {
		first := h.get(t, target)
		tag := first.Header().Get("ETag")
		if len(tag) < 10 || tag[0] != '"' || first.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: ETag %s, %s", target, tag, first.Header().Get("Cache-Control"))
		}
		for match, want := range map[string]int{tag: 304, `"x", W/` + tag: 304, "*": 304, `"x"`: 200, "": 200} {
			w := h.get(t, target, "If-None-Match", match)
			if w.Code != want || want == 304 && w.Body.Len() > 0 {
				t.Errorf("%s with %s: %d", target, match, w.Code)
			}
		}
		other := *h.sets.set.(*fakeSet)
		other.revision = "sha256:another"
		before := h.sets.set
		h.sets.activate(&other, 8)
		if w := h.get(t, target, "If-None-Match", tag); w.Code != 200 || w.Header().Get("ETag") == tag {
			t.Errorf("%s: the ETag outlives its set", target)
		}
		h.sets.activate(before, 7)
	}
	w := h.get(t, "/v1/provisions/x", "If-None-Match", "*")
	if wantProblem(t, w, 404, "unknown-provision"); w.Header().Get("ETag") != "" {
		t.Error("a problem has an ETag")
	}
}

func TestHeadIsServedWithGet(t *testing.T) {
	h := build(t, nil)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodHead, "/v1/norms", nil))
	if w.Code != 200 || w.Header().Get("ETag") == "" {
		t.Errorf("status %d", w.Code)
	}
}
