package httpapi_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"deferido/internal/decision"
	"deferido/internal/httpapi"
	"deferido/internal/identity"
)

// use is one use of a route that all is well with. In its target {allow}, {deny} and {spare} are decisions of expresso: a
// grant that was allowed, one that was refused, and one that nothing else needs.
type use struct {
	id, method, target, media, body string
	who                             string // the guests who may; empty for anybody
	store                           string // what must be there: "journal", "register", "both" or neither
	query                           bool   // its query is read, and an unknown parameter refused
}

const (
	everyGuest = "admin regulator lawyer expresso rapido"
	readers    = "admin regulator lawyer expresso"
	aQuarter   = "/v1/reports/2026-Q3"
)

var uses = []use{
	{"decide", "POST", "/v1/decisions", "application/json", `{"question":"grant","facts":{}}`, everyGuest, "journal", false},
	{"decideBatch", "POST", "/v1/decisions/batch", "application/json", `{"items":[{"question":"grant","facts":{}}]}`, everyGuest, "journal", false},
	{"listDecisions", "GET", "/v1/decisions", "", "", everyGuest, "journal", true},
	{"getDecision", "GET", "/v1/decisions/{allow}", "", "", readers, "journal", true},
	{"eraseDecision", "DELETE", "/v1/decisions/{spare}", "", "", "admin", "journal", true},
	{"explainDecision", "GET", "/v1/decisions/{allow}/explanation", "", "", readers, "journal", true},
	{"getReceipt", "GET", "/v1/decisions/{allow}/receipt", "", "", readers, "journal", true},
	{"getSeals", "GET", "/v1/journal", "", "", everyGuest, "journal", true},
	{"checkDocument", "GET", "/check/{allow}", "", "", "", "journal", true},
	{"refusal_html", "GET", "/v1/decisions/{deny}/refusal.html", "", "", readers, "both", true},
	{"refusal_pdf", "GET", "/v1/decisions/{deny}/refusal.pdf", "", "", readers, "both", true},
	{"decision_html", "GET", "/v1/decisions/{deny}/decision.html", "", "", readers, "both", true},
	{"decision_pdf", "GET", "/v1/decisions/{deny}/decision.pdf", "", "", readers, "both", true},
	{"ticket_html", "POST", "/v1/decisions/{allow}/ticket.html", "application/json", wholeTicket, "admin expresso", "both", true},
	{"ticket_pdf", "POST", "/v1/decisions/{allow}/ticket.pdf", "application/json", wholeTicket, "admin expresso", "both", true},
	{"getReport", "GET", aQuarter + "?carrier=expresso", "", "", "admin regulator expresso", "both", true},
	{"putCounts", "PUT", aQuarter + "/counts?carrier=expresso", "text/csv", "month,section,paying,disability_pass\n2026-07,A,1,2\n", "admin expresso", "both", true},
	{"putSections", "PUT", aQuarter + "/sections?carrier=expresso", "text/csv", "decision,section\n", "admin expresso", "both", true},
	{"listCarriers", "GET", "/v1/carriers", "", "", everyGuest, "register", true},
	{"getCarrier", "GET", "/v1/carriers/expresso", "", "", everyGuest, "register", true},
	{"putCarrier", "PUT", "/v1/carriers/novo", "application/json", `{"id":"novo","name":"Novo"}`, "admin", "register", true},
	{"removeCarrier", "DELETE", "/v1/carriers/novo", "", "", "admin", "register", true},
	{"listNorms", "GET", "/v1/norms", "", "", "", "", true},
	{"getProvision", "GET", "/v1/provisions/" + threeHours, "", "", "", "", true},
	{"getLedger", "GET", "/v1/ledger", "", "", "", "", true},
	{"getOpenAPI", "GET", "/openapi.json", "", "", "", "", false},
	{"metrics", "GET", "/metrics", "", "", "admin", "", false},
	{"health", "GET", "/healthz", "", "", "", "", false},
	{"ready", "GET", "/readyz", "", "", "", "", false},
}

// guardedUses is a guarded house with the decisions that the uses name, and the uses with their ids.
func guardedUses(t *testing.T, change func(*httpapi.Options)) (*house, *shelf, []use) {
	t.Helper()
	h, s := guarded(t, change)
	names := strings.NewReplacer(
		"{allow}", h.decided(t, "expresso", request(t, "elderly-free-seat")).ID,
		"{deny}", h.decided(t, "expresso", request(t, "elderly-refusal")).ID,
		"{spare}", h.decided(t, "expresso", request(t, "elderly-free-seat")).ID)
	filled := slices.Clone(uses)
	for i := range filled {
		filled[i].target = names.Replace(filled[i].target)
	}
	return h, s, filled
}

