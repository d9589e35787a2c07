package httpapi_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

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
