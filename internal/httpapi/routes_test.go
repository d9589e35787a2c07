package httpapi_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"deferido/internal/decision"
	"deferido/internal/httpapi"
)

func TestDecisionsThatAreNotThere(t *testing.T) {
	h, _, all := guardedUses(t, nil)
	for _, u := range all {
		if !u.about() {
			continue
		}
		known := strings.Split(u.target, "/")[3]
		for _, id := range []string{"0198f2a0-0000-7000-8000-00000000ffff", "SECRET", "%27%20OR%201=1", strings.Repeat("a", 36)} {
			u.target = strings.Replace(u.target, known, id, 1)
			known = id
			w := u.by(t, h, as("admin")...)
			wantProblem(t, w, http.StatusNotFound, "unknown-decision")
			if strings.Contains(w.Body.String(), "SECRET") {
				t.Errorf("%s: %s", u.id, w.Body)
			}
		}
	}
}

func TestDecisionsWhoseContentWasErased(t *testing.T) {
	h, s, all := guardedUses(t, nil)
	records := s.records()
	for _, r := range records {
		h.erase(t, r.ID)
	}
	for _, u := range all {
		if !u.about() {
			continue
		}
		wantProblem(t, u.by(t, h, as("admin")...), http.StatusGone, "erased")
		// Nothing tells any more whose it was.
		wantProblem(t, u.by(t, h, as("expresso")...), http.StatusNotFound, "unknown-decision")
	}
	page := h.get(t, "/v1/decisions", as("admin")...)
	if list := into[httpapi.Decisions](t, page); len(list.Decisions) != 0 {
		t.Errorf("listed: %s", page.Body)
	}
	if s.erased[records[0].ID] != "key-admin" || !strings.Contains(h.logs.String(), `"erased":"`+records[0].ID) {
		t.Errorf("erased by %q; %s", s.erased[records[0].ID], h.logs)
	}
}

// Where the policies failed nothing was decided: there is a record of that, and no decision to show.
func TestRecordsOfAFailure(t *testing.T) {
	h, s, all := guardedUses(t, nil)
	law, _ := theLaw()
	h.sets.activate(broken{law}, 1)
	wantProblem(t, h.post(t, "/v1/decisions", request(t, "elderly-free-seat"), as("expresso")...), 500, "evaluation-error")
	h.sets.activate(law, 1)
	failure := s.records()[len(s.records())-1]
	if failure.Failure != decision.EvaluationError {
		t.Fatalf("%+v", failure)
	}
	for _, u := range all {
		if !u.about() || u.id == "eraseDecision" {
			continue
		}
		u.target = strings.Replace(u.target, strings.Split(u.target, "/")[3], failure.ID, 1)
		w := u.by(t, h, as("expresso")...)
		if u.id == "getReceipt" {
			if w.Code != http.StatusOK {
				t.Errorf("no receipt of it: %d %s", w.Code, w.Body)
			}
			continue
		}
		wantProblem(t, w, http.StatusConflict, "nothing-decided")
	}
	h.erase(t, failure.ID)
}

func TestParametersThatARouteHasNot(t *testing.T) {
	h, s, all := guardedUses(t, nil)
	for _, u := range all {
		if !u.query {
			continue
		}
		mark := "?"
		if strings.Contains(u.target, "?") {
			mark = "&"
		}
		for query, pointer := range map[string]string{"zz=SECRET": "/zz", "zz": "/zz", "a%2Fb=1": "/a~1b", "%zz": ""} {
			tried := u
			tried.target += mark + query
			w := tried.by(t, h, as("admin")...)
			wantProblemAt(t, u.id, wantProblem(t, w, http.StatusUnprocessableEntity, "invalid-parameter"), pointer)
			if strings.Contains(w.Body.String(), "SECRET") {
				t.Errorf("%s repeats a value: %s", u.id, w.Body)
			}
		}
	}
	if len(s.erased) > 0 {
		t.Error("erased in spite of a parameter that is not known")
	}
}

func TestParametersWithWrongValues(t *testing.T) {
	h, s, _ := guardedUses(t, nil)
	id := s.records()[0].ID
	for target, pointer := range map[string]string{
		"/v1/decisions?question=SECRET": "/question", "/v1/decisions?outcome=SECRET": "/outcome", "/v1/decisions?contested=SECRET": "/contested",
		"/v1/decisions?revision=SECRET": "/revision",
		"/v1/decisions?from=SECRET":     "/from", "/v1/decisions?to=2026-02-30": "/to", "/v1/decisions?from=2026-12-12T00:00:00": "/from",
		"/v1/decisions?limit=0": "/limit", "/v1/decisions?limit=201": "/limit", "/v1/decisions?limit=SECRET": "/limit", "/v1/decisions?limit=": "/limit",
		"/v1/decisions?cursor=SECRET": "/cursor", "/v1/decisions?outcome=allow&outcome=deny": "/outcome",
		"/v1/decisions/" + id + "/receipt?policies=SECRET": "/policies", "/v1/decisions/" + id + "/decision.html?lang=SECRET": "/lang",
		"/v1/decisions/" + id + "/decision.pdf?lang=": "/lang", "/check/" + id + "?lang=SECRET": "/lang",
		aQuarter + "?carrier=expresso&format=SECRET": "/format", aQuarter + "?carrier=expresso&mode=SECRET": "/mode", aQuarter: "/carrier",
	} {
		w := h.get(t, target, as("admin")...)
		wantProblemAt(t, target, wantProblem(t, w, http.StatusUnprocessableEntity, "invalid-parameter"), pointer)
		if strings.Contains(w.Body.String(), "SECRET") {
			t.Errorf("%s: %s", target, w.Body)
		}
	}
}

func TestMethodsThatARouteHasNot(t *testing.T) {
	h, _, all := guardedUses(t, nil)
	for _, u := range all {
		path, _, _ := strings.Cut(u.target, "?")
		w := h.send(t, http.MethodPatch, path, "application/json", "{}", as("admin")...)
		wantProblem(t, w, http.StatusMethodNotAllowed, "method-not-allowed")
		if !strings.Contains(w.Header().Get("Allow"), u.method) {
			t.Errorf("%s: Allow %q", u.id, w.Header().Get("Allow"))
		}
	}
}

// HEAD answers as GET does, without the body.
func TestHeadIsLikeGet(t *testing.T) {
	h, _, all := guardedUses(t, nil)
	server := httptest.NewServer(h)
	defer server.Close()
	defer server.Client().CloseIdleConnections()
	asked := func(method, target string) (*http.Response, string) {
		r, err := http.NewRequest(method, server.URL+target, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer admin")
		r.Header.Set("X-Request-ID", "same")
		answer, err := server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer, string(body)
	}
	for _, u := range all {
		if u.method != http.MethodGet || u.id == "metrics" { // which counts its own requests
			continue
		}
		full, body := asked(http.MethodGet, u.target)
		head, none := asked(http.MethodHead, u.target)
		full.Header.Del("Date")
		head.Header.Del("Date")
		if head.StatusCode != full.StatusCode || none != "" || body == "" || fmt.Sprint(head.Header) != fmt.Sprint(full.Header) {
			t.Errorf("%s: %d %v with %d bytes, want %d %v", u.id, head.StatusCode, head.Header, len(none), full.StatusCode, full.Header)
		}
	}
}

// broken is a law that cannot be evaluated.
type broken struct{ httpapi.Set }

func (broken) Evaluate(_ context.Context, _ string, _ decision.Input) (*decision.Document, error) {
	return nil, errors.New("SECRET")
}