func (u use) by(t testing.TB, h *house, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	return h.send(t, u.method, u.target, u.media, u.body, headers...)
}

// about tells whether the use is of one decision, so that who may not see it is told that there is none.
func (u use) about() bool {
	return strings.HasPrefix(u.target, "/v1/decisions/") && u.id != "decideBatch"
}

func (u use) needs(store string) bool { return u.store == store || u.store == "both" }

func TestTheTableOfUsesIsWhole(t *testing.T) {
	operations := httpapi.Operations()
	for _, u := range uses {
		known, there := operations[u.id]
		if !there || known != (u.who != "") {
			t.Errorf("%s: there %v, needs a key %v", u.id, there, known)
		}
		delete(operations, u.id)
	}
	if len(operations) > 0 {
		t.Errorf("not tried: %v", operations)
	}
}

func TestEveryRouteAnswersWhoeverMayUseIt(t *testing.T) {
	for _, guest := range strings.Fields(everyGuest) {
		h, _, all := guardedUses(t, nil)
		for _, u := range all {
			w := u.by(t, h, as(guest)...)
			switch {
			case u.who != "" && !slices.Contains(strings.Fields(u.who), guest):
				if u.about() {
					wantProblem(t, w, http.StatusNotFound, "unknown-decision")
				} else {
					wantProblem(t, w, http.StatusForbidden, "forbidden")
				}
			case w.Code != http.StatusOK:
				t.Errorf("%s, %s: %d %s", guest, u.id, w.Code, w.Body)
			}
		}
	}
}

func TestEveryRouteThatNeedsAKeyRefusesNobody(t *testing.T) {
	h, s, all := guardedUses(t, nil)
	before := len(s.records())
	for _, u := range all {
		for _, headers := range [][]string{nil, {"Authorization", "Bearer SECRET"}, {"Authorization", "Basic SECRET"}} {
			w := u.by(t, h, headers...)
			if u.who == "" {
				if w.Code != http.StatusOK {
					t.Errorf("%s: %d %s", u.id, w.Code, w.Body)
				}
				continue
			}
			wantProblem(t, w, http.StatusUnauthorized, "unauthenticated")
			if got := w.Header().Get("WWW-Authenticate"); got != `Bearer realm="deferido"` {
				t.Errorf("%s: WWW-Authenticate %q", u.id, got)
			}
		}
	}
	if len(s.records()) != before || strings.Contains(h.logs.String(), "SECRET") {
		t.Errorf("%d records after, %s", len(s.records()), h.logs)
	}
}

// What was asked of a store that cannot be read is refused for now, and never said to be absent.
func TestStoresThatCannotBeRead(t *testing.T) {
	h, s, all := guardedUses(t, nil)
	for _, store := range []string{"journal", "register"} {
		h.Carriers.(*register).fails(nil)
		s.fails(nil)
		if store == "journal" {
			s.fails(unavailable)
		} else {
			h.Carriers.(*register).fails(fmt.Errorf("%w: SECRET", identity.ErrUnavailable))
		}
		for _, u := range all {
			if u.id == "getReport" || u.id == "putCounts" || u.id == "putSections" {
				h.Reports.(*clerk).fault = nil
				if store == "journal" {
					h.Reports.(*clerk).fault = unavailable
				}
			}
			w := u.by(t, h, as("admin")...)
			if !u.needs(store) {
				if w.Code >= 500 {
					t.Errorf("%s without its %s: %d %s", u.id, store, w.Code, w.Body)
				}
				continue
			}
			kind := "journal-unavailable"
			if u.id == "decide" || u.id == "decideBatch" {
				kind = "not-recorded"
			}
			wantProblem(t, w, http.StatusServiceUnavailable, kind)
			if w.Header().Get("Retry-After") == "" || strings.Contains(w.Body.String(), "SECRET") {
				t.Errorf("%s: %v %s", u.id, w.Header(), w.Body)
			}
		}
	}
	if strings.Contains(h.logs.String(), "SECRET") {
		t.Error(h.logs)
	}
}

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
		"/v1/decisions?from=SECRET": "/from", "/v1/decisions?to=2026-02-30": "/to", "/v1/decisions?from=2026-12-12T00:00:00": "/from",
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
